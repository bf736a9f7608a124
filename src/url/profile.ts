/**
 * The switches of normalisation. A profile is plain data: it can be printed, stored with a run, and varied with a spread
 * (`{ ...URL_MODERN, indexTail: 'fetch' }`).
 *
 * A URL has two forms. The *fetch* form is what is sent to the server, and is only changed where no server can tell the
 * difference (or where the difference is a visitor's identity). The *comparison* form, or key, also folds what servers hardly
 * ever tell apart; two URLs with one key are one URL.
 */

/** Where a fold is applied: nowhere, in the key alone, or in the fetch form (and so in the key too). */
export type Fold = 'keep' | 'key' | 'fetch';

export interface UrlProfile {
  readonly name: string;
  /** `host`: scheme and host only, as the standard says; `everything`: path and query as well, which changes the resource on most servers. */
  readonly lowerCase: 'host' | 'everything';
  /** White space inside the link: percent-encoded as the standard says, or taken out. */
  readonly spaces: 'encode' | 'remove';
  /** Mend the usual slips of the hand: quotes around the link, `htpp://`, `http//`, `http://http://`, `www.a.br` without scheme, `&amp;` left in. */
  readonly repair: boolean;
  /** `canonical`: unreserved characters decoded, other escapes in upper case, a stray `%` written `%25`. */
  readonly escapes: 'canonical' | 'keep';
  /** `;jsessionid=…`, `PHPSESSID=…`, `/(S(…))/` and their like. */
  readonly dropSessionIds: boolean;
  /** `utm_source=…`, `fbclid=…`, `gclid=…` and their like. */
  readonly dropTracking: boolean;
  /** `index.html`, `default.asp` … at the end of the path. */
  readonly indexTail: Fold;
  /** The slash at the end of the path. In the fetch form only `compat` dares. */
  readonly trailingSlash: Fold;
  /** Whether the two folds above also look at a path that has a query behind it (`/index.php?id=3` = `/?id=3`). */
  readonly tailBeforeQuery: boolean;
  /** `http` and `https` of a host, on their default ports, have one key. */
  readonly keyFoldsScheme: boolean;
  /** Letter case of path and query does not count in the key. */
  readonly keyFoldsCase: boolean;
  /** `%28` = `(`, `%2C` = `,`, `%5B` = `[` … in the key: reserved by the letter, never told apart in practice. */
  readonly keyFoldsEscapes: boolean;
  /** Space and `_` are one in titles under `/wiki/`. */
  readonly keyFoldsWikiTitles: boolean;
  /** Refuse a host from which no registrable domain can be taken (addresses, single labels, bare public suffixes). */
  readonly requireDomain: boolean;
  /**
   * Whether `blogspot.com`, `github.io` … count as public suffixes in `site`. Off by default: `site` is the unit of politeness, and
   * all blogs of such a host are one operator's servers; an unknown person's blog must not be a way around the delay. The
   * `seeds` scope, which is about people, always counts them.
   */
  readonly privateSuffixes: boolean;
  /** Longest fetch form accepted. */
  readonly maxLength: number;
}

export const URL_MODERN: UrlProfile = {
  name: 'modern',
  lowerCase: 'host',
  spaces: 'encode',
  repair: true,
  escapes: 'canonical',
  dropSessionIds: true,
  dropTracking: true,
  indexTail: 'key',
  trailingSlash: 'key',
  tailBeforeQuery: true,
  keyFoldsScheme: true,
  keyFoldsCase: true,
  keyFoldsEscapes: true,
  keyFoldsWikiTitles: true,
  requireDomain: false,
  privateSuffixes: false,
  maxLength: 2048,
};

/** As published (docs/methods.md, "Horizontal collector"): everything lower-cased, spaces and folder-root tails cut, and nothing else touched. */
export const URL_COMPAT: UrlProfile = {
  name: 'compat',
  lowerCase: 'everything',
  spaces: 'remove',
  repair: false,
  escapes: 'keep',
  dropSessionIds: false,
  dropTracking: false,
  indexTail: 'fetch',
  trailingSlash: 'fetch',
  tailBeforeQuery: false,
  keyFoldsScheme: false,
  keyFoldsCase: false,
  keyFoldsEscapes: false,
  keyFoldsWikiTitles: false,
  requireDomain: true,
  privateSuffixes: false,
  maxLength: 2048,
};
