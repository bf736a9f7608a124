/** Which columns a table has when people choose them: by votes in files, on a page made for it, or when they are asked one by one. */
import type { Candidate, EntityTableOptions, SiteLearning } from '../../entities/index.ts';
import { writeFileWhole } from '../../files/index.ts';
import { ENTITIES_WORDS } from '../../words/entities.ts';
import type { Language } from '../../words/index.ts';
import { fileOfSite } from './site-files.ts';

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

/** How the columns of a site are chosen by whoever is asked for each. */
export async function asking(
  ask: NonNullable<ChoiceOptions['ask']>,
): Promise<NonNullable<EntityTableOptions['choose']>> {
  const { candidatesOf, columnsByChoice } = await import('../../entities/index.ts');
  return async ({ site, set }) =>
    columnsByChoice(set, [{ site, rules: await ask(site, candidatesOf(set, MOST_ASKED)) }]).columns;
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
