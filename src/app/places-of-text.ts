/**
 * The places that a text or a saved page names, each with how likely it is one.
 *
 * ```ts
 * for (const { text, place, confidence } of (await placesOfText('noticia.txt')).mentions) console.log(text, place?.name, confidence);
 * ```
 */
import { readFile, stat } from 'node:fs/promises';
import { TarrafaError } from '../errors.ts';
import type { PlaceMention } from '../geo/gazetteer/index.ts';
import { reason, systemFailure, type Why } from '../words/why.ts';

export interface PlacesOfTextOptions {
  /** Only mentions that are at least so likely; 0.5 unless told. */
  readonly least?: number | undefined;
  /** Whether each mention tells what was weighed. */
  readonly explain?: boolean | undefined;
  /** What `-` stands for; without it, that is an error. */
  readonly stdin?: (() => Promise<Uint8Array>) | undefined;
}

export interface PlacesOfText {
  /** What the offsets of the mentions count in. */
  readonly text: string;
  readonly mentions: readonly PlaceMention[];
}

const LONGEST_TEXT = 64 << 20;

/** `source`: a file, or `-`. */
export async function placesOfText(source: string, options: PlacesOfTextOptions = {}): Promise<PlacesOfText> {
  const bytes = await readSource(source, options);
  if (bytes.length > LONGEST_TEXT) throw tooLong(source);
  const { looksBinary, readTextOrPage } = await import('./input/given-text.ts');
  if (looksBinary(bytes)) throw missing(source, reason('not-a-text-file'));
  const url = 'http://localhost/';
  const page = readTextOrPage(source, { url, contentType: null, bytes });
  const text = page.document === null ? page.source : await pageText(page.document, url);
  const { loadGazetteer, placesInText } = await import('../geo/gazetteer/index.ts');
  const { least = 0.5, explain = false } = options;
  return { text, mentions: placesInText(await loadGazetteer(), text, { least, explain }) };
}

async function pageText(
  document: Parameters<typeof import('../time/index.ts').documentBlocks>[0],
  url: string,
) {
  const { documentBlocks } = await import('../time/index.ts');
  return documentBlocks(document, url)
    .map(({ text }) => text)
    .join('\n\n');
}

async function readSource(source: string, { stdin }: PlacesOfTextOptions): Promise<Uint8Array> {
  if (source === '-') {
    if (stdin === undefined) throw missing(source, reason('no-file-named'));
    return stdin();
  }
  try {
    const { size } = await stat(source);
    if (size > LONGEST_TEXT) throw tooLong(source);
    return await readFile(source);
  } catch (cause) {
    if (cause instanceof TarrafaError) throw cause;
    throw missing(source, systemFailure(cause), cause);
  }
}

function missing(source: string, why: Why, cause?: unknown): TarrafaError {
  return new TarrafaError('TRF_INPUT_MISSING', [source, why], { cause });
}

function tooLong(source: string): TarrafaError {
  return missing(source, reason('too-much-text', { megabytes: LONGEST_TEXT >> 20 }));
}
