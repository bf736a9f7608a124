/** Dates that a reader sees: byline dates, "Publicado em …", dates on their own line, and "há 3 horas". */
import type { FlatDocument, TextBlocks } from '../../html/index.ts';
import { fold } from '../../text/index.ts';
import { addMonthsToDay, civilDay } from '../calendar.ts';
import type { DateCandidate, DatePrecision, DateRole } from './candidate.ts';
import { CUE_AFTER, cueAfter, cueBefore } from './date-cues.ts';
import { type DateOrder, scanDates, type TextDate } from './date-text.ts';
import { IS_DATE, IS_MODIFIED, IS_PUBLISHED, NEAR_DATE_CLASS, type PageLayout } from './page-layout.ts';

const MOST = 240;
/** What the date of the day loses; and less where it is not that of the fetch, though a copy keeps the day on which it was made. */
const IS_TODAY = 1.5;
const MAY_BE_TODAY = 1;
const LONG_AGO = 3;
const LONGEST_BLOCK = 20_000;
/** Beside so much text a date stands in a sentence, not on a line of its own. */
const RUNNING = 140;
const WEEKDAY =
  /^\W*(?:hoje|today|heute)?\W*(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|domingo|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica)(?:-feira)?\W*$/;

/** `Lisboa, 12 mar 2019 (Lusa) – O ministro …`: the first words of a report. */
const DATELINE = /^[^\p{L}\d]{0,3}\p{Lu}[\p{L}.' -]{1,40}(?:\s?[/(]\s?\p{Lu}{2}\)?)?,\s{1,2}$/u;
const DATELINE_END = /^\s{0,2}(?:\([^()]{2,40}\)\s{0,2})?[–—-]\s/;
const OF_DATELINE = 2.2;
/** What a day loses that a sentence tells: "a ponte foi inaugurada pelo prefeito em 12 de março de 2019". A byline tells none. */
const TOLD = 2;
const AT_MOST_TOLD = -0.5;
const TELLING = 4;
const TOLD_BY =
  /(?:^|[\s,(])(?:em|de|a|dia|desde|ap[oó]s|at[eé]|manh[aã] de|on|in|of|since|until|by|am|vom|seit|le|du|depuis|dal|el)\s{1,2}$/iu;
const BYLINE =
  /^[^\p{L}]{0,3}(?:(?:\p{L}{2,12}\s)?(?:por|by|von|par)|(?:texto|artigo|autoria|reportagem|colabora[cç][aã]o)\s(?:de|da|do))\s/iu;
/** Two days with a dash between are a life or an event. */
const SPAN = /^\s{0,2}[-–—†→]\s{0,2}(?:\p{Lu}[\p{L} .'/-]{1,40},\s{1,2})?$/u;
const OF_SPAN = 3;

function isTold(before: string): boolean {
  return (
    TOLD_BY.test(before) && !BYLINE.test(before) && (before.match(/\p{L}{2,}/gu)?.length ?? 0) >= TELLING
  );
}

function isOfSpan(text: string, dates: readonly TextDate[], index: number): boolean {
  const [before, date, after] = [dates[index - 1], dates[index]!, dates[index + 1]];
  return (
    (before !== undefined && before.day < date.day && SPAN.test(text.slice(before.end, date.start))) ||
    (after !== undefined && date.day < after.day && SPAN.test(text.slice(date.end, after.start)))
  );
}

export function visibleDates(
  doc: FlatDocument,
  blocks: TextBlocks,
  layout: PageLayout,
  order: DateOrder,
  fetchDay = Number.NaN,
): DateCandidate[] {
  const found: DateCandidate[] = [];
  for (let i = 0; i < blocks.count && found.length < MOST; i++) {
    const text = blocks.text[i]!;
    if (text.length < 6) continue;
    const dates = scanDates(text.length > LONGEST_BLOCK ? text.slice(0, LONGEST_BLOCK) : text, order);
    for (const [d, date] of dates.entries()) {
      if (found.length >= MOST) break;
      found.push(candidate(doc, blocks, layout, i, date, d, dates, fetchDay));
    }
  }
  return found;
}

function candidate(
  doc: FlatDocument,
  blocks: TextBlocks,
  layout: PageLayout,
  block: number,
  date: TextDate,
  index: number,
  dates: readonly TextDate[],
  fetchDay: number,
): DateCandidate {
  const text = blocks.text[block]!;
  const node = holder(doc, blocks.node[block]!, date);
  const marks = layout.marks(node);
  const from = index === 0 ? 0 : dates[index - 1]!.end;
  let before = text.slice(Math.max(from, date.start - 60), date.start);
  // The label may be a block of its own before the date.
  if (
    before.trim() === '' &&
    from === 0 &&
    block > 0 &&
    block - 1 !== layout.headline &&
    blocks.text[block - 1]!.length <= 40
  )
    before = blocks.text[block - 1]!;
  const cue = cueBefore(before);
  const length = date.end - date.start;
  const rest = text.length - length;
  let weight = 0;
  if (rest <= 12) weight += 1.5;
  else if (rest <= 60) weight += 1;
  else if (rest <= RUNNING) weight += 0.4;
  else weight -= date.start <= 4 ? 0.2 : 0.9;
  weight += cue.weight + cueAfter(text.slice(date.end, date.end + CUE_AFTER));
  if ((marks & IS_DATE) !== 0) weight += 0.9;
  else if ((marks & NEAR_DATE_CLASS) !== 0) weight += 0.5;
  // The date of the day, as newspapers have it above the headline: `Quarta-feira, 26 de fevereiro de 2020`.
  if (
    (marks & (IS_DATE | IS_PUBLISHED)) === 0 &&
    block < layout.headline &&
    cue.weight <= 0 &&
    rest > 4 &&
    rest < 24 &&
    WEEKDAY.test(fold(text.slice(0, date.start)))
  )
    weight -= Math.abs(date.day - fetchDay) > LONG_AGO ? MAY_BE_TODAY : IS_TODAY;
  if (cue.role === 'unknown' && cue.weight === 0 && (marks & (IS_DATE | IS_PUBLISHED)) === 0) {
    if (DATELINE.test(text.slice(0, date.start)) && DATELINE_END.test(text.slice(date.end)))
      weight += OF_DATELINE;
    else if (isTold(text.slice(from, date.start))) weight = Math.min(weight - TOLD, AT_MOST_TOLD);
  }
  if (isOfSpan(text, dates, index)) weight -= OF_SPAN;
  if (date.time !== null) weight += 0.3;
  if (date.short) weight -= 0.4;
  let role: DateRole = cue.role;
  if (role === 'unknown') {
    if ((marks & IS_PUBLISHED) !== 0) role = 'published';
    else if ((marks & IS_MODIFIED) !== 0) role = 'modified';
  }
  return {
    source: 'visible',
    role,
    where:
      cue.weight > 0
        ? fold(before).trim().slice(-40)
        : layout.signature(node).split('<', 2).join('<').slice(0, 60),
    text: text.slice(Math.max(0, date.start - 30), date.end).slice(0, 120),
    day: date.day,
    precision: date.precision,
    time: date.time,
    alternative: date.alternative,
    node,
    block,
    weight,
  };
}

/** The innermost element that holds the year of the date. */
function holder(doc: FlatDocument, node: number, date: TextDate): number {
  const { year } = civilDay(date.day);
  const wanted = date.short ? String(year % 100).padStart(2, '0') : String(year);
  const end = Math.min(doc.end[node]!, node + 160);
  for (let row = node + 1; row < end; row++) {
    if (!doc.isText(row)) continue;
    if (doc.html.slice(doc.start[row]!, doc.stop[row]!).includes(wanted)) return doc.parent[row]!;
  }
  return node;
}

const AGO =
  /(?:\bha|\bfaz|\bhace|\bil y a|\bvor) (?:cerca de |aproximadamente |environ |etwa )?(\d{1,3}|um|uma|un|une|einem|einer) ([a-z]{1,10})\b|\b(\d{1,3}|an?|um|uma|un) ([a-z]{1,10}) (?:ago|atras|fa)\b/;
/** Without one of these words there is nothing to look at. */
const AGO_WORD =
  /\b(?:h[áa]|faz|hace|il y a|vor|ago|atr[áa]s|fa|hoje|ontem|anteontem|today|yesterday|heute|gestern|vorgestern)(?![a-z])/i;
const HOURS =
  /^(?:h|hr|hrs|hours?|horas?|heures?|stunden?|std|ore|ora|min|mins|minutes?|minutos?|minuten?|minuti|seg|segundos?|seconds?|secondes?|sekunden?)$/;
const DAYS = /^(?:d|dias?|days?|jours?|tagen?|tage|giorni|giorno)$/;
const WEEKS = /^(?:semanas?|weeks?|semaines?|wochen?|settimane|settimana)$/;
const MONTHS = /^(?:mes|meses|months?|mois|monaten?|monate|mesi|mese)$/;
const YEARS = /^(?:anos?|years?|ans?|jahren?|jahre|anni|anno)$/;
const BEFORE = /^(?:.{0,40}(?:publicad|postad|atualizad|posted|published|updated|por |by ).{0,40})?$/;

const DAY_WORD = /\b(hoje|ontem|anteontem|today|yesterday|heute|gestern|vorgestern)\b/;
const DAYS_BACK: Readonly<Record<string, number>> = {
  hoje: 0,
  today: 0,
  heute: 0,
  ontem: 1,
  yesterday: 1,
  gestern: 1,
  anteontem: 2,
  vorgestern: 2,
};
const CLOCK_NEXT = /^[\s,;|–—-]{0,4}(?:(?:as|a|at|um)\s)?\d{1,2}\s?(?:[:h]\s?\d{0,2}|uhr\b|[ap]m\b)/;
const LABELLED = /publicad|postad|atualizad|posted|published|updated/;

interface Ago {
  readonly day: number;
  readonly precision: DatePrecision;
  readonly weight: number;
  readonly alternative: number | null;
}

/** `há 3 horas`, `há 2 anos`. What is counted in months or years says no day: it was then, or up to one more before. */
function countedBack(text: string, fetchDay: number): Ago | null {
  const m = AGO.exec(text);
  if (m === null || !BEFORE.test(text.slice(0, m.index))) return null;
  const count = Number.parseInt(m[1] ?? m[3]!, 10) || 1;
  const unit = m[2] ?? m[4]!;
  const on = (day: number, weight: number, alternative: number | null = null): Ago => ({
    day,
    precision: 'day',
    weight,
    alternative,
  });
  if (HOURS.test(unit)) {
    const day = count > 12 && /^h/.test(unit) ? fetchDay - 1 : fetchDay;
    return on(day, 0.8, day - 1);
  }
  if (DAYS.test(unit)) return on(fetchDay - count, 0.8);
  if (WEEKS.test(unit)) return on(fetchDay - 7 * count, -0.5);
  if (MONTHS.test(unit) && count <= 24)
    return {
      day: addMonthsToDay(fetchDay, -count - 1) + 1,
      precision: 'month',
      weight: 0.8,
      alternative: null,
    };
  if (YEARS.test(unit) && count <= 30)
    return {
      day: addMonthsToDay(fetchDay, -12 * (count + 1)) + 1,
      precision: 'year',
      weight: 0.8,
      alternative: null,
    };
  return null;
}

/** `Ontem às 10h`, `Publicado hoje`: with its hour, or with a word that says of what. */
function namedDay(text: string, fetchDay: number): Ago | null {
  const m = DAY_WORD.exec(text);
  if (m === null) return null;
  const before = text.slice(0, m.index);
  const after = text.slice(m.index + m[0].length);
  if (!BEFORE.test(before)) return null;
  const clock = CLOCK_NEXT.test(after);
  if (!clock && !(LABELLED.test(before) && /^[\s.,;|–—-]{0,4}$/.test(after))) return null;
  return { day: fetchDay - DAYS_BACK[m[1]!]!, precision: 'day', weight: 0.8, alternative: null };
}

/** "há 3 horas", "ontem às 10h": dates that count back from the moment of the fetch. Only on short lines. */
export function relativeDates(blocks: TextBlocks, layout: PageLayout, fetchDay: number): DateCandidate[] {
  const found: DateCandidate[] = [];
  for (let i = 0; i < blocks.count && found.length < 16; i++) {
    const written = blocks.text[i]!;
    if (written.length > 90 || written.length < 4) continue;
    if (!AGO_WORD.test(written)) continue;
    const text = fold(written);
    const ago = countedBack(text, fetchDay) ?? namedDay(text, fetchDay);
    if (ago === null) continue;
    let { weight } = ago;
    const role: DateRole = /atualizad|updated|aktualisiert|mis a jour/.test(text)
      ? 'modified'
      : /publicad|postad|published|posted/.test(text)
        ? 'published'
        : 'unknown';
    // Whatever is listed beside a page is said to be so old.
    weight += role === 'unknown' ? -0.5 : 0.8;
    if ((layout.marks(blocks.node[i]!) & NEAR_DATE_CLASS) !== 0) weight += 0.3;
    found.push({
      source: 'relative',
      role,
      where: '',
      text: written,
      day: ago.day,
      precision: ago.precision,
      time: null,
      alternative: ago.alternative,
      node: blocks.node[i]!,
      block: i,
      weight,
    });
  }
  return found;
}
