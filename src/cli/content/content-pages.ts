/** The pages given to `tarrafa content`, parsed, with their sites; and what was left out of the reading, and why. */
import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { ArchiveProblem } from '../../app/input/archived-pages.ts';
import { type GivenPage, givenPages, readGiven } from '../../app/input/given-pages.ts';
import { type AnalysedPage, analysePage } from '../../content/index.ts';
import { TarrafaError } from '../../errors.ts';
import { printableLines } from '../../formats/index.ts';
import { type FlatDocument, meta, parseHtml } from '../../html/index.ts';
import type { Page } from '../../page/index.ts';
import type { ContentWords } from '../../words/content.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, say } from '../../words/index.ts';
import { sayWhy, systemFailure } from '../../words/why.ts';
import { type CommandSurroundings, pagesFrom } from '../input/surroundings.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

/** Signs of files that are no pages. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF', 'PDF'],
  ['PK\u0003\u0004', 'ZIP'],
  ['\u0089PNG', 'PNG'],
  ['GIF8', 'GIF'],
  ['\u00ff\u00d8\u00ff', 'JPEG'],
  ['\u001f\u008b', 'gzip'],
  ['RIFF', 'RIFF'],
];

/** In the pages of `--explain`, which lie among others and are about them. */
export const EXPLAIN_MARK = '<meta name="generator" content="tarrafa content --explain">';

/** Types of pages, and those that servers give whatever it is. */
const MAY_BE_A_PAGE = /html|xml|^text\/plain$|octet-stream|^[^/]*$/;

/** Why the bytes are no page, or null when they are one. */
function notAPage(
  page: GivenPage,
  words: { readonly notHtml: string; readonly empty: string; readonly ownPage: string },
): string | null {
  const stated = (page.contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (stated !== '' && !MAY_BE_A_PAGE.test(stated))
    return `${words.notHtml} (${stated.replace(/^application\/pdf$/, 'PDF')})`;
  const head = Buffer.from(page.body.subarray(0, 65_536)).toString('latin1');
  if (head.trim() === '') return words.empty;
  if (head.slice(0, 1000).includes(EXPLAIN_MARK)) return words.ownPage;
  for (const [sign, name] of SIGNATURES) if (head.startsWith(sign)) return `${words.notHtml} (${name})`;
  const wide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head);
  const zeros = (head.slice(0, 4096).match(/\u0000/g) ?? []).length;
  if (!wide && zeros > 8) return words.notHtml;
  if (!wide && !/<[a-z!/?]/i.test(head)) return words.notHtml;
  return null;
}

/** The name of a host's site: with and without `www` it is the same. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '');
  } catch {
    return '';
  }
}

/** The page parsed, its address and the host of it: as it came, else as the page states it; '' when nothing says. */
function readAddressed(page: GivenPage): {
  readonly read: Page;
  readonly doc: FlatDocument;
  readonly url: string;
  readonly host: string;
} {
  const read = readGiven(page);
  const doc = read.document ?? parseHtml('');
  const stated = page.url ?? read.canonical ?? meta(doc, 'og:url') ?? '';
  const host = hostOf(stated);
  return { read, doc, url: host === '' ? (page.url ?? '') : stated, host };
}

/** What the reading of pages needs: where it speaks and in which words. */
export interface Reading {
  readonly around: CommandSurroundings;
  readonly m: ContentWords;
  readonly language: Language;
}

export interface ReadOptions {
  readonly url?: string | undefined;
  /** Says nothing of what is left out: a second reading says it. */
  readonly quiet?: boolean;
  /** What the line of progress counts. */
  readonly progress?: string;
  /** Pages that are not wanted are not parsed. */
  readonly wanted?: (page: GivenPage, input: string) => boolean;
}

export interface ReadPage {
  readonly page: GivenPage;
  readonly read: Page;
  readonly analysed: AnalysedPage;
  /** '' when nothing says where the page is from. */
  readonly host: string;
  /** The site: the host, else the folder in which the page lies. */
  readonly site: string;
  /** What was given on the command line. */
  readonly input: string;
  /** Of the bytes: the same page given twice is one. */
  readonly digest: string;
}

/** Lines about single files; the rest is counted. */
const MOST_TOLD = 10;
/** A page that takes seconds to read is announced. */
const LARGE_PAGE = 8 << 20;
const EXTENSIONS_TOLD = 5;

/** What was left out, counted by the reason. */
class LeftOut {
  readonly #reasons = new Map<string, number>();
  #told = 0;
  total = 0;
  /** The first single file that is no page. */
  first: readonly [name: string, why: string] | null = null;

  add(why: string): void {
    this.total++;
    this.#reasons.set(why, (this.#reasons.get(why) ?? 0) + 1);
  }

  /** Whether one more line would not be too many. */
  mayTell(): boolean {
    return ++this.#told <= MOST_TOLD;
  }

  /** `.jpg: 8, .css: 3, não é HTML (PDF): 1`. */
  get summary(): string {
    const sorted = [...this.#reasons].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const told = sorted.slice(0, EXTENSIONS_TOLD).map(([why, n]) => `${why}: ${n}`);
    return [...told, ...(sorted.length > EXTENSIONS_TOLD ? ['…'] : [])].join(', ');
  }
}

/**
 * Reads the pages that are pages, and tells of the others. Nothing to read at all is an error: of a single file TRF_CONTENT_NOT_HTML,
 * else TRF_CONTENT_NO_PAGES.
 */
export async function* readable(
  inputs: readonly string[],
  { around, m, language }: Reading,
  { url, quiet, progress, wanted }: ReadOptions = {},
): AsyncGenerator<ReadPage> {
  const left = new LeftOut();
  const line = new ProgressLine(
    {
      isTerminal: around.isWatched ?? around.isTerminal,
      err: (text) => around.err(text),
      now: () => around.now(),
    },
    language,
  );
  const tell = (text: string): void => {
    if (quiet === true) return;
    line.clear();
    around.err(`${printableLines(text)}\n`);
  };
  let read = 0;
  let found = 0;
  let unwanted = 0;
  /** What is wrong with the only file, which is an error when nothing follows. */
  let held: string | null = null;
  let damage: string | null = null;
  const source = {
    ...pagesFrom(around, url),
    onProblem: ({ path, offset, why }: ArchiveProblem): void => {
      const reason = sayWhy(why, language);
      damage ??= reason;
      if (left.mayTell()) tell(say(m.damaged, { path, offset, why: reason }));
    },
    onPassedOver: (path: string, cause: unknown): void => {
      if (cause === null) left.add(extname(path).toLowerCase() || m.noExtension);
      else {
        const why = sayWhy(systemFailure(cause), language);
        left.add(why);
        if (left.mayTell()) tell(say(m.skipped, { name: path, why }));
      }
    },
  };
  try {
    for (const input of inputs) {
      const before = found;
      for await (const page of givenPages([input], source)) {
        found++;
        if (held !== null) tell(held);
        held = null;
        if (wanted?.(page, input) === false) {
          unwanted++;
          continue;
        }
        const wrong = notAPage(page, m);
        if (wrong !== null) {
          const name = page.name === '-' ? m.standardInput : page.name;
          left.add(wrong.replace(m.notHtml, m.notHtmlLabel).replace(m.empty, m.emptyLabel));
          left.first ??= [name, wrong];
          if (left.mayTell()) {
            if (found === 1) held = say(m.skipped, { name, why: wrong });
            else tell(say(m.skipped, { name, why: wrong }));
          }
          continue;
        }
        if (page.body.length > LARGE_PAGE && around.isWatched === true)
          around.err(
            `\r\x1b[2K${printableLines(say(m.large, { page: page.name, size: formatBytes(page.body.length, language) }))}\r`,
          );
        const { read: readPage, doc, url: address, host } = readAddressed(page);
        const analysed = analysePage(doc, { url: address });
        if (page.body.length > LARGE_PAGE && around.isWatched === true) around.err('\r\x1b[2K');
        read++;
        // The page is about to be written to the same screen.
        if (around.isTerminal && quiet !== true) line.clear();
        yield {
          page,
          read: readPage,
          analysed,
          host,
          site: host !== '' ? host : page.folder === '.' ? basename(process.cwd()) : page.folder,
          input,
          digest: createHash('sha1').update(page.body).digest('base64'),
        };
        line.show(progress ?? m.read, read, null);
      }
      if (found === before && inputs.length > 1) tell(say(m.skipped, { name: input, why: m.nothingInIt }));
    }
  } finally {
    line.clear();
  }
  if (read + unwanted === 0) {
    if (found === 1 && left.total === 1 && left.first !== null)
      throw new TarrafaError('TRF_CONTENT_NOT_HTML', left.first);
    const why =
      damage !== null
        ? say(m.allDamaged, { why: damage })
        : left.total > 0
          ? say(m.onlyOthers, { summary: left.summary })
          : m.nothingInIt;
    throw new TarrafaError('TRF_CONTENT_NO_PAGES', [inputs.join(' '), why]);
  }
  if (left.total > 0) tell(say(m.leftOut, { count: left.total, summary: left.summary }));
}
