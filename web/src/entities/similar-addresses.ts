/** Of an address that is not in the collection: where pages like it are looked for, and which of those found are nearest to it. */

const MOST_WORDS = 6;

interface Parts {
  readonly host: string;
  readonly words: readonly string[];
}

function partsOf(address: string): Parts {
  let url: URL;
  try {
    url = new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  } catch {
    return { host: '', words: [] };
  }
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // It stays as it is written.
  }
  const words = path.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return {
    host: url.hostname.replace(/^www\./, ''),
    words: words.filter((word) => !/^(index|html?|php|aspx?)$/.test(word)).slice(0, MOST_WORDS),
  };
}

/** Lines of search, the nearest first: its words on its site, fewer of them, the site alone, its words anywhere. */
export function linesNear(address: string): string[] {
  const { host, words } = partsOf(address);
  if (host === '') return [];
  const lines = words.map((_, n) => `site:${host} ${words.slice(0, words.length - n).join(' ')}`);
  return [...lines, `site:${host}`, ...(words.length === 0 ? [] : [words.join(' ')])];
}

/** Those that share the most of the address, the longest beginning first. */
export function nearestFirst<One extends { readonly url: string }>(
  address: string,
  found: readonly One[],
): One[] {
  const asked = address.replace(/^https?:\/\/(www\.)?/i, '');
  const shared = ({ url }: One): number => {
    const given = url.replace(/^https?:\/\/(www\.)?/i, '');
    let n = 0;
    while (n < asked.length && n < given.length && asked[n] === given[n]) n++;
    return n;
  };
  return found
    .map((one) => [shared(one), one] as const)
    .sort((a, b) => b[0] - a[0])
    .map(([, one]) => one);
}
