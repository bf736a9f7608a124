/**
 * What the pages of a site have in common, learned page by page: which texts come back, which places change from page to page, and
 * what the page-level answer usually said of each place. With it a page is judged by comparison with its site.
 *
 * Pages are kept apart by template (`TemplateCluster`: path prefix and structure); a changed template is a new version of its cluster.
 * Everything counted is a share of the pages of the cluster, near-duplicate pages count once, and what may be removed has a cap, above
 * which the page-level answer stands.
 */
import { TarrafaError } from '../errors.ts';
import { NearDuplicateIndex } from '../text/index.ts';
import { sketchLikeness } from './block-places.ts';
import { CountTable } from './count-table.ts';
import type { PageBlockFacts } from './page-block-facts.ts';

/** Why a block has its verdict. */
export type MemoryReason =
  /** The page alone decided. */
  | 'page'
  /** The text stands on many pages of the site. */
  | 'repeated-text'
  /** It stands in a small box whose heading is repeated. */
  | 'repeated-box'
  /** It begins with words and a colon that many pages have in this place: "Vídeo: …". */
  | 'repeated-lead'
  /** What stands in this place is mostly repeated. */
  | 'repeated-place'
  /** On other pages this place is not content. */
  | 'place-against'
  /** On other pages this place is content. */
  | 'place-for'
  /** Removing it would have gone over the cap. */
  | 'cap';

export interface MemoryJudgement {
  readonly labels: Uint8Array;
  readonly reasons: readonly MemoryReason[];
  /** Log-odds with the memory's evidence. */
  readonly scores: Float64Array;
  /** Share of the cluster's other pages that have the block's text. */
  readonly textShare: Float32Array;
  /** Pages of the cluster, this one not counted. */
  readonly pages: number;
  readonly cluster: string;
  readonly version: number;
  /** Many more blocks than the site's pages usually have: live coverage, to be read with care. */
  readonly liveCoverage: boolean;
}

export interface SiteMemoryOptions {
  /** Pages of a cluster below which the page-level answer stands. */
  readonly minPages?: number;
  /** Largest share of the page-level answer's words that the memory may take away. */
  readonly cap?: number;
  /** Places of the text table; 20 bytes each. */
  readonly capacity?: number;
}

interface TemplateCluster {
  readonly prefix: string;
  readonly version: number;
  /** Mixed into the keys of the tables. */
  readonly salt: number;
  sketch: Uint32Array;
  pages: number;
}

/** Counters of a text. */
const PAGES = 0;
/** Counters of a place. */
const P_BLOCKS = 1;
const P_CONTENT = 2;
const P_REPEATED = 3;

/** Structures this much alike are one template; of another section, this much. */
const LIKENESS = 0.4;
const OTHER_LIKENESS = 0.7;
const OWN_SECTION = 0.1;
const MOST_CLUSTERS = 48;
const MEDIAN_SAMPLE = 101;
const LIVE_FACTOR = 3;
const TEXT_CAPACITY = 1 << 20;
const PLACE_CAPACITY = 1 << 17;
const DUPLICATE_CAPACITY = 1 << 17;
/** Raised when fingerprints are made in another way: an older memory would not know its own site. */
const FORMAT = 2;
const KEPT_LIKENESSES = 8192;

export class SiteMemory {
  readonly #minPages: number;
  readonly #cap: number;
  readonly #capacity: number;
  #texts: CountTable;
  #places: CountTable;
  #duplicates = new NearDuplicateIndex({ capacity: DUPLICATE_CAPACITY, chainLimit: 256 });
  readonly #clusters: TemplateCluster[] = [];
  readonly #blockCounts: number[] = [];
  /** The newest fingerprints, for `save`. */
  readonly #likenesses: number[] = [];
  #seen = 0;
  #learned = 0;
  #nearDuplicates = 0;

  constructor(options: SiteMemoryOptions = {}) {
    this.#minPages = options.minPages ?? 3;
    this.#cap = options.cap ?? 0.85;
    this.#capacity = options.capacity ?? TEXT_CAPACITY;
    this.#texts = new CountTable(this.#capacity);
    this.#places = new CountTable(Math.min(this.#capacity, PLACE_CAPACITY));
  }

  /** Pages counted. */
  get pages(): number {
    return this.#learned;
  }

  /** Pages that were nearly the same as one before, and not counted. */
  get nearDuplicates(): number {
    return this.#nearDuplicates;
  }

  get bytes(): number {
    return this.#texts.bytes + this.#places.bytes + DUPLICATE_CAPACITY * 28 + (1 << 20);
  }

  /** The clusters, largest first. */
  clusters(): readonly { readonly prefix: string; readonly version: number; readonly pages: number }[] {
    return this.#clusters
      .map(({ prefix, version, pages }) => ({ prefix, version, pages }))
      .sort((a, b) => b.pages - a.pages);
  }

  /** Counts a page. Returns false when it is nearly the same as one counted before. */
  learn(facts: PageBlockFacts): boolean {
    this.#seen++;
    const page = this.#seen;
    if (facts.likeness !== null && this.#duplicates.findAndInsert(facts.likeness, page) !== null) {
      this.#nearDuplicates++;
      return false;
    }
    if (facts.likeness !== null) {
      this.#likenesses.push(facts.likeness.hi, facts.likeness.lo);
      if (this.#likenesses.length > 4 * KEPT_LIKENESSES) this.#likenesses.splice(0, 2 * KEPT_LIKENESSES);
    }
    this.#learned++;
    if (this.#blockCounts.length < MEDIAN_SAMPLE) this.#blockCounts.push(contentBlocks(facts));
    else this.#blockCounts[this.#learned % MEDIAN_SAMPLE] = contentBlocks(facts);
    const cluster = this.#clusterOf(facts, true)!;
    cluster.pages++;
    const texts = this.#texts;
    const places = this.#places;
    for (let i = 0; i < facts.count; i++) {
      const text = texts.place((facts.textHi[i]! ^ cluster.salt) >>> 0, facts.textLo[i]!, page);
      const repeated = texts.count(text, PAGES) > 0 && texts.lastPage(text) !== page;
      if (texts.lastPage(text) !== page) {
        texts.add(text, PAGES, 1);
        texts.see(text, page);
      }
      if (facts.leads[i] !== 0) {
        const lead = texts.place((cluster.salt ^ 3) >>> 0, facts.leads[i]!, page);
        if (texts.lastPage(lead) !== page) {
          texts.add(lead, PAGES, 1);
          texts.see(lead, page);
        }
      }
      for (const [key, kind] of [
        [facts.exact[i]!, 1],
        [facts.loose[i]!, 2],
      ] as const) {
        const place = places.place((cluster.salt ^ kind) >>> 0, key, page);
        if (places.lastPage(place) !== page) {
          places.add(place, PAGES, 1);
          places.see(place, page);
        }
        places.add(place, P_BLOCKS, 1);
        if (facts.labels[i] === 1) places.add(place, P_CONTENT, 1);
        if (repeated) places.add(place, P_REPEATED, 1);
      }
    }
    return true;
  }

  /** Judges a page. `learned`: whether the page itself was counted before, so that it is not its own witness. */
  judge(facts: PageBlockFacts, learned: boolean): MemoryJudgement {
    const { count } = facts;
    const cluster = this.#clusterOf(facts, false);
    const pages = Math.max(0, (cluster?.pages ?? 0) - (learned ? 1 : 0));
    const labels = facts.labels.slice();
    const scores = new Float64Array(count);
    const textShare = new Float32Array(count);
    const reasons: MemoryReason[] = new Array<MemoryReason>(count).fill('page');
    for (let i = 0; i < count; i++) scores[i] = facts.scores[i]! / 10;
    const liveCoverage = this.#isLive(facts);
    const judgement = {
      labels,
      reasons,
      scores,
      textShare,
      pages,
      cluster: cluster?.prefix ?? '',
      version: cluster?.version ?? 0,
      liveCoverage,
    };
    if (cluster === null || pages < this.#minPages) return judgement;
    // What this page itself put into the counts of its places.
    const own = learned ? ownCounts(facts) : null;
    const evidence = new Float64Array(count);
    for (let i = 0; i < count; i++)
      evidence[i] = this.#evidence(facts, i, cluster, pages, own, textShare, reasons);
    for (let i = 0; i < count; i++)
      evidence[i]! += this.#company(facts, i, cluster, pages, textShare, reasons, own !== null);
    let before = 0;
    let removed = 0;
    for (let i = 0; i < count; i++) {
      const page =
        (facts.labels[i] === 1 ? PAGE_WEIGHT : -PAGE_WEIGHT) + Math.max(-4, Math.min(4, scores[i]!)) * 0.25;
      scores[i] = page + evidence[i]!;
      const content = scores[i]! > 0;
      // What stands on every other page is the template beyond doubt, and not counted.
      if (facts.labels[i] === 1 && textShare[i]! < 0.5) {
        before += facts.words[i]!;
        if (!content) removed += facts.words[i]!;
      }
      if (content === (facts.labels[i] === 1) && Math.abs(evidence[i]!) < 1) reasons[i] = 'page';
      labels[i] = content ? 1 : 0;
    }
    const cap = facts.whole ? this.#cap : LIST_CAP;
    const tooMuch = before > 0 && removed > before * cap;
    let kept = 0;
    let kept0 = 0;
    for (let i = 0; i < count; i++) {
      if (labels[i] === 1) kept += facts.words[i]!;
      if (facts.labels[i] === 1) kept0 += facts.words[i]!;
    }
    const nothing = kept < Math.min(kept0, FEWEST_WORDS);
    const onlyRepeated = before < FEWEST_WORDS;
    if (tooMuch || nothing) {
      for (let i = 0; i < count; i++) {
        // What stands on half of the pages stays out, unless the page has nothing else.
        if (labels[i] === facts.labels[i] || (textShare[i]! >= 0.5 && !onlyRepeated)) continue;
        labels[i] = facts.labels[i]!;
        reasons[i] = 'cap';
      }
    }
    return judgement;
  }

  #evidence(
    facts: PageBlockFacts,
    i: number,
    cluster: TemplateCluster,
    pages: number,
    own: ReadonlyMap<number, Int32Array> | null,
    textShare: Float32Array,
    reasons: MemoryReason[],
  ): number {
    const texts = this.#texts;
    const text = texts.find((facts.textHi[i]! ^ cluster.salt) >>> 0, facts.textLo[i]!);
    const others = text < 0 ? 0 : Math.max(0, texts.count(text, PAGES) - (own === null ? 0 : 1));
    const share = Math.min(1, others / pages);
    textShare[i] = share;
    let z = 0;
    let slot = false;
    // The exact place when it is known, else the path alone.
    for (const [key, kind] of [
      [facts.exact[i]!, 1],
      [facts.loose[i]!, 2],
    ] as const) {
      const place = this.#places.find((cluster.salt ^ kind) >>> 0, key);
      if (place < 0) continue;
      const mine = own?.get(key);
      const seen = this.#places.count(place, PAGES) - (mine === undefined ? 0 : 1);
      const blocks = this.#places.count(place, P_BLOCKS) - (mine?.[0] ?? 0);
      if (seen < 3 || blocks <= 0) continue;
      const content = Math.max(0, this.#places.count(place, P_CONTENT) - (mine?.[1] ?? 0));
      const repeated = Math.min(blocks, this.#places.count(place, P_REPEATED));
      const sure = Math.min(1, seen / 6);
      const consensus = (content + 0.5) / (blocks + 1);
      const repeatRate = repeated / Math.max(1, blocks);
      z +=
        sure *
        PLACE_WEIGHT *
        Math.max(-MOST_CONSENSUS, Math.min(MOST_CONSENSUS, Math.log(consensus / (1 - consensus))));
      if (repeatRate > 0.5) z -= sure * REPEAT_WEIGHT * (repeatRate - 0.5);
      slot = seen >= 4 && repeatRate < 0.6 && consensus > 0.5;
      if (Math.abs(z) >= 0.5)
        reasons[i] = z > 0 ? 'place-for' : repeatRate > 0.5 ? 'repeated-place' : 'place-against';
      break;
    }
    if (others > 0) {
      const needed = pages < 16 ? 1 : 2;
      // A paragraph that comes back on a few pages, in a place where every page says something else, is an article's own.
      const legitimate = slot && share < 0.3 && facts.words[i]! >= 6;
      if (!legitimate && (others >= needed || share >= 0.15)) {
        z -= TEXT_WEIGHT + 4 * share;
        reasons[i] = 'repeated-text';
      }
    }
    return z;
  }

  /** What a block's heading and its first words say: both come back where the block itself is always new. */
  #company(
    facts: PageBlockFacts,
    i: number,
    cluster: TemplateCluster,
    pages: number,
    textShare: Float32Array,
    reasons: MemoryReason[],
    learned: boolean,
  ): number {
    const opener = facts.openers[i]!;
    let z = 0;
    if (opener >= 0 && textShare[opener]! >= 0.2 && textShare[opener]! * pages >= 2) {
      z -= BOX_WEIGHT;
      reasons[i] = 'repeated-box';
    }
    const lead = facts.leads[i]!;
    // A line that comes back whole is judged as repeated text.
    if (lead !== 0 && textShare[i] === 0) {
      const place = this.#texts.find((cluster.salt ^ 3) >>> 0, lead);
      const others = place < 0 ? 0 : Math.max(0, this.#texts.count(place, PAGES) - (learned ? 1 : 0));
      let times = 0;
      for (let k = 0; k < facts.count; k++) if (facts.leads[k] === lead) times++;
      // Who is quoted in turns ("Pergunta: … Resposta: …") comes many times on one page.
      if (others >= 3 && others >= pages * 0.1 && times <= 3) {
        z -= LEAD_WEIGHT;
        reasons[i] = 'repeated-lead';
      }
    }
    return z;
  }

  #isLive(facts: PageBlockFacts): boolean {
    if (this.#blockCounts.length < 5) return false;
    const sorted = [...this.#blockCounts].sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1]!;
    return median > 0 && contentBlocks(facts) > median * LIVE_FACTOR && contentBlocks(facts) >= 30;
  }

  #clusterOf(facts: PageBlockFacts, make: boolean): TemplateCluster | null {
    const prefix = pathPrefix(facts.url);
    let best: TemplateCluster | null = null;
    let likeness = 0;
    let versions = 0;
    for (const cluster of this.#clusters) {
      const same = cluster.prefix === prefix;
      if (same) versions = Math.max(versions, cluster.version);
      // Another section may use the same template; its own prefix is preferred.
      const alike = sketchLikeness(cluster.sketch, facts.sketch);
      const rank = alike + (same ? OWN_SECTION : 0);
      if (rank > likeness && alike >= (same ? LIKENESS : OTHER_LIKENESS)) {
        likeness = rank;
        best = cluster;
      }
    }
    if (best !== null) return best;
    if (!make) return null;
    if (this.#clusters.length >= MOST_CLUSTERS) return this.#clusters[0]!;
    const cluster: TemplateCluster = {
      prefix,
      version: versions + 1,
      salt: Math.imul(this.#clusters.length + 1, 0x9e3779b1) & ~3,
      sketch: facts.sketch,
      pages: 0,
    };
    this.#clusters.push(cluster);
    return cluster;
  }

  /** The memory as bytes, for `SiteMemory.load`. */
  save(): Uint8Array {
    const head = {
      format: FORMAT,
      minPages: this.#minPages,
      cap: this.#cap,
      capacity: this.#capacity,
      seen: this.#seen,
      learned: this.#learned,
      nearDuplicates: this.#nearDuplicates,
      blockCounts: this.#blockCounts,
      likenesses: this.#likenesses.slice(-2 * KEPT_LIKENESSES),
      clusters: this.#clusters.map((c) => ({ ...c, sketch: [...c.sketch] })),
    };
    const json = Buffer.from(JSON.stringify(head), 'utf8');
    const texts = this.#texts.save();
    const places = this.#places.save();
    const bytes = Buffer.alloc(12 + json.length + texts.length + places.length);
    bytes.writeUInt32LE(json.length, 0);
    bytes.writeUInt32LE(texts.length, 4);
    bytes.writeUInt32LE(places.length, 8);
    json.copy(bytes, 12);
    bytes.set(texts, 12 + json.length);
    bytes.set(places, 12 + json.length + texts.length);
    return bytes;
  }

  /** Reads what `save` wrote. Throws a TarrafaError for anything else. */
  static load(bytes: Uint8Array): SiteMemory {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      const sizes = [buffer.readUInt32LE(0), buffer.readUInt32LE(4), buffer.readUInt32LE(8)] as const;
      if (12 + sizes[0] + sizes[1] + sizes[2] !== buffer.length)
        throw new Error('its length is not what it says');
      const head = readHead(buffer.toString('utf8', 12, 12 + sizes[0]));
      const memory = new SiteMemory({ minPages: head.minPages, cap: head.cap, capacity: head.capacity });
      const from = 12 + sizes[0];
      memory.#texts = CountTable.load(buffer.subarray(from, from + sizes[1]), memory.#capacity);
      memory.#places = CountTable.load(
        buffer.subarray(from + sizes[1], from + sizes[1] + sizes[2]),
        Math.min(memory.#capacity, PLACE_CAPACITY),
      );
      memory.#seen = head.seen;
      memory.#learned = head.learned;
      memory.#nearDuplicates = head.nearDuplicates;
      memory.#blockCounts.push(...head.blockCounts);
      memory.#likenesses.push(...head.likenesses);
      for (let i = 0; i + 1 < head.likenesses.length; i += 2)
        memory.#duplicates.insert({ hi: head.likenesses[i]!, lo: head.likenesses[i + 1]! }, i);
      for (const cluster of head.clusters)
        memory.#clusters.push({ ...cluster, sketch: Uint32Array.from(cluster.sketch) });
      return memory;
    } catch (cause) {
      throw new TarrafaError('TRF_CONTENT_MEMORY', [(cause as Error).message], { cause });
    }
  }
}

interface MemoryHead {
  readonly format: number;
  readonly minPages: number;
  readonly cap: number;
  readonly capacity: number;
  readonly seen: number;
  readonly learned: number;
  readonly nearDuplicates: number;
  readonly blockCounts: readonly number[];
  readonly likenesses: readonly number[];
  readonly clusters: readonly (Omit<TemplateCluster, 'sketch'> & { readonly sketch: readonly number[] })[];
}

function readHead(json: string): MemoryHead {
  const head = JSON.parse(json) as MemoryHead;
  const numbers = [head.minPages, head.cap, head.capacity, head.seen, head.learned, head.nearDuplicates];
  if (head.format !== FORMAT || !numbers.every((n) => Number.isFinite(n) && n >= 0))
    throw new Error('it is of another format');
  if (
    head.capacity > TEXT_CAPACITY * 4 ||
    !Array.isArray(head.clusters) ||
    head.clusters.length > MOST_CLUSTERS
  )
    throw new Error('its sizes are out of bounds');
  return head;
}

/** For pages of which the page-level answer keeps nearly everything: lists, front pages. */
const LIST_CAP = 0.98;
/** What is left must be something. */
const FEWEST_WORDS = 15;
const PAGE_WEIGHT = 1.5;
const PLACE_WEIGHT = 0.8;
const MOST_CONSENSUS = 3;
const REPEAT_WEIGHT = 4;
const TEXT_WEIGHT = 5;
const BOX_WEIGHT = 6;
const LEAD_WEIGHT = 8;

function contentBlocks(facts: PageBlockFacts): number {
  let count = 0;
  for (let i = 0; i < facts.count; i++) if (facts.labels[i] === 1) count++;
  return count;
}

function ownCounts(facts: PageBlockFacts): Map<number, Int32Array> {
  const own = new Map<number, Int32Array>();
  for (let i = 0; i < facts.count; i++) {
    for (const key of [facts.exact[i]!, facts.loose[i]!]) {
      let counts = own.get(key);
      if (counts === undefined) {
        counts = new Int32Array(2);
        own.set(key, counts);
      }
      counts[0]!++;
      if (facts.labels[i] === 1) counts[1]!++;
    }
  }
  return own;
}

/** The section of an address: its first folder, when it has one and it is a word. */
export function pathPrefix(url: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(url)?.[1] ?? '';
  const folder = /^\/([^/]{1,40})\/./.exec(path)?.[1] ?? '';
  return /^[\p{L}_-]+$/u.test(folder) ? `/${folder.toLowerCase()}/` : '/';
}
