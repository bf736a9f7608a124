/** `tarrafa time [file|url|-]`: the time expressions of a text, highlighted, with a table of what each means and why. */
import { readFile, stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { TarrafaError } from '../../errors.ts';
import { printableLines } from '../../formats/index.ts';
import { decodeHtml, parseHtml } from '../../html/index.ts';
import {
  annotateDocument,
  type Chronon,
  DIALOGUE,
  formatChronon,
  normalised,
  pageBlocks,
  parseDct,
  publicationOf,
  type TextBlock,
  TIME_MODERN,
  TIME_THESIS,
  type TimeProfile,
  type Timex,
  toEm,
  toTimex3,
} from '../../time/index.ts';
import { reason, systemFailure } from '../../words/why.ts';

/** Where the command reads and writes; the process's own unless a test or the main command says otherwise. */
export interface TimeTerminal {
  readonly isTerminal: boolean;
  readonly columns: number;
  out(text: string): void;
  stdin(): Promise<Uint8Array>;
  /** Brings a page; absent, an address is refused with a clear error. */
  fetch?(url: string): Promise<{ readonly bytes: Uint8Array; readonly contentType: string | null }>;
}

/** More text than this is refused: nobody reads the answer, and the memory for it is not ours to take. */
export const LARGEST_INPUT = 64 << 20;

async function readAll(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    size += bytes.length;
    if (size > LARGEST_INPUT)
      throw new TarrafaError('TRF_INPUT_MISSING', [
        '-',
        reason('too-much-text', { megabytes: LARGEST_INPUT >> 20 }),
      ]);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const PROCESS_TERMINAL: TimeTerminal = {
  fetch: async (url) => (await import('../input/fetch-page.ts')).fetchPage(url),
  get isTerminal() {
    return process.stdout.isTTY === true;
  },
  get columns() {
    return process.stdout.columns ?? 100;
  },
  out: (text) => {
    process.stdout.write(text);
  },
  stdin: () => readAll(process.stdin),
};

interface Options {
  readonly json?: boolean;
  readonly timex3?: boolean;
  readonly harem?: boolean;
  readonly em?: boolean;
  readonly dct?: Chronon;
  readonly explain?: boolean;
  readonly profile: 'modern' | 'thesis' | 'dialogue';
  readonly locale: 'pt-PT' | 'pt-BR';
}

function documentDate(text: string): Chronon {
  const c = parseDct(text);
  if (!c || c.year === null)
    throw new InvalidArgumentError('give a date as in 2013-06-01, 2013-06, 2013 or 2013-06-01T14:30');
  // Year 0 and years of five figures are slips of the pen, and arithmetic around them would give dates nobody meant.
  if (c.year < 1 || c.year > 9998)
    throw new InvalidArgumentError('the year of the document must be from 1 to 9998');
  return c;
}

/** Bytes that are no text: a NUL, or many control characters near the beginning. */
function looksBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return true;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  }
  return controls > head.length / 20;
}

/** A page, or a piece of one as an editor or a clipboard gives it: what begins with an element of HTML or a comment. */
function looksHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<!--|<\?xml[^>]{0,200}>\s*<(?:!doctype html|html)|<(?:html|head|body|title|meta|link|script|style|main|article|section|header|footer|nav|aside|div|p|h[1-6]|ul|ol|dl|li|table|tr|td|th|tbody|thead|blockquote|figure|pre|span|a|b|i|em|strong|br|hr|img|form|center|font)(?:[\s>]|\/>))/i.test(
    text.slice(0, 2048),
  );
}

/** Plain text to blocks: an empty line ends a paragraph. */
export function textToBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let at = 0;
  while (at < text.length) {
    const gap = /\r?\n[ \t]*\r?\n\s*/g;
    gap.lastIndex = at;
    const m = gap.exec(text);
    const end = m ? m.index : text.length;
    if (text.slice(at, end).trim() !== '') {
      blocks.push({
        index: blocks.length,
        text: text.slice(at, end),
        docOffset: at,
        sectionId: 0,
        boilerplate: false,
        links: [],
      });
    }
    at = m ? m.index + m[0].length : text.length;
  }
  return blocks;
}

/** What is read, and the day on which it says itself that it was published: a page's `ontem` counts from there. */
interface Input {
  readonly blocks: TextBlock[];
  readonly published: Chronon | null;
}

async function readInput(source: string, terminal: TimeTerminal): Promise<Input> {
  let bytes: Uint8Array;
  let contentType: string | null = null;
  let url = 'http://localhost/';
  if (source === '-') bytes = await terminal.stdin();
  else if (/^https?:\/\//i.test(source)) {
    if (!terminal.fetch) throw new TarrafaError('TRF_INPUT_MISSING', [source, reason('not-fetched-here')]);
    ({ bytes, contentType } = await terminal.fetch(source));
    url = source;
  } else {
    try {
      const { size } = await stat(source);
      if (size > LARGEST_INPUT)
        throw new TarrafaError('TRF_INPUT_MISSING', [
          source,
          reason('too-much-text', { megabytes: LARGEST_INPUT >> 20 }),
        ]);
      bytes = await readFile(source);
    } catch (cause) {
      if (cause instanceof TarrafaError) throw cause;
      throw new TarrafaError('TRF_INPUT_MISSING', [source, systemFailure(cause)], { cause });
    }
  }
  if (looksBinary(bytes)) throw new TarrafaError('TRF_INPUT_MISSING', [source, reason('not-a-text-file')]);
  const { text } = decodeHtml(bytes, contentType);
  if (!looksHtml(text) && !/html/i.test(contentType ?? '') && !/\.x?html?$/i.test(source))
    return { blocks: textToBlocks(text), published: null };
  const document = parseHtml(text);
  const published = publicationOf(document, { url, fetchedAt: Date.now(), saved: url !== source });
  return { blocks: pageBlocks(document, url), published };
}

const COLOURS = {
  EXPLICIT: pc.green,
  IMPLICIT: pc.cyan,
  DEICTIC: pc.yellow,
  ANAPHORIC: pc.magenta,
  VAGUE: pc.gray,
} as const;

function highlighted(block: TextBlock, timexes: readonly Timex[], colour: boolean): string {
  let out = '';
  let at = 0;
  for (const t of timexes) {
    const piece = printableLines(block.text.slice(t.start, t.end));
    out +=
      printableLines(block.text.slice(at, t.start)) +
      (colour ? pc.underline(COLOURS[t.refClass](piece)) : `[${piece}]${t.id}`);
    at = t.end;
  }
  return out + printableLines(block.text.slice(at));
}

function cell(text: string, width: number): string {
  const flat = printableLines(text).replace(/\s+/g, ' ');
  return (flat.length > width ? `${flat.slice(0, width - 1)}…` : flat).padEnd(width);
}

function table(timexes: readonly Timex[], columns: number): string {
  const widths = [4, Math.max(18, Math.min(34, columns - 84)), 24, 10, 24, 18];
  const line = (cells: readonly string[]): string =>
    cells
      .map((c, i) => cell(c, widths[i]!))
      .join(' ')
      .trimEnd();
  const rows = timexes.map((t) => {
    const anchor = t.anchor
      ? t.anchor.kind === 'dct'
        ? `documento ${t.anchor.at}`
        : `texto #${t.anchor.timexId} ${t.anchor.at}`
      : '—';
    return line([
      String(t.id),
      t.text,
      normalised(t) || t.timex3.value || '—',
      t.refClass.toLowerCase(),
      anchor,
      t.rule || '—',
    ]);
  });
  return [line(['#', 'expressão', 'valor', 'classe', 'âncora', 'regra']), ...rows].join('\n');
}

function explained(timexes: readonly Timex[]): string {
  return timexes
    .map((t) =>
      [
        `#${t.id} ${printableLines(t.text).replace(/\s+/g, ' ')}`,
        `  padrão: ${t.patternId}   tipo: ${t.type}${t.subtype ? `/${t.subtype}` : ''}   classe: ${t.refClass}`,
        `  dito: ${t.known.join(', ') || '—'}   inferido: ${t.implied.join(', ') || '—'}   tempo verbal: ${t.tense ?? '—'}${t.low ? '   (aproximado)' : ''}`,
        `  TIMEX3: ${t.timex3.type} ${t.timex3.value}${t.timex3.mod ? ` mod=${t.timex3.mod}` : ''}${t.timex3.quant ? ` quant=${t.timex3.quant}` : ''}${t.timex3.freq ? ` freq=${t.timex3.freq}` : ''}`,
        `  sentido: ${JSON.stringify(t.expression)}`,
      ].join('\n'),
    )
    .join('\n');
}

/** `start` and `end` count in the paragraph; `offset` is where the expression begins in the whole text. */
function jsonLine(t: Timex, block: TextBlock): string {
  const { expression: _expression, atoms: _atoms, chronons, exact, ...rest } = t;
  return JSON.stringify({
    ...rest,
    offset: block.docOffset + t.start,
    chronons: chronons.map(formatChronon),
    ...(exact ? { exact: formatChronon(exact) } : {}),
  });
}

/** Runs the command on one source; exported for those who bring their own terminal. */
export async function runTime(
  source: string,
  options: Options,
  terminal: TimeTerminal = PROCESS_TERMINAL,
): Promise<void> {
  const chosen =
    options.profile === 'thesis' ? TIME_THESIS : options.profile === 'dialogue' ? DIALOGUE : TIME_MODERN;
  const profile: TimeProfile = { ...chosen, locale: options.locale };
  const { blocks, published } = await readInput(source, terminal);
  const timexes = annotateDocument(blocks, { dct: options.dct ?? published, profile });
  const of = new Map<number, Timex[]>();
  for (const t of timexes) {
    const list = of.get(t.blockIndex);
    if (list) list.push(t);
    else of.set(t.blockIndex, [t]);
  }
  const each = (write: (block: TextBlock, mine: readonly Timex[]) => string): string =>
    blocks.map((b) => write(b, of.get(b.index) ?? [])).join('\n\n');
  const lines = (): void => {
    for (const block of blocks)
      for (const t of of.get(block.index) ?? []) terminal.out(`${jsonLine(t, block)}\n`);
  };
  if (options.json) lines();
  else if (options.timex3) terminal.out(`${each((b, mine) => toTimex3(b.text, mine))}\n`);
  else if (options.harem) terminal.out(`${each((b, mine) => toEm(b.text, mine, 'harem'))}\n`);
  else if (options.em) terminal.out(`${each((b, mine) => toEm(b.text, mine))}\n`);
  else if (!terminal.isTerminal && !options.explain) lines();
  else {
    if (blocks.length > 0)
      terminal.out(`${each((b, mine) => highlighted(b, mine, terminal.isTerminal))}\n\n`);
    terminal.out(
      timexes.length > 0 ? `${table(timexes, terminal.columns)}\n` : 'nenhuma expressão temporal\n',
    );
    if (options.explain) terminal.out(`\nperfil: ${JSON.stringify(profile)}\n${explained(timexes)}\n`);
  }
}

export function timeCommand(terminal: TimeTerminal = PROCESS_TERMINAL): Command {
  return new Command('time')
    .description('find the time expressions of a Portuguese text and what they mean')
    .argument('[source]', 'a file, an address, or - for standard input', '-')
    .option(
      '--dct <date>',
      'the date of the document, as in 2013-06-01; otherwise the publication date that a page states',
      documentDate,
    )
    .option('--json', 'one JSON line for each expression')
    .option('--timex3', 'the text with TIMEX3 elements')
    .option('--harem', 'the text with the EM elements of HAREM')
    .option('--em', 'the text with EM elements in English')
    .option('--explain', 'also the pattern, the parts said and inferred, and the parameters')
    .addOption(
      new Option('--profile <name>', 'parameters')
        .choices(['modern', 'thesis', 'dialogue'])
        .default('modern'),
    )
    .addOption(
      new Option('--locale <locale>', 'seasons and holidays').choices(['pt-PT', 'pt-BR']).default('pt-PT'),
    )
    .action((source: string, options: Options) => runTime(source, options, terminal));
}
