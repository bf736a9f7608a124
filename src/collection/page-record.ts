/**
 * One archived document, from its bytes to its record in the catalogue: one parse, and everything that the rooms can say of it. Never
 * throws, whatever the page; what cannot be read says nothing, and everything is bounded.
 */
import type { CataloguePlace, PageDate, PageRecord } from '../catalogue/index.ts';
import { decodeBody } from '../coding/index.ts';
import { type ContentPart, contentParts } from '../content/content-parts.ts';
import { type AnalysedPage, analysePage, type SiteMemory, toHtml, toText } from '../content/index.ts';
import { pageByline } from '../content/page-byline.ts';
import type { Gazetteer } from '../geo/index.ts';
import { language as declaredLanguage, decodeHtml, type FlatDocument, parseHtml } from '../html/index.ts';
import { pdfText } from '../page/pdf-text.ts';
import { detectLanguage, portugueseVariety, printSimhash, simhash64 } from '../text/index.ts';
import { chrononOfDay, type DatedEvidence, datePage, parseDct, type TimeProfile } from '../time/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { contentBlocks } from './content-blocks.ts';
import { documentMedia } from './document-media.ts';
import { keptBlocks } from './kept-blocks.ts';
import { namedPlaces } from './named-places.ts';
import { outLinks } from './out-links.ts';
import { statedEntities } from './stated-entities.ts';
import { timeFacts } from './time-facts.ts';

/** What an archive says of a response. */
export interface DocumentHead {
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly lastModified: string | null;
  /** ms since 1970. */
  readonly fetchedAt: number;
  readonly digest: string;
  readonly archive: PageRecord['archive'];
}

/** What is known beside the page. */
export interface PageSurroundings {
  /** The memory of a site; null when nothing is known of it. */
  memory(site: string): SiteMemory | null;
  readonly gazetteer: Gazetteer | null;
}

export interface AnalysedRecord {
  readonly page: PageRecord;
  /** The places that it names, each once. */
  readonly places: readonly CataloguePlace[];
}

const LONGEST_TEXT = 1_000_000;
const LONGEST_TITLE = 500;
const LONGEST_LINE = 300;
const MS_PER_DAY = 86_400_000;
/** As in a crawl: what is read for the language and for the fingerprint of copies. */
const LANGUAGE_CHARS = 3_000;
const TELLING_CHARS = 200;
const FINGERPRINT_CHARS = 60_000;
const FINGERPRINT_LEAST_CHARS = 200;

/** The parts of a document that every kind of it has. */
interface Reading {
  readonly type: string;
  readonly charset: string | null;
  readonly title: string;
  readonly byline: string;
  readonly parts: readonly ContentPart[];
  readonly published: PageDate | null;
  readonly modified: PageDate | null;
  readonly doc: FlatDocument | null;
}

/** What the archive alone says of a page. */
function archivedFacts(
  head: DocumentHead,
): Pick<PageRecord, 'url' | 'key' | 'site' | 'fetchedAt' | 'digest' | 'status' | 'mime' | 'archive'> {
  const { fetch, key, site } = addressOf(head.url);
  const { fetchedAt, digest, status, archive } = head;
  return { url: fetch, key, site, fetchedAt, digest, status, mime: mimeOf(head.contentType), archive };
}

/** The record of a page of which nothing could be read but its address. */
export function unreadableRecord(head: DocumentHead): PageRecord {
  return {
    ...archivedFacts(head),
    charset: null,
    language: null,
    type: 'unreadable',
    title: '',
    byline: '',
    published: null,
    modified: null,
    text: '',
    html: '',
    marks: [],
    segments: [],
    places: [],
    links: [],
    entities: [],
    simhash: null,
  };
}

/** The two forms of an archived address and its site. An address that is none is kept as it is: it is what was archived. */
export function addressOf(url: string): {
  readonly fetch: string;
  readonly key: string;
  readonly site: string;
} {
  const read = normaliseUrl(url);
  return read.kind === 'url' ? read : { fetch: url, key: url, site: '' };
}

function mimeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase().slice(0, 100);
}

/** `bytes` as archived, its content coding not undone. Null for what is no document. */
export async function analysePageRecord(
  bytes: Uint8Array,
  head: DocumentHead,
  around: PageSurroundings,
): Promise<AnalysedRecord | null> {
  try {
    return await analyse(bytes, head, around);
  } catch {
    // No room throws on a page; should one, the page is kept for what is known of it.
    return { page: unreadableRecord(head), places: [] };
  }
}

async function analyse(
  bytes: Uint8Array,
  head: DocumentHead,
  around: PageSurroundings,
): Promise<AnalysedRecord | null> {
  const archived = archivedFacts(head);
  const { url, site } = archived;
  const body = decodeBody(bytes, head.contentEncoding).bytes;
  const media = documentMedia(head.contentType, body);
  if (media === null) return null;
  const reading =
    media === 'html'
      ? readHtml(body, head, site, around)
      : media === 'pdf'
        ? await readPdf(body)
        : readPlainText(body, head.contentType);
  const { parts, text } = withinLimit(reading.parts);
  const { title, doc } = reading;
  const language = languageOf(doc, text, title);
  const blocks = contentBlocks(title, parts, text);
  const { marks, segments } = timeFacts(blocks, text.length, {
    dct:
      (reading.published === null ? null : parseDct(reading.published.date)) ??
      chrononOfDay(Math.floor(head.fetchedAt / MS_PER_DAY)),
    locale: localeOf(url, text),
  });
  const places = namedPlaces(text, around.gazetteer);
  return {
    page: {
      ...archived,
      charset: reading.charset,
      language,
      type: reading.type,
      title,
      byline: reading.byline,
      published: reading.published,
      modified: reading.modified,
      text,
      html: toHtml(parts),
      marks,
      segments,
      places: places.marks,
      links: doc === null ? [] : outLinks(doc, head.url),
      entities: doc === null ? [] : statedEntities(doc, url, site, title),
      simhash:
        text.length < FINGERPRINT_LEAST_CHARS
          ? null
          : printSimhash(simhash64(text.slice(0, FINGERPRINT_CHARS))),
    },
    places: places.places,
  };
}

/** A page read up to the facts that the memory of its site learns from. */
export function readPage(body: Uint8Array, head: Pick<DocumentHead, 'contentType' | 'url'>): AnalysedPage {
  return analysePage(parseHtml(decodeHtml(body, head.contentType).text), { url: head.url });
}

function readHtml(body: Uint8Array, head: DocumentHead, site: string, around: PageSurroundings): Reading {
  const { text, charset } = decodeHtml(body, head.contentType);
  const doc = parseHtml(text);
  const page = analysePage(doc, { url: head.url });
  const { keep, title } = keptBlocks(page, around.memory(site));
  const dates = datePage(doc, {
    url: head.url,
    fetchedAt: head.fetchedAt,
    ...(head.lastModified === null ? {} : { lastModified: head.lastModified }),
  });
  return {
    type: page.judgement.type,
    charset,
    title: title.text.slice(0, LONGEST_TITLE),
    byline: pageByline(doc, page.judgement, title, head.url).slice(0, LONGEST_LINE),
    parts: contentParts(page.judgement.blocks, keep, head.url),
    published: pageDate(dates.published),
    modified: pageDate(dates.modified),
    doc,
  };
}

function pageDate(found: DatedEvidence | null): PageDate | null {
  if (found === null) return null;
  const { date, confidence, source, where, text } = found;
  return { date, confidence, source, where: where.slice(0, LONGEST_LINE), text: text.slice(0, LONGEST_LINE) };
}

async function readPdf(body: Uint8Array): Promise<Reading> {
  const pdf = await pdfText(body);
  const parts = paragraphs(pdf.text);
  const first = parts[0];
  const title = pdf.title ?? (first?.kind === 'paragraph' ? (first.runs[0]?.text ?? '') : '');
  return { ...DOCUMENT, title: title.replace(/\s+/g, ' ').slice(0, LONGEST_LINE), parts };
}

function readPlainText(body: Uint8Array, contentType: string | null): Reading {
  const { text, charset } = decodeHtml(body, contentType);
  const parts = paragraphs(text);
  return { ...DOCUMENT, charset, parts };
}

const DOCUMENT: Reading = {
  type: 'documentation',
  charset: null,
  title: '',
  byline: '',
  parts: [],
  published: null,
  modified: null,
  doc: null,
};

/** Paragraphs end at empty lines; other line ends are only where the line was full. */
function paragraphs(text: string): ContentPart[] {
  const parts: ContentPart[] = [];
  for (const piece of text.slice(0, 2 * LONGEST_TEXT).split(/\n[^\S\n]*(?:\n\s*)+/)) {
    const line = piece.replace(/\s+/g, ' ').trim();
    if (line !== '') parts.push({ kind: 'paragraph', runs: [{ text: line }] });
  }
  return parts;
}

/** As many parts as there is room for: text and HTML are of the same parts. */
function withinLimit(parts: readonly ContentPart[]): {
  readonly parts: readonly ContentPart[];
  readonly text: string;
} {
  const text = toText(parts);
  if (text.length <= LONGEST_TEXT) return { parts, text };
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (toText(parts.slice(0, middle)).length <= LONGEST_TEXT) low = middle;
    else high = middle - 1;
  }
  const kept = parts.slice(0, low);
  return { parts: kept, text: toText(kept) };
}

function languageOf(doc: FlatDocument | null, text: string, title: string): string | null {
  const sample = text === '' ? title : text.slice(0, LANGUAGE_CHARS);
  const detected = sample === '' ? null : detectLanguage(sample);
  // A short list of names sounds like many a language.
  if (detected?.reliable && sample.length >= TELLING_CHARS) return detected.language;
  const declared = doc === null ? null : (declaredLanguage(doc)?.slice(0, 2).toLowerCase() ?? null);
  if (declared !== null && /^[a-z]{2}$/.test(declared)) return declared;
  return detected !== null && detected.language !== 'und' ? detected.language : null;
}

/** Whose seasons and holidays: by the country of the name, else by the spelling. */
function localeOf(url: string, text: string): TimeProfile['locale'] {
  const host = /^https?:\/\/([^/?#:]+)/.exec(url)?.[1] ?? '';
  if (host.endsWith('.br')) return 'pt-BR';
  if (host.endsWith('.pt')) return 'pt-PT';
  return portugueseVariety(text) ?? 'pt-PT';
}
