/**
 * How real pages are linked: what the simulated Webs take their parameters from. Reads any `*.jsonl.gz` whose records have `url` and
 * `html`; there is nothing to reach here, only something to know.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { MeasureArgs, MeasureResult } from '../bench/measure.ts';
import { links, parseHtml } from '../src/html/index.ts';
import { normaliseUrl } from '../src/url/index.ts';

export const title = 'How real pages are linked';

interface Tally {
  pages: number;
  inside: number;
  outside: number;
  /** Different sites that a page links to, summed. */
  sites: number;
}

function countLinks(tally: Tally, url: string, html: string): void {
  const base = normaliseUrl(url);
  if (base.kind !== 'url') return;
  tally.pages++;
  const seen = new Set<string>();
  const sites = new Set<string>();
  for (const { kind, href } of links(parseHtml(html))) {
    if (kind !== 'navigation') continue;
    const target = normaliseUrl(href, url);
    if (target.kind !== 'url' || seen.has(target.key)) continue;
    seen.add(target.key);
    if (target.site === base.site) tally.inside++;
    else {
      tally.outside++;
      sites.add(target.site);
    }
  }
  tally.sites += sites.size;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const folder = args.data ?? '';
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl.gz'))
        .sort()
    : [];
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  for (const file of files) {
    const tally: Tally = { pages: 0, inside: 0, outside: 0, sites: 0 };
    const lines = gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n');
    for (const line of args.quick ? lines.slice(0, 50) : lines) {
      if (line.trim() === '') continue;
      const { url, html } = JSON.parse(line) as { url?: unknown; html?: unknown };
      if (typeof url === 'string' && typeof html === 'string') countLinks(tally, url, html);
    }
    const { pages, inside, outside, sites } = tally;
    if (pages === 0) continue;
    const share = inside / (inside + outside);
    const name = basename(file, '.jsonl.gz');
    figures[`${name}.insideShare`] = Number(share.toFixed(3));
    rows.push([
      name,
      pages,
      ((inside + outside) / pages).toFixed(1),
      `${(100 * share).toFixed(1)} %`,
      (sites / pages).toFixed(1),
    ]);
  }
  return {
    tables: [
      {
        title: 'different links of a page, by the registrable domain they lead to',
        columns: ['file', 'pages', 'links a page', 'inside the site', 'other sites a page'],
        rows:
          rows.length > 0 ? rows : [[`no pages with an address in ${folder || '(give --data <folder>)'}`]],
      },
    ],
    figures,
  };
}
