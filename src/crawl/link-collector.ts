/**
 * From raw links to candidates: normalised, judged by every rule in turn, each once a page. It stands in the analysis thread, so
 * that most links of a page (refused, repeated, seen a moment ago) never cross to the main thread.
 */
import { URL_KIND, type UrlKind } from '../frontier/index.ts';
import {
  COMPAT,
  createNormaliser,
  inScope,
  MODERN,
  normaliseUrl,
  parseScope,
  refuseByRule,
  type Scope,
  TRAP_REFUSAL_SCORE,
  trapScore,
  trapSignals,
  type UrlProfile,
  type WebUrl,
} from '../url/index.ts';
import { NO_LINKS, NUMBERS_PER_LINK, type PackedLinks } from './page-facts.ts';

export interface LinkRules {
  readonly scope: string;
  readonly seeds: readonly string[];
  readonly urlProfile: 'modern' | 'compat';
  readonly politeness: 'site' | 'host';
  /** Remember links sent lately and do not send them again: most links of a site stand on all its pages. */
  readonly forgetRepeated: boolean;
}

/**
 * Slots of the cache of links sent lately, each the 53-bit hash of a key: no string is kept, because a link's string may hold its whole
 * page in memory. Two links in one slot only mean that one of them is sent once more.
 */
const RECENT = 1 << 16;
const MOST_LINKS = 5_000;

export class LinkCollector {
  readonly #rules: LinkRules;
  readonly #profile: UrlProfile;
  readonly #scope: Scope;
  readonly #recent = new Float64Array(RECENT);
  readonly #onPage = new Set<string>();
  #normalise: (raw: string) => ReturnType<typeof normaliseUrl> = (raw) => normaliseUrl(raw);
  #lines: string[] = [];
  #numbers: number[] = [];
  #refused: Record<string, number> = {};
  #found = 0;
  /** The page is in the language of the scope: what it links to may be collected wherever it is hosted. */
  #anywhere = false;

  constructor(rules: LinkRules) {
    this.#rules = rules;
    this.#profile = rules.urlProfile === 'compat' ? COMPAT : MODERN;
    const seeds = rules.seeds
      .map((seed) => normaliseUrl(seed))
      .filter((url): url is WebUrl => url.kind === 'url');
    this.#scope = parseScope(rules.scope, seeds);
  }

  /** Begins a page; links are resolved against `base`. */
  begin(base: string, language: string | null = null): void {
    this.#anywhere = language !== null && this.#scope.language === language;
    this.#normalise = createNormaliser(base, this.#profile);
    this.#onPage.clear();
    this.#lines = [];
    this.#numbers = [];
    this.#refused = {};
    this.#found = 0;
  }

  /** Counts a link, or all links of the page, as refused by a rule. */
  refuse(reason: string): void {
    this.#refused[reason] = (this.#refused[reason] ?? 0) + 1;
  }

  add(raw: string, kind: UrlKind, priority = 50): void {
    this.#found++;
    if (this.#lines.length >= MOST_LINKS) return this.refuse('too-many-links');
    const url = this.#normalise(raw);
    if (url.kind === 'refused') return this.refuse(url.reason);
    if (this.#onPage.has(url.key)) return;
    this.#onPage.add(url.key);
    const hash = keyHash(url.key);
    const slot = hash % RECENT;
    if (this.#rules.forgetRepeated && this.#recent[slot] === hash) return;
    let trap = 0;
    if (kind !== URL_KIND.requisite) {
      const rule = refuseByRule(url, raw);
      if (rule) return this.refuse(rule);
      if (!inScope(this.#scope, url) && !this.#anywhere) return this.refuse('out-of-scope');
      const signals = trapSignals(url);
      if (signals.length > 0) {
        const score = trapScore(signals);
        if (score >= TRAP_REFUSAL_SCORE) return this.refuse('trap');
        trap = Math.round(100 * score);
      }
    }
    this.#recent[slot] = hash;
    this.#lines.push(`${url.fetch}\t${url.key}\t${this.#rules.politeness === 'site' ? url.site : url.host}`);
    this.#numbers.push(Math.min(255, url.depth), kind, Math.min(100, priority), trap);
  }

  /** An address in the form that links get; null when it is refused. */
  normalised(raw: string): WebUrl | null {
    const url = this.#normalise(raw);
    return url.kind === 'url' ? url : null;
  }

  end(): { found: number; links: PackedLinks; refused: Record<string, number> } {
    const count = this.#lines.length;
    const links: PackedLinks =
      count === 0
        ? NO_LINKS
        : { count, text: this.#lines.join('\n'), numbers: Uint8Array.from(this.#numbers) };
    if (this.#numbers.length !== count * NUMBERS_PER_LINK) throw new Error('a link without its numbers');
    return { found: this.#found, links, refused: this.#refused };
  }
}

/** 53 bits from two lanes, each mixed over the whole key. */
function keyHash(key: string): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b1;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ (b >>> 13);
  b = Math.imul(b ^ (b >>> 16), 0x297a2d39) ^ (a >>> 11);
  return (a >>> 0) + (b & 0x1fffff) * 0x1_0000_0000;
}
