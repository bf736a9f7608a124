/**
 * What a person asks for. A name alone is a *specific* query (`São José dos Campos`). A class of things and a place is a *class* query
 * (`cidades de São Paulo`, `uso do solo em Goiás`): any layer of that class in that area answers it. `vizinhas a` asks for what is next
 * to the place instead of in it.
 */
import { foldWords } from '../../text/index.ts';
import type { Gazetteer, Place, PlaceKind } from '../gazetteer/index.ts';
import { type FeatureType, featureTypesIn } from '../places/index.ts';

export type SpatialRelation = 'in' | 'near';

export interface ParsedQuery {
  readonly raw: string;
  readonly kind: 'specific' | 'class';
  /** What is searched in texts and in the list of places: the whole query, or its class part. */
  readonly text: string;
  /** Kinds of things that the text names. */
  readonly types: readonly FeatureType[];
  readonly relation: SpatialRelation | null;
  /** The place meant, as far as it is known. */
  readonly place: Place | null;
  /** Its name as written. */
  readonly placeText: string;
}

const NEAR =
  /^(.{1,200}?)\s+(?:vizinh[ao]s?\s+(?:[àa]s?|aos?|d[eoa]s?)|pr[oó]xim[ao]s?\s+(?:[àa]s?|aos?|d[eoa]s?)|perto\s+d[eoa]s?|lim[ií]trofes?\s+(?:[àa]s?|aos?|com|d[eoa]s?)|near|neighbouring|neighboring|adjacent\s+to|next\s+to)\s+(.{1,200})$/iu;
const SEPARATOR =
  /\s+(?:contid[oa]s?\s+(?:em|n[oa]s?)|dentro\s+d[eoa]s?|contained\s+in|within|em|n[oa]s?|in|de|d[oa]s?|of)\s+/giu;
/** Prepositions that part any text from a place; `de` does so only behind a known class. */
const OF_PLACE = /^\s+(?:contid|dentro|contained|within|em|n[oa]s?\s|in\s)/iu;

const TYPED: readonly (readonly [RegExp, readonly PlaceKind[]])[] = [
  [/^(?:o\s+)?estado\s+d[eoa]s?\s+/iu, ['state']],
  [/^state\s+of\s+/iu, ['state']],
  [/^(?:o\s+)?(?:munic[ií]pio|concelho|cidade|city)\s+(?:d[eoa]s?|of)\s+/iu, ['municipality', 'city']],
  [/^(?:o\s+)?distrito\s+d[eoa]s?\s+/iu, ['district', 'parish', 'state']],
  [/^(?:a\s+)?freguesia\s+d[eoa]s?\s+/iu, ['parish']],
  [/^(?:a\s+)?regi[ãa]o\s+d[eoa]s?\s+/iu, ['region', 'state', 'municipality']],
  [/^(?:o\s+)?pa[ií]s\s+/iu, ['country']],
];

/** What may hold things of a class: towns lie in states, states in countries. */
function containersOf(types: readonly FeatureType[]): readonly PlaceKind[] | undefined {
  if (types.includes('state')) return ['country', 'region', 'continent'];
  if (types.includes('country')) return ['continent'];
  if (types.includes('city') || types.includes('municipality'))
    return ['state', 'region', 'district', 'country', 'continent'];
  if (types.includes('neighbourhood') || types.includes('district')) return ['municipality', 'city'];
  return undefined;
}

/** A place by its name, with its kind said before it (`estado de São Paulo`) or its state behind it. */
export function resolvePlace(gazetteer: Gazetteer, text: string, kinds?: readonly PlaceKind[]): Place | null {
  const written = text.trim().slice(0, 200);
  for (const [prefix, wanted] of TYPED) {
    if (!prefix.test(written)) continue;
    const name = written.replace(prefix, '');
    const place =
      gazetteer.resolve(name, { kinds: wanted }) ??
      (wanted.includes('state') ? stateBySign(gazetteer, name) : null) ??
      gazetteer.resolve(name);
    if (place !== null) return place;
  }
  return (kinds === undefined ? null : gazetteer.resolve(written, { kinds })) ?? gazetteer.resolve(written);
}

/** `SP` for São Paulo. */
function stateBySign(gazetteer: Gazetteer, name: string): Place | null {
  const state = gazetteer.containers(name).find((id) => gazetteer.kindOf(id) === 'state');
  return state === undefined ? null : gazetteer.place(state);
}

/** `Santa Cruz, RN`, `Santa Cruz (RN)`: files have the name alone; which of that name is meant, the area tells. */
function nameAlone(text: string, place: Place | null): string {
  const [name = text] = text.split(/\s*[,/(]|\s+-\s+/, 1);
  return place !== null && foldWords(name) === foldWords(place.name) ? name : text;
}

/** Reads a query. Never throws. */
export function parseQuery(raw: string, gazetteer: Gazetteer | null): ParsedQuery {
  const text = raw.trim().slice(0, 500);
  const specific = (place: Place | null): ParsedQuery => ({
    raw,
    kind: 'specific',
    text: nameAlone(text, place),
    types: featureTypesIn(text),
    relation: null,
    place,
    placeText: place === null ? '' : text,
  });
  if (gazetteer === null || text === '') return specific(null);
  const near = NEAR.exec(text);
  if (near !== null) {
    const types = featureTypesIn(near[1]!);
    const place = resolvePlace(gazetteer, near[2]!);
    if (place !== null)
      return { raw, kind: 'class', text: near[1]!, types, relation: 'near', place, placeText: near[2]! };
  }
  const whole = resolvePlace(gazetteer, text);
  if (whole !== null && featureTypesIn(text).length === 0) return specific(whole);
  // The last preposition that parts a class, or any text, from a place.
  const splits = [...text.matchAll(SEPARATOR)].slice(0, 20);
  for (const split of splits) {
    const before = text.slice(0, split.index).trim();
    const after = text.slice(split.index + split[0].length).trim();
    if (before === '' || after === '') continue;
    const types = featureTypesIn(before);
    const classOnly = types.length > 0;
    if (!classOnly && !OF_PLACE.test(split[0])) continue;
    const place = resolvePlace(gazetteer, after, containersOf(types));
    if (place === null) continue;
    // `Rio de Janeiro`: the whole is a name, unless its first part is a class in the plural or a phrase.
    if (whole !== null && foldWords(before).split(' ').length === 1 && !foldWords(before).endsWith('s'))
      return specific(whole);
    return { raw, kind: 'class', text: before, types, relation: 'in', place, placeText: after };
  }
  return specific(whole);
}

export type QueryTerm =
  | { readonly kind: 'phrase'; readonly folded: string }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly QueryTerm[] }
  | { readonly kind: 'not'; readonly term: QueryTerm };

/**
 * Operators in capitals, `E`/`AND`, `OU`/`OR`, `NÃO`/`NOT`, and quoted phrases; what stands between them is a phrase. Null when the text
 * has none: then the whole is one phrase.
 */
export function parseOperators(text: string): QueryTerm | null {
  const tokens = text.slice(0, 500).match(/"[^"]*"|\S+/g) ?? [];
  if (!tokens.some((token) => token.startsWith('"') || /^(?:E|AND|OU|OR|N[ÃA]O|NOT)$/.test(token)))
    return null;
  const alternatives: QueryTerm[] = [];
  let all: QueryTerm[] = [];
  let words: string[] = [];
  let negated = false;
  const flush = (): void => {
    const folded = foldWords(words.join(' '));
    words = [];
    if (folded === '') return;
    const phrase: QueryTerm = { kind: 'phrase', folded };
    all.push(negated ? { kind: 'not', term: phrase } : phrase);
    negated = false;
  };
  const close = (): void => {
    flush();
    if (all.length > 0) alternatives.push(all.length === 1 ? all[0]! : { kind: 'and', terms: all });
    all = [];
  };
  for (const token of tokens) {
    if (/^(?:E|AND)$/.test(token)) flush();
    else if (/^(?:OU|OR)$/.test(token)) close();
    else if (/^(?:N[ÃA]O|NOT)$/.test(token)) {
      flush();
      negated = true;
    } else if (token.startsWith('"')) {
      if (!negated) flush();
      words = [token.slice(1, token.endsWith('"') && token.length > 1 ? -1 : undefined)];
      flush();
    } else words.push(token);
  }
  close();
  if (alternatives.length === 0) return null;
  return alternatives.length === 1 ? alternatives[0]! : { kind: 'or', terms: alternatives };
}
