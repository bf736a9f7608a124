/**
 * How long it takes to turn a link into a URL in its two forms, and to ask the rules, the scope and the trap signals about it. Peers:
 * the platform's `new URL`, which gives one form only, and the straightforward way to write the same with it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  createNormaliser,
  inScope,
  normaliseUrl,
  parseScope,
  refuseByRule,
  trapSignals,
} from '../src/url/index.ts';
import { cpuMs, foundIn, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'url: normalisation of links';

const BASE = 'https://www.noticias.exemplo.com.br/politica/2024/05/reforma-e-orcamento.html';

function repeat(count: number, make: (i: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** The kinds of link that pages are made of. */
const KINDS: readonly (readonly [name: string, clean: boolean, links: readonly string[]])[] = [
  [
    'absolute, own host',
    true,
    repeat(
      200,
      (i) => `https://www.noticias.exemplo.com.br/esporte/2024/05/jogo-numero-${i}-termina-empatado.html`,
    ),
  ],
  [
    'absolute, 20 other hosts',
    true,
    repeat(200, (i) => `https://portal${i % 20}.exemplo.org.br/secao/artigo-${i}`),
  ],
  ['root-relative', true, repeat(200, (i) => `/economia/2024/05/dolar-fecha-em-alta-${i}.html`)],
  ['relative', true, repeat(200, (i) => `materia-${i}-completa.html`)],
  ['../ relative', true, repeat(200, (i) => `../06/materia-${i}.html`)],
  ['query', true, repeat(200, (i) => `/busca?pagina=${i}&ordem=data&secao=politica`)],
  ['fragment', true, repeat(200, (i) => `/politica/materia-${i}.html#comentarios`)],
  [
    'tracking parameters',
    false,
    repeat(200, (i) => `https://www.noticias.exemplo.com.br/a/${i}?utm_source=home&utm_medium=link&id=${i}`),
  ],
  ['capitals and escapes', false, repeat(200, (i) => `/wiki/Invas%c3%a3o_da_Pol%C3%B4nia_(${i})`)],
  ['raw accents', false, repeat(200, (i) => `/notícia/são-josé-${i}`)],
  ['folder root', false, repeat(200, (i) => `/secao/${i}/index.html`)],
];

const SECOND_HALF_PARAMETER = /^(?:utm_.*|fbclid|gclid|phpsessid|jsessionid|sid)$/i;

/** The way one would write it with the platform alone. */
function byHand(link: string, base: string): { fetch: string; key: string } | null {
  try {
    const url = new URL(link, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    url.hash = '';
    for (const name of [...url.searchParams.keys()])
      if (SECOND_HALF_PARAMETER.test(name)) url.searchParams.delete(name);
    const fetch = url.href;
    const key = fetch
      .toLowerCase()
      .replace(/^https:/, 'http:')
      .replace(/(?:\/index\.(?:html?|php))?\/?(\?|$)/, '$1');
    return { fetch, key };
  } catch {
    return null;
  }
}

let sink = 0;

/** µs for each link: the best of several rounds, in CPU time, after a warm-up. */
function perLink(links: readonly string[], rounds: number, work: (link: string) => void): number {
  for (let i = 0; i < 20; i++) for (const link of links) work(link);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = cpuMs();
    for (let i = 0; i < rounds; i++) for (const link of links) work(link);
    best = Math.min(best, cpuMs() - before);
  }
  return (best * 1000) / (rounds * links.length);
}

/** Reading a character makes the engine write a concatenated string out, which the frontier would do anyway. */
function use(text: string): void {
  sink ^= text.charCodeAt(text.length - 1);
}

/** Links of real pages, when there is a corpus. */
function realLinks(data: string | undefined): string[] {
  const folder = data === undefined ? '' : join(data, 'content');
  if (!existsSync(folder)) return [];
  const links: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.jsonl.gz')) continue;
    for (const line of gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')
      .slice(0, 100)) {
      for (const match of line.matchAll(/href=\\"([^"\\]{1,300})\\"/g))
        links.push(match[1]!.replaceAll('&amp;', '&'));
    }
  }
  return links.slice(0, 20_000);
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const rounds = args.quick ? 20 : 200;
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  let cleanWorst = 0;
  let otherWorst = 0;
  const sets = [...KINDS];
  const real = foundIn(args.data, realLinks(args.data), 'content/*.jsonl.gz with pages');
  if (real.length > 0) sets.push(['links of real pages', false, real]);
  for (const [name, clean, links] of sets) {
    const repeats = Math.max(1, Math.round((rounds * 200) / links.length));
    const normalise = createNormaliser(BASE);
    const ours = perLink(links, repeats, (link) => {
      const url = normalise(link);
      if (url.kind === 'url') {
        use(url.fetch);
        use(url.key);
      }
    });
    const single = perLink(links, repeats, (link) => {
      const url = normaliseUrl(link, BASE);
      if (url.kind === 'url') use(url.key);
    });
    const platform = perLink(links, repeats, (link) => {
      try {
        use(new URL(link, BASE).href);
      } catch {
        sink++;
      }
    });
    const naive = perLink(links, Math.max(1, repeats >> 2), (link) => {
      const url = byHand(link, BASE);
      if (url !== null) use(url.key);
    });
    if (clean) cleanWorst = Math.max(cleanWorst, ours);
    else if (name !== 'links of real pages') otherWorst = Math.max(otherWorst, ours);
    figures[`µs ${name}`] = Number(ours.toFixed(3));
    rows.push([
      name,
      ours.toFixed(2),
      single.toFixed(2),
      platform.toFixed(2),
      naive.toFixed(2),
      `${(naive / ours).toFixed(1)}×`,
    ]);
  }

  const scope = parseScope('br');
  const page = KINDS.flatMap(([, , links]) => links.slice(0, 20));
  const normalise = createNormaliser(BASE);
  const urls = page.map((link) => ({ link, url: normalise(link) })).filter((u) => u.url.kind === 'url');
  const decisions: (string | number)[][] = [];
  for (const [name, ask] of [
    ['refuseByRule', (i: number) => (refuseByRule(urls[i]!.url as never, urls[i]!.link) === null ? 0 : 1)],
    ['inScope', (i: number) => (inScope(scope, urls[i]!.url as never) ? 1 : 0)],
    ['trapSignals', (i: number) => trapSignals(urls[i]!.url as never, { year: 2024 }).length],
  ] as const) {
    const indexes = urls.map((_, i) => String(i));
    const time = perLink(indexes, rounds, (i) => {
      sink ^= ask(Number(i));
    });
    figures[`µs ${name}`] = Number(time.toFixed(3));
    decisions.push([name, time.toFixed(2)]);
  }
  return {
    tables: [
      {
        title: 'µs for each link (CPU, best of 5)',
        columns: [
          'links',
          'createNormaliser',
          'normaliseUrl',
          'new URL().href',
          'the same by hand',
          'by hand ÷ ours',
        ],
        rows,
        note: `new URL gives one form and refuses nothing by name; "by hand" gives two forms with fewer rules (sum ${sink & 1}).`,
      },
      { title: 'µs for each decision about a URL', columns: ['decision', 'µs'], rows: decisions },
    ],
    figures,
    bars: [
      {
        what: 'a clean link',
        bar: '≤ 1.0 µs',
        measured: `${cleanWorst.toFixed(2)} µs (slowest kind)`,
        met: cleanWorst <= 1,
      },
      {
        what: 'any other link',
        bar: '≤ 2.0 µs',
        measured: `${otherWorst.toFixed(2)} µs (slowest kind)`,
        met: otherWorst <= 2,
      },
    ],
  };
}
