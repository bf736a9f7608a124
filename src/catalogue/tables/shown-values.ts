/**
 * Which values of a table are shown: those of a rule that somebody switched off are kept and not shown, so that switching it on again
 * brings them back.
 */
import type { EntityColumn, EntityValue } from '../ports/index.ts';

/** By attribute the rules whose values are not shown; null when all are. */
export type RulesOff = ReadonlyMap<string, ReadonlySet<string>> | null;

export function rulesOff(columns: readonly EntityColumn[]): RulesOff {
  const off = columns.flatMap(({ name, off = [] }) =>
    off.length === 0 ? [] : [[name, new Set(off)] as const],
  );
  return off.length === 0 ? null : new Map(off);
}

export function shownValues(values: readonly EntityValue[], off: RulesOff): readonly EntityValue[] {
  if (off === null) return values;
  return values.filter(({ attribute, provenance }) => off.get(attribute)?.has(provenance) !== true);
}
