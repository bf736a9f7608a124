/**
 * What the pages of a site have in common, learned page by page: which texts come back, which places change from page to page, and
 * what the page-level answer usually said of each place. With it a page is judged by comparison with its site.
 *
 * Pages are kept apart by template (`TemplateCluster`: path prefix and structure); a changed template is a new version of its cluster.
 * Everything counted is a share of the pages of the cluster, near-duplicate pages count once, and what may be removed has a cap, above
 * which the page-level answer stands.
 */

import { fnv32 } from '../bytes/index.ts';
import { TarrafaError } from '../errors.ts';
import { NearDuplicateIndex, type SimHash } from '../text/index.ts';
import { reason } from '../words/why.ts';
import { CountTable } from './count-table.ts';
import { contentBlockCount, isLiveCoverage, isOrdinary, OrdinarySizes } from './live-pages.ts';
import { FURNITURE, type PageBlockFacts } from './page-block-facts.ts';
import { ownerOf, type TemplateCluster, TemplateClusters } from './template-clusters.ts';

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
  /** It repeats inside the article's own text: the author's, whatever other pages say. */
  | 'flow'
  /** Removing it would have gone over the cap. */
  | 'cap';

export interface MemoryJudgement {
  readonly labels: Uint8Array;
  readonly reasons: readonly MemoryReason[];
  /** Log-odds with the memory's evidence. */
  readonly scores: Float64Array;
  /** Share of the cluster's other pages that have the block's text. */
  readonly textShare: Float32Array;
  /** Of each heading, the share of the cluster's other pages that have the same as a heading. */
  readonly headingShare: Float32Array;
  /** Shares of the cluster's other pages that have the title, and that have one which begins or ends with the same part. */
  readonly titleShares: { readonly whole: number; readonly first: number; readonly last: number };
  /** Pages of the cluster, this one not counted. */
  readonly pages: number;
  readonly cluster: string;
  readonly version: number;
  /** Live coverage, to be read with care: entries by the minute, and many more of them than the site's pages have blocks. */
  readonly liveCoverage: boolean;
}

type JudgementInTheMaking = Pick<MemoryJudgement, 'labels' | 'scores' | 'textShare'> & {
  readonly reasons: MemoryReason[];
};

export interface SiteMemoryOptions {
  /** Pages of a cluster below which the page-level answer stands. */
  readonly minPages?: number;
  /** Largest share of the page-level answer's words that the memory may take away. */
  readonly cap?: number;
  /** Places of the text table, 16 bytes each; a power of two, or the next one is taken. */
  readonly capacity?: number;
  /** Templates held at once. */
  readonly templates?: number;
}

/** Counter of a text, and the first of a place. */
const PAGES = 0;
/** Counters of a place. */
const P_BLOCKS = 1;
const P_CONTENT = 2;
const P_REPEATED = 3;
const TEXT_COUNTERS = 1;
const PLACE_COUNTERS = 4;

/** Kinds of keys that are no texts: a place with and without ordinals, the first words of a line. */
const EXACT = 1;
const LOOSE = 2;
const LEAD = 3;
/** Of a title: whole, first part, last part. */
const TITLE = [4, 5, 6] as const;
const HEADING = 7;

const MOST_TEMPLATES = 256;
const LARGEST_TEMPLATES = 1024;
const TEXT_CAPACITY = 1 << 20;
const LARGEST_CAPACITY = 1 << 22;
const PLACE_CAPACITY = 1 << 17;
const LIKENESS_CAPACITY = 1 << 17;
/** Raised when fingerprints are made or kept in another way: an older memory would not know its own site. */
export const MEMORY_FORMAT = 4;
/** Whole memories from here on can be shown; to judge pages by they are learned again. */
const OLDEST_SHOWN = 3;
const LIKENESS_WIDTH = 8;
/** How much of a memory is told to another. */
const BRIEF = { templates: 16, texts: 512, places: 256, likenesses: 512 } as const;

export class SiteMemory {
  readonly #minPages: number;
  readonly #cap: number;
  readonly #capacity: number;
  readonly #templates: number;
  #texts: CountTable;
  #places: CountTable;
  /** Fingerprints of the pages counted and of their near-duplicates, those of each cluster apart. */
  readonly #likenesses = new NearDuplicateIndex({ capacity: LIKENESS_CAPACITY, chainLimit: 256 });
  #clusters: TemplateClusters;
  #sizes = new OrdinarySizes();
  #seen = 0;
  #learned = 0;
  #nearDuplicates = 0;

  constructor(options: SiteMemoryOptions = {}) {
    this.#minPages = options.minPages ?? 3;
    this.#cap = options.cap ?? 0.85;
    this.#capacity = Math.min(options.capacity ?? TEXT_CAPACITY, LARGEST_CAPACITY);
    this.#templates = Math.min(options.templates ?? MOST_TEMPLATES, LARGEST_TEMPLATES);
    this.#clusters = new TemplateClusters(this.#templates);
    this.#texts = new CountTable(this.#textTable());
    this.#places = new CountTable(this.#placeTable());
  }

  #textTable() {
    return { limit: this.#capacity, counters: TEXT_COUNTERS, isAlive: this.#isAlive };
  }

  #placeTable() {
    const limit = Math.min(this.#capacity, PLACE_CAPACITY);
    return { limit, counters: PLACE_COUNTERS, isAlive: this.#isAlive };
  }

  readonly #isAlive = (hi: number): boolean => this.#clusters.hasOwner(hi & 0xffff);

  /** Pages counted. */
  get pages(): number {
    return this.#learned;
  }

  /** Pages that were nearly the same as one before, and not counted. */
  get nearDuplicates(): number {
    return this.#nearDuplicates;
  }

  get bytes(): number {
    return this.#texts.bytes + this.#places.bytes + this.#likenesses.bytes;
  }

  /** The clusters, largest first. */
  clusters(): readonly { readonly prefix: string; readonly version: number; readonly pages: number }[] {
    return this.#clusters.list
      .map(({ prefix, version, pages }) => ({ prefix, version, pages }))
      .sort((a, b) => b.pages - a.pages);
  }

  /**
   * Counts a page. Returns false when it is nearly the same as one of its template that was counted before, and when the site has more
   * templates than are held and this one is new.
   */
  learn(facts: PageBlockFacts): boolean {
    this.#seen++;
    const page = this.#seen;
    const known = this.#clusters.find(facts);
    const twin = known === null ? null : this.#likenesses.find(likenessIn(known, facts));
    if (known !== null && twin !== null) {
      known.met = page;
      if (twin.distance > 0) this.#likenesses.insert(likenessIn(known, facts), 0);
      this.#nearDuplicates++;
      return false;
    }
    const cluster = known ?? this.#clusters.make(facts, page);
    if (cluster === null) return false;
    this.#likenesses.insert(likenessIn(cluster, facts), 0);
    this.#learned++;
    cluster.met = page;
    cluster.pages++;
    if (isOrdinary(facts)) {
      const size = contentBlockCount(facts);
      cluster.sizes.add(size);
      this.#sizes.add(size);
    }
    const owner = ownerOf(cluster.serial);
    for (let part = 0; part < TITLE.length; part++)
      if (facts.titleKeys[part] !== 0)
        this.#countText(keyOf(TITLE[part]!, owner), facts.titleKeys[part]!, page);
    for (let i = 0; i < facts.count; i++) {
      const repeated = this.#countText(textKey(facts, i, owner), facts.textLo[i]!, page);
      if (facts.headings[i] !== 0) this.#countText(keyOf(HEADING, owner), facts.headings[i]!, page);
      if (facts.leads[i] !== 0) this.#countText(keyOf(LEAD, owner), facts.leads[i]!, page);
      const content = facts.labels[i] === 1;
      this.#countPlace(keyOf(EXACT, owner), facts.exact[i]!, page, content, repeated);
      this.#countPlace(keyOf(LOOSE, owner), facts.loose[i]!, page, content, repeated);
    }
    return true;
  }

  /** Returns whether another page had it. */
  #countText(hi: number, lo: number, page: number): boolean {
    const texts = this.#texts;
    const text = texts.place(hi, lo, page);
    if (texts.lastPage(text) === page) return false;
    const repeated = texts.count(text, PAGES) > 0;
    texts.add(text, PAGES, 1);
    texts.see(text, page);
    return repeated;
  }

  #countPlace(hi: number, lo: number, page: number, content: boolean, repeated: boolean): void {
    const places = this.#places;
    const place = places.place(hi, lo, page);
    if (places.lastPage(place) !== page) {
      places.add(place, PAGES, 1);
      places.see(place, page);
    }
    places.add(place, P_BLOCKS, 1);
    if (content) places.add(place, P_CONTENT, 1);
    if (repeated) places.add(place, P_REPEATED, 1);
  }

  /**
   * Judges a page. A page is not its own witness, nor is one that is nearly the same: they are known by their likeness. `counted` says
   * that this very page was counted, for one of so long ago that its likeness is forgotten.
   */
  judge(facts: PageBlockFacts, counted = false): MemoryJudgement {
    const { count } = facts;
    const cluster = this.#clusters.find(facts);
    const learned =
      cluster !== null && (counted || this.#likenesses.find(likenessIn(cluster, facts)) !== null);
    const pages = Math.max(0, (cluster?.pages ?? 0) - (learned ? 1 : 0));
    const labels = facts.labels.slice();
    const scores = new Float64Array(count);
    const textShare = new Float32Array(count);
    const reasons: MemoryReason[] = new Array<MemoryReason>(count).fill('page');
    for (let i = 0; i < count; i++) scores[i] = facts.scores[i]! / 10;
    const judgement = {
      labels,
      reasons,
      scores,
      textShare,
      headingShare: new Float32Array(count),
      titleShares: this.#titleShares(facts, cluster, pages, learned),
      pages,
      cluster: cluster?.prefix ?? '',
      version: cluster?.version ?? 0,
      liveCoverage: isLiveCoverage(facts, cluster?.sizes ?? null, this.#sizes),
    };
    if (cluster === null || pages < this.#minPages) return judgement;
    for (let i = 0; i < count; i++)
      if (facts.headings[i] !== 0)
        judgement.headingShare[i] = this.#share(HEADING, facts.headings[i]!, cluster, pages, learned);
    // What this page itself put into the counts of its places.
    const own = learned ? ownCounts(facts) : null;
    const evidence = new Float64Array(count);
    for (let i = 0; i < count; i++)
      evidence[i] = this.#evidence(facts, i, cluster, pages, own, textShare, reasons);
    const turns = leadTurns(facts);
    for (let i = 0; i < count; i++)
      evidence[i]! += this.#company(facts, i, cluster, pages, textShare, reasons, own !== null, turns);
    const alone = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      alone[i] =
        (facts.labels[i] === 1 ? PAGE_WEIGHT : -PAGE_WEIGHT) + Math.max(-4, Math.min(4, scores[i]!)) * 0.25;
      scores[i] = alone[i]! + evidence[i]!;
      const content = scores[i]! > 0;
      if (content === (facts.labels[i] === 1) && Math.abs(evidence[i]!) < 1) reasons[i] = 'page';
      labels[i] = content ? 1 : 0;
    }
    if (facts.whole) this.#keepFlow(judgement, facts, alone);
    let before = 0;
    let removed = 0;
    for (let i = 0; i < count; i++) {
      // What stands on every other page is the template beyond doubt, and not counted.
      if (facts.labels[i] !== 1 || textShare[i]! >= 0.5) continue;
      before += facts.words[i]!;
      if (labels[i] !== 1) removed += facts.words[i]!;
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

  #titleShares(
    { titleKeys }: PageBlockFacts,
    cluster: TemplateCluster | null,
    pages: number,
    learned: boolean,
  ): MemoryJudgement['titleShares'] {
    const share = (part: 0 | 1 | 2): number =>
      cluster === null || pages < this.#minPages || titleKeys[part] === 0
        ? 0
        : this.#share(TITLE[part], titleKeys[part]!, cluster, pages, learned);
    return { whole: share(0), first: share(1), last: share(2) };
  }

  /** Of the other pages of the cluster, those that have what the key stands for. */
  #share(kind: number, key: number, cluster: TemplateCluster, pages: number, learned: boolean): number {
    const place = this.#texts.find(keyOf(kind, ownerOf(cluster.serial)), key);
    const others = place < 0 ? 0 : Math.max(0, this.#texts.count(place, PAGES) - (learned ? 1 : 0));
    return Math.min(1, others / pages);
  }

  /**
   * The template stands around an article, and in it only in boxes of its own: between the first and the last block that page and site both keep, what
   * the page alone keeps is the author's where it stands beside such blocks, though other pages have it too ("Conclusão", "Modo de preparo").
   */
  #keepFlow(
    { labels, reasons, scores, textShare }: JudgementInTheMaking,
    facts: PageBlockFacts,
    alone: Float64Array,
  ): void {
    const { count, boxFrom, boxTo, marks } = facts;
    const isKept = (i: number): boolean => labels[i] === 1 && facts.labels[i] === 1;
    const keptUpTo = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) keptUpTo[i + 1] = keptUpTo[i]! + (isKept(i) ? 1 : 0);
    let first = 0;
    let last = count - 1;
    while (first < last && !isKept(first)) first++;
    while (last > first && !isKept(last)) last--;
    const isBeside = (i: number): boolean => keptUpTo[boxTo[i]! + 1]! > keptUpTo[boxFrom[i]!]!;
    const isTaken = (i: number): boolean =>
      facts.labels[i] === 1 && labels[i] !== 1 && (marks[i]! & FURNITURE) === 0;
    // What hardly any other page has ends the article: the last row of a table that all pages have.
    for (let i = count - 1; i > last; i--)
      if (isTaken(i) && textShare[i]! <= HARDLY_ANY && reasons[i] !== 'repeated-lead' && isBeside(i))
        last = i;
    for (let i = first + 1; i <= last; i++) {
      if (!isTaken(i) || (textShare[i]! > 0 && !isBeside(i))) continue;
      labels[i] = 1;
      reasons[i] = 'flow';
      scores[i] = Math.max(0, alone[i]!);
    }
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
    const owner = ownerOf(cluster.serial);
    const text = texts.find(textKey(facts, i, owner), facts.textLo[i]!);
    const others = text < 0 ? 0 : Math.max(0, texts.count(text, PAGES) - (own === null ? 0 : 1));
    const share = Math.min(1, others / pages);
    textShare[i] = share;
    let z = 0;
    let slot = false;
    // The exact place when it is known, else the path alone.
    for (let kind = EXACT; kind <= LOOSE; kind++) {
      const key = kind === EXACT ? facts.exact[i]! : facts.loose[i]!;
      const place = this.#places.find(keyOf(kind, owner), key);
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
      const needed = Math.max(pages < 16 ? 1 : 2, pages * LEAST_SHARE);
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
    turns: ReadonlyMap<number, number>,
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
      const place = this.#texts.find(keyOf(LEAD, ownerOf(cluster.serial)), lead);
      const others = place < 0 ? 0 : Math.max(0, this.#texts.count(place, PAGES) - (learned ? 1 : 0));
      // Who is quoted in turns ("Pergunta: … Resposta: …") comes many times on one page.
      if (others >= 3 && others >= pages * 0.1 && turns.get(lead)! <= 3) {
        z -= LEAD_WEIGHT;
        reasons[i] = 'repeated-lead';
      }
    }
    return z;
  }

  /** The memory as bytes, for `SiteMemory.load`. */
  save(): Uint8Array {
    return this.#saved(
      this.#clusters.save(),
      this.#texts.save(),
      this.#places.save(),
      this.#savedLikenesses(),
    );
  }

  /**
   * What is worth most of it, as bytes for `SiteMemory.load`, some thirty thousand at the most: to be told to another. Of 123,604 blocks of the later
   * pages of sixty sites 99.5 % were judged as with the whole memory of the earlier ones; without any, 96.8 %.
   */
  saveBrief(): Uint8Array {
    const largest = this.#clusters.largest(BRIEF.templates);
    const owners = new Set(largest.map(({ serial }) => ownerOf(serial)));
    const isWanted = (hi: number): boolean => owners.has(hi & 0xffff);
    return this.#saved(
      this.#clusters.save(largest),
      this.#texts.saveBest(this.#seen, BRIEF.texts, isWanted),
      this.#places.saveBest(this.#seen, BRIEF.places, isWanted),
      this.#savedLikenesses().subarray(-BRIEF.likenesses * LIKENESS_WIDTH),
    );
  }

  #saved(
    clusters: MemoryHead['clusters'],
    texts: Uint8Array,
    places: Uint8Array,
    likenesses: Uint8Array,
  ): Uint8Array {
    const head: MemoryHead = {
      format: MEMORY_FORMAT,
      minPages: this.#minPages,
      cap: this.#cap,
      capacity: this.#capacity,
      templates: this.#templates,
      seen: this.#seen,
      learned: this.#learned,
      nearDuplicates: this.#nearDuplicates,
      sizes: this.#sizes.save(),
      clusters,
    };
    const parts = [Buffer.from(JSON.stringify(head), 'utf8'), texts, places, likenesses];
    const sizes = Buffer.alloc(4 * parts.length);
    parts.forEach((part, i) => {
      sizes.writeUInt32LE(part.length, 4 * i);
    });
    return Buffer.concat([sizes, ...parts]);
  }

  #savedLikenesses(): Uint8Array {
    const bytes = Buffer.alloc(this.#likenesses.size * LIKENESS_WIDTH);
    let at = 0;
    for (const { hash } of this.#likenesses.entries()) {
      bytes.writeUInt32LE(hash.hi, at);
      bytes.writeUInt32LE(hash.lo, at + 4);
      at += LIKENESS_WIDTH;
    }
    return bytes;
  }

  /**
   * Reads what `save` wrote. Throws a TarrafaError for anything else; one of a newer version is told apart, under its `name`. `toShow`: also one of before,
   * whose places pages of now do not stand in.
   */
  static load(bytes: Uint8Array, name = '', toShow = false): SiteMemory {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      const [json, texts, places, likenesses] = partsOf(buffer);
      const head = readHead(json.toString('utf8'), name, toShow ? OLDEST_SHOWN : MEMORY_FORMAT);
      const memory = new SiteMemory(head);
      memory.#clusters = TemplateClusters.load(memory.#templates, head.clusters);
      memory.#sizes = OrdinarySizes.load(head.sizes);
      memory.#texts = CountTable.load(texts, memory.#textTable());
      memory.#places = CountTable.load(places, memory.#placeTable());
      memory.#seen = head.seen;
      memory.#learned = head.learned;
      memory.#nearDuplicates = head.nearDuplicates;
      if (likenesses.length % LIKENESS_WIDTH !== 0)
        throw new Error('the likenesses of its pages are not whole');
      for (let at = 0; at < likenesses.length; at += LIKENESS_WIDTH) {
        const hash = { hi: likenesses.readUInt32LE(at), lo: likenesses.readUInt32LE(at + 4) };
        memory.#likenesses.insert(hash, 0);
      }
      return memory;
    } catch (cause) {
      if (cause instanceof TarrafaError) throw cause;
      throw new TarrafaError('TRF_CONTENT_MEMORY', [(cause as Error).message], { cause });
    }
  }
}

interface MemoryHead {
  readonly format: number;
  readonly minPages: number;
  readonly cap: number;
  readonly capacity: number;
  readonly templates: number;
  readonly seen: number;
  readonly learned: number;
  readonly nearDuplicates: number;
  readonly sizes: readonly number[];
  readonly clusters: ReturnType<TemplateClusters['save']>;
}

/** Head, texts, places, likenesses: the length of each, then all of them. */
function partsOf(buffer: Buffer): [head: Buffer, texts: Buffer, places: Buffer, likenesses: Buffer] {
  const sizes = [0, 4, 8, 12].map((at) => buffer.readUInt32LE(at));
  let at = 16;
  const parts = sizes.map((size) => buffer.subarray(at, (at += size)));
  if (at !== buffer.length) throw new Error('its length is not what it says');
  return parts as [Buffer, Buffer, Buffer, Buffer];
}

function readHead(json: string, name: string, oldest: number): MemoryHead {
  const head = JSON.parse(json) as MemoryHead | null;
  if (typeof head?.format === 'number' && head.format > MEMORY_FORMAT)
    throw new TarrafaError('TRF_FORMAT_NEWER', [name, head.format, MEMORY_FORMAT]);
  if (typeof head?.format !== 'number' || head.format < oldest)
    throw new TarrafaError('TRF_CONTENT_MEMORY', [reason('other-format')]);
  const { minPages, cap, capacity, templates, seen, learned, nearDuplicates } = head;
  const numbers = [minPages, cap, capacity, templates, seen, learned, nearDuplicates];
  if (!numbers.every((n) => Number.isFinite(n) && n >= 0) || typeof head.clusters !== 'object')
    throw new Error('its head is not whole');
  if (capacity > LARGEST_CAPACITY || templates > LARGEST_TEMPLATES)
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
const HARDLY_ANY = 0.1;
const LEAD_WEIGHT = 8;

/** Below this share of a template's pages a text is no template, however large the site. */
const LEAST_SHARE = 0.0005;

/** The key of a text: 48 bits of its fingerprint, and whose it is. */
function textKey(facts: PageBlockFacts, i: number, owner: number): number {
  return ((facts.textHi[i]! & 0xffff0000) | owner) >>> 0;
}

function keyOf(kind: number, owner: number): number {
  return ((kind << 16) | owner) >>> 0;
}

/** By what a page is known again: the likeness of its content or, where there is too little of it, all its texts and its address. */
function likenessOf(facts: PageBlockFacts): SimHash {
  if (facts.likeness !== null) return facts.likeness;
  // Texts that differ only in numbers are one to the memory, and the pages of a gallery differ in nothing else.
  let hi = fnv32(facts.url);
  let lo = facts.count | 0;
  for (let i = 0; i < facts.count; i++) {
    hi = Math.imul(hi ^ facts.textHi[i]!, 0x85ebca6b);
    hi ^= hi >>> 15;
    lo = Math.imul(lo ^ facts.textLo[i]!, 0xc2b2ae35);
    lo ^= hi ^ (lo >>> 13);
  }
  return { hi: hi >>> 0, lo: lo >>> 0 };
}

/** The likeness turned in a way of the cluster's own: within a cluster the distances stay, and nothing is like a page of another. */
function likenessIn({ serial }: TemplateCluster, facts: PageBlockFacts): SimHash {
  const { hi, lo } = likenessOf(facts);
  return {
    hi: (hi ^ Math.imul(serial, 0x9e3779b1)) >>> 0,
    lo: (lo ^ Math.imul(serial, 0x85ebca6b)) >>> 0,
  };
}

/** How often each first words come on the page. */
function leadTurns({ leads }: PageBlockFacts): Map<number, number> {
  const turns = new Map<number, number>();
  for (const lead of leads) if (lead !== 0) turns.set(lead, (turns.get(lead) ?? 0) + 1);
  return turns;
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
