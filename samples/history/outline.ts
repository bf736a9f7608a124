/**
 * The outline of an article: sections, paragraphs, the dates each paragraph gives, the years it truly speaks of, and its links. It has no
 * words yet, so it is cheap; the page, the list of links and the truth are all made from it and therefore agree.
 */
import { Random } from '../language/random.ts';
import { type Articles, choose, type Period } from './articles.ts';
import type { LinkChoice } from './link-choice.ts';
import { HISTORY_PARAMETERS as P } from './parameters.ts';
import { saidOtherwise } from './said-otherwise.ts';
import { PORTALS } from './themes.ts';

/** `said`: in words of its own (`said-otherwise.ts`). */
export type DateForm = 'full' | 'year' | 'year-month' | 'day-month' | 'month' | 'clock' | 'said';
const FORMS: readonly DateForm[] = ['full', 'year', 'year-month', 'day-month', 'month', 'clock'];

/** The moment that is meant, and how much of it is written. */
export interface Mention {
  readonly form: DateForm;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The words of a mention that is `said`, with their preposition. */
  readonly said?: string;
}

export interface OutlineLink {
  readonly target: number;
  /** The running text says `a batalha` instead of the title. */
  readonly generic: boolean;
}

export interface Paragraph {
  readonly mentions: readonly Mention[];
  /** The years it speaks of, whether it writes them or not; none for text of no time. */
  readonly years: readonly number[];
  readonly links: readonly OutlineLink[];
}

export interface Section {
  readonly heading: 'opening' | 'period' | 'general';
  readonly paragraphs: readonly Paragraph[];
}

export interface Reference {
  readonly year: number | null;
  /** `Consultado em …`: the day somebody looked, which has nothing to do with the article. */
  readonly consulted: { readonly year: number; readonly month: number; readonly day: number } | null;
}

export interface Outline {
  readonly id: number;
  readonly sections: readonly Section[];
  /** Rows of the infobox: a moment each. */
  readonly infobox: readonly Paragraph[];
  readonly seeAlso: readonly number[];
  readonly references: readonly Reference[];
  /** Frame links, the same for all but for its own order. */
  readonly frame: readonly number[];
}

const NO_LINKS: readonly OutlineLink[] = [];

export function outlineOf(articles: Articles, choice: LinkChoice, id: number): Outline {
  const random = new Random(articles.seed, 'outline', id);
  const periods = articles.periods(id);
  const dated = periods.length > 0;
  const spread = P.paragraphSpread.value;
  const size = Math.exp(spread * normal(random) - (spread * spread) / 2);
  const count = Math.max(6, Math.min(320, Math.round(P.datedParagraphs.value * size)));
  const sections: Section[] = [];
  const infobox: Paragraph[] = [];
  const links = (year: number | null, most = 3): readonly OutlineLink[] => {
    const n = Math.min(most, choose(P.linksPerParagraph.value, random));
    if (n === 0) return NO_LINKS;
    return Array.from({ length: n }, () => ({
      target: choice.target(id, year, random),
      generic: random.chance(P.genericAnchors.value),
    }));
  };
  const timeless = (): Paragraph => ({ mentions: [], years: [], links: links(null) });
  if (!dated) {
    const paragraphs = Math.max(4, Math.round(count / 3));
    sections.push({ heading: 'opening', paragraphs: Array.from({ length: 3 }, timeless) });
    sections.push({ heading: 'general', paragraphs: Array.from({ length: paragraphs - 3 }, timeless) });
  } else {
    const total = periods.reduce((sum, p) => sum + p.weight, 0);
    const [first, last] = P.undatedParagraphs.value;
    let written = 0;
    periods.forEach((period, at) => {
      const share = Math.max(2, Math.round((count * period.weight) / total));
      const moments = momentsOf(period, share, random);
      // A long period is told in several sections.
      const parts = Math.max(1, Math.round(share / 14));
      for (let part = 0; part < parts; part++) {
        const paragraphs: Paragraph[] = [];
        const from = Math.floor((part * share) / parts);
        const to = Math.floor(((part + 1) * share) / parts);
        const drafts: Paragraph[] = [];
        for (let i = from; i < to; i++) {
          const [year, month, day] = random.chance(P.strays.value) ? stray(moments[i]!, random) : moments[i]!;
          drafts.push(datedParagraph(year, month, day, random, links));
        }
        for (const paragraph of saidOtherwise(withoutEcho(drafts), articles.seed, `${id} ${at} ${part}`)) {
          const year = paragraph.years[0]!;
          paragraphs.push(paragraph);
          written++;
          const place = written / count;
          if (random.chance(first! + (last! - first!) * Math.min(1, place)))
            paragraphs.push(
              random.chance(P.undatedContinues.value)
                ? { mentions: [], years: paragraph.years, links: links(year) }
                : timeless(),
            );
        }
        sections.push({ heading: at === 0 && part === 0 ? 'opening' : 'period', paragraphs });
      }
      const [year, month, day] = moments[0]!;
      if (infobox.length < 4)
        infobox.push({
          mentions: [{ form: random.chance(0.25) ? 'full' : 'year', year, month, day }],
          years: [year],
          links: links(year, 1),
        });
    });
  }
  const main = periods.reduce<Period | null>((best, p) => (best && best.weight >= p.weight ? best : p), null);
  const seeAlso = Array.from({ length: random.int(2, 2 * P.seeAlso.value - 2) }, () =>
    choice.target(id, main && random.chance(0.6) ? random.int(main.from, main.to) : null, random),
  );
  const references: Reference[] = Array.from({ length: random.int(1, 2 * P.references.value - 1) }, () => ({
    year: random.chance(P.referencesWithYear.value)
      ? P.lastYear.value - Math.floor(60 * random.next() ** 1.6)
      : null,
    consulted: random.chance(P.webReferences.value)
      ? { year: random.int(2006, P.lastYear.value), month: random.int(1, 12), day: random.int(1, 28) }
      : null,
  }));
  return {
    id,
    sections,
    infobox,
    seeAlso,
    references,
    frame: Array.from({ length: PORTALS.length }, (_, i) => i),
  };
}

type Moment = readonly [year: number, month: number, day: number];

/** Moments of a period in the order of the calendar. */
function momentsOf(period: Period, count: number, random: Random): Moment[] {
  const days = (period.to - period.from + 1) * 336;
  return Array.from({ length: count }, () => random.int(0, days - 1))
    .sort((a, b) => a - b)
    .map((d) => [period.from + Math.floor(d / 336), 1 + Math.floor((d % 336) / 28), 1 + (d % 28)]);
}

function stray([year, month, day]: Moment, random: Random): Moment {
  const away = random.int(1, P.strayYears.value) * (random.chance(0.5) ? 1 : -1);
  return [Math.min(year + away, P.lastYear.value), month, day];
}

function datedParagraph(
  year: number,
  month: number,
  day: number,
  random: Random,
  links: (year: number) => readonly OutlineLink[],
): Paragraph {
  const n = 1 + choose(P.datesPerParagraph.value, random);
  const mentions: Mention[] = [];
  const years: number[] = [];
  for (let i = 0; i < n; i++) {
    const form = FORMS[choose(P.granularity.value, random)]!;
    const other = i > 0 && random.chance(P.otherYear.value);
    const y = other ? Math.min(year + random.int(1, 4), P.lastYear.value) : year;
    mentions.push({
      form,
      year: y,
      month: i === 0 ? month : Math.min(12, month + random.int(0, 1)),
      day: i === 0 ? day : random.int(1, 28),
    });
    if (!years.includes(y)) years.push(y);
  }
  return { mentions, years, links: links(year) };
}

/** Nobody writes the same date in two paragraphs running if he can help it: a later paragraph that gives another is told first. */
function withoutEcho(drafts: Paragraph[]): Paragraph[] {
  const left = drafts.slice();
  const out: Paragraph[] = [];
  let before = '';
  while (left.length > 0) {
    let at = left.findIndex((p) => {
      const written = writtenDates(p);
      return written !== '' && written !== before;
    });
    if (at < 0) at = 0;
    const [next] = left.splice(at, 1);
    const written = writtenDates(next!);
    if (written !== '') before = written;
    out.push(next!);
  }
  return out;
}

/** The dates a paragraph puts on paper, without clock times, as one text. */
function writtenDates({ mentions }: Paragraph): string {
  const dates = mentions
    .filter(({ form }) => form !== 'clock')
    .map(({ form, year, month, day }) =>
      form === 'full' || form === 'day-month'
        ? `${form} ${year} ${month} ${day}`
        : form === 'year'
          ? `${year}`
          : `${form} ${year} ${month}`,
    );
  return [...new Set(dates)].sort().join();
}

/** A standard normal number (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
