/**
 * The time expressions of a text or a page, and what each of them means.
 *
 * ```ts
 * const { paragraphs } = await annotateTime('acordo.txt', { dct: '2021-02-10' });
 * for (const { expressions } of paragraphs) for (const { text, chronons } of expressions) console.log(text, chronons);
 * ```
 */
import { readFile, stat } from 'node:fs/promises';
import { TarrafaError } from '../errors.ts';
import { escapeXml } from '../formats/index.ts';
import type { Chronon, TextBlock, TimeProfile, Timex, View } from '../time/index.ts';
import { reason, systemFailure, type Why } from '../words/why.ts';
import { documentDate } from './input/document-date.ts';
import type { FetchedPage } from './input/fetch-page.ts';

export interface AnnotateTimeOptions {
  /** The day of the document, as in `2013-06-01` or `2013`; without it the day on which a page says that it was published. */
  readonly dct?: string | undefined;
  /** Default `modern`. */
  readonly profile?: 'modern' | 'thesis' | 'dialogue' | undefined;
  /** Of seasons and holidays; without it by the host of the page and by the spelling of the text, as the catalogue has it. */
  readonly locale?: TimeProfile['locale'] | undefined;
  /** Also each paragraph with its expressions marked. */
  readonly markup?: TimeMarkup | undefined;
  /**
   * How much of the text an expression takes: all of it with its preposition (`full`, the default), or each name and number of the calendar
   * by itself (`named`, as the first HAREM marks them).
   */
  readonly extents?: View | undefined;
  /** A file of patterns that `mineTime` found, which are read beside those of the grammar. */
  readonly patterns?: string | undefined;
  /** Also the document cut into its segments, as data and as XML. */
  readonly segments?: boolean | undefined;
  /** Where segments may be cut; default as the profile has it. */
  readonly segmentUnit?: TimeProfile['segmentUnit'] | undefined;
  /** What becomes of text without a date; default as the profile has it. */
  readonly undatedPolicy?: TimeProfile['undatedPolicy'] | undefined;
  /** What `-` stands for; without it, that is an error. */
  readonly stdin?: (() => Promise<Uint8Array>) | undefined;
  /** Who brings the page of an address (`fetchPage`); without it an address is an error. */
  readonly fetchPage?: ((url: string) => Promise<FetchedPage>) | undefined;
  /** Now, in ms since 1970: no page was published later. */
  readonly now?: number | undefined;
  /** Ends it before the text is annotated, by throwing. */
  readonly signal?: AbortSignal | undefined;
}

/** TIMEX3; the EM elements of HAREM; the same in English. */
export type TimeMarkup = 'timex3' | 'harem' | 'em';

/** As `tarrafa/time` has it, with its points in writing. `start` and `end` count in the paragraph. */
export interface TimeExpression extends Omit<Timex, 'atoms' | 'chronons' | 'exact'> {
  /** Where the expression begins in the whole text. */
  readonly offset: number;
  readonly chronons: readonly string[];
  readonly exact?: string;
}

export interface TimedParagraph {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly offset: number;
  readonly expressions: readonly TimeExpression[];
  /** When it was asked for. */
  readonly marked: string | null;
}

export interface TimeSegment {
  readonly id: number;
  /** What its dates mean: `1939-09-01`, `1939-XX-XX/1945-XX-XX`; none of a segment without a date. */
  readonly dates: readonly string[];
  /** Paragraphs, the last included, and offsets in the whole text. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly start: number;
  readonly end: number;
}

export interface AnnotatedTime {
  readonly paragraphs: readonly TimedParagraph[];
  /**
   * The whole with its expressions marked, when it was asked for: without the marks it is the text that was given, to the last space; of a
   * page, its paragraphs.
   */
  readonly marked: string | null;
  /** When they were asked for; and the same as XML. */
  readonly segments: readonly TimeSegment[] | null;
  readonly segmented: string | null;
  /** The parameters that were in force. */
  readonly profile: TimeProfile;
}

/** More text than this is refused: nobody reads the answer, and the memory for it is not ours to take. */
export const LONGEST_TEXT = 64 << 20;

/** `source`: a file, an address, or `-`. */
export async function annotateTime(
  source: string,
  options: AnnotateTimeOptions = {},
): Promise<AnnotatedTime> {
  const {
    annotateDocument,
    DIALOGUE,
    extents,
    formatChronon,
    localeNamed,
    segment,
    segmentDates,
    TIME_MODERN,
    TIME_THESIS,
    toEm,
    toSegments,
    toTimex3,
  } = await import('../time/index.ts');
  const stated = options.dct === undefined ? null : documentDate(options.dct);
  const { profile: name = 'modern', markup, extents: view = 'full' } = options;
  const chosen = { modern: TIME_MODERN, thesis: TIME_THESIS, dialogue: DIALOGUE }[name];
  const { segmentUnit = chosen.segmentUnit, undatedPolicy = chosen.undatedPolicy } = options;
  // A file of patterns that is damaged is told before anything is fetched.
  const patterns = options.patterns;
  const localeIn = await (async () => {
    if (patterns === undefined) return localeNamed;
    const { localeWithFile } = await import('./input/mined-patterns.ts');
    const named = {
      'pt-PT': await localeWithFile(patterns, localeNamed('pt-PT')),
      'pt-BR': await localeWithFile(patterns, localeNamed('pt-BR')),
    };
    return (name: TimeProfile['locale']) => named[name];
  })();
  const { blocks, published, text } = await readSource(source, options);
  const country = options.locale ?? (await countryOf(source, blocks));
  const locale = localeIn(country);
  const profile: TimeProfile = { ...chosen, locale: country, segmentUnit, undatedPolicy };
  options.signal?.throwIfAborted();
  const dct = stated ?? published;
  const timexes = annotateDocument(blocks, { dct, profile, locale });
  const found = new Map<number, Timex[]>();
  for (const timex of timexes) {
    const list = found.get(timex.blockIndex);
    if (list) list.push(timex);
    else found.set(timex.blockIndex, [timex]);
  }
  /** Two names of one expression are two extents, with the meaning of the whole. */
  const viewed = (text: string, whole: readonly Timex[]): readonly Timex[] =>
    view === 'full'
      ? whole
      : extents(whole, text, view, locale).map(({ start, end, coreStart, timex }) => ({
          ...timex,
          start,
          end,
          text: text.slice(start, end),
          coreStart,
          coreText: text.slice(coreStart, end),
        }));
  const marked = (text: string, timexes: readonly Timex[]): string | null => {
    if (markup === undefined) return null;
    return markup === 'timex3'
      ? toTimex3(text, timexes)
      : toEm(text, timexes, markup === 'harem' ? 'harem' : 'english');
  };
  const written = (timex: Timex, { docOffset }: TextBlock): TimeExpression => {
    const { atoms: _, chronons, exact, ...rest } = timex;
    return {
      ...rest,
      offset: docOffset + timex.start,
      chronons: chronons.map(formatChronon),
      ...(exact ? { exact: formatChronon(exact) } : {}),
    };
  };
  const paragraphs = blocks.map((block): TimedParagraph => {
    const own = viewed(block.text, found.get(block.index) ?? []);
    return {
      text: block.text,
      offset: block.docOffset,
      expressions: own.map((timex) => written(timex, block)),
      marked: marked(block.text, own),
    };
  });
  const whole = markup === undefined ? null : wholeMarked(paragraphs, text);
  if (options.segments !== true)
    return { paragraphs, marked: whole, segments: null, segmented: null, profile };
  const cut = segment(blocks, timexes, profile, locale);
  const byId = new Map(timexes.map((timex) => [timex.id, timex]));
  return {
    paragraphs,
    marked: whole,
    segments: cut.map(
      (each): TimeSegment => ({
        id: each.id,
        dates: segmentDates(each, byId),
        firstBlock: each.firstBlock,
        lastBlock: each.lastBlock,
        start: each.start,
        end: each.end,
      }),
    ),
    segmented: toSegments(
      { blocks, timexes, segments: cut, url: isAddress(source) ? source : null, dct },
      markup === 'harem' ? 'harem' : 'english',
    ),
    profile,
  };
}

async function countryOf(source: string, blocks: readonly TextBlock[]): Promise<TimeProfile['locale']> {
  const { portugueseOf } = await import('../text/index.ts');
  return portugueseOf(isAddress(source) ? source : null, beginningOf(blocks));
}

/** As much of a text as says whose Portuguese it is. */
function beginningOf(blocks: readonly TextBlock[]): string {
  let text = '';
  for (const block of blocks) {
    text += `${block.text}\n`;
    if (text.length > 8192) break;
  }
  return text;
}

/** `text`: what the paragraphs were cut from, if they stand in it as they are. */
function wholeMarked(paragraphs: readonly TimedParagraph[], text: string | null): string {
  if (text === null) return `${paragraphs.map(({ marked }) => marked!).join('\n\n')}\n`;
  let whole = '';
  let end = 0;
  for (const paragraph of paragraphs) {
    whole += escapeXml(text.slice(end, paragraph.offset)) + paragraph.marked!;
    end = paragraph.offset + paragraph.text.length;
  }
  return whole + escapeXml(text.slice(end));
}

/** What is read, and the day on which it says itself that it was published: a page's `ontem` counts from there. */
interface ReadSource {
  readonly blocks: readonly TextBlock[];
  readonly published: Chronon | null;
  /** What the blocks were cut from, of a plain text. */
  readonly text: string | null;
}

async function readSource(
  source: string,
  { stdin, fetchPage, now = Date.now() }: AnnotateTimeOptions,
): Promise<ReadSource> {
  const address = isAddress(source);
  let bytes: Uint8Array;
  let contentType: string | null = null;
  if (source === '-') {
    if (stdin === undefined) throw missing(source, reason('no-file-named'));
    bytes = await stdin();
  } else if (address) {
    if (fetchPage === undefined) throw missing(source, reason('not-fetched-here'));
    ({ bytes, contentType } = await fetchPage(source));
  } else bytes = await fileBytes(source);
  if (bytes.length > LONGEST_TEXT) throw tooLong(source);
  const { looksBinary, readTextOrPage } = await import('./input/given-text.ts');
  if (looksBinary(bytes)) throw missing(source, reason('not-a-text-file'));
  const { documentBlocks, publicationOf, textBlocks } = await import('../time/index.ts');
  const url = address ? source : 'http://localhost/';
  const page = readTextOrPage(source, { url, contentType, bytes });
  if (page.document === null) return { blocks: textBlocks(page.source), published: null, text: page.source };
  // A file has no address, and is no site's front page.
  const known = { url: address ? source : '', fetchedAt: now, saved: !address };
  const published = publicationOf(page.document, known);
  return { blocks: documentBlocks(page.document, url), published, text: null };
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function fileBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > LONGEST_TEXT) throw tooLong(path);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof TarrafaError) throw cause;
    throw missing(path, systemFailure(cause), cause);
  }
}

function missing(source: string, why: Why, cause?: unknown): TarrafaError {
  return new TarrafaError('TRF_INPUT_MISSING', [source, why], { cause });
}

function tooLong(source: string): TarrafaError {
  return missing(source, reason('too-much-text', { megabytes: LONGEST_TEXT >> 20 }));
}
