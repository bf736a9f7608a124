/**
 * Speed of content extraction: CPU a page of about 150 kB, parse included, from the page alone and with the memory of its site,
 * against jsdom + Readability and linkedom + defuddle on the same pages in the same run; and what the memory of a site of 100,000 pages
 * costs.
 */
import { defuddleLinkedomPeer, readabilityPeer } from '../eval/content/peers.ts';
import { analysePage, extractContent, type PageBlockFacts, SiteMemory } from '../src/content/index.ts';
import { parseHtml } from '../src/html/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'Content extraction: CPU time a page, memory of a site';

const WORDS =
  'prefeitura obra cidade ponte escola bairro projeto votação câmara moradores trânsito avenida mercado hospital verba ano prazo contrato empresa fiscalização'.split(
    ' ',
  );

function sentence(seed: number, length: number): string {
  const words: string[] = [];
  let x = seed * 2654435761;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x ^ (x >>> 13), 1274126177) + i) | 0;
    words.push(`${WORDS[(x >>> 3) % WORDS.length]!}${(x & 31) === 0 ? ',' : ''}`);
  }
  return `${words.join(' ')} ${seed}.`;
}

/** A news page of about the size and make of real ones: scripts in the head, menus, article, related items, comments. */
function madePage(n: number): { readonly html: string; readonly url: string } {
  const menu = Array.from(
    { length: 160 },
    (_, i) => `<li class="menu__item"><a class="menu__link" href="/secao/${i}">Seção ${i}</a></li>`,
  );
  const text = Array.from(
    { length: 36 },
    (_, i) => `<p class="texto">${sentence(n * 100 + i, 60)} <a href="/tema/${i}">tema ${i}</a></p>`,
  );
  const related = Array.from(
    { length: 60 },
    (_, i) =>
      `<div class="card"><a href="/n/${n}-${i}"><img src="/i/${i}.jpg" alt=""><h3>${sentence(n * 31 + i, 9)}</h3></a><p>${sentence(n * 17 + i, 14)}</p></div>`,
  );
  const comments = Array.from(
    { length: 25 },
    (_, i) => `<li class="comment"><p>${sentence(n * 7 + i, 20)}</p></li>`,
  );
  const script = `<script>var estado=${JSON.stringify(Array.from({ length: 1500 }, (_, i) => ({ id: i, url: `/2020/01/${i}`, n: 'x'.repeat(20) })))}</script>`;
  return {
    url: `https://jornal.exemplo.br/cidade/noticia-${n}`,
    html: `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Notícia ${n} - Jornal</title>${script}</head><body><header><nav><ul>${menu.join('')}</ul></nav></header><main><article><h1>Notícia ${n}</h1>${text.join('')}</article></main><section class="relacionadas"><h2>Leia também</h2>${related.join('')}</section><ol class="comment-list">${comments.join('')}</ol><footer>${menu.join('')}</footer></body></html>`,
  };
}

const isRepeated = (base: PageBlockFacts, i: number): boolean => base.labels[i] !== 1 && i % 3 !== 0;

/** The smallest share that the memory gives to a text that is on every page. */
function leastShare(memory: SiteMemory, base: PageBlockFacts, fresh: number): number {
  const { textShare } = memory.judge(madeFacts(base, fresh));
  return textShare.reduce((least, share, i) => (isRepeated(base, i) ? Math.min(least, share) : least), 1);
}

/** Facts of a made page, with a template that repeats and an article that does not: 100,000 of them without parsing as many. */
function madeFacts(base: PageBlockFacts, n: number): PageBlockFacts {
  const textHi = base.textHi.slice();
  const textLo = base.textLo.slice();
  for (let i = 0; i < base.count; i++) {
    if (isRepeated(base, i)) continue;
    textHi[i] = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b);
    textLo[i] = Math.imul(n ^ 0x5bd1e995, 0xc2b2ae35) + i;
  }
  return {
    ...base,
    textHi,
    textLo,
    likeness: { hi: Math.imul(n + 1, 0x9e3779b1) >>> 0, lo: Math.imul(n + 7, 0x85ebca6b) >>> 0 },
  };
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const count = args.quick ? 10 : 30;
  const pages = Array.from({ length: count }, (_, n) => madePage(n));
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page.html), 0) / count;
  const rounds = args.quick ? 2 : 5;
  const best = (work: () => void): number => {
    work();
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const from = cpuMs();
      work();
      least = Math.min(least, (cpuMs() - from) / count);
    }
    return least;
  };
  const parse = best(() => {
    for (const page of pages) parseHtml(page.html);
  });
  const alone = best(() => {
    for (const page of pages) extractContent(analysePage(parseHtml(page.html), { url: page.url }));
  });
  const remembered = best(() => {
    const memory = new SiteMemory();
    for (const page of pages) {
      const analysed = analysePage(parseHtml(page.html), { url: page.url });
      const counted = memory.learn(analysed.facts);
      extractContent(analysed, { memory, counted });
    }
  });
  const peers: [string, number][] = [];
  for (const make of [readabilityPeer, defuddleLinkedomPeer]) {
    const peer = await make();
    if (peer === null) continue;
    const some = pages.slice(0, args.quick ? 3 : 8);
    await peer.extract(some[0]!.html, some[0]!.url);
    const from = cpuMs();
    for (const page of some) await peer.extract(page.html, page.url);
    peers.push([peer.name, (cpuMs() - from) / some.length]);
  }

  const total = args.quick ? 5000 : 100_000;
  const memory = new SiteMemory();
  const base = analysePage(parseHtml(pages[0]!.html), { url: pages[0]!.url }).facts;
  const from = cpuMs();
  let slowest = 0;
  for (let n = 0; n < total; n++) {
    const facts = madeFacts(base, n);
    const before = performance.now();
    memory.learn(facts);
    slowest = Math.max(slowest, performance.now() - before);
  }
  const update = (cpuMs() - from) / total;
  const megabytes = memory.bytes / 1e6;
  const saved = memory.save().length / 1e6;
  const share = leastShare(memory, base, total);

  const rows: (string | number)[][] = [
    ['parse', parse.toFixed(2), ''],
    ['page alone', alone.toFixed(2), ''],
    ['page and site memory', remembered.toFixed(2), ''],
    ...peers.map(([name, ms]) => [name, ms.toFixed(1), `${(ms / remembered).toFixed(0)}×`]),
  ];
  const ratio = (name: string): number =>
    (peers.find(([peer]) => peer.includes(name))?.[1] ?? 0) / remembered;
  return {
    tables: [
      {
        title: `${count} made pages of ${Math.round(bytes / 1000)} kB, parse included`,
        columns: ['what', 'ms CPU a page', 'to ours'],
        rows,
      },
      {
        title: `Memory of a site of ${total} pages, ${base.count} blocks a page`,
        columns: [
          'MB held',
          'MB saved',
          'ms CPU to learn a page',
          'slowest, ms',
          'share of a text on every page',
        ],
        rows: [
          [megabytes.toFixed(1), saved.toFixed(1), update.toFixed(3), slowest.toFixed(1), share.toFixed(3)],
        ],
      },
    ],
    figures: {
      parseMs: parse,
      aloneMs: alone,
      rememberedMs: remembered,
      memoryMb: megabytes,
      updateMs: update,
      templateShare: share,
    },
    bars: [
      {
        what: 'page and site memory, parse included',
        bar: '≤ 6 ms CPU',
        measured: `${remembered.toFixed(2)} ms`,
        met: remembered <= 6,
      },
      {
        what: 'against jsdom + Readability',
        bar: '≥ 30×',
        measured: `${ratio('readability').toFixed(0)}×`,
        met: ratio('readability') >= 30,
      },
      {
        what: 'against linkedom + defuddle',
        bar: '≥ 10×',
        measured: `${ratio('linkedom').toFixed(0)}×`,
        met: ratio('linkedom') >= 10,
      },
      {
        what: `memory of ${total} pages`,
        bar: '≤ 50 MB',
        measured: `${megabytes.toFixed(1)} MB`,
        met: megabytes <= 50,
      },
      { what: 'learning a page', bar: '≤ 1 ms', measured: `${update.toFixed(3)} ms`, met: update <= 1 },
      {
        what: `share of a text on every one of ${total} pages`,
        bar: '1',
        measured: share.toFixed(3),
        met: share === 1,
      },
    ],
  };
}
