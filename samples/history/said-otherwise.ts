/**
 * Dates that are not written as dates: a span of years, a year counted from the one before, the name of what happened then. They take the place
 * of bare years that are already there, by a random source of their own, so that links, periods and all other dates stay what they are.
 */
import { Random } from '../language/random.ts';
import type { Mention, Paragraph } from './outline.ts';
import { HISTORY_PARAMETERS as P } from './parameters.ts';

interface NamedTime {
  readonly from: number;
  readonly to: number;
  /** With the words that stand before it. */
  readonly said: string;
}

/** What a Portuguese encyclopaedia calls by its name rather than by its years. */
const NAMED_TIMES: readonly NamedTime[] = [
  { from: 1640, to: 1640, said: 'com a Restauração da Independência' },
  { from: 1755, to: 1755, said: 'por altura do terramoto de Lisboa' },
  { from: 1807, to: 1814, said: 'durante a Guerra Peninsular' },
  { from: 1822, to: 1822, said: 'com a independência do Brasil' },
  { from: 1864, to: 1870, said: 'durante a Guerra do Paraguai' },
  { from: 1910, to: 1910, said: 'com a implantação da República' },
  { from: 1914, to: 1918, said: 'durante a Primeira Guerra Mundial' },
  { from: 1930, to: 1945, said: 'durante a Era Vargas' },
  { from: 1936, to: 1939, said: 'durante a Guerra Civil Espanhola' },
  { from: 1939, to: 1945, said: 'durante a Segunda Guerra Mundial' },
  { from: 1961, to: 1974, said: 'durante a Guerra Colonial' },
  { from: 1974, to: 1974, said: 'com a Revolução dos Cravos' },
];

const NUMBERS = ['', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis'];

const writesYear = ({ form }: Mention): boolean =>
  form === 'full' || form === 'year' || form === 'year-month';

/** The paragraphs of a section in their order. */
export function saidOtherwise(paragraphs: readonly Paragraph[], seed: number, key: string): Paragraph[] {
  const random = new Random(seed, 'said otherwise', key);
  let before: number | null = null;
  return paragraphs.map((paragraph) => {
    const [first] = paragraph.mentions;
    const after = before;
    for (const mention of paragraph.mentions) if (writesYear(mention)) before = mention.year;
    if (first?.form !== 'year' || !random.chance(P.saidOtherwise.value.share)) return paragraph;
    const { year } = first;
    const others = paragraph.mentions.slice(1);
    const way = random.next();
    const [spans, counted] = P.saidOtherwise.value.ways;
    if (way < spans) {
      const to = Math.min(year + random.int(1, 2), P.lastYear.value);
      if (to === year) return paragraph;
      before = to;
      const said = random.pick([`entre ${year} e ${to}`, `de ${year} a ${to}`, `de ${year} até ${to}`]);
      return spoken(paragraph, others, { ...first, form: 'said', said }, year, to);
    }
    if (way < spans + counted) {
      const years = after === null ? -1 : year - after;
      if (years < 0 || years >= NUMBERS.length) return paragraph;
      const said = random.pick(
        years === 0
          ? ['no mesmo ano', 'nesse ano']
          : years === 1
            ? ['no ano seguinte', 'um ano depois']
            : [`${NUMBERS[years]} anos depois`, `passados ${NUMBERS[years]} anos`],
      );
      return spoken(paragraph, others, { ...first, form: 'said', said }, year, year);
    }
    const named = NAMED_TIMES.filter(({ from, to }) => from <= year && year <= to);
    if (named.length === 0) return paragraph;
    const { from, to, said } = random.pick(named);
    return spoken(paragraph, others, { ...first, form: 'said', said }, from, to);
  });
}

/** It speaks of all years of the span, and of those of its other dates. */
function spoken(
  paragraph: Paragraph,
  others: readonly Mention[],
  mention: Mention,
  from: number,
  to: number,
): Paragraph {
  const years = new Set(Array.from({ length: to - from + 1 }, (_, i) => from + i));
  for (const { year } of others) years.add(year);
  return { ...paragraph, mentions: [mention, ...others], years: [...years] };
}
