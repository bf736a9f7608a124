/** Hits and counts of a search for a person at a terminal. */
import { FACETS, printPeriod, type RankedHit } from '../../app/search/written-hits.ts';
import type { Facets, SearchHit } from '../../catalogue/index.ts';
import { printable } from '../../formats/index.ts';
import { formatDate } from '../../words/dates.ts';
import { DATE_WORDS } from '../../words/dating.ts';
import { amount, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { placeLabel, placeName } from '../../words/place-names.ts';
import type { SearchWords } from '../../words/search.ts';
import { colours as pc } from '../terminal/colours.ts';

type DateSources = (typeof DATE_WORDS)['pt-BR']['sources'];

const MOST_PERIODS = 3;
/** Values of one facet that a terminal shows. */
const MOST_VALUES = 20;

/** One line, with the words that matched lit. */
function passageText({ text, matches }: SearchHit['snippets'][number]): string {
  const line = (part: string): string => printable(part.replace(/\s+/g, ' '));
  let lit = '';
  let at = 0;
  for (const [from, to] of matches) {
    lit += line(text.slice(at, from)) + pc.bold(pc.yellow(line(text.slice(from, to))));
    at = to;
  }
  return lit + line(text.slice(at));
}

function dateText(
  { published, publishedDoubtful, publishedEvidence }: SearchHit,
  m: SearchWords,
  language: Language,
): string[] {
  const time = published === null ? Number.NaN : Date.parse(published);
  if (Number.isNaN(time)) return [];
  const date = formatDate(time, language, 'medium');
  if (!publishedDoubtful) return [say(m.published, { date })];
  const from = DATE_WORDS[language].sources[publishedEvidence?.source as keyof DateSources];
  return [say(from === undefined ? m.maybe : m.maybeFrom, { date, from: from ?? '' })];
}

function tableText({ tables }: SearchHit, m: SearchWords, language: Language): string[] {
  if (tables.length === 0) return [];
  return [say(m.inTables, { count: amount(tables.length, language), tables: tables.join(', ') })];
}

export function hitText(
  { rank, hit }: RankedHit,
  { explain, several }: { readonly explain: boolean; readonly several: boolean },
  m: SearchWords,
  language: Language,
): string {
  const periods = hit.periods.slice(0, MOST_PERIODS).map(printPeriod).join(', ');
  const facts = [
    ...(hit.kind === 'page' ? [] : [m.kinds[hit.kind]]),
    ...(several ? [hit.collection] : []),
    hit.site,
    ...dateText(hit, m, language),
    ...(periods === '' ? [] : [say(m.speaksOf, { periods })]),
    ...tableText(hit, m, language),
  ];
  const lines = [
    `${pc.dim(`${formatNumber(rank, language)}.`)} ${pc.bold(printable(hit.title || hit.url))}`,
    `   ${pc.dim(printable(facts.join(' · ')))}`,
    ...hit.snippets.map((snippet) => `   ${passageText(snippet)}`),
    `   ${pc.cyan(printable(hit.url))}`,
    ...(explain ? reasonLines(hit, m, language).map((line) => `   ${pc.dim(`– ${line}`)}`) : []),
  ];
  return `${lines.join('\n')}\n\n`;
}

function reasonLines({ why, score, parts, box }: SearchHit, m: SearchWords, language: Language): string[] {
  const points = (value: number): string => formatFixed(value, language, 2);
  const named = (Object.keys(m.parts) as (keyof typeof parts)[])
    .filter((part) => parts[part] > 0)
    .map((part) => `${m.parts[part]} ${points(parts[part])}`);
  return [
    ...why.words.map(({ word, forms, in: stands }) => {
      const where = stands.map((place) => m.stands[place]).join(', ');
      const written = forms.filter((form) => form !== word).join(', ');
      const said = say(m.wordStands, { word: printable(word), where });
      return written === '' ? said : `${said} (${printable(written)})`;
    }),
    ...(why.period === null ? [] : [say(m.ofPeriod, { period: printPeriod(why.period) })]),
    ...(why.place !== null
      ? [say(m.ofPlace, { place: printable(placeName(why.place, language)) })]
      : box !== null && parts.place > 0
        ? [m.ofArea]
        : []),
    ...(named.length === 0 ? [] : [say(m.scoreIs, { score: points(score), parts: named.join(' + ') })]),
  ];
}

/** Of many years the decades that are most spoken of, in their order and as a line asks for them. */
function fullestDecades({ decades }: Facets): { readonly value: string; readonly count: number }[] {
  return [...decades]
    .sort((a, b) => b.count - a.count || b.value - a.value)
    .slice(0, MOST_VALUES)
    .sort((a, b) => a.value - b.value)
    .map(({ value, count }) => ({ value: `${value}..${value + 9}`, count }));
}

export function facetText(facets: Facets, m: SearchWords, language: Language): string {
  const kindNames: Readonly<Record<string, string>> = m.kinds;
  let text = '';
  for (const facet of FACETS) {
    const values = facets[facet];
    if (values.length === 0) continue;
    const shown = facet === 'years' && values.length > MOST_VALUES ? fullestDecades(facets) : values;
    text += `${pc.bold(m.facetNames[facet])}\n`;
    for (const { value, count } of shown.slice(0, MOST_VALUES)) {
      const name =
        typeof value === 'object' ? placeLabel(value, language) : (kindNames[String(value)] ?? String(value));
      text += `  ${formatNumber(count, language).padStart(9)}  ${printable(name)}\n`;
    }
    const all = shown === values ? values.length : facets.decades.length;
    if (all > MOST_VALUES) text += pc.dim(`             … ${formatNumber(all - MOST_VALUES, language)}\n`);
  }
  return text;
}
