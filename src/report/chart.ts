/**
 * Small charts as SVG text, written by hand: curves over time, columns of a histogram, and bars by name. The same data give the same
 * bytes; every coordinate is finite; every text is escaped. Colours are CSS variables that follow the reader's light or dark setting, in
 * a file of its own and inside a page alike. Each chart has a title and a description for those who do not see it.
 */
import { escapeMarkup, plainText } from './hostile-text.ts';

const WIDTH = 480;
const HEIGHT = 260;

export interface Axis {
  readonly label: string;
  format(value: number): string;
}

interface ChartText {
  /** Also the name of the file, and the prefix of ids in a page. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Shown when there is nothing to draw. */
  readonly empty: string;
}

export interface CurveChart extends ChartText {
  readonly kind: 'curve';
  readonly x: Axis & { readonly values: readonly number[]; readonly unit: 'seconds' | 'number' };
  readonly y: Axis & { readonly values: readonly number[] };
  /** Fill below the curve. */
  readonly area: boolean;
  /** A second curve in the same frame, dashed; then both are named. */
  readonly second?: {
    readonly names: readonly [string, string];
    readonly x: readonly number[];
    readonly y: readonly number[];
  };
  /** Dashed vertical lines. */
  readonly marks?: readonly number[];
}

export interface ColumnChart extends ChartText {
  readonly kind: 'columns';
  readonly x: { readonly label: string };
  readonly y: Axis;
  readonly columns: readonly { readonly label: string; readonly value: number }[];
}

export interface BarChart extends ChartText {
  readonly kind: 'bars';
  readonly bars: readonly { readonly label: string; readonly value: number }[];
  format(value: number): string;
}

export type Chart = CurveChart | ColumnChart | BarChart;

/** The colours and text of charts, also for a page that holds them. */
export const CHART_STYLE = `
.chart{font:12.5px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--ink:#17262b;--soft:#5b6d73;--line:#dde5e6;--mark:#0b7a75;--wash:#0b7a7526;--back:#ffffff}
@media (prefers-color-scheme:dark){.chart{--ink:#e4edee;--soft:#94a6ab;--line:#28373b;--mark:#3cc2b6;--wash:#3cc2b62e;--back:#131d20}}
.chart .back{fill:var(--back)}.chart text{fill:var(--soft)}.chart .strong{fill:var(--ink)}
.chart .grid{stroke:var(--line);stroke-width:1}.chart .axis{stroke:var(--soft);stroke-width:1}
.chart .curve{fill:none;stroke:var(--mark);stroke-width:2;stroke-linejoin:round}.chart .second{stroke:var(--ink);stroke-dasharray:6 3}.chart .area{fill:var(--wash)}
.chart .bar{fill:var(--mark)}.chart .resume{stroke:var(--soft);stroke-dasharray:3 3}`.trim();

/** Round steps of 1, 2 or 5 times a power of ten that cover `greatest` in about `wanted` steps, from 0. Always at least two ticks. */
export function niceTicks(greatest: number, wanted: number, whole = false): number[] {
  const top = Number.isFinite(greatest) && greatest > 1e-12 ? greatest : 1;
  const rough = top / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-12))! * power;
  if (whole) step = Math.max(1, Math.round(step));
  const count = Math.max(1, Math.ceil((top / step) * (1 - 1e-12)));
  // Multiples, not sums, and rounded: 3 · 0.1 must not print as 0.30000000000000004.
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

const TIME_STEPS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
  172800, 432000,
];

/** Steps that a clock would take: seconds, quarter hours, days. The last tick is not beyond the end. */
export function timeTicks(end: number, wanted: number): number[] {
  const top = Number.isFinite(end) && end > 0 ? end : 1;
  const step = TIME_STEPS.find((each) => top / each <= wanted) ?? niceTicks(top / 86400, wanted)[1]! * 86400;
  const ticks: number[] = [];
  for (let i = 0; i * step <= top * (1 + 1e-9) && i <= 2 * wanted + 2; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** What a chart can show of a value: from 0 to a thousand million million, which is beyond everything that is counted here. */
function amount(value: number): number {
  return value > 0 ? Math.min(value, 1e15) : 0;
}

/** A coordinate: finite, to a twentieth of a pixel, as short as can be. */
function at(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 20) / 20) : '0';
}

const text = (
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end',
  content: string,
  strong = false,
): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}"${strong ? ' class="strong"' : ''}>${escapeMarkup(content, 80)}</text>`;

const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${kind}"/>`;

/** Pixels a text takes, near enough to leave room for it. */
const widthOf = (content: string): number => plainText(content, 80).length * 6.9;

/** Draws the chart: a file of its own, or (`inline`) an element for a page that carries CHART_STYLE. */
export function drawChart(chart: Chart, form: 'file' | 'inline' = 'file'): string {
  const height = chart.kind === 'bars' ? Math.max(90, 58 + chart.bars.length * 25) : HEIGHT;
  const parts: string[] = [
    `<title id="${chart.name}-title">${escapeMarkup(chart.title)}</title>`,
    `<desc id="${chart.name}-desc">${escapeMarkup(chart.description)}</desc>`,
  ];
  if (form === 'file') {
    parts.push(`<style>${CHART_STYLE}</style>`, `<rect class="back" width="${WIDTH}" height="${height}"/>`);
    parts.push(`<g font-weight="600">${text(14, 22, 'start', chart.title, true)}</g>`);
  }
  // In a page the title stands above the drawing, as a heading.
  const top = form === 'file' ? 44 : 16;
  const body =
    chart.kind === 'curve'
      ? curve(chart, top)
      : chart.kind === 'columns'
        ? columns(chart, top)
        : bars(chart, top);
  parts.push(...(body.length > 0 ? body : [text(WIDTH / 2, height / 2, 'middle', chart.empty)]));
  const lift = form === 'file' ? 0 : 28;
  const size = `viewBox="0 0 ${WIDTH} ${height - (chart.kind === 'bars' ? lift : 0)}"`;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" class="chart" ${size} role="img" aria-labelledby="${chart.name}-title ${chart.name}-desc"`;
  return `${root}${form === 'file' ? ` width="${WIDTH}" height="${height}"` : ''}>\n${parts.join('\n')}\n</svg>\n`;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The grid, the figures on the left, and the names of both axes. */
function frameWith(
  ticks: readonly number[],
  y: Axis,
  xLabel: string,
  top: number,
): { frame: Frame; parts: string[] } {
  const labels = ticks.map((tick) => y.format(tick));
  const left = Math.min(120, 14 + Math.max(...labels.map(widthOf)) + 6);
  const frame = { left, right: WIDTH - 18, top: top + 16, bottom: HEIGHT - 42 };
  const last = ticks[ticks.length - 1]!;
  const parts = ticks.flatMap((tick, i) => {
    const height = frame.bottom - (tick / last) * (frame.bottom - frame.top);
    return [
      line(frame.left, height, frame.right, height, tick === 0 ? 'axis' : 'grid'),
      text(frame.left - 6, height + 4, 'end', labels[i]!),
    ];
  });
  parts.push(
    text(14, top + 2, 'start', y.label),
    text((frame.left + frame.right) / 2, HEIGHT - 8, 'middle', xLabel),
  );
  return { frame, parts };
}

function pointsOf(xs: readonly number[], ys: readonly number[]): (readonly [number, number])[] {
  return xs
    .map((x, i) => [x, ys[i] ?? Number.NaN] as const)
    .filter(([x, y]) => x >= 0 && y >= 0)
    .map(([x, y]) => [amount(x), amount(y)] as const);
}

function curve(chart: CurveChart, top: number): string[] {
  const points = pointsOf(chart.x.values, chart.y.values);
  const others = chart.second === undefined ? [] : pointsOf(chart.second.x, chart.second.y);
  const all = [...points, ...others];
  if (points.length === 0) return [];
  const ticks = niceTicks(
    all.reduce((most, [, y]) => Math.max(most, y), 0),
    4,
  );
  const { frame, parts } = frameWith(ticks, chart.y, chart.x.label, top);
  const end = all.reduce((most, [x]) => Math.max(most, x), 0) || 1;
  const last = ticks[ticks.length - 1]!;
  const px = (x: number): number => frame.left + (x / end) * (frame.right - frame.left);
  const py = (y: number): number => frame.bottom - (y / last) * (frame.bottom - frame.top);
  const xTicks =
    chart.x.unit === 'seconds' ? timeTicks(end, 6) : niceTicks(end, 6).filter((tick) => tick <= end);
  for (const tick of xTicks) {
    // The first and the last label must not hang over the edges.
    const near = px(tick) > frame.right - 24 ? 'end' : 'middle';
    parts.push(line(px(tick), frame.bottom, px(tick), frame.bottom + 4, 'axis'));
    parts.push(text(near === 'end' ? frame.right : px(tick), frame.bottom + 18, near, chart.x.format(tick)));
  }
  for (const mark of chart.marks ?? [])
    if (mark >= 0 && mark <= end) parts.push(line(px(mark), frame.top, px(mark), frame.bottom, 'resume'));
  // A single point is still a line: what was so at its end was so all the time.
  const whole = (some: typeof points) => (some.length === 1 ? [[0, some[0]![1]] as const, some[0]!] : some);
  const pathOf = (some: typeof points) =>
    some.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${at(px(x))} ${at(py(y))}`).join('');
  const drawn = whole(points);
  const path = pathOf(drawn);
  if (chart.area) {
    const close = `L${at(px(drawn[drawn.length - 1]![0]))} ${at(frame.bottom)}L${at(px(drawn[0]![0]))} ${at(frame.bottom)}Z`;
    parts.push(`<path class="area" d="${path}${close}"/>`);
  }
  parts.push(`<path class="curve" d="${path}"/>`);
  if (chart.second !== undefined && others.length > 0) {
    parts.push(`<path class="curve second" d="${pathOf(whole(others))}"/>`);
    chart.second.names.forEach((name, i) => {
      const height = frame.bottom - 26 + 16 * i;
      parts.push(
        line(frame.right - 26, height - 4, frame.right, height - 4, i === 0 ? 'curve' : 'curve second'),
        text(frame.right - 32, height, 'end', name),
      );
    });
  }
  return parts;
}

function columns(chart: ColumnChart, top: number): string[] {
  const shown = chart.columns.map(({ label, value }) => ({
    label,
    value: amount(value),
  }));
  if (!shown.some(({ value }) => value > 0)) return [];
  const ticks = niceTicks(Math.max(...shown.map(({ value }) => value)), 4, true);
  const { frame, parts } = frameWith(ticks, chart.y, chart.x.label, top);
  const last = ticks[ticks.length - 1]!;
  const slot = (frame.right - frame.left) / shown.length;
  const gap = Math.min(6, slot * 0.2);
  // As many labels as fit beside each other.
  const widest = Math.max(...shown.map(({ label }) => widthOf(label))) + 8;
  const every = Math.max(1, Math.ceil(widest / slot));
  shown.forEach(({ label, value }, i) => {
    const height = (value / last) * (frame.bottom - frame.top);
    const left = frame.left + i * slot + gap / 2;
    if (value > 0)
      parts.push(
        `<rect class="bar" x="${at(left)}" y="${at(frame.bottom - height)}" width="${at(Math.max(1, slot - gap))}" height="${at(Math.max(0.5, height))}" rx="1.5"><title>${escapeMarkup(`${label}: ${chart.y.format(value)}`)}</title></rect>`,
      );
    if (i % every === 0) parts.push(text(left + (slot - gap) / 2, frame.bottom + 18, 'middle', label));
  });
  return parts;
}

function bars(chart: BarChart, top: number): string[] {
  const shown = chart.bars.map(({ label, value }) => ({
    label,
    value: amount(value),
  }));
  if (!shown.some(({ value }) => value > 0)) return [];
  const names = shown.map(({ label }) => plainText(label, 24));
  const left = 14 + Math.max(...names.map(widthOf)) + 8;
  const most = Math.max(...shown.map(({ value }) => value));
  const room = WIDTH - 18 - left - Math.max(...shown.map(({ value }) => widthOf(chart.format(value)))) - 8;
  return shown.flatMap(({ label, value }, i) => {
    const y = top - 4 + i * 25;
    const width = Math.max(1, (value / most) * room);
    return [
      text(left - 8, y + 14, 'end', names[i]!),
      `<rect class="bar" x="${at(left)}" y="${at(y)}" width="${at(width)}" height="18" rx="2"><title>${escapeMarkup(`${label}: ${chart.format(value)}`)}</title></rect>`,
      text(left + width + 7, y + 14, 'start', chart.format(value), true),
    ];
  });
}
