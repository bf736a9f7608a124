/**
 * One archived document, from its bytes to its record in the catalogue: one parse, and everything that the rooms can say of it. Never
 * throws, whatever the page; what cannot be read says nothing, and everything is bounded. Only the disk, where the memory of its site is,
 * can fail.
 */
import type {
  CataloguePlace,
  ComputedFacts,
  PageCorrection,
  PageDate,
  PageRecord,
} from '../catalogue/index.ts';
import { isDoubtful } from '../catalogue/query/index.ts';
import { decodeBody } from '../coding/index.ts';
import {
  analysePage,
  type ContentPart,
  judgeContent,
  pageByline,
  type SiteMemory,
  toHtml,
  toText,
} from '../content/index.ts';
import { TarrafaError } from '../errors.ts';
import type { Gazetteer } from '../geo/index.ts';
import type { FlatDocument } from '../html/index.ts';
import { mediaType, type Page, readDocument } from '../page/index.ts';
import { portugueseOf } from '../text/index.ts';
import { chrononOfDay, type DatedEvidence, datePage, parseDct } from '../time/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { believedDate, withinFetch } from './believed-date.ts';
import { blockDecisions, correctedFacts, correctedPlaces } from './corrected-page.ts';
import { namedPlaces } from './named-places.ts';
import { outLinks } from './out-links.ts';
import { statedEntities } from './stated-entities.ts';
import { timeBlocks } from './time-blocks.ts';
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
export interface ReadingContext {
  /** The memory of a site; null when nothing is known of it. */
  memory(site: string): SiteMemory | null;
  readonly gazetteer: Gazetteer | null;
}

export interface AnalysedRecord {
  readonly page: PageRecord;
  /** The places that it names, each once. */
  readonly places: readonly CataloguePlace[];
  /** What analysis alone says where a person may say otherwise. */
  readonly computed: ComputedFacts;
}

const LONGEST_TEXT = 1_000_000;
const LONGEST_TITLE = 500;
const LONGEST_LINE = 300;
const MS_PER_DAY = 86_400_000;

/** What a document says, of whatever kind it is. */
interface Reading {
  readonly type: string;
  readonly title: string;
  readonly byline: string;
  readonly parts: readonly ContentPart[];
  readonly published: PageDate | null;
  readonly modified: PageDate | null;
}

/** What the archive alone says of a page. */
function archivedFacts(
  head: DocumentHead,
): Pick<PageRecord, 'url' | 'key' | 'site' | 'fetchedAt' | 'digest' | 'status' | 'mime' | 'archive'> {
  const { fetch, key, site } = addressOf(head.url);
  const { fetchedAt, digest, status, archive } = head;
  return {
    url: fetch,
    key,
    site,
    fetchedAt,
    digest,
    status,
    mime: mediaType(head.contentType).slice(0, 100),
    archive,
  };
}

/** The record of a page of which nothing could be read but its address, and what a person says of it. */
export function unreadableRecord(head: DocumentHead, correction: PageCorrection | null = null): PageRecord {
  return {
    ...archivedFacts(head),
    charset: null,
    language: null,
    ...correctedFacts(UNREADABLE, correction),
    byline: '',
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

const UNREADABLE: ComputedFacts = { title: '', published: null, type: 'unreadable' };

/** The two forms of an archived address and its site. An address that is none is kept as it is: it is what was archived. */
export function addressOf(url: string): {
  readonly fetch: string;
  readonly key: string;
  readonly site: string;
} {
  const read = normaliseUrl(url);
  return read.kind === 'url' ? read : { fetch: url, key: url, site: '' };
}

/** `bytes` as archived, its content coding not undone. Null for what is no document. What a person says of the page wins. */
export async function analysePageRecord(
  bytes: Uint8Array,
  head: DocumentHead,
  context: ReadingContext,
  correction: PageCorrection | null = null,
): Promise<AnalysedRecord | null> {
  try {
    return await analyse(bytes, head, context, correction);
  } catch (error) {
    // The memory of its site could not be read: that says nothing of the page.
    if (error instanceof TarrafaError) throw error;
    // No room throws on a page; should one, the page is kept for what is known of it.
    return { page: unreadableRecord(head, correction), places: [], computed: UNREADABLE };
  }
}

async function analyse(
  bytes: Uint8Array,
  head: DocumentHead,
  context: ReadingContext,
  correction: PageCorrection | null,
): Promise<AnalysedRecord | null> {
  const archived = archivedFacts(head);
  const { url, site } = archived;
  const body = decodeBody(bytes, head.contentEncoding).bytes;
  if (body.length === 0) return null;
  const document = await readDocument({ url: head.url, contentType: head.contentType, bytes: body });
  const reading = readingOf(document, head, site, context, correction);
  if (reading === null) return null;
  const { title: computedTitle, published: computedDate, type: computedType } = reading;
  const computed = { title: computedTitle, published: computedDate, type: computedType };
  // Before anything is reckoned from them: "yesterday" is another day when the date is.
  const facts = correctedFacts(computed, correction);
  const { parts, text } = withinLimit(reading.parts);
  const { title, published } = facts;
  const blocks = timeBlocks(title, parts, text);
  const { marks, segments } = timeFacts(blocks, text.length, {
    // A page that does not say when it was written may be years old on the day of its fetch: its "hoje" is of no day that is known.
    dct: published === null || isDoubtful(published) ? null : parseDct(published.date),
    readOn: chrononOfDay(Math.floor(head.fetchedAt / MS_PER_DAY)),
    locale: portugueseOf(url, text),
  });
  const known = { text, marks, fetchedAt: head.fetchedAt };
  const places = correctedPlaces(
    text,
    namedPlaces(text, context.gazetteer, document.language, url),
    correction,
  );
  return {
    page: {
      ...archived,
      charset: document.charset,
      language: document.language,
      ...facts,
      published: believedDate(published, known),
      byline: reading.byline,
      modified: reading.modified,
      text,
      html: toHtml(parts),
      marks,
      segments,
      places: places.marks,
      links: outLinks(document),
      entities: statedEntities(document.structuredData, url, site, title),
      simhash: document.simhash,
    },
    places: places.places,
    computed: { ...computed, published: believedDate(computedDate, known) },
  };
}

/** Null for what no person reads. */
function readingOf(
  page: Page,
  head: DocumentHead,
  site: string,
  context: ReadingContext,
  correction: PageCorrection | null,
): Reading | null {
  switch (page.media) {
    case 'html':
      return page.document === null ? null : readHtml(page.document, head, site, context, correction);
    case 'pdf':
      return { ...DOCUMENT, title: page.title.slice(0, LONGEST_LINE), parts: paragraphs(page.pdfText) };
    case 'text':
      return { ...DOCUMENT, parts: paragraphs(page.source) };
    default:
      return null;
  }
}

function readHtml(
  doc: FlatDocument,
  head: DocumentHead,
  site: string,
  context: ReadingContext,
  correction: PageCorrection | null,
): Reading {
  const memory = context.memory(site);
  const { page, parts } = judgeContent(analysePage(doc, { url: head.url }), {
    ...(memory === null ? {} : { memory }),
    decide: blockDecisions(correction),
  });
  const { judgement, title, metas } = page;
  const dates = datePage(doc, {
    url: head.url,
    fetchedAt: head.fetchedAt,
    ...(head.lastModified === null ? {} : { lastModified: head.lastModified }),
  });
  return {
    type: judgement.type,
    title: title.text.slice(0, LONGEST_TITLE),
    byline: pageByline(doc, judgement, title, head.url, metas).slice(0, LONGEST_LINE),
    parts,
    published: withinFetch(pageDate(dates.published), head.fetchedAt),
    modified: withinFetch(pageDate(dates.modified), head.fetchedAt),
  };
}

function pageDate(found: DatedEvidence | null): PageDate | null {
  if (found === null) return null;
  const { date, confidence, source, where, text } = found;
  return { date, confidence, source, where: where.slice(0, LONGEST_LINE), text: text.slice(0, LONGEST_LINE) };
}

const DOCUMENT: Reading = {
  type: 'documentation',
  title: '',
  byline: '',
  parts: [],
  published: null,
  modified: null,
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
