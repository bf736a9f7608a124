/** Questions with known answers: drawn from the gazetteer and from what is true of a generated web. Nothing of an index is looked at. */
import type { GeoWeb, PlaceRow } from '../../samples/geo-web/index.ts';
import { Random } from '../../samples/language/random.ts';
import type { Gazetteer } from '../../src/geo/gazetteer/index.ts';

export interface Question {
  readonly kind: 'a place' | 'things in a place' | 'things in a state' | 'things';
  readonly text: string;
  /** Addresses of the files that answer it. */
  readonly answers: ReadonlySet<string>;
}

/** Some municipalities of some states of Brazil. */
export function drawPlaces(gazetteer: Gazetteer, seed: number, states = 8, ofEach = 4): PlaceRow[] {
  const random = new Random(seed, 'places');
  const byState = new Map<string, PlaceRow[]>();
  for (let id = 0; id < gazetteer.size; id++) {
    if (gazetteer.kindOf(id) !== 'municipality' || gazetteer.countryOf(id) !== 'BR') continue;
    const { name, state, lon, lat } = gazetteer.place(id);
    const rows = byState.get(state) ?? [];
    byState.set(state, rows);
    rows.push([name, state, lon, lat]);
  }
  const drawn: PlaceRow[] = [];
  for (const state of some(random, [...byState.keys()].sort(), states))
    drawn.push(...some(random, byState.get(state)!, ofEach));
  return drawn;
}

function some<T>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(random.int(0, left.length - 1), 1)[0]!,
  );
}

/** How people ask for what the generator calls so. */
const ASKED: Readonly<Record<string, string>> = {
  usosolo: 'uso do solo',
  curvas: 'curvas de nível',
  limites: 'limites municipais',
  setores: 'setores censitários',
};

/** At most so many of a kind. */
export function drawQuestions(web: GeoWeb, gazetteer: Gazetteer, seed: number, ofEach = 40): Question[] {
  const questions = new Map<string, { kind: Question['kind']; answers: Set<string> }>();
  const answer = (kind: Question['kind'], text: string, url: string): void => {
    const known = questions.get(text) ?? { kind, answers: new Set<string>() };
    questions.set(text, known);
    known.answers.add(url);
  };
  for (const { url, about } of web.files) {
    if (about === undefined) continue;
    const things = ASKED[about.theme] ?? about.theme;
    // Two of one name are told apart as people do.
    const isOne = gazetteer.lookup(about.place).filter(({ country }) => country === 'BR').length < 2;
    const place = isOne ? about.place : `${about.place}, ${about.uf}`;
    const id = gazetteer.containers(about.uf).find((one) => gazetteer.kindOf(one) === 'state');
    const state = id === undefined ? about.uf : gazetteer.place(id).name;
    answer('a place', place, url);
    answer('things in a place', `${things} de ${place}`, url);
    answer('things in a state', `${things} no estado de ${state}`, url);
    answer('things', things, url);
  }
  const all = [...questions].map(([text, { kind, answers }]) => ({ kind, text, answers }));
  const random = new Random(seed, 'questions');
  return (['a place', 'things in a place', 'things in a state', 'things'] as const).flatMap((kind) =>
    some(
      random,
      all.filter((question) => question.kind === kind),
      ofEach,
    ),
  );
}
