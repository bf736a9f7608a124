/**
 * `tarrafa date <url|file…|->`: when pages were published and modified, and how that is known. Takes pages, folders of pages, archives
 * and standard input; prints a table on a terminal and JSON Lines otherwise.
 */

import { Command, InvalidArgumentError } from 'commander';
import { datePages } from '../../app/date-pages.ts';
import { printable } from '../../formats/index.ts';
import type { DatedEvidence, PageDates } from '../../time/dating/index.ts';
import { DATE_WORDS } from '../../words/dating.ts';
import { formatFixed, type Language } from '../../words/index.ts';
import { type AccessFlags, accessOf, withAccessFlags } from '../input/access-flags.ts';
import { type CommandSurroundings, PROCESS, pagesFrom } from '../input/surroundings.ts';
import { colours as pc } from '../terminal/colours.ts';

interface DateFlags extends AccessFlags {
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly url?: string;
  readonly fetched?: number;
}

type DateWords = (typeof DATE_WORDS)[Language];

const MS_PER_DAY = 86_400_000;

/** Of the columns: room for an interval, a confidence and a day, and for their headings. */
const LEAST_WIDTHS = [21, 4, 10];

function row(cells: readonly string[], { header }: DateWords): string {
  const widths = LEAST_WIDTHS.map((least, i) => Math.max(least, header[i]?.length ?? 0));
  return cells.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  ');
}

/** `json-ld $.datePublished «2024-06-14»` */
function evidenceText(
  { source, where, text }: Pick<DatedEvidence, 'source' | 'where' | 'text'>,
  m: DateWords,
): string {
  return `${m.sources[source]}${where === '' ? '' : ` ${where}`} «${text}»`;
}

/** What bounds the day of a page without a date: a known bound, a source with how precise it is, or the name of a header. */
function boundText(because: string, m: DateWords): string {
  const bounds: Readonly<Record<string, string>> = m.bounds;
  const sources: Readonly<Record<string, string>> = m.sources;
  const precisions: Readonly<Record<string, string>> = m.precisions;
  const known = bounds[because];
  if (known !== undefined) return known;
  const [source = '', precision = ''] = because.split(' ');
  const [said, precise] = [sources[source], precisions[precision]];
  return said === undefined || precise === undefined ? because : `${said} ${precise}`;
}

function tableRow(
  name: string,
  { published, modified, holds, interval }: PageDates,
  language: Language,
): string {
  const m = DATE_WORDS[language];
  const date =
    published?.date ?? (interval === null ? '–' : `${interval.earliest ?? '…'}/${interval.latest ?? '…'}`);
  const read =
    published === null
      ? (interval?.because.map((because) => boundText(because, m)).join(', ') ?? '')
      : evidenceText(published, m);
  const why = holds === null ? read : [m.holds[holds], read].filter((text) => text !== '').join('; ');
  return printable(
    row(
      [
        date,
        published === null ? '' : formatFixed(published.confidence, language, 2),
        modified?.date ?? '',
        `${name}  ${why}`,
      ],
      m,
    ),
  );
}

/** The candidates, for `--explain`. */
function explained({ candidates }: PageDates, language: Language): string {
  const m = DATE_WORDS[language];
  const width = Math.max(...Object.values(m.roles).map((role) => role.length));
  return candidates
    .map((one) => {
      const day = new Date(one.day * MS_PER_DAY)
        .toISOString()
        .slice(0, one.precision === 'day' ? 10 : one.precision === 'month' ? 7 : 4);
      const weight = formatFixed(one.weight, language, 1).padStart(5);
      return `${printable(`    ${weight}  ${day.padEnd(10)}  ${m.roles[one.role].padEnd(width)}  ${evidenceText(one, m)}`)}\n`;
    })
    .join('');
}

export function dateCommand(language: Language, around: CommandSurroundings = PROCESS): Command {
  const m = DATE_WORDS[language];
  const moment = (text: string): number => {
    const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(at)) throw new InvalidArgumentError(m.notADate);
    return at;
  };
  const command = new Command('date')
    .description(m.about)
    .argument('<input...>', m.inputs)
    .option('--json', m.json)
    .option('--explain', m.explain)
    .option('--url <address>', m.url)
    .option('--fetched <date>', m.fetched, moment);
  return withAccessFlags(command, language).action(
    async (inputs: string[], { json, explain, url, fetched, ...access }: DateFlags) => {
      const table = around.isTerminal && json !== true;
      if (table) around.out(`${pc.bold(row(m.header, m))}\n`);
      for await (const { name, dates } of datePages(inputs, {
        ...pagesFrom(around, language, url, accessOf(access)),
        fetched,
      })) {
        if (table) {
          around.out(
            `${tableRow(name, dates, language)}\n${explain === true ? explained(dates, language) : ''}`,
          );
          continue;
        }
        const { published, modified, holds, interval, candidates } = dates;
        around.out(
          `${JSON.stringify({ page: name, published, modified, holds, interval, ...(explain === true ? { candidates } : {}) })}\n`,
        );
      }
    },
  );
}
