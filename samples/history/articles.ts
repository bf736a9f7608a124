/**
 * The articles of the sample encyclopaedia as columns: kind, theme, the periods each speaks of, how much it is linked. Everything else about
 * an article is made from this when somebody asks.
 */
import { person } from '../language/people.ts';
import { Random } from '../language/random.ts';
import { HISTORY_PARAMETERS as P } from './parameters.ts';
import { type Article, PLACE_COUNT, PORTALS, placeName, THEMES, type TitlePattern } from './themes.ts';

export type ArticleKind =
  | 'portal'
  | 'event'
  | 'life'
  | 'organisation'
  | 'work'
  | 'place'
  | 'chronology'
  | 'concept';

const KINDS: readonly ArticleKind[] = [
  'portal',
  'event',
  'life',
  'organisation',
  'work',
  'place',
  'chronology',
  'concept',
];

/** Shares of the kinds that are dated; concepts are the undated ones (`undatedArticles`). Assumption. */
const KIND_SHARES: readonly (readonly [ArticleKind, number])[] = [
  ['event', 0.28],
  ['life', 0.28],
  ['organisation', 0.13],
  ['work', 0.18],
  ['place', 0.09],
  ['chronology', 0.04],
];

/** A period an article speaks of, in whole years, both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Share of the article's paragraphs. */
  readonly weight: number;
}

export interface ArticleName {
  readonly title: string;
  /** The article before it in running text. */
  readonly article: Article;
  /** What running text may call it instead. */
  readonly generic: string;
  readonly genericArticle: Article;
}

export class Articles {
  readonly count: number;
  readonly seed: number;
  readonly themeOf: Uint8Array;
  /** How much it is linked; in no unit. */
  readonly popularity: Float64Array;
  readonly #kind: Uint8Array;
  /** First row of an article's periods; one more entry than articles. */
  readonly #firstPeriod: Uint32Array;
  readonly #from: Int16Array;
  readonly #to: Int16Array;
  readonly #weight: Float32Array;
  readonly #names: ArticleName[] = [];
  readonly #byTitle = new Map<string, number>();

  constructor(seed: number, count: number) {
    this.count = count;
    this.seed = seed;
    this.themeOf = new Uint8Array(count);
    this.popularity = new Float64Array(count);
    this.#kind = new Uint8Array(count);
    this.#firstPeriod = new Uint32Array(count + 1);
    const periods: Period[] = [];
    const weights = THEMES.map((t) => t.weight);
    for (let id = 0; id < count; id++) {
      const random = new Random(seed, 'article', id);
      this.#firstPeriod[id] = periods.length;
      const kind: ArticleKind =
        id < PORTALS.length
          ? 'portal'
          : random.chance(P.undatedArticles.value)
            ? 'concept'
            : KIND_SHARES[
                choose(
                  KIND_SHARES.map(([, share]) => share),
                  random,
                )
              ]![0];
      this.#kind[id] = KINDS.indexOf(kind);
      const theme = choose(weights, random);
      this.themeOf[id] = theme;
      const own = periodsOf(kind, yearOf(theme, random), random);
      periods.push(...own);
      this.#name(id, kind, theme, own[0]?.from ?? 0, random);
    }
    this.#firstPeriod[count] = periods.length;
    this.#from = Int16Array.from(periods, (p) => p.from);
    this.#to = Int16Array.from(periods, (p) => p.to);
    this.#weight = Float32Array.from(periods, (p) => p.weight);
    this.#rank(new Random(seed, 'popularity'));
  }

  kind(id: number): ArticleKind {
    return KINDS[this.#kind[id]!]!;
  }

  /** The periods it speaks of, the earliest first; none for undated ones. */
  periods(id: number): Period[] {
    const out: Period[] = [];
    for (let i = this.#firstPeriod[id]!; i < this.#firstPeriod[id + 1]!; i++)
      out.push({ from: this.#from[i]!, to: this.#to[i]!, weight: this.#weight[i]! });
    return out;
  }

  name(id: number): ArticleName {
    return this.#names[id]!;
  }

  find(title: string): number {
    return this.#byTitle.get(title) ?? -1;
  }

  #rank(random: Random): void {
    const order = random.shuffle(Array.from({ length: this.count }, (_, i) => i));
    const { exponent, offset } = P.popularity.value;
    order.forEach((id, rank) => {
      const kind = this.kind(id);
      const hub = kind === 'place' || kind === 'concept' ? P.hubFactor.value : 1;
      // Portals are linked from every frame and from no paragraph.
      this.popularity[id] = kind === 'portal' ? 0 : hub * (rank + offset) ** -exponent;
    });
  }

  #name(id: number, kind: ArticleKind, themeId: number, year: number, random: Random): void {
    const theme = THEMES[themeId]!;
    const place = () => placeName(random.int(0, PLACE_COUNT - 1));
    const surname = () => person(random, 'pt').name.split(' ').at(-1)!;
    const fill = ([article, pattern, generic]: TitlePattern): ArticleName => ({
      title: pattern
        .replace('{P}', place)
        .replace('{S}', surname)
        .replace('{A}', String(year))
        .replace('{N}', () => String(random.int(2, 60))),
      article,
      generic,
      genericArticle: article,
    });
    let name: ArticleName;
    let apart: string;
    if (kind === 'portal') {
      name = { title: PORTALS[id]!, article: 'a', generic: 'página', genericArticle: 'a' };
      apart = '';
    } else if (kind === 'life') {
      const someone = person(random, 'pt');
      const calling = random.pick(theme.callings)[someone.gender === 'f' ? 1 : 0];
      name = {
        title: someone.name,
        article: '',
        generic: calling,
        genericArticle: someone.gender === 'f' ? 'a' : 'o',
      };
      apart = calling;
    } else if (kind === 'place') {
      name = { title: place(), article: '', generic: 'vila', genericArticle: 'a' };
      apart = random.pick(['freguesia', 'município', 'ilha', 'distrito']);
    } else if (kind === 'concept') {
      name = {
        title: `${random.pick(CONCEPTS)} ${contracted('de', random.pick(theme.things))}`,
        article: 'a',
        generic: 'noção',
        genericArticle: 'a',
      };
      apart = theme.name.toLowerCase();
    } else if (kind === 'chronology') {
      const decade = random.chance(0.25);
      name = decade
        ? {
            title: `Década de ${Math.floor(year / 10) * 10} em ${place()}`,
            article: 'a',
            generic: 'década',
            genericArticle: 'a',
          }
        : random.chance(0.5)
          ? { title: `${theme.name} em ${year}`, article: theme.article, generic: 'ano', genericArticle: 'o' }
          : { title: `${year} em ${place()}`, article: '', generic: 'ano', genericArticle: 'o' };
      apart = 'cronologia';
    } else {
      name = fill(
        random.pick(kind === 'event' ? theme.events : kind === 'work' ? theme.works : theme.organisations),
      );
      apart = kind === 'event' || kind === 'work' ? String(year) : theme.name.toLowerCase();
    }
    // As encyclopaedias do: the second of a name gets a word in brackets, a third a number.
    let title = name.title;
    if (this.#byTitle.has(title) && !title.endsWith(')')) title = `${title} (${apart})`;
    for (let n = 2; this.#byTitle.has(title); n++) title = `${name.title} (${apart}, ${n})`;
    this.#byTitle.set(title, id);
    this.#names.push({ ...name, title });
  }
}

const CONCEPTS = [
  'Teoria',
  'Técnica',
  'Terminologia',
  'Classificação',
  'Geografia',
  'Estética',
  'Anatomia',
  'Economia',
  'Sociologia',
  'Psicologia',
  'Linguagem',
  'Gramática',
  'Simbologia',
  'Tipologia',
  'Cartografia',
  'Ética',
  'Filosofia',
  'Organização',
  'Manutenção',
  'Iconografia',
  'Segurança',
  'Acústica',
  'Mecânica',
  'Bibliografia',
];

/** `de` + `a frente` → `da frente`. */
export function contracted(preposition: 'de' | 'em' | 'a', phrase: string): string {
  const m = /^(o|a|os|as) (.*)$/.exec(phrase);
  if (!m) return `${preposition} ${phrase}`;
  const head = preposition === 'de' ? 'd' : preposition === 'em' ? 'n' : '';
  if (preposition === 'a') return `${m[1]!.startsWith('a') ? m[1]!.replace('a', 'à') : `a${m[1]}`} ${m[2]}`;
  return `${head}${m[1]} ${m[2]}`;
}

/** Index of a weight, by chance. */
export function choose(weights: readonly number[], random: Random): number {
  let sum = 0;
  for (const w of weights) sum += w;
  let at = random.next() * sum;
  for (let i = 0; i < weights.length; i++) {
    at -= weights[i]!;
    if (at < 0) return i;
  }
  return weights.length - 1;
}

function yearOf(theme: number, random: Random): number {
  const { eras } = THEMES[theme]!;
  const [from, to] =
    eras[
      choose(
        eras.map(([, , weight]) => weight),
        random,
      )
    ]!;
  return random.int(from, to);
}

/** The periods of an article about something that had its moment in `year`. */
function periodsOf(kind: ArticleKind, year: number, random: Random): Period[] {
  const last = P.lastYear.value;
  const out: Period[] = [];
  const add = (from: number, width: number, weight: number) => {
    if (from > last) return;
    out.push({ from, to: Math.min(from + width, last), weight });
  };
  if (kind === 'event') {
    add(year, random.pick([0, 0, 1, 1, 2]), 1);
    if (random.chance(0.45)) add(year + random.int(3, 20), 1, 0.2);
  } else if (kind === 'work') {
    add(year, random.int(0, 1), 1);
    if (random.chance(0.4)) add(year + random.int(5, 40), 1, 0.3);
  } else if (kind === 'chronology') add(year, 0, 1);
  else if (kind === 'life') {
    const born = year - random.int(28, 42);
    add(born + random.int(17, 23), 2, 0.5);
    const turns = random.int(2, 3);
    for (let i = 0; i < turns; i++) add(year + random.int(-6, 22), random.int(0, 2), 1);
    if (random.chance(0.25)) add(born + random.int(80, 130), 0, 0.2);
  } else if (kind === 'organisation') {
    add(year, 1, 0.8);
    const turns = random.int(2, 3);
    for (let i = 0; i < turns; i++) add(year + random.int(3, 45), 1, 0.6);
  } else if (kind === 'place') {
    // From a founding to today, the nearer the better told.
    const founded = Math.min(year, 1850);
    const turns = random.int(4, 6);
    for (let i = 0; i < turns; i++)
      add(founded + Math.floor((last - founded) * Math.sqrt(random.next())), random.int(0, 2), 1);
  }
  if (kind !== 'chronology' && random.chance(P.recentPeriods.value.share)) {
    // What became of it: restorations, anniversaries, later news.
    const { years, weight } = P.recentPeriods.value;
    const [from, to] =
      years[
        choose(
          years.map(([, , share]) => share),
          random,
        )
      ]!;
    const recent = random.int(from, to);
    if (out.length > 0 && recent > out[0]!.from) add(recent, 0, weight);
  }
  return out.sort((a, b) => a.from - b.from);
}
