/** What an analysis thread does with the documents it is given, the same in a thread and in place. */
import { existsSync } from 'node:fs';
import type { PageCorrection } from '../catalogue/index.ts';
import { decodeBody } from '../coding/index.ts';
import { analysePage, type PageBlockFacts, SiteMemories, type SiteMemory } from '../content/index.ts';
import { type ErrorCode, type ErrorValue, TarrafaError } from '../errors.ts';
import { loadGazetteer } from '../geo/gazetteer/index.ts';
import { readPage } from '../page/index.ts';
import { type AnalysedRecord, analysePageRecord, type DocumentHead } from './page-record.ts';

export interface ReaderSetup {
  /** Folder with the memories of sites; null to judge each page alone. */
  readonly memories: string | null;
  /** Without places, the gazetteer is not read. Default true. */
  readonly places?: boolean;
}

export interface DocumentTask {
  /** `record`: the page's record. `facts`: only what the memory of its site learns from. */
  readonly want: 'record' | 'facts';
  readonly head: DocumentHead;
  readonly body: Uint8Array;
  /** What a person says of the page. */
  readonly correction?: PageCorrection | null;
}

/** Null: no document. */
export type DocumentAnswer =
  | { readonly kind: 'record'; readonly record: AnalysedRecord | null }
  | { readonly kind: 'facts'; readonly facts: PageBlockFacts | null }
  /** The disk failed: an error of ours, as it comes through between threads. */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly values: readonly ErrorValue[] };

export type DocumentReader = (task: DocumentTask) => Promise<DocumentAnswer>;

const MOST_MEMORIES = 48;
/** Sites known to have no memory; asked of the disk again after so many others. */
const MOST_STRANGERS = 10_000;

/** The memories of sites, read only. A site that nobody has learned costs no table. */
function memoryReader(folder: string | null): (site: string) => SiteMemory | null {
  if (folder === null) return () => null;
  const memories = new SiteMemories(folder, { mostHeld: MOST_MEMORIES });
  const strangers = new Set<string>();
  return (site) => {
    if (site === '' || strangers.has(site)) return null;
    if (!existsSync(memories.path(site))) {
      if (strangers.size >= MOST_STRANGERS) strangers.clear();
      strangers.add(site);
      return null;
    }
    return memories.of(site);
  };
}

export async function createDocumentReader(setup: ReaderSetup): Promise<DocumentReader> {
  const memory = memoryReader(setup.memories);
  const gazetteer = setup.places === false ? null : await loadGazetteer({ towns: false });
  return async ({ want, head, body, correction = null }) => {
    if (want === 'record')
      try {
        return {
          kind: 'record',
          record: await analysePageRecord(body, head, { memory, gazetteer }, correction),
        };
      } catch (error) {
        if (!(error instanceof TarrafaError)) throw error;
        return { kind: 'failed', code: error.code, values: error.values };
      }
    const { bytes } = decodeBody(body, head.contentEncoding);
    const { document } = readPage({ url: head.url, contentType: head.contentType, bytes });
    return { kind: 'facts', facts: document && analysePage(document, { url: head.url }).facts };
  };
}
