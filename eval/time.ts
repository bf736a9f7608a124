/**
 * Quality of the annotator and the resolver against corpora nobody here wrote: extents against any `*.timex.jsonl.gz`, as `tarrafa time
 * --extents` prints them; extents and values against the Recognizers cases, values against the Duckling examples, and against any other
 * `*.json` of cases of the form of `foreign-pt.json` (`time/foreign.ts`).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../bench/measure.ts';
import { annotateTime, type TimeExpression } from '../src/app/annotate-time.ts';
import {
  annotateText,
  type Chronon,
  civilDay,
  DIALOGUE,
  dayNumber,
  parseDct,
  rangeOfChronon,
  type Timex,
  type View,
} from '../src/time/index.ts';
import { foreign } from './time/foreign-score.ts';

export const title = 'Portuguese temporal expressions';

interface Gold {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly value?: string;
}
interface Doc {
  readonly id: string;
  readonly dct: string | null;
  readonly text: string;
  readonly gold: readonly Gold[];
}

const LEADING =
  /^(?:(?:em|no|na|nos|nas|num|numa|n?[oa]s?|de|do|da|dos|das|a|à|às|ao|aos|o|os|as|até|ate|ateh|desde|por|pelo|pela|pelos|pelas|para|pra|durante|após|apos|entre|antes|depois|partir|cerca|volta|dia|dias|com)\s+)+/i;

function bare(start: number, text: string): number {
  const m = LEADING.exec(text);
  return m && m[0].length < text.length ? start + m[0].length : start;
}

interface Score {
  gold: number;
  system: number;
  relaxed: number;
  strict: number;
  relaxedRecall: number;
  valued: number;
  valueRight: number;
}

const emptyScore = (): Score => ({
  gold: 0,
  system: 0,
  relaxed: 0,
  strict: 0,
  relaxedRecall: 0,
  valued: 0,
  valueRight: 0,
});

/**
 * What each corpus marks by its own directives, settled before anything is scored; of any other corpus whole expressions. The first HAREM
 * and MiniHAREM mark names and numbers of the calendar (their category TEMPO leaves out `hoje`, durations and frequencies); LeNER-Br marks the
 * date alone.
 */
const VIEWS: Readonly<Record<string, View>> = {
  'first-harem': 'named',
  'mini-harem': 'named',
  'lener-br': 'named',
};

/** An expression as it is printed, by its place in the whole text. */
interface Printed extends Pick<TimeExpression, 'patternId' | 'timex3'> {
  readonly start: number;
  readonly end: number;
  readonly coreStart: number;
}

/** What `tarrafa time - --extents <view> --dct <date> --json` prints of a text. */
async function printed(doc: Doc, view: View): Promise<Printed[]> {
  const { paragraphs } = await annotateTime('-', {
    extents: view,
    dct: doc.dct ?? undefined,
    stdin: async () => Buffer.from(doc.text),
  });
  return paragraphs.flatMap(({ expressions }) =>
    expressions.map(({ offset, start, end, coreStart, patternId, timex3 }) => ({
      start: offset,
      end: offset + end - start,
      coreStart: offset + coreStart - start,
      patternId,
      timex3,
    })),
  );
}

function scoreDoc(doc: Doc, system: readonly Printed[], score: Score, misses: string[] | null): void {
  score.gold += doc.gold.length;
  score.system += system.length;
  const usedSystem = new Set<number>();
  const usedStrict = new Set<number>();
  const around = (s: number, e: number): string =>
    `${doc.text.slice(Math.max(0, s - 30), s)}⟦${doc.text.slice(s, e)}⟧${doc.text.slice(e, e + 25)}`.replace(
      /\s+/g,
      ' ',
    );
  for (const g of doc.gold) {
    const gBare = bare(g.start, doc.text.slice(g.start, g.end));
    const overlapping = system
      .map((x, i) => ({ x, i }))
      .filter(({ x }) => x.start < g.end && g.start < x.end);
    if (overlapping.length > 0) score.relaxedRecall++;
    const same = overlapping.find(
      ({ x, i }) =>
        !usedStrict.has(i) &&
        x.end === g.end &&
        (x.start === g.start ||
          x.coreStart === g.start ||
          x.coreStart === gBare ||
          bare(x.coreStart, doc.text.slice(x.coreStart, x.end)) === gBare),
    );
    if (same) {
      score.strict++;
      usedStrict.add(same.i);
    }
    const free = same && !usedSystem.has(same.i) ? same : overlapping.find(({ i }) => !usedSystem.has(i));
    if (free) {
      score.relaxed++;
      usedSystem.add(free.i);
    }
    if (g.value) {
      score.valued++;
      if (overlapping.some(({ x }) => x.timex3.value === g.value)) score.valueRight++;
    }
    if (misses) {
      if (overlapping.length === 0) misses.push(`MISS  ${around(g.start, g.end)}`);
      else if (!same)
        misses.push(
          `EXTENT ${around(g.start, g.end)} ≠ ${overlapping.map(({ x }) => doc.text.slice(x.start, x.end)).join(' | ')}`,
        );
    }
  }
  if (misses)
    for (const [i, x] of system.entries())
      if (!usedSystem.has(i)) misses.push(`EXTRA ${around(x.start, x.end)}  (${x.patternId})`);
}

function f1(p: number, r: number): number {
  return p + r === 0 ? 0 : (2 * p * r) / (p + r);
}
const ratio = (a: number, b: number): number => (b === 0 ? 0 : a / b);
const fixed = (n: number): string => n.toFixed(3);

function readDocs(path: string): Doc[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Doc);
}

// --- Recognizers -----------------------------------------------------------------------------------------------------------------

interface RecognizersValue {
  readonly timex?: string;
  readonly type?: string;
  readonly value?: string;
  readonly start?: string;
  readonly end?: string;
  readonly Mod?: string;
}
interface RecognizersCase {
  readonly Input: string;
  readonly Context?: { readonly ReferenceDateTime?: string };
  readonly Results: readonly {
    readonly Text: string;
    readonly Start?: number;
    readonly TypeName?: string;
    readonly Type?: string;
    readonly Resolution?: { readonly values?: readonly RecognizersValue[] };
    readonly Value?: {
      readonly Timex?: string;
      readonly FutureResolution?: Record<string, string>;
      readonly PastResolution?: Record<string, string>;
    };
  }[];
}

const two = (n: number): string => String(n).padStart(2, '0');

/** First moment of a chronon, as Recognizers writes it. */
function firstMoment(c: Chronon): { day: string; time: string } | null {
  const r = rangeOfChronon(c);
  if (!r) return null;
  const d = civilDay(r.start);
  return {
    day: `${String(d.year).padStart(4, '0')}-${two(d.month)}-${two(d.day)}`,
    time:
      c.hour === undefined || c.hour === null
        ? ''
        : `${two(c.hour)}:${two(c.minute ?? 0)}:${two(c.second ?? 0)}`,
  };
}
/** First moment after the chronon: the ends of Recognizers and Duckling are exclusive, except where two days or hours are named. */
function afterEnd(c: Chronon): string | null {
  const r = rangeOfChronon(c);
  if (!r) return null;
  const d = civilDay(r.end + 1);
  return `${String(d.year).padStart(4, '0')}-${two(d.month)}-${two(d.day)}`;
}

const PART_OF_TIMEX: Readonly<Record<string, RegExp>> = {
  TMO: /TMO/,
  TEV: /TAF|TEV/,
  TAF: /TAF/,
  TNI: /TNI/,
  TDA: /TDA/,
};

/** Whether our value is one of the candidates of the case. */
function sameValue(t: Timex, values: readonly RecognizersValue[]): boolean {
  const clockOnly = t.timex3.value.replace(/^XXXX-XX-XX/, '');
  return values.some((v) => {
    const timex = v.timex ?? '';
    if (v.type === 'duration') return t.timex3.type === 'DURATION' && sameDuration(t.timex3.value, timex);
    if (v.type === 'set')
      return t.timex3.type === 'SET' && (sameDuration(t.timex3.value, timex) || t.timex3.value === timex);
    const part = /T(MO|EV|AF|NI|DA)$/.exec(timex);
    if (part) {
      if (!PART_OF_TIMEX[`T${part[1]}`]!.test(t.timex3.value)) return false;
      const day = /^\d{4}-\d{2}-\d{2}/.exec(timex)?.[0];
      return day === undefined || t.timex3.value.startsWith(day);
    }
    if (v.value === 'not resolved') return t.timex3.value === timex;
    const lo = t.exact && v.type === 'date' ? t.exact : t.chronons[0];
    const hi = t.chronons[1];
    if (v.type === 'time') return lo?.hour != null && firstMoment(lo)?.time === v.value;
    if (!lo) return clockOnly === timex;
    const at = firstMoment(lo);
    if (!at) return false;
    if (v.type === 'date') return at.day === v.value && !hi;
    if (v.type === 'datetime') return `${at.day} ${at.time}` === v.value;
    const written = (s: string): string => s.replace(/ 00:00:00$/, '');
    const start = v.start === undefined ? undefined : written(v.start);
    const end = v.end === undefined ? undefined : written(v.end);
    const mine = at.time === '' ? at.day : start && /^\d{2}:/.test(start) ? at.time : `${at.day} ${at.time}`;
    if (v.Mod === 'before') return end === mine || end === at.time;
    if (v.Mod === 'after') return start === mine;
    if (start !== undefined && start !== mine) return false;
    if (end === undefined) return true;
    const last = hi ?? lo;
    const close = firstMoment(last)!;
    const closing =
      close.time === '' ? close.day : /^\d{2}:/.test(end) ? close.time : `${close.day} ${close.time}`;
    return end === closing || end === afterEnd(last);
  });
}

function sameDuration(a: string, b: string): boolean {
  const months = (s: string): number | string => {
    const m = /^P([\d.]+)([YMWD])$/.exec(s);
    if (!m) return s;
    const n = Number(m[1]);
    return m[2] === 'Y' ? n * 12 : m[2] === 'M' ? n : m[2] === 'W' ? `${n * 7}D` : `${n}D`;
  };
  return a === b || months(a) === months(b);
}

function recognizers(
  path: string,
  disagreements: (string | number)[][],
  name: string,
): { cases: number; spans: number; values: number; extra: number } {
  const cases = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as RecognizersCase[];
  let total = 0;
  let spans = 0;
  let values = 0;
  let extra = 0;
  for (const c of cases) {
    const reference = c.Context?.ReferenceDateTime;
    const timexes = annotateText(c.Input, {
      dct: reference ? parseDct(reference.replace(' ', 'T').slice(0, 19)) : null,
      profile: DIALOGUE,
    });
    const used = new Set<number>();
    for (const r of c.Results) {
      total++;
      const at = r.Start ?? c.Input.toLowerCase().indexOf(r.Text.toLowerCase());
      const end = at + r.Text.length;
      const goldBare = bare(at, c.Input.slice(at, end));
      const t = timexes.find(
        (x) =>
          x.end === end &&
          (x.start === at ||
            x.coreStart === at ||
            x.coreStart === goldBare ||
            bare(x.start, x.text) === goldBare),
      );
      const listed = r.Resolution?.values;
      if (t) {
        spans++;
        used.add(t.id);
      }
      const right = t !== undefined && (listed === undefined || sameValue(t, listed));
      if (right) values++;
      else {
        const near = timexes.find((x) => x.start < end && at < x.end);
        disagreements.push([
          name,
          c.Input.replace(/\s+/g, ' ').slice(0, 60),
          `${r.Text} = ${
            listed
              ?.map((v) => v.value ?? [v.start, v.end].filter(Boolean).join('..'))
              .join(' | ')
              .slice(0, 60) ?? ''
          }`,
          near ? `${near.text} = ${near.timex3.value}` : '—',
        ]);
      }
    }
    extra += timexes.filter((x) => !used.has(x.id)).length;
  }
  return { cases: total, spans, values, extra };
}

// --- Duckling --------------------------------------------------------------------------------------------------------------------

interface DucklingFile {
  readonly reference: string;
  readonly groups: readonly { readonly value: string; readonly examples: readonly string[] }[];
  readonly negative: readonly string[];
}

const GRAINS = ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'];

function startMatches(t: Timex, numbers: readonly number[], grain: string): boolean {
  const lo = t.exact ?? t.chronons[0];
  if (!lo) return false;
  let [y, mo, d, h, mi, s] = numbers as [number, number, number, number, number, number];
  if (mo === 0) mo = 1;
  if (d === 0) d = 1;
  const r = rangeOfChronon(t.chronons[0]!);
  const at = rangeOfChronon(lo);
  if (!r || !at) return false;
  const gold = dayNumber(y, mo, d);
  const fine = GRAINS.indexOf(grain) <= 2;
  if (!fine || lo.hour === undefined || lo.hour === null) {
    // A value that names no hour is compared by its day; so are grains of a day and more.
    return at.start === gold || r.start === gold;
  }
  if (h === 24) {
    h = 0;
    d += 1;
  }
  return at.start === gold && lo.hour === h && (lo.minute ?? 0) === mi && (lo.second ?? 0) === s;
}

function duckling(
  path: string,
  disagreements: (string | number)[][],
): {
  points: number;
  right: number;
  intervals: number;
  rightIntervals: number;
  falseAlarms: number;
  negatives: number;
} {
  const file = JSON.parse(readFileSync(path, 'utf8')) as DucklingFile;
  const dct = parseDct(file.reference);
  const result = {
    points: 0,
    right: 0,
    intervals: 0,
    rightIntervals: 0,
    falseAlarms: 0,
    negatives: file.negative.length,
  };
  for (const g of file.groups) {
    const numbers = /\(+([\d, ]+)\)/.exec(g.value)![1]!.split(',').map(Number);
    const grain = /(\w+)$/.exec(g.value)![1]!;
    const interval = g.value.startsWith('datetimeInterval') || g.value.startsWith('datetimeOpenInterval');
    for (const example of g.examples) {
      const timexes = annotateText(example, { dct, profile: DIALOGUE });
      const right = timexes.some((t) => startMatches(t, numbers, grain));
      if (interval) {
        result.intervals++;
        if (right) result.rightIntervals++;
      } else {
        result.points++;
        if (right) result.right++;
      }
      if (!right)
        disagreements.push([
          'duckling',
          example,
          g.value,
          timexes.map((t) => `${t.text} = ${t.timex3.value}`).join('; ') || '—',
        ]);
    }
  }
  for (const text of file.negative)
    if (annotateText(text, { dct, profile: DIALOGUE }).length > 0) result.falseAlarms++;
  return result;
}

/** Why a difference is one of convention; the rest are misses. */
const CONVENTIONS: readonly (readonly [RegExp, string])[] = [
  [/not resolved.*(?:—|$)/, 'a day that does not exist is no date'],
  [/^\S+ já|^\S+ ja\b/, 'in running text an aspect, not a time'],
  [/ CET/, 'time zones are not read'],
  [/(?:fim|final) de semana/, 'a weekend is Saturday and Sunday'],
  [
    /(?:proxim\w+|próxim\w+) \d+ (?:segundos|minutos|horas)/,
    'the window begins now, not at the next full unit',
  ],
  [/(?:em|faz) \S+ anos?\b/, 'a count of years keeps the grain of a year'],
  [/semanas atr[aá]s/, 'a count of weeks back is a day'],
  [/dentro de/, 'the point that is reached, not the span until it'],
  [/hora (?:anterior|passada)|última hora|último minuto/, 'one unit before now, not the unit of the dial'],
  [/\d (?:próximas|proximas) semanas/, 'weeks begin on Monday'],
  [/será terça-feira/, 'the verb is in the future: the next such day'],
];

function argued(row: readonly (string | number)[]): (string | number)[] {
  const line = row.join(' ');
  return [...row, CONVENTIONS.find(([pattern]) => pattern.test(line))?.[1] ?? 'missed'];
}

/** What the folder, or the folder `time` in it, has for this evaluation; null when that is nothing. */
function corpora(folder: string | undefined): string | null {
  if (folder === undefined) return null;
  const has = (path: string): boolean =>
    existsSync(path) &&
    readdirSync(path).some(
      (name) => name.endsWith('.timex.jsonl.gz') || name === 'recognizers-pt' || name.endsWith('.json'),
    );
  return [folder, join(folder, 'time')].find(has) ?? null;
}

function noData(folder: string | undefined): MeasureResult {
  return {
    tables: [
      {
        title: 'no data',
        columns: ['folder'],
        rows: [[folder ?? '(none)']],
        note: 'nothing was measured: give with --data a folder that has *.timex.jsonl.gz, recognizers-pt/, duckling-pt.json or a *.json of cases like foreign-pt.json',
      },
    ],
    figures: {},
  };
}

// --- run -------------------------------------------------------------------------------------------------------------------------

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const tables: MeasureTable[] = [];
  const figures: Record<string, number | string> = {};
  const bars: Bar[] = [];
  const folder = corpora(args.data);
  if (folder === null) return noData(args.data);
  const wanted = args.options.misses;
  const misses: string[] | null = wanted ? [] : null;
  const rows: (string | number)[][] = [];
  const harem = emptyScore();
  for (const name of readdirSync(folder)
    .filter((n) => n.endsWith('.timex.jsonl.gz'))
    .sort()) {
    const docs = readDocs(join(folder, name)).slice(0, args.quick ? 20 : undefined);
    const chosen = VIEWS[name.replace('.timex.jsonl.gz', '')] ?? 'full';
    for (const view of ['named', 'full'] as const) {
      const score = emptyScore();
      const collect =
        misses && view === chosen && (wanted === 'all' || name.startsWith(wanted ?? ' ')) ? misses : null;
      for (const doc of docs) scoreDoc(doc, await printed(doc, view), score, collect);
      const p = ratio(score.relaxed, score.system);
      const r = ratio(score.relaxed, score.gold);
      const ps = ratio(score.strict, score.system);
      const rs = ratio(score.strict, score.gold);
      rows.push([
        name.replace('.timex.jsonl.gz', ''),
        view + (view === chosen ? ' *' : ''),
        score.gold,
        score.system,
        fixed(p),
        fixed(r),
        fixed(f1(p, r)),
        fixed(ps),
        fixed(rs),
        fixed(f1(ps, rs)),
        fixed(ratio(score.relaxedRecall, score.gold)),
        score.valued > 0 ? fixed(ratio(score.valueRight, score.valued)) : '—',
      ]);
      const key = name.replace('.timex.jsonl.gz', '');
      if (view === chosen) {
        figures[`${key}.relaxedF1`] = Number(fixed(f1(p, r)));
        figures[`${key}.strictF1`] = Number(fixed(f1(ps, rs)));
        if (score.valued > 0) figures[`${key}.values`] = Number(fixed(ratio(score.valueRight, score.valued)));
      }
      if (view === chosen)
        figures[`${key}.relaxedRecall`] = Number(fixed(ratio(score.relaxedRecall, score.gold)));
      if (view === chosen && /harem/i.test(key))
        for (const k of Object.keys(harem) as (keyof Score)[]) harem[k] += score[k];
      if (view === chosen && /lener/i.test(key)) {
        const recall = ratio(score.relaxedRecall, score.gold);
        bars.push({
          what: `${key} TEMPO relaxed recall`,
          bar: '≥ 0.92',
          measured: fixed(recall),
          met: recall >= 0.92,
        });
      }
    }
  }
  if (rows.length > 0) {
    tables.push({
      title: 'Extents',
      columns: [
        'corpus',
        'view',
        'gold',
        'ours',
        'P',
        'R',
        'F1',
        'strict P',
        'strict R',
        'strict F1',
        'found',
        'value',
      ],
      rows,
      note: 'relaxed: overlap, one to one; strict: same extent with or without the leading preposition or article; as `tarrafa time --extents <view>` prints them; * the view of the directives of the corpus, which is scored by the bars',
    });
  }
  if (harem.gold > 0) {
    const relaxed = f1(ratio(harem.relaxed, harem.system), ratio(harem.relaxed, harem.gold));
    const strict = f1(ratio(harem.strict, harem.system), ratio(harem.strict, harem.gold));
    figures['harem.relaxedF1'] = Number(fixed(relaxed));
    figures['harem.strictF1'] = Number(fixed(strict));
    bars.push({
      what: 'HAREM TEMPO relaxed F1',
      bar: '≥ 0.88',
      measured: fixed(relaxed),
      met: relaxed >= 0.88,
    });
    bars.push({ what: 'HAREM TEMPO strict F1', bar: '≥ 0.80', measured: fixed(strict), met: strict >= 0.8 });
  }
  const disagreements: (string | number)[][] = [];
  const recognizersFolder = join(folder, 'recognizers-pt');
  if (existsSync(recognizersFolder)) {
    const out: (string | number)[][] = [];
    const names = readdirSync(recognizersFolder)
      .filter((n) => n.endsWith('.json'))
      .sort();
    for (const name of names) {
      const model = name === 'DateTimeModel.json';
      const r = recognizers(
        join(recognizersFolder, name),
        model ? disagreements : [],
        name.replace('.json', ''),
      );
      const valued = name.includes('Model');
      out.push([name.replace('.json', ''), r.cases, r.spans, valued ? r.values : '—', r.extra]);
      if (model) {
        figures['recognizers.right'] = r.values;
        figures['recognizers.spans'] = r.spans;
        figures['recognizers.cases'] = r.cases;
        const bar = Math.ceil((140 / 165) * r.cases);
        bars.push({
          what: 'Recognizers-pt DateTimeModel span and value',
          bar: `≥ ${bar} of ${r.cases}`,
          measured: String(r.values),
          met: r.values >= bar,
        });
      }
    }
    tables.push({
      title: 'Recognizers-pt',
      columns: ['file', 'results', 'right extent', 'right extent and value', 'ours beside'],
      rows: out,
      note: 'right value: ours is among the candidates of the case; profile dialogue',
    });
  }
  const ducklingPath = join(folder, 'duckling-pt.json');
  if (existsSync(ducklingPath)) {
    const d = duckling(ducklingPath, disagreements);
    const share = ratio(d.right, d.points);
    tables.push({
      title: 'Duckling-pt',
      columns: ['what', 'strings', 'right start', 'share'],
      rows: [
        ['points', d.points, d.right, fixed(share)],
        ['intervals', d.intervals, d.rightIntervals, fixed(ratio(d.rightIntervals, d.intervals))],
        ['negatives annotated', d.negatives, d.falseAlarms, ''],
      ],
    });
    figures['duckling.points'] = Number(fixed(share));
    figures['duckling.intervals'] = Number(fixed(ratio(d.rightIntervals, d.intervals)));
    bars.push({
      what: 'Duckling-pt right start of points',
      bar: '≥ 0.90',
      measured: fixed(share),
      met: share >= 0.9,
    });
  }
  const others = foreign(folder, misses !== null);
  tables.push(...others.tables);
  bars.push(...others.bars);
  Object.assign(figures, others.figures);
  if (disagreements.length > 0)
    tables.push({
      title: 'Disagreements',
      items: true,
      columns: ['set', 'text', 'theirs', 'ours', 'why'],
      rows: disagreements.map(argued),
      note: 'missed: ours is wrong; otherwise the convention in which the two differ',
    });
  if (misses) tables.push({ title: 'Misses', columns: ['what'], rows: misses.map((m) => [m]) });
  return { tables, figures, bars };
}
