/**
 * What a collection was asked to forget, kept with it so that no later crawl, import or analysis brings it back: `forgotten.json`, replaced
 * as a whole. An address is kept as a digest with a salt of the collection's own, so that it is known again when somebody comes with it and
 * cannot be read there; of a site or of all that begins alike the rule itself is kept, because nothing else could be obeyed. The same file is
 * the log: when, by whom and why something was taken out, and how much it was, without what it was.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskError, readingError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { normaliseUrl, URL_COMPAT, URL_MODERN, type UrlProfile, type WebUrl } from '../url/index.ts';
import { reason, systemFailure } from '../words/why.ts';

export const FORGOTTEN_NAME = 'forgotten.json';
const FORMAT = 1;

/** How much was taken out. */
export interface ForgottenCounts {
  /** Answers in the archive, and the addresses that they were of. */
  readonly captures: number;
  readonly pages: number;
  readonly bytes: number;
  /** Archive files that were written anew. */
  readonly files: number;
}

/** What is asked for: one address, a site with all its hosts, or all that begins alike. */
export type ForgetRule =
  | { readonly kind: 'address'; readonly digest: string }
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'prefix'; readonly prefix: string };

export type ForgottenEntry = ForgetRule & {
  readonly at: string;
  readonly reason: string;
  readonly by: string | null;
  readonly removed: ForgottenCounts;
  /** `taking`: something of it may still be there; `rebuilding`: only in the catalogue, which is being made anew. */
  readonly state: 'taking' | 'rebuilding' | 'done';
  /** The archive file with what others had in common with it, while that is not done. */
  readonly copies?: string;
};

/** What an entry says beside its rule. */
export type ForgetFacts = Omit<ForgottenEntry, 'kind' | 'digest' | 'site' | 'prefix'>;

/** The file, as plain data that threads can be handed. */
export interface ForgottenRules {
  readonly format: number;
  readonly profile: 'modern' | 'compat';
  readonly salt: string;
  readonly entries: readonly ForgottenEntry[];
}

/** What a person wrote, understood: the rule needs the salt, which only the collection has. */
export type ForgetTarget =
  | { readonly kind: 'address'; readonly key: string }
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'prefix'; readonly prefix: string };

/** Stands in for the end of an address while its comparison form is made: where it ends up, the beginning ends. */
const END = '0tarrafa0';
const SITE = /^site:(.+)$/i;

/** An address, `site:exemplo.br`, or a beginning with `*` behind it. Throws TRF_FORGET_TARGET. */
export function readTarget(text: string, profile: UrlProfile = URL_MODERN): ForgetTarget {
  const wrong = (): never => {
    throw new TarrafaError('TRF_FORGET_TARGET', [text.slice(0, 300)]);
  };
  const [, named] = SITE.exec(text.trim()) ?? [];
  if (named !== undefined) {
    const url = /^[^\s/?#@*]+$/.test(named) ? normaliseUrl(`http://${named}/`, null, profile) : null;
    return url?.kind === 'url' ? { kind: 'site', site: url.host } : wrong();
  }
  const given = text.trim();
  if (!/^https?:\/\/[^/?#*]+/i.test(given)) return wrong();
  if (!given.includes('*')) {
    const url = normaliseUrl(given, null, profile);
    return url.kind === 'url' ? { kind: 'address', key: url.key } : wrong();
  }
  // A beginning that ends within its host would be a great deal more than anybody means.
  if (given.indexOf('*') !== given.length - 1 || !/^https?:\/\/[^/?#]+\//i.test(given)) return wrong();
  const url = normaliseUrl(given.slice(0, -1) + END, null, profile);
  return url.kind === 'url' && url.key.endsWith(END)
    ? { kind: 'prefix', prefix: url.key.slice(0, -END.length) }
    : wrong();
}

/** Behind a space stands what tells apart visits of one address. */
const plain = (key: string): string => key.split(' ', 1)[0]!;

/** An address within a text. */
const ADDRESS = /https?:\/\/[^\s"'<>\\]+/gi;

const NOTHING: ForgottenRules = { format: FORMAT, profile: 'modern', salt: '', entries: [] };

export class Forgotten {
  static readonly NOTHING = new Forgotten(NOTHING);

  readonly rules: ForgottenRules;
  readonly #profile: UrlProfile;
  readonly #digests: ReadonlySet<string>;
  readonly #sites: readonly string[];
  readonly #prefixes: readonly string[];

  constructor(rules: ForgottenRules) {
    this.rules = rules;
    this.#profile = rules.profile === 'compat' ? URL_COMPAT : URL_MODERN;
    this.#digests = new Set(rules.entries.flatMap((one) => (one.kind === 'address' ? [one.digest] : [])));
    this.#sites = [...new Set(rules.entries.flatMap((one) => (one.kind === 'site' ? [one.site] : [])))];
    this.#prefixes = [
      ...new Set(rules.entries.flatMap((one) => (one.kind === 'prefix' ? [one.prefix] : []))),
    ];
  }

  /** What a folder was asked to forget; nothing where there is no such file. */
  static of(folder: string): Forgotten {
    const path = join(folder, FORGOTTEN_NAME);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Forgotten.NOTHING;
      throw readingError(path, error);
    }
    let rules: ForgottenRules;
    try {
      rules = JSON.parse(text);
    } catch (error) {
      if (isDiskError(error)) throw readingError(path, error);
      // Without it everything would be fetched again.
      throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, 0, systemFailure(error)], { cause: error });
    }
    if (!Number.isInteger(rules?.format) || typeof rules.salt !== 'string' || !Array.isArray(rules.entries))
      throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, 0, reason('header-damaged')]);
    if (rules.format > FORMAT) throw new TarrafaError('TRF_FORMAT_NEWER', [path, rules.format, FORMAT]);
    return new Forgotten(rules);
  }

  get isEmpty(): boolean {
    return this.rules.entries.length === 0;
  }

  /** Whether the archive may still hold something of what is to go. */
  get isUnfinished(): boolean {
    return this.rules.entries.some(({ state }) => state !== 'done');
  }

  get profile(): UrlProfile {
    return this.#profile;
  }

  /** Of an address that was made before: its comparison form and its host. */
  has({ key, host }: Pick<WebUrl, 'key' | 'host'>): boolean {
    if (this.isEmpty) return false;
    for (const site of this.#sites) if (isOfSite(host, site)) return true;
    const bare = plain(key);
    for (const prefix of this.#prefixes) if (bare.startsWith(prefix) || `${bare}/` === prefix) return true;
    return this.#digests.size > 0 && this.#digests.has(this.#digest(bare));
  }

  /** Of an address as anybody writes it. */
  hasUrl(raw: string): boolean {
    // What stands for an address that is gone is none itself; and a real one may look like it.
    if (this.isEmpty || isBlanked(raw)) return false;
    const url = normaliseUrl(raw, null, this.#profile);
    return url.kind === 'url' && this.has(url);
  }

  /** What was begun by this very rule and is not done; or was done by it. */
  begun(target: ForgetTarget, isDone = false): ForgottenEntry | null {
    const wanted = JSON.stringify(this.#ruleOf(target));
    return (
      this.rules.entries.find(
        (one) => (one.state === 'done') === isDone && JSON.stringify(bareRule(one)) === wanted,
      ) ?? null
    );
  }

  /** With a salt, which is drawn once for all that a collection ever forgets. */
  salted(profile: ForgottenRules['profile']): Forgotten {
    if (this.rules.salt !== '') return this;
    return new Forgotten({ ...this.rules, profile, salt: randomBytes(32).toString('hex') });
  }

  /** With a rule more, in the place of the one that was begun. */
  with(target: ForgetTarget, facts: ForgetFacts): Forgotten {
    const begun = this.begun(target);
    const entry: ForgottenEntry = { ...this.#ruleOf(target), ...facts };
    return new Forgotten({
      ...this.rules,
      entries: [...this.rules.entries.filter((one) => one !== begun), entry],
    });
  }

  /** With one of its entries and no other, and the same salt. */
  only(entry: number): Forgotten {
    return new Forgotten({ ...this.rules, entries: this.rules.entries.slice(entry, entry + 1) });
  }

  write(folder: string): void {
    writeFileWhole(join(folder, FORGOTTEN_NAME), `${JSON.stringify(this.rules, null, 2)}\n`);
  }

  /**
   * What stands for an address where something must: its host, and a few digits that are others for another address. In `bytes` bytes, or as
   * short as it can be.
   */
  blanked(url: string, bytes?: number): string {
    const root = /^https?:\/\/[^/?#]*\/?/i.exec(url)?.[0] ?? '';
    const digits = createHmac('sha256', `${this.rules.salt} blank`).update(url).digest('hex').slice(0, 12);
    const mark = `${BLANK}${digits}`;
    if (bytes === undefined) return `${root}${mark}`;
    return `${root}${mark}`.slice(0, bytes).padEnd(bytes, BLANK);
  }

  /** A text with the addresses in it that are gone blanked. */
  blankedText(text: string): string {
    if (this.isEmpty) return text;
    return text.replace(ADDRESS, (found) => {
      const url = found.replaceAll('&amp;', '&');
      return this.hasUrl(url) ? this.blanked(url) : found;
    });
  }

  /** Whatever JSON can say, with the addresses in it that are gone blanked; the same when there are none. */
  blankedJson<T>(value: T): T {
    if (typeof value === 'string') return this.blankedText(value) as T;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.blankedJson(item));
      return items.some((item, i) => item !== value[i]) ? (items as T) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    let changed = false;
    const fields = Object.entries(value).map(([name, field]) => {
      const [told, now] = [this.blankedText(name), this.blankedJson(field)];
      if (told !== name || now !== field) changed = true;
      return [told, now] as const;
    });
    return changed ? (Object.fromEntries(fields) as T) : value;
  }

  #ruleOf(target: ForgetTarget): ForgetRule {
    return target.kind === 'address' ? { kind: 'address', digest: this.#digest(plain(target.key)) } : target;
  }

  #digest(key: string): string {
    return createHmac('sha256', this.rules.salt).update(key).digest('hex').slice(0, 40);
  }
}

/** A character that no address has as it is sent; escaped where a seed was read again. */
const BLANK = '<';
const BLANKED = /^https?:\/\/[^/?#]*\/(?:<|%3c)[\da-f<]*$/i;

/** Whether it stands for an address that was taken out. */
export function isBlanked(url: string): boolean {
  return BLANKED.test(url);
}

function bareRule(entry: ForgottenEntry): ForgetRule {
  if (entry.kind === 'address') return { kind: entry.kind, digest: entry.digest };
  return entry.kind === 'site'
    ? { kind: entry.kind, site: entry.site }
    : { kind: entry.kind, prefix: entry.prefix };
}

/** A site without a port is all its ports. */
function isOfSite(host: string, site: string): boolean {
  const name = /:\d+$/.test(site) ? host : host.replace(/:\d+$/, '');
  return name === site || name.endsWith(`.${site}`);
}

/** The rules of a folder, read again when they were written: for who asks again and again. */
export class WatchedForgotten {
  readonly #path: string;
  readonly #folder: string;
  #stamp = '';
  #rules = Forgotten.NOTHING;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, FORGOTTEN_NAME);
  }

  now(): Forgotten {
    const stats = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    const stamp = stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs}`;
    if (stamp === this.#stamp) return this.#rules;
    this.#rules = Forgotten.of(this.#folder);
    this.#stamp = stamp;
    return this.#rules;
  }
}
