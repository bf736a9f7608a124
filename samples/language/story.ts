/**
 * A news story: a headline, a summary and paragraphs about one subject in one town, with the same people
 * and figures from beginning to end, and the moments it speaks of.
 */
import { addDays, dayAndMonth, isoDay, MONTHS, onThisWeekday, onWeekday } from './dates.ts';
import { expand } from './expand.ts';
import { NEWS_BR } from './news-br.ts';
import { NEWS_PT } from './news-pt.ts';
import { decimal, inWords } from './numbers.ts';
import { people, person, roleSlots, type Spelling } from './people.ts';
import { QUARTERS, STREETS, TOWNS } from './places.ts';
import type { Random } from './random.ts';

export interface Angle {
  readonly headline: string;
  readonly summary: string;
  readonly lead: string;
}

export interface TopicBank {
  readonly name: string;
  readonly slug: string;
  readonly tags: readonly string[];
  /** What happened: a headline with the summary and the first paragraph that belong to it. */
  readonly angles: readonly Angle[];
  readonly body: readonly string[];
}

export interface StoryBank {
  readonly spelling: Spelling;
  readonly generic: readonly string[];
  readonly quotes: readonly string[];
  readonly closings: readonly string[];
  readonly topics: readonly TopicBank[];
}

/** A temporal expression of the text and the day, month or year it means. */
export interface TimeMention {
  readonly text: string;
  readonly value: string;
}

export interface Story {
  readonly topic: TopicBank;
  readonly headline: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly author: string;
  readonly town: string;
  readonly tags: readonly string[];
  readonly published: Date;
  readonly modified: Date | null;
  readonly times: readonly TimeMention[];
}

export const STORY_BANKS: Readonly<Record<Spelling, StoryBank>> = { br: NEWS_BR, pt: NEWS_PT };

export function story(random: Random, spelling: Spelling, published: Date, topic?: TopicBank): Story {
  const bank = STORY_BANKS[spelling];
  const subject = topic ?? random.pick(bank.topics);
  const { slots, times } = storySlots(random, spelling, published);
  const used = new Set<string>();
  const fill = (template: string) => expand(template, slots, random, used);

  const angle = random.pick(subject.angles);
  const headline = fill(angle.headline);
  const summary = fill(angle.summary);
  const body = random.shuffle(random.sample(subject.body, random.int(6, subject.body.length - 1)));
  const generic = random.shuffle(random.sample(bank.generic, random.int(4, 8)));
  const quotes = random.shuffle(random.sample(bank.quotes, random.int(2, 4)));

  // A quotation stands in a paragraph of its own; other sentences go two or three together, facts of the
  // subject first and the wider setting later.
  // Counts that belong to one sentence only are drawn anew, or every list would have the same length.
  const own = (template: string) =>
    expand(
      template,
      {
        ...slots,
        num: String(random.int(24, 180)),
        num2: String(random.int(11, 23)),
        pct: percent(random, spelling),
      },
      random,
      used,
    );
  const rest = [...body.slice(0, 4), ...random.shuffle([...body.slice(4), ...generic])].map(own);
  const paragraphs: string[] = [fill(angle.lead)];
  while (rest.length > 0) {
    paragraphs.push(rest.splice(0, random.int(2, 3)).join(' '));
    const quote = quotes.pop();
    if (quote !== undefined) paragraphs.push(fill(quote));
  }
  paragraphs.push(fill(random.pick(bank.closings)));

  const modified = random.chance(0.4) ? new Date(published.getTime() + random.int(20, 4000) * 60_000) : null;
  return {
    topic: subject,
    headline,
    summary,
    paragraphs,
    author: person(random, spelling).name,
    town: slots.cidade!,
    tags: random.sample(subject.tags, 2),
    published,
    modified,
    times: times.filter((t) => paragraphs.some((p) => p.includes(t.text))),
  };
}

/** Brazilian papers write the first of the month as an ordinal. */
function dayInBrackets(date: Date): string {
  return date.getUTCDate() === 1 ? '1º' : String(date.getUTCDate());
}

/** Brazil writes the sign against the figure, Portugal apart from it. */
function percent(random: Random, spelling: Spelling): string {
  return `${random.int(4, 38)}${spelling === 'br' ? '' : '\u00a0'}%`;
}

function storySlots(random: Random, spelling: Spelling, published: Date) {
  const [mayor, secretary, neighbour, expert, councillor] = people(random, spelling, 5);
  const [town, otherTown] = random.shuffle(TOWNS[spelling]);
  const br = spelling === 'br';
  const yesterday = addDays(published, -1);
  const next = addDays(published, random.int(9, 40));
  const nextMonth = new Date(
    Date.UTC(published.getUTCFullYear(), published.getUTCMonth() + random.int(2, 4), 1),
  );
  const lastMonth = new Date(Date.UTC(published.getUTCFullYear(), published.getUTCMonth() - 1, 1));
  const formerYear = published.getUTCFullYear() - random.int(2, 7);
  // Brazil: “nesta terça-feira (12)”; Portugal: “esta terça-feira”.
  const today = br
    ? `${onThisWeekday(published)} (${dayInBrackets(published)})`
    : onThisWeekday(published).slice(1);
  const ontem = br ? `${onWeekday(yesterday)} (${dayInBrackets(yesterday)})` : onWeekday(yesterday);
  const prox = `o dia ${dayAndMonth(next, spelling)}`;
  const million = decimal(2.1 + random.int(0, 78) / 10);

  const slots: Record<string, string> = {
    ...roleSlots(
      'prefeito',
      mayor!,
      br ? ['prefeito', 'prefeita'] : ['presidente da câmara,', 'presidente da câmara,'],
    ),
    ...roleSlots(
      'secretario',
      secretary!,
      br ? ['secretário municipal', 'secretária municipal'] : ['vereador das Obras,', 'vereadora das Obras,'],
    ),
    ...roleSlots('morador', neighbour!, br ? ['morador', 'moradora'] : ['morador', 'moradora']),
    ...roleSlots(
      'especialista',
      expert!,
      br ? ['pesquisador', 'pesquisadora'] : ['investigador', 'investigadora'],
    ),
    ...roleSlots(
      'vereador',
      councillor!,
      br ? ['vereador', 'vereadora'] : ['deputado municipal', 'deputada municipal'],
    ),
    cidade: town!,
    cidade2: otherTown!,
    bairro: random.pick(QUARTERS[spelling]),
    rua: random.pick(STREETS[spelling]),
    milhoes: br ? `R$ ${million} milhões` : `${million} milhões de euros`,
    mil: `${random.int(2, 48)} mil`,
    num: String(random.int(24, 180)),
    num2: String(random.int(11, 23)),
    idade: String(random.int(25, 98)),
    km: decimal(2.2 + random.int(0, 90) / 10),
    pct: percent(random, spelling),
    meses: inWords(random.int(3, 10)),
    anos: inWords(random.int(5, 10)),
    hoje: today,
    ontem,
    anoAnt: `em ${formerYear}`,
    anoAntN: String(formerYear),
    prox,
    mesProx: `${MONTHS[nextMonth.getUTCMonth()]} de ${nextMonth.getUTCFullYear()}`,
    ultimo: `no fim de ${MONTHS[lastMonth.getUTCMonth()]}`,
  };
  const times: TimeMention[] = [
    { text: today, value: isoDay(published) },
    { text: ontem, value: isoDay(yesterday) },
    { text: slots.anoAnt!, value: String(formerYear) },
    { text: prox.slice(2), value: isoDay(next) },
    { text: slots.mesProx!, value: isoDay(nextMonth).slice(0, 7) },
    { text: slots.ultimo!, value: isoDay(lastMonth).slice(0, 7) },
  ];
  return { slots, times };
}
