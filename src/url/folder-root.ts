/**
 * The tail of a path that means "the root of this folder": a trailing slash, `index.html` and its like.
 */
import type { UrlProfile } from './profile.ts';

const INDEX_NAMES: ReadonlySet<string> = new Set([
  ...[
    'html',
    'htm',
    'php',
    'asp',
    'aspx',
    'jsp',
    'jspx',
    'shtml',
    'xhtml',
    'shtm',
    'cfm',
    'phtml',
    'pl',
    'cgi',
    'do',
  ].map((e) => `index.${e}`),
  ...['php3', 'php4', 'php5', 'php7', 'jsf', 'action', 'mhtml', 'dhtml', 'htmls'].map((e) => `index.${e}`),
  ...['html', 'htm', 'asp', 'aspx', 'php', 'jsp', 'cfm', 'shtml'].map((e) => `default.${e}`),
]);
const SHORTEST = 8;
const LONGEST = 13;

/** Whether the segment from `from` to `end` is a default page. */
function isIndexName(text: string, from: number, end: number): boolean {
  const first = text.charCodeAt(from) | 0x20;
  if (first !== 0x69 && first !== 0x64) return false;
  return INDEX_NAMES.has(text.slice(from, end).toLowerCase());
}

/**
 * Where the path, which ends at `end`, ends when default pages and/or trailing slashes are cut until none is left, so that a second pass
 * finds nothing. When slashes go, the root ends at 0.
 */
function folderRoot(text: string, end: number, index: boolean, slash: boolean): number {
  let cut = end;
  for (;;) {
    if (cut > 0 && text.charCodeAt(cut - 1) === 0x2f) {
      if (!slash) return cut;
      cut--;
      continue;
    }
    if (!index) return cut;
    const from = text.lastIndexOf('/', cut - 1) + 1;
    const length = cut - from;
    if (from === 0 || length < SHORTEST || length > LONGEST || !isIndexName(text, from, cut)) return cut;
    cut = from;
  }
}

export function folderRootForFetch(text: string, end: number, profile: UrlProfile): number {
  const index = profile.indexTail === 'fetch';
  const slash = profile.trailingSlash === 'fetch';
  if ((!index && !slash) || (end < text.length && !profile.tailBeforeQuery)) return end;
  return folderRoot(text, end, index, slash);
}

export function folderRootForKey(text: string, end: number, profile: UrlProfile): number {
  const index = profile.indexTail !== 'keep';
  const slash = profile.trailingSlash !== 'keep';
  if ((!index && !slash) || (end < text.length && !profile.tailBeforeQuery)) return end;
  return folderRoot(text, end, index, slash);
}
