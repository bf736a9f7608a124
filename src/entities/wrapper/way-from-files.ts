/** How the columns of a table are chosen, from the files that people bring: choices, learned attributes, known values. */

import { TarrafaError } from '../../errors.ts';
import { type Choices, columnsByChoice, parseChoices } from '../columns/choice-file.ts';
import { candidatesOf } from '../columns/choice-page.ts';
import type { SiteColumn } from '../columns/site-columns.ts';
import { parseAttributes } from '../selection/attribute-file.ts';
import { parseKnownTable } from '../selection/known-table.ts';
import type { EntityTableOptions, SiteLearning } from './entity-table.ts';

/**
 * `expert`: a person gives values, names or a file of choices. `votes`: the majority of several. `learned`: what attributes were like on
 * other sites. `knowledge`: values that are known. `redundancy`: what several sites say alike.
 */
export const SELECTION_WAYS = ['expert', 'votes', 'learned', 'knowledge', 'redundancy'] as const;
export type SelectionName = (typeof SELECTION_WAYS)[number];

/** A file that is read already; `name` is for messages. */
export interface SelectionFile {
  readonly name: string;
  readonly text: string;
}

export interface WayOptions {
  /** Smallest confidence, fit or agreement, 0 to 1. */
  readonly least?: number | undefined;
  /** Told of an attribute on which the votes are even, which has no column then. */
  readonly onUndecided?: ((attribute: string) => void) | undefined;
}

/** Candidates that are named when a vote is for none of them. */
const MOST_NAMED = 30;

/** Throws TRF_WRAPPER_INVALID and TRF_SELECTION_FILE. */
export function wayFromFiles(
  way: SelectionName,
  files: readonly SelectionFile[],
  { least: smallest, onUndecided }: WayOptions = {},
): Pick<EntityTableOptions, 'choose' | 'select'> {
  const least = smallest === undefined ? {} : { least: smallest };
  switch (way) {
    case 'expert':
    case 'votes': {
      const ballots = files.map(({ text, name }) => parseChoices(text, name));
      return ballots.length === 0 ? {} : { choose: async (site) => byVotes(site, ballots, onUndecided) };
    }
    case 'learned':
      return {
        select: { way, examples: files.flatMap(({ text, name }) => parseAttributes(text, name)), ...least },
      };
    case 'knowledge':
      return {
        select: { way, rows: files.flatMap(({ text, name }) => parseKnownTable(text, name)), ...least },
      };
    case 'redundancy':
      return { select: { way, ...least } };
  }
}

function byVotes(
  { site, set }: SiteLearning,
  ballots: readonly Choices[],
  onUndecided: WayOptions['onUndecided'],
): readonly SiteColumn[] | null {
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
