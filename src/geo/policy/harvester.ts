/**
 * Looks into what pages link to and keeps descriptions of it in an index. A crawl hands it pages with their clues as they come; the search
 * of its own (`discover`) does the same. Bytes come through the port; what was looked into once is not asked for again unless it changed.
 */
import type { Fetched, Fetcher } from '../../fetcher.ts';
import { type FlatDocument, metas } from '../../html/index.ts';
import { ARCHIVE_SERVED } from '../archive/archive-table.ts';
import { COMPAT_FILES, describeAddress, MODERN_FILES, nameOfRemote } from '../describe/describe.ts';
import { type GeoLook, lookOf } from '../preview/look.ts';
import { siteOf } from '../producers/index.ts';
import { GeoIndex } from '../query/geo-index.ts';
import { hasChanged } from '../query/maintenance.ts';
import { type GeoAnchor, type GeoFile, newFile } from '../query/record.ts';
import type { DatasetInfo } from '../readers/dataset.ts';
import { EXTENSION_SERVED } from '../readers/format-table.ts';
import { askService, serviceDatasets } from '../services/index.ts';
import type { GeoProfile } from '../vocabulary/index.ts';
import { type GeoClues, URL_CLASSES } from './analyser.ts';
import { datasetRecord, type PlaceSources, placesOfDataset } from './file-record.ts';
import { LookMemory } from './look-memory.ts';
import type { GeoLink } from './page-clues.ts';
import { ProducersArchives } from './producers-archives.ts';
import {
  COMPAT_URLS,
  classifyUrl,
  downloadOrder,
  isGeographic,
  MODERN_URLS,
  type UrlClass,
  type UrlEvidence,
} from './url-class.ts';

export interface HarvestOptions {
  readonly fetcher: Fetcher;
  readonly places: Omit<PlaceSources, 'profile'>;
  readonly profile?: GeoProfile;
  /** Continues an index instead of starting one. */
  readonly index?: GeoIndex;
  readonly now?: () => number;
  /** Files that were looked into since then (ms since 1970) are not asked about again. */
  readonly lookedSince?: number | undefined;
  /** Takes what is kept of every accepted file; without it nothing is drawn. */
  readonly keep?: (kept: KeptFile) => void | Promise<void>;
  /** Brings accepted files whole, up to this size, for `keep`. Default 0: only what a description and a picture need. */
  readonly maxPayload?: number;
}

/** An accepted file and how it looks. */
export interface KeptFile extends GeoLook {
  readonly file: GeoFile;
  /** The file, and those that belong to it (`.dbf`, `.shx` beside a `.shp`), when they were asked for and could be had. */
  readonly payload: readonly { readonly url: string; readonly name: string; readonly bytes: Uint8Array }[];
}

/**
 * What a picture may cost beyond the description where a server grants ranges: so much of the size of the file, and for small files so
 * many bytes. (Without ranges the file is here already.)
 */
const PICTURE_SHARE = 0.3;
const PICTURE_BYTES = 64 << 10;

export interface HarvestReport {
  readonly index: GeoIndex;
  /** Pages with at least one link to something geographic. */
  geoPages: number;
  indexed: number;
  rejected: number;
  /** Files that could not be had. */
  unreachable: number;
  /** Archives that nothing spoke for, never looked into. */
  passedOver: number;
  fileBytes: number;
}

export class GeoHarvester {
  readonly report: HarvestReport;
  readonly #places: Omit<PlaceSources, 'profile'>;
  readonly #profile: GeoProfile;
  readonly #looked = new Set<string>();
  readonly #producers = new ProducersArchives();
  readonly #now: () => number;
  readonly #fetcher: Fetcher;
  readonly #keep: HarvestOptions['keep'];
  readonly #maxPayload: number;
  readonly #lookedSince: number;
  #bytes = 0;

  constructor(options: HarvestOptions) {
    this.#places = options.places;
    this.#profile = options.profile ?? 'modern';
    this.#now = options.now ?? Date.now;
    this.#keep = options.keep;
    this.#maxPayload = options.maxPayload ?? 0;
    this.#lookedSince = options.lookedSince ?? Number.POSITIVE_INFINITY;
    this.#fetcher = {
      fetch: async (ask) => {
        const answer = await options.fetcher.fetch(ask);
        if (answer.kind === 'fetched') this.#bytes += answer.body.length;
        return answer;
      },
    };
    this.report = {
      index: options.index ?? new GeoIndex({ gazetteer: options.places.gazetteer ?? null }),
      geoPages: 0,
      indexed: 0,
      rejected: 0,
      unreachable: 0,
      passedOver: 0,
      fileBytes: 0,
    };
    for (const { file } of this.report.index.files('indexed')) this.#producers.verified(file.site);
  }

  /** Takes in a page: its text, its links to other sites, and the files it links to. Whether any of these was accepted. */
  async page(
    url: string,
    clues: GeoClues,
    rules: { readonly index: boolean; readonly follow: boolean },
    at: number,
  ): Promise<boolean> {
    const { index } = this.report;
    if (clues.geoInteresting) this.report.geoPages++;
    if (rules.index && (clues.geoInteresting || this.#profile === 'modern'))
      index.addPage({
        kind: 'page',
        url,
        site: siteOf(url),
        title: clues.title,
        description: clues.description,
        keywords: clues.keywords,
        text: clues.text,
        indexedAt: at,
      });
    if (!rules.follow) return false;
    for (const [site, count] of clues.sites)
      index.addLink({ kind: 'link', origin: url, destination: site, count });
    let accepted = false;
    const files = clues.files.filter((link) => isGeographic(link.class) && !link.nofollow);
    for (const link of downloadOrder(files)) {
      const state = await this.look(link.url, anchorOf(url, link), link.class);
      accepted ||= state === 'indexed';
    }
    const rejected = URL_CLASSES.indexOf('ARCHIVE_REJECTED');
    for (const name of clues.classes) if (name === rejected) this.report.passedOver++;
    if (this.#profile === 'modern' && (await this.#archivesOfProducer(url, clues))) accepted = true;
    return accepted;
  }

  /** That a site has published a geographic file speaks for its other archives, also for those of pages that came before. */
  async #archivesOfProducer(url: string, clues: GeoClues): Promise<boolean> {
    for (const link of clues.passedBy) if (!link.nofollow) this.#producers.passedBy(siteOf(url), url, link);
    let accepted = false;
    for (const site of new Set([url, ...clues.files.map((link) => link.url)].map(siteOf)))
      for (const { page, link } of this.#producers.due(site)) {
        this.report.passedOver--;
        const state = await this.look(link.url, anchorOf(page, link), 'GEO_CONTEXT');
        accepted ||= state === 'indexed' && page === url;
      }
    return accepted;
  }

  /** An address that turned out to hand out a file is what a link of that file's name would be. */
  async handedOut(
    answer: AnswerHead,
    anchor: GeoAnchor,
    evidence: UrlEvidence,
  ): Promise<GeoFile['state'] | null> {
    const name = nameOfRemote(answer.url, answer.header('content-disposition'));
    const media = (answer.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
    const extension = /\.[a-z0-9]{1,9}$/i.test(name)
      ? undefined
      : (EXTENSION_SERVED.get(media) ?? ARCHIVE_SERVED.get(media));
    const whole = extension === undefined ? name : `${name}.${extension}`;
    const named = new URL(encodeURIComponent(whole), 'http://name.invalid/').href;
    const decided = classifyUrl(named, evidence, this.#profile === 'compat' ? COMPAT_URLS : MODERN_URLS);
    const speaks =
      decided.class === 'ARCHIVE_REJECTED' && this.#producers.isVerified(siteOf(answer.url))
        ? 'GEO_CONTEXT'
        : decided.class;
    return isGeographic(speaks) ? this.look(answer.url, anchor, speaks, name) : null;
  }

  /** Looks into a file or a service; null when it could not be had. */
  async look(
    url: string,
    anchor: GeoAnchor,
    how: UrlClass,
    name = nameOfRemote(url, null),
  ): Promise<GeoFile['state'] | null> {
    const { index } = this.report;
    const known = index.file(url);
    const isFresh = known !== undefined && (this.#looked.has(url) || known.indexedAt >= this.#lookedSince);
    if (known !== undefined && (isFresh || !(await this.#changed(known)))) {
      index.addAnchor(url, anchor);
      return known.state;
    }
    if (this.#looked.has(url)) return null;
    this.#looked.add(url);
    const before = this.#bytes;
    const memory = new LookMemory(this.#fetcher);
    const found = how === 'GEO_SERVICE' ? await this.#service(url, memory) : await this.#file(url, memory);
    const anchors = [...(known?.anchors.filter((one) => one.page !== anchor.page) ?? []), anchor];
    if (found === null) return null;
    const file: GeoFile = {
      ...newFile(url, siteOf(url), name, found.type === '' ? extensionOf(name) : found.type),
      downloads: known?.downloads ?? 0,
      state: found.state,
      reason: found.reason,
      discovery:
        how === 'GEO_SERVICE'
          ? 'service'
          : how === 'GEO_NAMED'
            ? 'named'
            : how === 'GEO_CONTEXT'
              ? 'context'
              : 'explicit',
      size: found.size,
      etag: found.etag,
      indexedAt: this.#now(),
      anchors,
      datasets: found.datasets.map((one) => datasetRecord(one, one.member)),
      places: found.state === 'indexed' ? await this.#placesOf(found.datasets) : [],
    };
    const look =
      file.state === 'indexed' && this.#keep !== undefined ? await this.#lookOf(found, memory) : null;
    const payload = look === null ? [] : await this.#payload(memory);
    const complete = { ...file, bytesFetched: this.#bytes - before };
    index.addFile(complete);
    this.report.fileBytes += this.#bytes - before;
    if (look !== null) await this.#keep!({ file: complete, ...look, payload });
    if (file.state === 'indexed') {
      this.report.indexed++;
      this.#producers.verified(file.site);
    } else this.report.rejected++;
    return file.state;
  }

  /** From the bytes that are here already, and some more. */
  async #lookOf(found: Found, memory: LookMemory): Promise<GeoLook> {
    const most = Math.max(PICTURE_BYTES, PICTURE_SHARE * (found.size ?? 0));
    memory.allow(most - memory.fetched);
    return lookOf(found.datasets, { now: this.#now });
  }

  async #payload(memory: LookMemory): Promise<KeptFile['payload']> {
    const payload = [];
    let left = this.#maxPayload;
    memory.allow(left);
    for (const { url, size } of memory.files()) {
      if (size > left) continue;
      const bytes = await memory.whole(url);
      if (bytes === null) continue;
      left -= size;
      payload.push({ url, name: nameOfRemote(url, null), bytes });
    }
    return payload;
  }

  async #placesOf(datasets: readonly DatasetInfo[]): Promise<GeoFile['places']> {
    const all = [];
    const sources = { ...this.#places, profile: this.#profile };
    for (const dataset of datasets.slice(0, 500)) all.push(...(await placesOfDataset(dataset, sources)));
    return all;
  }

  /** Whether a file that was looked into is another one by now. */
  async #changed(known: GeoFile): Promise<boolean> {
    const head = await this.#fetcher.fetch({ url: known.url, method: 'HEAD' });
    if (head.kind !== 'fetched' || head.status !== 200) return false;
    const length = head.header('content-length');
    return hasChanged(known, { etag: head.header('etag'), size: length === null ? null : Number(length) });
  }

  async #file(url: string, memory: LookMemory): Promise<Found | null> {
    const description = await describeAddress(url, memory, {
      profile: this.#profile === 'compat' ? COMPAT_FILES : MODERN_FILES,
    });
    if (description.state === 'rejected' && description.problems.some((p) => p.code === 'unreachable')) {
      this.report.unreachable++;
      return null;
    }
    return {
      type: '',
      state: description.state,
      reason: description.state === 'indexed' ? '' : (description.problems[0]?.code ?? 'not-geographic'),
      size: description.size,
      etag: description.etag,
      datasets:
        description.state === 'indexed'
          ? description.datasets.map((one) => ({
              ...one,
              member: description.kind === 'archive' ? one.file : null,
            }))
          : [],
    };
  }

  async #service(url: string, memory: LookMemory): Promise<Found | null> {
    const service = await askService(memory, url);
    if (service === null) return null;
    return {
      type: service.service.toLowerCase(),
      state: service.layers.length > 0 ? 'indexed' : 'rejected',
      reason: service.layers.length > 0 ? '' : 'no-layers',
      size: null,
      etag: null,
      datasets: serviceDatasets(service).map((one) => ({ ...one, member: null })),
    };
  }
}

interface Found {
  readonly type: string;
  readonly state: 'indexed' | 'rejected';
  readonly reason: string;
  readonly size: number | null;
  readonly etag: string | null;
  readonly datasets: readonly (DatasetInfo & { readonly member: string | null })[];
}

const OUR_METAS = new Set(['robots', 'tarrafa', 'tarrafabot', 'geodiscover']);

/** What a page says to robots, in its metas and in its answer. */
export function pageRules(
  doc: FlatDocument,
  header: string | null,
): { readonly index: boolean; readonly follow: boolean } {
  const said = metas(doc)
    .filter((meta) => OUR_METAS.has(meta.name))
    .map((meta) => meta.content);
  const words = new Set([...said, header ?? ''].flatMap((value) => value.toLowerCase().split(/[\s,]+/)));
  const none = words.has('none');
  return { index: !none && !words.has('noindex'), follow: !none && !words.has('nofollow') };
}

/** The part of an answer that tells what it is. */
export type AnswerHead = Pick<Fetched, 'url' | 'header'>;

/** Whether an answer is a page, by what the server says of it. */
export function isPage(answer: AnswerHead & { readonly body?: Uint8Array }): boolean {
  if (/^\s*attachment/i.test(answer.header('content-disposition') ?? '')) return false;
  const type = answer.header('content-type');
  return type === null
    ? answer.body?.[0] === 0x3c
    : /html|xml(?!.*(?:kml|gml|gpx))/i.test(type) && !/kml|gml|gpx/i.test(type);
}

/** What a link says of what is behind it. */
export function anchorOf(page: string, link: GeoLink | null): GeoAnchor {
  return { page, text: link?.anchor ?? '', before: link?.before ?? [], after: link?.after ?? [] };
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
