/** A dossier while it is put in order: which items stay, where, with which notes. */
import type { DossierOrder, DossierView } from '../api/shapes.ts';

export interface OrderedItem {
  /** Its place in the version that was seen. */
  readonly at: number;
  note: string;
}

export function orderedItems({ value }: DossierView): OrderedItem[] {
  return value.items.map(({ note }, at) => ({ at, note }));
}

/** One place up (−1) or down (1); the same list when there is none. */
export function moved<T>(items: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const list = [...items];
  if (to < 0 || to >= list.length) return list;
  const [item] = list.splice(from, 1);
  list.splice(to, 0, item!);
  return list;
}

export function dossierOrder(
  { version }: DossierView,
  change: { readonly name: string; readonly note: string; readonly items: readonly OrderedItem[] },
  by: string,
): DossierOrder {
  const items = change.items.map(({ at, note }) => ({ at, note }));
  return { version, by, name: change.name.trim(), note: change.note, items };
}
