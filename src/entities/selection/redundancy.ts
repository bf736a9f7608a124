/**
 * Sites choose for one another: columns of different sites that agree on the entities they share are one attribute. No
 * two columns of one site are ever in one attribute.
 */
import type { Query } from '../reinforcement/query.ts';
import { agreement, Background, ColumnProfile, termsOf } from '../reinforcement/value-similarity.ts';
import type { ValueType } from '../reinforcement/value-type.ts';

export interface SiteQueries {
  readonly site: string;
  /** The site's columns, with the entity of each page (`queryOf`). */
  readonly queries: readonly Query[];
}

export interface Mapping {
  /** The commonest label among the columns. */
  readonly name: string;
  /** Site to column. */
  readonly queries: ReadonlyMap<string, Query>;
  /** Lowest agreement by which a column came in. */
  readonly agreement: number;
}

export interface RedundancyOptions {
  /** Entities that two columns must share. @default 3 */
  readonly leastShared?: number;
  /** Agreement that two columns must exceed. @default 0.5 */
  readonly least?: number;
}

interface Prepared {
  readonly site: number;
  readonly query: Query;
  readonly byEntity: ReadonlyMap<string, string>;
  readonly texts: readonly string[];
  readonly type: ValueType;
  readonly profile: ColumnProfile;
  readonly terms: ReadonlyMap<string, ReadonlySet<string>>;
}

/** More entities than these say nothing new about two columns. */
const MOST_COMPARED = 200;

function prepare(site: number, query: Query): Prepared {
  const byEntity = new Map<string, string>();
  for (const { entity, value } of query.values)
    if (entity !== null && !byEntity.has(entity)) byEntity.set(entity, value);
  const texts = query.values.map(({ value }) => value);
  const terms = new Map([...byEntity].map(([entity, value]) => [entity, new Set(termsOf(value))]));
  const profile = new ColumnProfile(texts);
  return { site, query, byEntity, texts, type: profile.type, profile, terms };
}

/** Share of entities of which both columns have a term: no text agrees without one. */
function mayAgree(a: Prepared, b: Prepared, shared: readonly string[]): number {
  let count = 0;
  for (const entity of shared) {
    const theirs = b.terms.get(entity)!;
    for (const term of a.terms.get(entity)!)
      if (theirs.has(term)) {
        count++;
        break;
      }
  }
  return count / shared.length;
}

function meanAgreement(a: Prepared, b: Prepared, leastShared: number, least: number): number {
  const { type } = a;
  if (type !== b.type) return 0;
  const all: string[] = [];
  for (const entity of a.byEntity.keys()) if (b.byEntity.has(entity)) all.push(entity);
  if (all.length < leastShared) return 0;
  const every = Math.ceil(all.length / MOST_COMPARED);
  const shared = every === 1 ? all : all.filter((_, i) => i % every === 0);
  // Columns that say the same of every entity agree without saying anything.
  if (new Set(shared.map((entity) => a.byEntity.get(entity))).size < 2) return 0;
  if (type === 'string' && mayAgree(a, b, shared) <= least) return 0;
  const background = new Background(type === 'string' ? [...a.texts, ...b.texts] : []);
  let sum = 0;
  for (const entity of shared)
    sum += agreement(
      a.byEntity.get(entity)!,
      b.byEntity.get(entity)!,
      type,
      a.profile,
      b.profile,
      background,
    );
  return sum / shared.length;
}

/** The attributes that the sites have in common, those of most sites first. */
export function selectByRedundancy(
  sites: readonly SiteQueries[],
  options: RedundancyOptions = {},
): Mapping[] {
  const least = options.least ?? 0.5;
  const leastShared = options.leastShared ?? 3;
  const columns = sites.flatMap(({ queries }, site) => queries.map((query) => prepare(site, query)));
  const pairs: { a: number; b: number; score: number }[] = [];
  for (let a = 0; a < columns.length; a++)
    for (let b = a + 1; b < columns.length; b++) {
      if (columns[a]!.site === columns[b]!.site) continue;
      const score = meanAgreement(columns[a]!, columns[b]!, leastShared, least);
      if (score > least) pairs.push({ a, b, score });
    }
  pairs.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
  const group = columns.map((_, i) => i);
  const members = new Map(columns.map((_, i) => [i, [i]]));
  const lowest = new Map<number, number>();
  for (const { a, b, score } of pairs) {
    const [first, second] = [group[a]!, group[b]!];
    if (first === second) continue;
    const union = [...members.get(first)!, ...members.get(second)!];
    if (new Set(union.map((i) => columns[i]!.site)).size < union.length) continue;
    for (const i of members.get(second)!) group[i] = first;
    members.set(first, union);
    members.delete(second);
    lowest.set(first, Math.min(lowest.get(first) ?? 1, lowest.get(second) ?? 1, score));
  }
  return [...members]
    .filter(([, list]) => list.length >= 2)
    .map(([id, list]): Mapping => {
      const names = new Map<string, number>();
      for (const i of list) names.set(columns[i]!.query.pivot, (names.get(columns[i]!.query.pivot) ?? 0) + 1);
      const [name] = [...names].sort((x, y) => y[1] - x[1])[0]!;
      const queries = new Map(list.map((i) => [sites[columns[i]!.site]!.site, columns[i]!.query]));
      return { name, queries, agreement: lowest.get(id) ?? 0 };
    })
    .sort((x, y) => y.queries.size - x.queries.size || y.agreement - x.agreement);
}
