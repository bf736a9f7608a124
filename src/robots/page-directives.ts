/** What a page itself says to crawlers: `<meta name="robots" content="…">` and the header `X-Robots-Tag`. */

export interface RobotsMetaTag {
  readonly name: string;
  readonly content: string;
}

export interface PageDirectives {
  /** May be stored for search. */
  readonly index: boolean;
  /** Its links may be followed. */
  readonly follow: boolean;
  /** A copy may be shown. */
  readonly archive: boolean;
  /** As written. */
  readonly unavailableAfter?: string;
  /** The same in ms since the epoch, when it is a date that can be read. */
  readonly unavailableAfterMs?: number;
}

const MAX_LENGTH = 4096;

/** Directives with a value after a colon, which are therefore no crawler's name. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i;

class Collector {
  index = true;
  follow = true;
  archive = true;
  unavailableAfter: string | undefined;

  /** Reads a list of directives; with `agents`, "name:" before a directive says whom it and the following ones are for. */
  read(list: string, token: string, agents: boolean): void {
    const items = list.slice(0, MAX_LENGTH).split(/[,;]/);
    let mine = true;
    for (let i = 0; i < items.length; i++) {
      let item = items[i]!.trim();
      for (let colon = item.indexOf(':'); colon >= 0; colon = item.indexOf(':')) {
        const name = item.slice(0, colon).trim().toLowerCase();
        if (name === 'unavailable_after') {
          let date = item.slice(colon + 1).trim();
          // "Friday, 25-Jun-10 …": the comma belongs to the date.
          if (WEEKDAY.test(date) && i + 1 < items.length) date = `${date}, ${items[++i]!.trim()}`;
          if (mine && date !== '') this.unavailableAfter ??= date;
          item = '';
        } else if (VALUED.has(name)) item = '';
        else if (agents) {
          mine = name === token || name === 'robots' || name === '*';
          item = item.slice(colon + 1).trim();
        } else break;
      }
      if (!mine) continue;
      for (const word of item.toLowerCase().split(/\s+/)) this.#directive(word);
    }
  }

  #directive(word: string): void {
    switch (word) {
      case 'noindex':
        this.index = false;
        break;
      case 'nofollow':
        this.follow = false;
        break;
      case 'none':
        this.index = false;
        this.follow = false;
        break;
      case 'noarchive':
      case 'nocache':
        this.archive = false;
        break;
      // index, follow, all, archive and everything unknown leave what is allowed allowed: the strictest word wins.
    }
  }
}

/**
 * @param sources the page's meta elements (any of them; others than `robots` and the crawler's own are passed over) and the values of
 *   its X-Robots-Tag headers
 *
 * @example
 * robotsMeta({ metas: [{ name: 'robots', content: 'noindex, follow' }] }, 'Tarrafa'); // { index: false, follow: true, archive: true }
 */
export function robotsMeta(
  sources: { readonly metas?: readonly RobotsMetaTag[]; readonly headers?: readonly string[] },
  productToken: string,
): PageDirectives {
  const token = productToken.toLowerCase();
  const found = new Collector();
  for (const { name, content } of sources.metas ?? []) {
    const whom = name.trim().toLowerCase();
    if (whom === 'robots' || whom === token) found.read(content, token, false);
  }
  for (const value of sources.headers ?? []) found.read(value, token, true);
  const { index, follow, archive, unavailableAfter } = found;
  if (unavailableAfter === undefined) return { index, follow, archive };
  const at = Date.parse(unavailableAfter);
  return {
    index,
    follow,
    archive,
    unavailableAfter,
    ...(Number.isNaN(at) ? {} : { unavailableAfterMs: at }),
  };
}
