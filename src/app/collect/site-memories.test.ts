import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../../test/tiny-web.ts';
import { SiteMemories } from '../../content/index.ts';
import type { CrawlSettings } from '../../crawl/index.ts';
import { describePageObserver } from '../../crawl/page-observer.suite.ts';
import { collect } from '../collect.ts';
import { siteMemories } from './site-memories.ts';

let web: TinyWeb | null = null;
const folders: string[] = [];
afterEach(async () => {
  await web?.close();
  web = null;
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tarrafa-content-crawl-'));
  folders.push(made);
  return join(made, 'coleta');
}

const WORDS =
  'rio ponte escola feira praça chuva obra verba câmara prefeito bairro estrada colheita safra'.split(' ');
const story = (n: number): string =>
  `<div class="a"><p>Assine o jornal e receba tudo no seu telefone, todos os dias, sem pagar nada por isso.</p></div><h1>Título ${n}</h1>${Array.from(
    { length: 6 },
    (_, k) =>
      `<p>A notícia ${n} fala de ${WORDS[(n * 3 + k) % 14]} e de ${WORDS[(n + k * 5) % 14]}, segundo a pessoa número ${n * 7 + k}, que mora perto da ${WORDS[(n * 5 + k * 3) % 14]} há ${k + n} anos.</p>`,
  ).join('')}`;

const STORIES = 14;
const paths = Array.from({ length: STORIES }, (_, n) => `/noticias/n${n}`);

async function newspaper(): Promise<void> {
  web = await tinyWeb({
    'jornal.br': {
      '/': page(paths),
      ...Object.fromEntries(paths.map((path, n) => [path, page([], story(n))])),
    },
  });
}

async function crawl(out: string, settings: Partial<CrawlSettings>, fresh = false): Promise<void> {
  const whole = {
    policy: 'breadth-first' as const,
    delay: 0,
    addressDelay: 0,
    workers: 0,
    concurrency: 1,
    content: true,
    seeds: ['http://jornal.br/'],
    ...settings,
  };
  const resumed = existsSync(out) && !fresh;
  expect(await collect(out, whole, { resolver: web!.resolver, fresh })).toMatchObject({
    resumed,
    interrupted: false,
  });
}

const memoryOf = (out: string) => new SiteMemories(join(out, 'content')).of('jornal.br');

describe('the memories of a crawl, as any observer', () => {
  describePageObserver({ make: siteMemories, body: story });
});

describe('the memories of a crawl', () => {
  it('what a kill took is learned again from the archive, and nothing is counted twice', async () => {
    await newspaper();
    const out = folder();
    await crawl(out, { maxPages: 6 });
    const before = memoryOf(out).pages;
    cpSync(join(out, 'content'), `${out}.before`, { recursive: true });
    await crawl(out, { maxPages: STORIES + 1 });
    const after = memoryOf(out);
    expect(before).toBeGreaterThan(0);
    expect(after.pages).toBeGreaterThan(before);
    // The log and the archive are whole, and the memories as old as a kill in the second session would have left them.
    rmSync(join(out, 'content'), { recursive: true });
    cpSync(`${out}.before`, join(out, 'content'), { recursive: true });
    const asked = web!.requests.length;
    await crawl(out, { maxPages: STORIES + 1 });
    const again = memoryOf(out);
    expect(web!.requests.slice(asked).filter(({ path }) => path !== '/robots.txt')).toEqual([]);
    expect(again.pages).toBe(after.pages);
    expect(again.clusters()).toEqual(after.clusters());
    expect(Buffer.from(again.save()).equals(after.save())).toBe(true);
    // Once more there is nothing left to learn.
    expect(await (await siteMemories(out)).resume()).toBe(0);
  });

  it('without a mark, and with one beyond a log that was cut, all there is is learned, once', async () => {
    await newspaper();
    const out = folder();
    await crawl(out, { maxPages: STORIES + 1 });
    const { pages } = memoryOf(out);
    rmSync(join(out, 'content', 'mark.json'));
    const whole = await siteMemories(out);
    expect(await whole.resume()).toBe(STORIES + 1);
    expect(memoryOf(out).pages).toBe(pages);
    const log = readFileSync(join(out, 'visits.jsonl'), 'utf8');
    const mark = () => JSON.parse(readFileSync(join(out, 'content', 'mark.json'), 'utf8')).visits as number;
    expect(mark()).toBe(Buffer.byteLength(log));
    writeFileSync(join(out, 'visits.jsonl'), log.split('\n').slice(0, 5).join('\n').concat('\n'));
    expect(await (await siteMemories(out)).resume()).toBe(0);
    expect(mark()).toBeLessThan(Buffer.byteLength(log));
    // A record that the archive lost is left out.
    rmSync(join(out, 'content'), { recursive: true });
    for (const name of readdirSync(join(out, 'archive'))) writeFileSync(join(out, 'archive', name), '');
    expect(await (await siteMemories(out)).resume()).toBe(0);
  });

  it('a crawl that begins anew forgets what it learned', async () => {
    await newspaper();
    const out = folder();
    await crawl(out, { maxPages: STORIES + 1 });
    expect(memoryOf(out).pages).toBeGreaterThan(3);
    await crawl(out, { maxPages: 3 }, true);
    expect(memoryOf(out).pages).toBeLessThanOrEqual(3);
  });
});
