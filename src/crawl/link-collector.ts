/**
 * From raw links to candidates: normalised, judged by every rule in turn, each once a page. It stands in the analysis thread, so
 * that most links of a page (refused, repeated, seen a moment ago) never cross to the main thread.
 */

import { fnv53 } from '../bytes/index.ts';
import { URL_KIND, type UrlKind } from '../frontier/index.ts';
import {
  createNormaliser,
  inScope,
  normaliseUrl,
  parseScope,
  refuseByRule,
  type Scope,
  TRAP_REFUSAL_SCORE,
  trapScore,
  trapSignals,
  URL_COMPAT,
  URL_MODERN,
  type UrlProfile,
  type WebUrl,
} from '../url/index.ts';
import { Forgotten, type ForgottenRules } from './forgotten.ts';
import { NO_LINKS, NUMBERS_PER_LINK, type PackedLinks } from './page-findings.ts';

export interface LinkRules {
  readonly scope: string;
  readonly seeds: readonly string[];
  readonly urlProfile: 'modern' | 'compat';
  readonly politeness: 'site' | 'host';
  /** Remember links sent lately and do not send them again: most links of a site stand on all its pages. */
  readonly forgetRepeated: boolean;
  /** What the collection was asked to forget; null for nothing. */
  readonly forgotten: ForgottenRules | null;
}

/** Of a link about which nothing else is known. */
export const USUAL_PRIORITY = 50;

/**
 * Links met lately, as written, with what became of them: most links of a site stand on all its pages, and a hash is cheaper than a
 * judgement. Each slot is a 53-bit hash; no string is kept, because a link's string may hold its whole page in memory. Two links in one
 * slot only mean that one of them is judged once more.
 */
const MET = 1 << 17;
/** What became of a link met lately: it was sent, or refused by the rule at this place of the list. */
const SENT = 0;
/** Of one page or sitemap: what the sitemap protocol allows in one file, and more than any page for people has. */
const MOST_LINKS = 50_000;

export class LinkCollector {
  readonly #rules: LinkRules;
  readonly #profile: UrlProfile;
  readonly #scope: Scope;
  readonly #forgotten: Forgotten;
  readonly #met = new Float64Array(MET);
  readonly #fate = new Uint8Array(MET);
  readonly #rulesMet: string[] = ['sent'];
  /** Line of each address that stands on the page, −1 when it is refused. */
  readonly #onPage = new Map<string, number>();
  #normalise: (raw: string) => ReturnType<typeof normaliseUrl> = (raw) => normaliseUrl(raw);
  #lines: string[] = [];
  #numbers: number[] = [];
  #refused: Record<string, number> = {};
  #found = 0;
  /** What a link means depends on more or less of its page's address, which goes into its hash. */
  readonly #seeds = new Uint32Array(4);
  /** The page is in the language of the scope: what it links to may be collected wherever it is hosted. */
  #anywhere = false;

  constructor(rules: LinkRules) {
    this.#rules = rules;
    this.#profile = rules.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
    const seeds = rules.seeds
      .map((seed) => normaliseUrl(seed))
      .filter((url): url is WebUrl => url.kind === 'url');
    this.#scope = parseScope(rules.scope, seeds);
    this.#forgotten = rules.forgotten === null ? Forgotten.NOTHING : new Forgotten(rules.forgotten);
  }

  /** Begins a page; links are resolved against `base`. */
  begin(base: string, language: string | null = null): void {
    this.#anywhere = language !== null && this.#scope.language === language;
    const pathEnd = base.search(/[?#]/);
    const page = pathEnd < 0 ? base : base.slice(0, pathEnd);
    const rootAt = page.indexOf('/', 8);
    const seed = this.#anywhere ? 1 : 0;
    this.#seeds[BY_PAGE] = fnv53(page, seed);
    this.#seeds[BY_DIRECTORY] = fnv53(page.slice(0, page.lastIndexOf('/') + 1), seed);
    this.#seeds[BY_ORIGIN] = fnv53(rootAt < 0 ? page : page.slice(0, rootAt), seed);
    this.#seeds[BY_ITSELF] = seed;
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

  /** Gives the line of the link, −1 when it is refused or was sent lately. */
  add(raw: string, kind: UrlKind, priority = USUAL_PRIORITY): number {
    this.#found++;
    if (this.#lines.length >= MOST_LINKS) {
      this.refuse('too-many-links');
      return -1;
    }
    const hash = fnv53(raw, this.#seeds[dependence(raw)]! + kind);
    const slot = hash % MET;
    if (this.#rules.forgetRepeated && this.#met[slot] === hash) {
      const fate = this.#fate[slot]!;
      if (fate !== SENT) this.refuse(this.#rulesMet[fate]!);
      return -1;
    }
    const verdict = this.#judge(raw, kind, priority);
    const refused = typeof verdict === 'string';
    if (refused) this.refuse(verdict);
    this.#met[slot] = hash;
    this.#fate[slot] = refused ? this.#ruleNumber(verdict) : SENT;
    return refused ? -1 : verdict;
  }

  #ruleNumber(rule: string): number {
    const known = this.#rulesMet.indexOf(rule);
    return known >= 0 ? known : this.#rulesMet.push(rule) - 1;
  }

  /** The rule that refuses a link, or its line when it was taken (or stands on the page already; −1 if it was refused there). */
  #judge(raw: string, kind: UrlKind, priority: number): string | number {
    const url = this.#normalise(raw);
    if (url.kind === 'refused') return url.reason;
    const before = this.#onPage.get(url.key);
    if (before !== undefined) return before;
    this.#onPage.set(url.key, -1);
    if (this.#forgotten.has(url)) return 'forgotten';
    let trap = 0;
    if (kind !== URL_KIND.requisite) {
      const rule = refuseByRule(url, raw);
      if (rule) return rule;
      if (!inScope(this.#scope, url) && !this.#anywhere) return 'out-of-scope';
      const signals = trapSignals(url);
      if (signals.length > 0) {
        const score = trapScore(signals);
        if (score >= TRAP_REFUSAL_SCORE) return 'trap';
        trap = Math.round(100 * score);
      }
    }
    this.#lines.push(`${url.fetch}\t${url.key}\t${this.#rules.politeness === 'site' ? url.site : url.host}`);
    this.#numbers.push(Math.min(255, url.depth), kind, Math.min(100, priority), trap);
    const line = this.#lines.length - 1;
    this.#onPage.set(url.key, line);
    return line;
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

const BY_ITSELF = 0;
const BY_ORIGIN = 1;
const BY_DIRECTORY = 2;
const BY_PAGE = 3;

/** How much of its page's address decides what a link means: `http://…` nothing, `/x` the origin, `x.html` the directory, `?x` all. */
function dependence(raw: string): number {
  const code = raw.charCodeAt(0);
  if ((code === 0x68 || code === 0x48) && /^https?:\/\//i.test(raw)) return BY_ITSELF;
  if (code === 0x2f) return BY_ORIGIN;
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
    ? BY_DIRECTORY
    : BY_PAGE;
}
