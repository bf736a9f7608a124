/**
 * The same attribute on several sites: by its values on the entities that the sites share, by its label where values cannot decide.
 * A column of one site is joined with at most one of each other.
 */
import { fold } from '../../text/index.ts';
import { normalForm, readColumn, type ValueKind } from '../values/index.ts';

export interface AlignableColumn {
  readonly name: string;
  /** Entity → values, as written. Entities are known by an identifier that all sites have (their normal name). */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface ColumnPair {
  readonly likeness: number;
  /** Share of the shared entities with an equal value; null when too few are shared. */
  readonly agreement: number | null;
  readonly shared: number;
  readonly label: number;
}

/** Entities that two columns must share before their agreement counts. */
const LEAST_SHARED = 3;
const JOINED = 0.55;

interface Prepared {
  readonly kind: ValueKind;
  readonly forms: ReadonlyMap<string, ReadonlySet<string>>;
  readonly words: ReadonlySet<string>;
  readonly distinct: number;
}

/** Words that say nothing about which attribute it is. */
const EMPTY_WORDS = new Set([
  'de',
  'da',
  'do',
  'das',
  'dos',
  'em',
  'por',
  'a',
  'o',
  'n',
  'no',
  'na',
  'total',
  'numero',
]);

export function labelWords(name: string): Set<string> {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return new Set(telling.length > 0 ? telling : words);
}

function prepare(column: AlignableColumn): Prepared {
  const entities = [...column.values];
  const typed = readColumn(entities.flatMap(([, values]) => values));
  const forms = new Map<string, Set<string>>();
  let at = 0;
  const all = new Set<string>();
  for (const [entity, values] of entities) {
    const set = new Set<string>();
    for (let i = 0; i < values.length; i++) {
      const form = normalForm(typed.values[at++]!);
      set.add(form);
      all.add(form);
    }
    forms.set(entity, set);
  }
  return { kind: typed.kind, forms, words: labelWords(column.name), distinct: all.size };
}

function compare(a: Prepared, b: Prepared): ColumnPair {
  let shared = 0;
  let equal = 0;
  let chance = 0;
  for (const [entity, values] of a.forms) {
    const others = b.forms.get(entity);
    if (others === undefined) continue;
    shared++;
    if ([...values].some((value) => others.has(value))) equal++;
  }
  // Two columns of few values (left, right) agree by chance now and then.
  chance = 1 / Math.max(1, Math.min(a.distinct, b.distinct));
  const common = [...a.words].filter((word) => b.words.has(word)).length;
  const label = common === 0 ? 0 : common / Math.min(a.words.size, b.words.size);
  const agreement = shared < LEAST_SHARED ? null : equal / shared;
  const sameKind = a.kind === b.kind ? 1 : 0;
  const likeness =
    agreement === null
      ? 0.8 * label * sameKind
      : Math.max(0, (agreement - chance) / (1 - Math.min(0.9, chance))) * 0.85 + 0.15 * label;
  return { likeness, agreement, shared, label };
}

/** Groups of columns, one a site at most: each a list of `[site, column]`, the largest groups first. */
export function alignColumns(
  sites: readonly (readonly AlignableColumn[])[],
): (readonly (readonly [site: number, column: number])[])[] {
  const prepared = sites.map((columns) => columns.map(prepare));
  const pairs: { a: [number, number]; b: [number, number]; likeness: number }[] = [];
  for (let s = 0; s < sites.length; s++)
    for (let t = s + 1; t < sites.length; t++)
      for (let i = 0; i < sites[s]!.length; i++)
        for (let k = 0; k < sites[t]!.length; k++) {
          const { likeness } = compare(prepared[s]![i]!, prepared[t]![k]!);
          if (likeness >= JOINED) pairs.push({ a: [s, i], b: [t, k], likeness });
        }
  pairs.sort(
    (x, y) =>
      y.likeness - x.likeness || x.a[0] - y.a[0] || x.a[1] - y.a[1] || x.b[0] - y.b[0] || x.b[1] - y.b[1],
  );
  const groupOf = new Map<string, number>();
  const groups: [number, number][][] = [];
  const group = (member: [number, number]): number => {
    const key = member.join(' ');
    let id = groupOf.get(key);
    if (id === undefined) {
      id = groups.length;
      groups.push([member]);
      groupOf.set(key, id);
    }
    return id;
  };
  for (const { a, b } of pairs) {
    const [one, other] = [group(a), group(b)];
    if (one === other) continue;
    const siteSet = new Set(groups[one]!.map(([site]) => site));
    if (groups[other]!.some(([site]) => siteSet.has(site))) continue;
    groups[one]!.push(...groups[other]!);
    for (const member of groups[other]!) groupOf.set(member.join(' '), one);
    groups[other] = [];
  }
  sites.forEach((columns, s) => {
    columns.forEach((_, i) => {
      group([s, i]);
    });
  });
  return groups
    .filter((members) => members.length > 0)
    .map((members) => members.sort((x, y) => x[0] - y[0]))
    .sort((x, y) => y.length - x.length || x[0]![0] - y[0]![0] || x[0]![1] - y[0]![1]);
}

/** The column that is most like one of the same attribute on other sites, or -1. */
export function findAligned(
  wanted: readonly AlignableColumn[],
  candidates: readonly AlignableColumn[],
): number {
  const known = wanted.map(prepare);
  let best = -1;
  let most = JOINED;
  candidates.forEach((candidate, i) => {
    const prepared = prepare(candidate);
    for (const other of known) {
      const { likeness } = compare(prepared, other);
      if (likeness > most) {
        best = i;
        most = likeness;
      }
    }
  });
  return best;
}
