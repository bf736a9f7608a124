/** The pages given to `tarrafa content`, parsed, with their sites; and which of them are no pages. */
import { type AnalysedPage, analysePage } from '../content/index.ts';
import { TarrafaError } from '../errors.ts';
import { canonical, decodeHtml, type FlatDocument, meta, parseHtml } from '../html/index.ts';
import type { ContentMessages } from './content-messages.ts';
import { type GivenPage, givenPages, type PageSurroundings, pageSource } from './given-pages.ts';

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

/** Why the bytes are no page, or null when they are one. */
export function notAPage(
  page: GivenPage,
  words: { readonly notHtml: string; readonly empty: string },
): string | null {
  const head = Buffer.from(page.body.subarray(0, 65_536)).toString('latin1');
  if (head.trim() === '') return words.empty;
  for (const [sign, name] of SIGNATURES) if (head.startsWith(sign)) return `${words.notHtml} (${name})`;
  const wide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head);
  const zeros = (head.slice(0, 4096).match(/\u0000/g) ?? []).length;
  if (!wide && zeros > 8) return words.notHtml;
  if (!wide && !/<[a-z!/?]/i.test(head)) return words.notHtml;
  return null;
}

/** The page parsed, and the site it belongs to: by its address, else by the address it states, else by its folder. */
export function readPage(page: GivenPage): {
  readonly doc: FlatDocument;
  readonly url: string;
  readonly site: string;
} {
  const doc = parseHtml(decodeHtml(page.body, page.contentType).text);
  const stated = page.url ?? canonical(doc) ?? meta(doc, 'og:url') ?? '';
  let host = '';
  try {
    host = new URL(stated).host;
  } catch {
    host = '';
  }
  return { doc, url: host === '' ? (page.url ?? '') : stated, site: host === '' ? page.folder : host };
}

export function fill(template: string, ...values: readonly (string | number)[]): string {
  let i = 0;
  return template.replace(/%s/g, () => String(values[i++] ?? ''));
}

/** Controls could command the terminal of whoever looks at a hostile page. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

const PROGRESS_EVERY = 500;

/** Reads the pages that are pages; of a single input that is none, an error. */
export async function* readable(
  inputs: readonly string[],
  around: PageSurroundings,
  m: ContentMessages,
  url?: string,
): AsyncGenerator<{ page: GivenPage; analysed: AnalysedPage; site: string; key: string }> {
  let read = 0;
  const from = around.now();
  let problem: TarrafaError | null = null;
  let good = 0;
  for await (const page of givenPages(inputs, pageSource(around, url))) {
    const wrong = notAPage(page, m);
    if (wrong !== null) {
      problem ??= new TarrafaError('TRF_CONTENT_NOT_HTML', [page.name, wrong]);
      around.err(`${printable(fill(m.skipped, page.name, wrong))}\n`);
      continue;
    }
    good++;
    const { doc, url: address, site } = readPage(page);
    yield { page, analysed: analysePage(doc, { url: address }), site, key: `${read}:${page.name}` };
    read++;
    if (around.isTerminal && read % PROGRESS_EVERY === 0 && around.now() - from > 2000)
      around.err(`\r\x1b[2K${fill(m.progress, read)}`);
  }
  if (good === 0 && problem !== null) throw problem;
}
