/** The pages whose content is asked for, parsed, with their sites; and what was left out of the reading, and why. */
import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { type AnalysedPage, analysePage } from '../../content/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type FlatDocument, meta, parseHtml } from '../../html/index.ts';
import type { Page } from '../../page/index.ts';
import { reason, systemFailure, type Why, whyForPrograms } from '../../words/why.ts';
import { type GivenPage, type GivenPagesOptions, givenPages, readGiven } from '../input/given-pages.ts';
import { EXPLAIN_MARK } from './explanation-page.ts';

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

/** Types of pages, and those that servers give whatever it is. */
const MAY_BE_A_PAGE = /html|xml|^text\/plain$|octet-stream|^[^/]*$/;

/** Why the bytes are no page, as a sentence goes on and as a kind is counted; null when they are one. */
function notAPage(page: GivenPage): { readonly why: Why; readonly kind: Why } | null {
  const stated = (page.contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (stated !== '' && !MAY_BE_A_PAGE.test(stated))
    return otherKind(stated.replace(/^application\/pdf$/, 'PDF'));
  const head = Buffer.from(page.body.subarray(0, 65_536)).toString('latin1');
  if (head.trim() === '') return { why: reason('empty'), kind: reason('kind-empty') };
  if (head.slice(0, 1000).includes(EXPLAIN_MARK))
    return { why: reason('page-of-explain'), kind: reason('page-of-explain') };
  for (const [sign, name] of SIGNATURES) if (head.startsWith(sign)) return otherKind(name);
  const wide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head);
  const zeros = (head.slice(0, 4096).match(/\u0000/g) ?? []).length;
  if (!wide && (zeros > 8 || !/<[a-z!/?]/i.test(head)))
    return { why: reason('not-html'), kind: reason('kind-not-html') };
  return null;
}

function otherKind(kind: string): { readonly why: Why; readonly kind: Why } {
  return { why: reason('not-html-but', { kind }), kind: reason('kind-not-html-but', { kind }) };
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

/** How far the reading is; pages are read once to learn what their sites repeat, and once to be judged. Published methods compare in between. */
export interface ContentProgress {
  readonly stage: 'learning' | 'comparing' | 'reading';
  readonly pages: number;
}

/** What somebody may want to know of a reading, and what never ends it. */
export type ContentNotice =
  /** An input, or a file in one, that is no page. */
  | { readonly kind: 'left-out'; readonly name: Why; readonly why: Why }
  /** An archive with damage in it. */
  | { readonly kind: 'damaged'; readonly path: string; readonly offset: number; readonly why: Why }
  /** All that was left out, when everything was read, with how many there are of each kind. */
  | { readonly kind: 'all-left-out'; readonly count: number; readonly kinds: Why }
  /** A page that takes seconds to read, before it is read. */
  | { readonly kind: 'large'; readonly name: string; readonly bytes: number }
  /** The pages to be compared with one another are of several sites, each with a memory of its own. */
  | { readonly kind: 'several-sites'; readonly sites: number }
  /** What a published method says of a site, or what of it is not judged, and of how many pages (or blocks) it is so. */
  | {
      readonly kind: 'of-site';
      readonly site: string;
      readonly what: SiteNotice;
      readonly count: number;
      /** The pages that a template needs, the language without stop words, the limit. */
      readonly detail: string;
    };

export type SiteNotice =
  | 'too-few-pages'
  | 'no-stop-words'
  | 'live-coverage'
  | 'page-limit'
  | 'captured-again'
  | 'over-limit';

/** Where the pages come from, and who is told of the reading. */
export interface ContentReading extends Omit<GivenPagesOptions, 'onProblem' | 'onPassedOver'> {
  readonly onProgress?: ((progress: ContentProgress) => void) | undefined;
  readonly onNotice?: ((notice: ContentNotice) => void) | undefined;
}

export interface ReadOptions {
  readonly stage?: ContentProgress['stage'];
  /** Pages that are not wanted are not parsed. */
  readonly wanted?: (page: GivenPage, input: string) => boolean;
}

export interface ReadPage {
  readonly page: GivenPage;
  readonly read: Page;
  readonly doc: FlatDocument;
  /** As it came, else as the page states it; '' when nothing says. */
  readonly url: string;
  /** Worked out when it is first asked for. */
  readonly analysed: AnalysedPage;
  /** '' when nothing says where the page is from. */
  readonly host: string;
  /** The site: the host, else the folder in which the page lies. */
  readonly site: string;
  /** Which of the inputs it comes from. */
  readonly input: string;
  /** Of the bytes: the same page given twice is one. */
  readonly digest: string;
}

/** A page that takes seconds to read is announced. */
const LARGE_PAGE = 8 << 20;
const KINDS_TOLD = 5;

/** What was left out, counted by its kind. */
class LeftOut {
  readonly #kinds = new Map<string, { readonly kind: Why; count: number }>();
  total = 0;

  add(kind: Why): void {
    this.total++;
    const key = JSON.stringify(kind);
    const counted = this.#kinds.get(key) ?? { kind, count: 0 };
    this.#kinds.set(key, counted);
    counted.count++;
  }

  /** `.jpg: 8, .css: 3, não é HTML (PDF): 1`. */
  get kinds(): Why {
    const sorted = [...this.#kinds.values()].sort(
      (a, b) => b.count - a.count || (whyForPrograms(a.kind) < whyForPrograms(b.kind) ? -1 : 1),
    );
    const told: Why[] = sorted
      .slice(0, KINDS_TOLD)
      .map(({ kind, count }) => reason('how-many', { kind, count }));
    if (sorted.length > KINDS_TOLD) told.push('…');
    return told.reduceRight((rest, first) => reason('one-and-others', { first, rest }));
  }
}

/** A page that came by standard input has no name of its own. */
function nameOf(name: string): Why {
  return name === '-' ? reason('standard-input') : name;
}

/**
 * Reads the pages that are pages, and tells of the others. Nothing to read at all is an error: of a single file TRF_CONTENT_NOT_HTML,
 * else TRF_CONTENT_NO_PAGES.
 */
export async function* readable(
  inputs: readonly string[],
  { onProgress, onNotice, ...given }: ContentReading,
  { stage = 'reading', wanted }: ReadOptions = {},
): AsyncGenerator<ReadPage> {
  const left = new LeftOut();
  let read = 0;
  let found = 0;
  let unwanted = 0;
  /** The first file that is no page. */
  let first: Extract<ContentNotice, { kind: 'left-out' }> | null = null;
  /** What is wrong with the only file, which is an error when nothing follows. */
  let held: ContentNotice | null = null;
  let damage: Why | null = null;
  const source: GivenPagesOptions = {
    ...given,
    onProblem: ({ path, offset, why }) => {
      damage ??= why;
      onNotice?.({ kind: 'damaged', path, offset, why });
    },
    onPassedOver: (path, cause) => {
      if (cause === null) left.add(extname(path).toLowerCase() || reason('no-extension'));
      else {
        const why = systemFailure(cause);
        left.add(why);
        onNotice?.({ kind: 'left-out', name: path, why });
      }
    },
  };
  for (const input of inputs) {
    const before = found;
    for await (const page of givenPages([input], source)) {
      found++;
      if (held !== null) onNotice?.(held);
      held = null;
      if (wanted?.(page, input) === false) {
        unwanted++;
        continue;
      }
      const wrong = notAPage(page);
      if (wrong !== null) {
        const notice = { kind: 'left-out', name: nameOf(page.name), why: wrong.why } as const;
        left.add(wrong.kind);
        first ??= notice;
        if (found === 1) held = notice;
        else onNotice?.(notice);
        continue;
      }
      if (page.body.length > LARGE_PAGE)
        onNotice?.({ kind: 'large', name: page.name, bytes: page.body.length });
      const { read: readPage, doc, url: address, host } = readAddressed(page);
      let analysed: AnalysedPage | undefined;
      read++;
      yield {
        page,
        read: readPage,
        doc,
        url: address,
        get analysed() {
          return (analysed ??= analysePage(doc, { url: address }));
        },
        host,
        site: host !== '' ? host : page.folder === '.' ? basename(process.cwd()) : page.folder,
        input,
        digest: createHash('sha1').update(page.body).digest('base64'),
      };
      onProgress?.({ stage, pages: read });
    }
    if (found === before && inputs.length > 1)
      onNotice?.({ kind: 'left-out', name: input, why: reason('no-page-in-it') });
  }
  if (read + unwanted === 0) {
    if (found === 1 && left.total === 1 && first !== null)
      throw new TarrafaError('TRF_CONTENT_NOT_HTML', [first.name, first.why]);
    const why =
      damage !== null
        ? reason('all-damaged', { why: damage })
        : left.total > 0
          ? reason('only-others', { kinds: left.kinds })
          : reason('no-page-in-it');
    throw new TarrafaError('TRF_CONTENT_NO_PAGES', [inputs.join(' '), why]);
  }
  if (left.total > 0) onNotice?.({ kind: 'all-left-out', count: left.total, kinds: left.kinds });
}
