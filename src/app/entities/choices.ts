/** Which columns a table has when people choose them: by votes in files, on a page made for it, or when they are asked one by one. */
import type {
  Candidate,
  Choices,
  EntityTableOptions,
  SiteColumn,
  SiteLearning,
} from '../../entities/index.ts';
import { TarrafaError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { ENTITIES_WORDS } from '../../words/entities.ts';
import type { Language } from '../../words/index.ts';
import { fileOfSite } from './site-files.ts';
import { readText } from './wrapper-files.ts';

export interface ChoiceOptions {
  /** Files of choices that people saved on the page of `writeChoicePages`; the majority of each site's decides. */
  readonly votes?: readonly string[] | undefined;
  /** Told of an attribute on which the votes are even, which has no column then. */
  readonly onUndecided?: ((attribute: string) => void) | undefined;
  /** Names the columns of a site among the candidates: name → id. Asked where no votes decide. */
  readonly ask?:
    | ((site: string, candidates: readonly Candidate[]) => Promise<ReadonlyMap<string, string>>)
    | undefined;
}

/** Candidates that a person is asked about. */
const MOST_ASKED = 60;
/** Candidates that are named when a vote is for none of them. */
const MOST_NAMED = 30;

/** How the columns of a site are chosen; undefined when nobody chooses. The files are read at once, before any page is. */
export async function choosing(options: ChoiceOptions): Promise<EntityTableOptions['choose']> {
  const { candidatesOf, columnsByChoice, parseChoices } = await import('../../entities/index.ts');
  const { votes = [], ask, onUndecided } = options;
  const ballots = votes.map((path) => parseChoices(readText(path), path));
  if (ballots.length > 0) return (site) => byVotes(site, ballots, onUndecided);
  if (ask === undefined) return undefined;
  return async ({ site, set }) =>
    columnsByChoice(set, [{ site, rules: await ask(site, candidatesOf(set, MOST_ASKED)) }]).columns;
}

async function byVotes(
  { site, set }: SiteLearning,
  ballots: readonly Choices[],
  onUndecided: ChoiceOptions['onUndecided'],
): Promise<readonly SiteColumn[] | null> {
  const { candidatesOf, columnsByChoice } = await import('../../entities/index.ts');
  const mine = ballots.filter((choices) => choices.site === '' || choices.site === site);
  if (mine.length === 0) return null;
  const { columns, undecided, unknown } = columnsByChoice(set, mine);
  for (const attribute of undecided) onUndecided?.(attribute);
  for (const { attribute, rule } of unknown)
    throw new TarrafaError('TRF_ATTRIBUTE_UNKNOWN', [
      attribute,
      rule,
      candidatesOf(set, MOST_NAMED)
        .map(({ id, name }) => `${id} ${name}`.trim())
        .join(', '),
    ]);
  return columns;
}

/** Writes, one file a site, the pages on which people name the columns and save their choices; says where they are. */
export async function writeChoicePages(
  path: string,
  sites: readonly SiteLearning[],
  language: Language,
): Promise<readonly string[]> {
  const { candidatesOf, choicePage } = await import('../../entities/index.ts');
  const words = { language, ...ENTITIES_WORDS[language].choice };
  return sites.map(({ site, set }) => {
    const file = fileOfSite(path, site, sites.length);
    writeFileWhole(file, [choicePage(site, candidatesOf(set), words)]);
    return file;
  });
}
