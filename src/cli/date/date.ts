/**
 * `tarrafa date <url|file…|->`: when pages were published and modified, and how that is known. Takes pages, folders of pages, archives
 * and standard input; prints a table on a terminal and JSON Lines otherwise.
 */
import { Command, InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { givenPages, readGiven } from '../../app/input/given-pages.ts';
import { printable } from '../../formats/index.ts';
import { parseHtml } from '../../html/index.ts';
import { type DatedEvidence, datePage, type PageDates, SiteDateMemory } from '../../time/dating/index.ts';
import { type CommandSurroundings, PROCESS, pagesFrom } from '../input/surroundings.ts';

interface DateFlags {
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly url?: string;
  readonly fetched?: number;
}

function moment(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('give a date as in 2021-03-15, or with its time, 2021-03-15T10:30:00Z');
  return at;
}

function evidenceText(evidence: DatedEvidence | null): string {
  if (evidence === null) return '';
  const where = evidence.where === '' ? '' : ` ${evidence.where}`;
  return `${evidence.source}${where} «${evidence.text}»`;
}

function tableRow(name: string, dates: PageDates): string {
  const { published, modified, interval } = dates;
  const date =
    published?.date ?? (interval === null ? '–' : `${interval.earliest ?? '…'}/${interval.latest ?? '…'}`);
  const sure = published === null ? '' : published.confidence.toFixed(2);
  const why = published === null ? (interval?.because.join(', ') ?? '') : evidenceText(published);
  return printable(
    `${date.padEnd(21)}  ${sure.padEnd(4)}  ${(modified?.date ?? '').padEnd(10)}  ${name}  ${why}`,
  );
}

/** The candidates, for `--explain`. */
function explained(dates: PageDates): string {
  return dates.candidates
    .map((c) => {
      const day = new Date(c.day * 86_400_000)
        .toISOString()
        .slice(0, c.precision === 'day' ? 10 : c.precision === 'month' ? 7 : 4);
      return printable(
        `    ${c.weight.toFixed(1).padStart(5)}  ${day.padEnd(10)}  ${c.role.padEnd(9)}  ${c.source}${c.where === '' ? '' : ` ${c.where}`} «${c.text}»`,
      );
    })
    .map((line) => `${line}\n`)
    .join('');
}

export function dateCommand(around: CommandSurroundings = PROCESS): Command {
  return new Command('date')
    .description('say when pages were published and modified, with the evidence and how sure it is')
    .argument(
      '<input...>',
      'pages, folders of them, archives (WARC or ARC), addresses, or - for standard input',
    )
    .option('--json', 'JSON Lines also on a terminal')
    .option('--explain', 'every date that was weighed')
    .option('--url <address>', 'the address of the page, when a file or standard input is given')
    .option(
      '--fetched <date>',
      'when the page was fetched, when a file is given; without it "5 days ago" gives no date',
      moment,
    )
    .action(async (inputs: string[], flags: DateFlags) => {
      const table = around.isTerminal && flags.json !== true;
      const memory = new SiteDateMemory();
      if (table) around.out(pc.bold(`${'published'.padEnd(21)}  sure  modified    page, evidence\n`));
      for await (const page of givenPages(inputs, pagesFrom(around, flags.url, flags.fetched))) {
        const doc = readGiven(page).document ?? parseHtml('');
        const { url, lastModified, fetchedAt } = page;
        const dates = datePage(
          doc,
          {
            fetchedAt,
            // Of a file that somebody saved at some time, "há 5 dias" says nothing, unless somebody says when.
            ...(page.dated === true || flags.fetched !== undefined ? {} : { saved: true }),
            ...(url === undefined ? {} : { url }),
            ...(lastModified === undefined ? {} : { lastModified }),
          },
          memory,
        );
        if (table) {
          around.out(`${tableRow(page.name, dates)}\n`);
          if (flags.explain === true) around.out(explained(dates));
          continue;
        }
        const { published, modified, interval, candidates } = dates;
        around.out(
          `${JSON.stringify({ page: page.name, published, modified, interval, ...(flags.explain === true ? { candidates } : {}) })}\n`,
        );
      }
    });
}
