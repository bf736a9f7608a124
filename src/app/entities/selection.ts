/**
 * How the columns of a table are chosen: the five ways, with the files that each of them needs. The files are read at once, before any page is.
 */
import type { EntityTableOptions, SelectionName, Wanted } from '../../entities/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type ReasonCode, reason } from '../../words/why.ts';
import { asking, type ChoiceOptions } from './choices.ts';
import { readText } from './wrapper-files.ts';

export interface SelectionOptions extends ChoiceOptions {
  /** Told by the files given when it is not said. */
  readonly way?: SelectionName | undefined;
  /** Files of `learnAttributes`. */
  readonly attributes?: readonly string[] | undefined;
  /** Tables of known values: CSV or JSON Lines. */
  readonly known?: readonly string[] | undefined;
  /** Smallest confidence, fit or agreement of the last three ways, 0 to 1. */
  readonly least?: number | undefined;
}

const has = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;

/** The way that the files and values given speak for; undefined when none does. */
function impliedWay({ attributes, known, votes, ask }: SelectionOptions, wanted: readonly Wanted[]) {
  if (has(attributes)) return 'learned';
  if (has(known)) return 'knowledge';
  if (votes !== undefined && votes.length > 0) return votes.length === 1 ? 'expert' : 'votes';
  return ask !== undefined || wanted.length > 0 ? 'expert' : undefined;
}

/** Throws TRF_SELECTION_LACKS when a way misses what it needs or is given what is of another; TRF_SELECTION_FILE. */
export async function selecting(
  options: SelectionOptions,
  wanted: readonly Wanted[],
): Promise<Pick<EntityTableOptions, 'choose' | 'select'>> {
  const way = options.way ?? impliedWay(options, wanted);
  if (way === undefined) return {};
  const given: readonly (readonly [
    flag: string,
    is: boolean,
    of: readonly SelectionName[],
    lacks: ReasonCode,
  ])[] = [
    ['--attributes', has(options.attributes), ['learned'], 'needs-attributes'],
    ['--known', has(options.known), ['knowledge'], 'needs-known'],
    ['--votes', has(options.votes), ['votes', 'expert'], 'needs-votes'],
    ['--ask', options.ask !== undefined, ['expert'], 'needs-person'],
    ['--want', wanted.length > 0, ['expert'], 'needs-person'],
  ];
  for (const [flag, is, of] of given)
    if (is && !of.includes(way))
      throw new TarrafaError('TRF_SELECTION_LACKS', [
        way,
        reason('flag-of-other-way', { flag, way: of.join(', ') }),
      ]);
  const mine = given.filter(([, , of]) => of.includes(way));
  if (mine.length > 0 && !mine.some(([, is]) => is))
    throw new TarrafaError('TRF_SELECTION_LACKS', [
      way,
      reason(way === 'expert' ? 'needs-person' : (mine[0]![3] as 'needs-votes')),
    ]);
  const { votes = [], attributes = [], known = [], ask, least, onUndecided } = options;
  if (ask !== undefined && votes.length === 0) return { choose: await asking(ask) };
  const { wayFromFiles } = await import('../../entities/index.ts');
  const files = way === 'learned' ? attributes : way === 'knowledge' ? known : votes;
  return wayFromFiles(
    way,
    files.map((name) => ({ name, text: readText(name) })),
    { least, onUndecided },
  );
}
