/** `tarrafa diff <collection> <url>`: what changed in a page between two of its captures. */
import { Command, InvalidArgumentError } from 'commander';
import { momentDigits } from '../../app/input/moment.ts';
import { pageChanges, pageVersions } from '../../app/page-versions.ts';
import { printable } from '../../formats/index.ts';
import { type DifferenceRow, type FoldedRow, foldedRows } from '../../text/index.ts';
import { DIFF_WORDS } from '../../words/diff.ts';
import { amount, formatBytes, type Language, say } from '../../words/index.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { colours as pc } from '../terminal/colours.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

interface Flags {
  readonly from?: string;
  readonly to?: string;
  readonly context: number;
  readonly list?: boolean;
  readonly json?: boolean;
}

type Changes = Awaited<ReturnType<typeof pageChanges>>;

const CONTEXT = 1;

export function diffCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = DIFF_WORDS[language];
  const counted = (n: number) => amount(n, language);
  const wholeNumber = (text: string): number => {
    if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError(m.badNumber);
    return Number(text);
  };
  const moment = (text: string): string => {
    if (momentDigits(text) === null) throw new InvalidArgumentError(m.badMoment);
    return text;
  };
  return new Command('diff')
    .description(m.about)
    .argument('<collection>', m.collection)
    .argument('<url>', m.url)
    .option('--from <moment>', m.from, moment)
    .option('--to <moment>', m.to, moment)
    .option('--context <n>', m.context, wholeNumber, CONTEXT)
    .option('--list', m.list)
    .option('--json', m.json)
    .action(async (folder: string, url: string, flags: Flags) => {
      await stoppable(around, (signal) => run(folder, url, flags, signal));
    });

  async function run(folder: string, url: string, flags: Flags, signal: AbortSignal): Promise<void> {
    const line = new ProgressLine(around, language);
    const isJson = flags.json === true || !around.isTerminal;
    const options = {
      signal,
      onProgress: (done: number, total: number) =>
        line.show(m.reading, done, total, (bytes) => formatBytes(bytes, language)),
    };
    const tell = (lines: readonly string[]): void => {
      line.clear();
      for (const one of lines) around.out(`${one}\n`);
    };
    try {
      if (flags.list === true) {
        const all = await pageVersions(folder, url, options);
        tell(isJson ? all.map((one) => JSON.stringify(one)) : listed(all));
        return;
      }
      const changes = await pageChanges(folder, url, { ...options, from: flags.from, to: flags.to });
      const rows = foldedRows(changes.text.rows, flags.context);
      const { text, ...rest } = changes;
      const { rows: _, ...counts } = text;
      tell(
        isJson
          ? [{ kind: 'versions', ...rest, ...counts }, ...rows].map((one) => JSON.stringify(one))
          : shown(changes, rows, flags.from !== undefined || flags.to !== undefined),
      );
    } finally {
      line.clear();
    }
  }

  function listed(all: Awaited<ReturnType<typeof pageVersions>>): string[] {
    const changes = all.filter(({ changed }) => changed).length;
    return [
      ...all.map(({ fetchedAt, changed, id }) =>
        `${momentText(fetchedAt)}  ${changed ? m.changed : ''}${id === null ? ` (${m.archiveOnly})` : ''}`.trimEnd(),
      ),
      say(m.captures, { captures: counted(all.length), changes: counted(changes) }),
    ];
  }

  function shown(
    { from, to, changed, text, links }: Changes,
    rows: readonly (DifferenceRow | FoldedRow)[],
    /** Whether the captures were asked for by their moments. */
    named: boolean,
  ): string[] {
    const { words, paragraphs, shortened, coarse } = text;
    const said = (fact: string | { readonly date: string } | null): string =>
      printable(fact === null ? '–' : typeof fact === 'string' ? fact || '–' : fact.date);
    const isSame =
      words.added + words.removed + paragraphs.added + paragraphs.removed + paragraphs.changed === 0;
    return [
      pc.bold(printable(to.url)),
      from.fetchedAt === to.fetchedAt
        ? named
          ? say(m.sameCapture, { moment: momentText(to.fetchedAt) })
          : m.oneCapture
        : `${momentText(from.fetchedAt)} → ${momentText(to.fetchedAt)}`,
      ...changed.map((fact) => `${m.facts[fact]}: ${pc.red(said(from[fact]))} → ${pc.green(said(to[fact]))}`),
      ...(isSame
        ? [m.sameText]
        : [
            say(m.words, {
              added: counted(words.added),
              removed: counted(words.removed),
              same: counted(words.same),
            }),
            say(m.paragraphs, {
              changed: counted(paragraphs.changed),
              added: counted(paragraphs.added),
              removed: counted(paragraphs.removed),
            }),
          ]),
      ...(links.added + links.removed === 0
        ? []
        : [say(m.links, { added: counted(links.added), removed: counted(links.removed) })]),
      ...(shortened ? [m.shortened] : []),
      ...(coarse ? [m.coarse] : []),
      ...(isSame ? [] : ['', ...rows.map(rowText)]),
    ];
  }

  function rowText(row: DifferenceRow | FoldedRow): string {
    switch (row.kind) {
      case 'folded':
        return pc.dim(say(m.folded, { paragraphs: counted(row.paragraphs) }));
      case 'same':
        return `  ${printable(row.text)}`;
      case 'removed':
        return pc.red(`- ${printable(row.text)}`);
      case 'added':
        return pc.green(`+ ${printable(row.text)}`);
      default:
        return `~ ${row.pieces
          .map(({ kind, text }) => {
            const words = printable(text);
            if (kind === 'same') return words;
            return kind === 'removed' ? pc.red(`[-${words}-]`) : pc.green(`{+${words}+}`);
          })
          .join('')}`;
    }
  }
}

/** `2019-05-03 12:00:05`, UTC: as it may be given back. */
function momentText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
