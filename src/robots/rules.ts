/** What a robots.txt file says to one crawler. */
import { plainEscapes } from '../url/index.ts';
import { normalPathOf, pathOf } from './path.ts';
import { type Meter, Pattern } from './pattern.ts';
import type { RobotsFile, RobotsRule } from './robots-file.ts';

export interface Verdict {
  readonly allowed: boolean;
  /** The rule that decided; none when no rule fits, which allows. */
  readonly rule?: RobotsRule;
}

export interface RobotsRules {
  /**
   * @param url an absolute URL or a path with query, escaped as it will be requested (see `normalPathOf`)
   */
  allows(url: string): boolean;
  decisive(url: string): Verdict;
  /** Seconds between requests that the file asks for. */
  readonly crawlDelay: number | null;
  readonly sitemaps: readonly string[];
  /** Whether the file has a group for this crawler by name, `*` apart. */
  readonly named: boolean;
}

interface Compiled {
  readonly pattern: Pattern;
  readonly rule: RobotsRule;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/**
 * "Allow: /x/index.html" is taken to allow "/x/" as well (Google's reading): the pattern for that, or null. It is always shorter than
 * the pattern it comes from, so it can stand beside it as a rule of its own.
 */
function directoryOf(rule: RobotsRule): string | null {
  if (rule.type !== 'allow') return null;
  const slash = rule.pattern.lastIndexOf('/');
  return slash >= 0 && rule.pattern.startsWith('/index.htm', slash)
    ? `${rule.pattern.slice(0, slash + 1)}$`
    : null;
}

/** Longest pattern first, Allow before Disallow, earlier line first: then the first that fits decides. */
function compile(rules: readonly RobotsRule[]): Compiled[] {
  const compiled: Compiled[] = [];
  for (const rule of rules) {
    compiled.push({ pattern: new Pattern(rule.pattern), rule });
    const directory = directoryOf(rule);
    if (directory !== null) compiled.push({ pattern: new Pattern(directory), rule });
  }
  return compiled.sort(
    (a, b) =>
      b.pattern.text.length - a.pattern.text.length ||
      (a.rule.type === b.rule.type ? a.rule.line - b.rule.line : a.rule.type === 'allow' ? -1 : 1),
  );
}

class GroupRules implements RobotsRules {
  readonly crawlDelay: number | null;
  readonly sitemaps: readonly string[];
  readonly named: boolean;
  readonly #rules: readonly Compiled[];
  readonly #pathOf: (url: string) => string;

  constructor(
    rules: readonly RobotsRule[],
    crawlDelay: number | null,
    sitemaps: readonly string[],
    named: boolean,
    path: (url: string) => string = pathOf,
  ) {
    this.#pathOf = path;
    this.#rules = compile(rules);
    this.crawlDelay = crawlDelay;
    this.sitemaps = sitemaps;
    this.named = named;
  }

  allows(url: string): boolean {
    return this.decisive(url).allowed;
  }

  decisive(url: string, meter?: Meter): Verdict {
    if (this.#rules.length === 0) return ALLOWED;
    const path = this.#pathOf(url);
    for (const { pattern, rule } of this.#rules)
      if (pattern.matches(path, meter)) return { allowed: rule.type === 'allow', rule };
    return ALLOWED;
  }
}

const ALLOWED: Verdict = { allowed: true };

/** Only what the file says to this crawler, as a file of its own: what is worth keeping of one that names a hundred others. */
export function narrowTo(file: RobotsFile, productToken: string): RobotsFile {
  const { agent, rules, delay } = select(file, productToken);
  return {
    groups: agent === null ? [] : [{ agents: [agent], rules }],
    crawlDelays: agent === null || delay === null ? [] : [[agent, delay]],
    sitemaps: file.sitemaps,
  };
}

function select(file: RobotsFile, productToken: string) {
  const token = lowerAscii(productToken);
  // All groups that name the crawler are one; those for everyone are one; the second counts only in the absence of the first.
  const named = token !== '*' && file.groups.some((group) => group.agents.includes(token));
  const wanted = named ? token : '*';
  const groups = file.groups.filter((group) => group.agents.includes(wanted));
  return {
    agent: groups.length > 0 ? wanted : null,
    rules: groups.flatMap((group) => group.rules),
    delay: file.crawlDelays.find(([name]) => name === wanted)?.[1] ?? null,
  };
}

/**
 * The rules for a crawler, by its product token (`Tarrafa`, compared without regard to case, and as a whole: a full User-Agent header
 * is no product token).
 */
export function rulesFor(file: RobotsFile, productToken: string): RobotsRules {
  const { agent, rules, delay } = select(file, productToken);
  return new GroupRules(rules, delay, file.sitemaps, agent !== null && agent !== '*');
}

/**
 * The same with patterns and URLs both in the normal form of RFC 9309 §2.2.2, where `rulesFor` compares escapes as they stand. A crawler
 * asks for `/~ana` where a file may say `/%7Eana`, and a rule must not be lost by that.
 */
export function normalRulesFor(file: RobotsFile, productToken: string): RobotsRules {
  const { agent, rules, delay } = select(file, productToken);
  return new GroupRules(
    rules.map((rule) => ({ ...rule, pattern: plainEscapes(rule.pattern) })),
    delay,
    file.sitemaps,
    agent !== null && agent !== '*',
    (url) => plainEscapes(normalPathOf(url)),
  );
}

/** Everything forbidden, as when the file cannot be had. */
export const DISALLOW_ALL: RobotsRules = {
  allows: () => false,
  decisive: () => ({ allowed: false }),
  crawlDelay: null,
  sitemaps: [],
  named: false,
};
