/** Entities as somebody looks at them: those that have some words, in the order of a column, with what is odd of each. */
import { fold } from '../../text/index.ts';
import type {
  EntityView,
  EntityViewAsked,
  SliceOptions,
  StoredEntity,
  ViewedEntity,
} from '../ports/index.ts';
import { readCursor, sliceLimit, writeCursor } from '../store/cursor.ts';
import { oddValues } from './odd-values.ts';

/** Entities that are looked at for one question: more than a person looks through. */
export const MOST_VIEWED = 20_000;

const COLLATOR = new Intl.Collator('pt', { numeric: true, sensitivity: 'base' });

/** The size of what a normal form says; a date is the year it lies in, with its part. */
function size(normal: string | null): number | null {
  if (normal === null) return null;
  const date = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(normal);
  if (date !== null) return Number(date[1]) + (Number(date[2]) - 1) / 12 + (Number(date[3] ?? 1) - 1) / 372;
  const number = /^(?:[A-Z]{3} )?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: \S.*)?$/.exec(normal);
  return number === null ? null : Number(number[1]);
}

interface Key {
  readonly text: string;
  readonly size: number | null;
}

/** Figures and dates by their size, where nearly all are; what has no value stands at the end, whichever way. */
function ordered(
  rows: readonly ViewedEntity[],
  { attribute, descending }: NonNullable<EntityViewAsked['order']>,
): ViewedEntity[] {
  const keys = new Map<ViewedEntity, Key | null>();
  let [filled, sized] = [0, 0];
  for (const row of rows) {
    const value =
      attribute === ''
        ? { value: row.name, normal: null }
        : row.values.find((one) => one.attribute === attribute);
    const key = value === undefined ? null : { text: value.value, size: size(value.normal) };
    keys.set(row, key);
    if (key !== null) filled++;
    if (key?.size != null) sized++;
  }
  const bySize = sized > 0 && sized >= 0.8 * filled;
  const way = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0) || a.id - b.id;
    if (bySize && x.size !== null && y.size !== null && x.size !== y.size) return way * (x.size - y.size);
    if (bySize && (x.size === null) !== (y.size === null)) return x.size === null ? 1 : -1;
    return way * COLLATOR.compare(x.text, y.text) || a.id - b.id;
  });
}

/** Every word somewhere in the row. */
function having(rows: readonly ViewedEntity[], line: string): readonly ViewedEntity[] {
  const words = fold(line).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ name, url, values }) => {
    const text = fold([name, url, ...values.map(({ value }) => value)].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** `columns`: those of the table; none for what pages state, of which nothing is usual. `bounded`: there are more rows than these. */
export function entityView(
  rows: readonly StoredEntity[],
  columns: readonly string[],
  asked: EntityViewAsked,
  options: SliceOptions,
  bounded: boolean,
): EntityView {
  const odd = oddValues(rows, columns);
  const viewed = rows.map((row, i): ViewedEntity => ({ ...row, odd: odd[i]! }));
  const matching = having(
    asked.odd === true ? viewed.filter((row) => row.odd.length > 0) : viewed,
    asked.words ?? '',
  );
  const sorted = asked.order === undefined ? matching : ordered(matching, asked.order);
  const limit = sliceLimit(options);
  const from =
    options.cursor === undefined
      ? 0
      : Math.max(0, Math.floor(readCursor('entity-view', options.cursor, [0] as const)[0]));
  return {
    items: sorted.slice(from, from + limit),
    next: sorted.length > from + limit ? writeCursor('entity-view', [from + limit]) : null,
    total: matching.length,
    odd: odd.filter((one) => one.length > 0).length,
    bounded,
  };
}
