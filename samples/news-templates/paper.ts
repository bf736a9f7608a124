/** A paper and its articles: who writes, what about, in which order. Layouts only dress what is planned here. */
import { addDays, utc } from '../language/dates.ts';
import { people, type Spelling } from '../language/people.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';
import { type Cast, cast, headline, paragraph, sentence } from './prose.ts';

export interface Author {
  readonly name: string;
  readonly bio: string;
}

export interface Article {
  readonly index: number;
  readonly kind: 'article' | 'live' | 'special';
  readonly section: string;
  readonly url: string;
  readonly headline: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly author: Author;
  readonly published: Date;
  readonly about: Cast;
  readonly tags: readonly string[];
}

export interface PaperPlan {
  readonly name: string;
  readonly host: string;
  readonly spelling: Spelling;
  readonly sections: readonly string[];
  readonly paragraphs: readonly [least: number, most: number];
  readonly sentences: readonly [least: number, most: number];
  /** Share of pages that follow an event as it happens. */
  readonly live?: number;
  /** Pages of a small section with a layout of its own. */
  readonly specials?: number;
}

export interface Paper {
  readonly plan: PaperPlan;
  /** What is the paper's and not a page's is drawn from here. */
  readonly random: Random;
  readonly authors: readonly Author[];
  readonly articles: readonly Article[];
}

const FIRST_DAY = utc(2025, 3, 3, 8);

export function paper(random: Random, plan: PaperPlan, pages: number): Paper {
  const about = cast(random.fork('paper'));
  const authors = people(random.fork('authors'), plan.spelling, 9).map(({ name }, i): Author => {
    const own = random.fork('bio', i);
    const town = own.pick(about.places);
    return {
      name,
      bio: own.pick([
        `Escreve sobre ${plan.sections[i % plan.sections.length]!.toLowerCase()} desde ${own.int(1994, 2021)}. Gosta de café forte e de histórias de ${town}.`,
        `Repórter em ${town}, é formado em jornalismo e cobre ${plan.sections[i % plan.sections.length]!.toLowerCase()} há ${own.int(3, 22)} anos.`,
        `Começou na rádio, passou por três redações e voltou a ${town} em ${own.int(2001, 2022)}.`,
      ]),
    };
  });
  const specials = new Set(
    random.fork('specials').sample(
      Array.from({ length: pages }, (_, i) => i),
      plan.specials ?? 0,
    ),
  );
  const articles = Array.from({ length: pages }, (_, index): Article => {
    const own = random.fork('article', index);
    const theirs = cast(own);
    const kind = specials.has(index) ? 'special' : own.chance(plan.live ?? 0) ? 'live' : 'article';
    const title = headline(own, theirs, plan.spelling);
    const section = kind === 'special' ? 'Especiais' : own.pick(plan.sections);
    const published = addDays(FIRST_DAY, Math.floor(index / 3));
    published.setUTCMinutes(own.int(0, 700));
    return {
      index,
      kind,
      section,
      url: `https://${plan.host}/${slug(section)}/${published.getUTCFullYear()}/${slug(title, 60)}-${1000 + index}.html`,
      headline: title,
      summary: paragraph(own, theirs, plan.spelling, 1),
      paragraphs: Array.from({ length: own.int(...plan.paragraphs) }, () =>
        paragraph(own, theirs, plan.spelling, own.int(...plan.sentences)),
      ),
      author: own.pick(authors),
      published,
      about: theirs,
      tags: [own.pick(theirs.places), own.pick(theirs.clubs), section],
    };
  });
  return { plan, random, authors, articles };
}

/** Articles near in time, never the article itself: what a paper calls related. */
export function neighbours(
  random: Random,
  { articles }: Paper,
  index: number,
  count: number,
  reach = 25,
): Article[] {
  const near = articles.filter((other) => other.index !== index && Math.abs(other.index - index) <= reach);
  return random.shuffle(near).slice(0, count);
}

/** What everybody reads, the same for some days. */
export function mostRead({ random, articles }: Paper, index: number, count: number): Article[] {
  const window = Math.floor(index / 18);
  const pool = articles.slice(Math.max(0, window * 18 - 18), window * 18 + 18);
  return random.fork('most read', window).shuffle(pool).slice(0, count);
}

const OPENERS = [
  'Concordo, mas',
  'Discordo totalmente:',
  'Que vergonha!',
  'Parabéns a todos.',
  'Sempre a mesma conversa.',
  'Eu estive lá e',
  'Não sei, não.',
  'Faltou dizer que',
  'Até que enfim.',
  'Lembro-me bem:',
  'E ninguém faz nada?',
  'Muito bem escrito.',
];
const CLOSERS = [
  '',
  '',
  ' Abraço.',
  ' Lamentável.',
  ' Enfim.',
  ' É o que penso.',
  ' Força!',
  ' Vamos ver no que dá.',
];

/** What readers write: about the same people, in nobody else's words. */
export function readerComments(random: Random, article: Article, spelling: Spelling, count: number) {
  return people(random, spelling, count).map(({ name }) => ({
    name,
    ago: `há ${random.int(2, 23)} ${random.pick(['horas', 'minutos', 'dias'])}`,
    text: `${random.pick(OPENERS)} ${sentence(random, article.about, spelling)}${random.pick(CLOSERS)}`,
  }));
}
