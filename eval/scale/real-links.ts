/** Links of real pages, a mean for each page: what the simulation takes its links from. Reads the form of `realweb/*.jsonl.gz`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { links, parseHtml } from '../../src/html/index.ts';
import { normaliseUrl } from '../../src/url/index.ts';

export interface RealLinks {
  readonly sites: number;
  readonly pages: number;
  readonly found: number;
  readonly outside: number;
  readonly newInside: number;
  readonly newOutside: number;
  /** Characters of an address. */
  readonly length: number;
}

interface Tally {
  pages: number;
  found: number;
  outside: number;
  newInside: number;
  newOutside: number;
  characters: number;
}

export function countRealLinks(folder: string): RealLinks {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz') && name !== 'gold.jsonl.gz');
  const tally: Tally = { pages: 0, found: 0, outside: 0, newInside: 0, newOutside: 0, characters: 0 };
  const known = new Set<string>();
  for (const file of files)
    for (const line of gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n'))
      if (line.trim() !== '') countPage(line, tally, known);
  const a = (count: number): number => count / Math.max(1, tally.pages);
  return {
    sites: files.length,
    pages: tally.pages,
    found: a(tally.found),
    outside: a(tally.outside),
    newInside: a(tally.newInside),
    newOutside: a(tally.newOutside),
    length: tally.characters / Math.max(1, tally.found),
  };
}

function countPage(line: string, tally: Tally, known: Set<string>): void {
  const { host, path, contentType, utf8, bytesBase64 } = JSON.parse(line) as Record<
    string,
    string | undefined
  >;
  const address = `https://${host}${path}`;
  const base = normaliseUrl(address);
  if (base.kind !== 'url' || !/html/.test(contentType ?? '')) return;
  tally.pages++;
  const html = utf8 ?? Buffer.from(bytesBase64 ?? '', 'base64').toString('latin1');
  const onPage = new Set<string>();
  for (const { kind, href } of links(parseHtml(html))) {
    if (kind !== 'navigation') continue;
    const target = normaliseUrl(href, address);
    if (target.kind !== 'url' || onPage.has(target.key)) continue;
    onPage.add(target.key);
    const outside = target.site !== base.site;
    const isNew = !known.has(target.key);
    known.add(target.key);
    tally.found++;
    tally.characters += target.key.length;
    if (outside) tally.outside++;
    if (isNew && outside) tally.newOutside++;
    if (isNew && !outside) tally.newInside++;
  }
}
