/** Sites of entity pages with known values: any `<vertical>-<site>.jsonl.gz` of `{id, url, html, gold: {attribute: [values]}}`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeHTML } from 'entities';

export interface GoldPage {
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly gold: Readonly<Record<string, readonly string[]>>;
}

export interface SiteFile {
  readonly vertical: string;
  readonly site: string;
  readonly path: string;
}

/** The files of a folder, in the order of their names. */
export function siteFiles(folder: string): SiteFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^[^-]+-.+\.jsonl\.gz$/.test(name))
    .sort()
    .map((name) => {
      const dash = name.indexOf('-');
      return {
        vertical: name.slice(0, dash),
        site: name.slice(dash + 1, -'.jsonl.gz'.length),
        path: join(folder, name),
      };
    });
}

export function readSite(path: string): GoldPage[] {
  return (
    gunzipSync(readFileSync(path))
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as GoldPage)
      // A byte-order mark is no text of the page; reading bytes drops it, these records kept it.
      .map((page) => ({ ...page, html: page.html.replace(/^\uFEFF/, '') }))
  );
}

const keys = new Map<string, string>();

/** A value as it is compared: letters, digits and full stops. */
export function valueKey(text: string): string {
  let key = keys.get(text);
  if (key === undefined) {
    key = text.replace(/[^\p{L}\p{N}.]+/gu, '');
    if (keys.size > 1_000_000) keys.clear();
    keys.set(text, key);
  }
  return key;
}

/** The gold of one attribute by page: a set of keys, empty where the page does not have it. */
export function goldKeys(pages: readonly GoldPage[], attribute: string): ReadonlySet<string>[] {
  return pages.map((page) => {
    const values = page.gold[attribute] ?? [];
    return new Set(values.map((value) => valueKey(decodeHTML(value))).filter((key) => key !== ''));
  });
}
