/** Lines, years and collocates for a terminal: the words looked for stand one below the other. */
import type { Collocate, ConcordanceLine, YearFrequency } from '../../catalogue/index.ts';
import { printable } from '../../formats/index.ts';
import type { ConcordanceWords } from '../../words/concordance.ts';
import { amount, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { colours as pc } from '../terminal/colours.ts';

const NARROWEST = 60;
const SITE = 22;
const LONGEST_KEY = 40;
/** Blocks that stand for a year's share of the largest. */
const BAR = 24;
/** Years that a terminal shows: those with most hits. A page that speaks of a century has a hundred. */
const MOST_YEARS = 40;

export function kwicText(lines: readonly ConcordanceLine[], columns: number): string {
  const width = Math.max(NARROWEST, columns);
  const keys = lines.map(({ key }) => cutEnd(printable(key), LONGEST_KEY));
  const widest = Math.max(0, ...keys.map(({ length }) => length));
  // A year, a site and what stands between: only where there is room for them.
  const site = width >= 100 ? SITE + 2 : 0;
  const side = Math.max(10, Math.floor((width - widest - 8 - site) / 2));
  return lines
    .map((line, i) => {
      const left = cutStart(printable(line.left.trimEnd()), side).padStart(side);
      const right = cutEnd(printable(line.right.trimStart()), side).padEnd(site === 0 ? 0 : side);
      const gap = /^\s/.test(line.right) || line.right === '' ? ' ' : '';
      const key = `${pc.bold(keys[i]!)}${gap}${' '.repeat(widest - keys[i]!.length)}`;
      const shown = gap === '' ? cutEnd(right, side) : right;
      const from = site === 0 ? '' : `  ${pc.dim(cutEnd(printable(line.site), SITE))}`;
      return `${pc.dim(String(line.year ?? '').padStart(4))}  ${left} ${key}${shown}${from}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}

function cutStart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

function cutEnd(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** A table with its figures to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [pc.dim(line(head)), ...rows.map(line)].map((text) => `${text}\n`).join('');
}

export function yearsText(
  title: string,
  years: readonly YearFrequency[],
  m: ConcordanceWords,
  language: Language,
): string {
  const all = years.filter(({ hits }) => hits > 0);
  if (all.length === 0) return '';
  const least = all.map(({ hits }) => hits).sort((a, b) => b - a)[MOST_YEARS] ?? 0;
  const met = all.filter(({ hits }) => hits > least);
  const most = Math.max(...met.map(({ perMillion }) => perMillion));
  const rows = met.map(({ year, hits, pages, perMillion }) => [
    String(year),
    formatNumber(hits, language),
    formatNumber(pages, language),
    formatFixed(perMillion, language, 1),
    '█'.repeat(Math.max(1, Math.round((perMillion / most) * BAR))).padEnd(BAR),
  ]);
  const left = all.length - met.length;
  return (
    `${pc.bold(title)}\n${table([m.year, m.hits, m.pages, m.perMillion, ''], rows)}` +
    (left === 0
      ? ''
      : `${say(m.yearsLeft, { years: amount(left, language, formatNumber(left, language)) })}\n`)
  );
}

export function collocatesText(
  collocates: readonly Collocate[],
  m: ConcordanceWords,
  language: Language,
): string {
  const n = (value: number): string => formatNumber(value, language);
  const rows = collocates.map((one) => [
    printable(one.word),
    n(one.together),
    n(one.left),
    n(one.right),
    `${one.estimated ? '~' : ''}${n(one.frequency)}`,
    formatFixed(one.logLikelihood, language, 1),
    formatFixed(one.logDice, language, 2),
    formatFixed(one.mutualInformation, language, 2),
  ]);
  return table([m.word, m.together, m.left, m.right, m.frequency, 'LL', 'logDice', 'MI'], rows);
}
