/** The content of pages as a program asks for it, which wants data and hears nothing it did not ask for. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawlFolder, newsPage } from '../collection/small-archive.suite.ts';
import { sayWhy } from '../words/why.ts';
import { tellingPage } from './content/telling-page.ts';
import {
  type ContentNotice,
  type ContentProgress,
  contentAs,
  explainContent,
  type PageContent,
  type ReadContentOptions,
  readContent,
  siteMemories,
  trainContent,
} from './index.ts';
import { expectSilence } from './silent.suite.ts';

const NOW = Date.UTC(2024, 4, 6);
const MOTTO = 'Há cinquenta anos o nosso jornal conta a história desta cidade, com rigor e muito café.';
const root = mkdtempSync(join(tmpdir(), 'tarrafa-app-content-'));
const site = join(root, 'site');

function page(n: number): string {
  const text = Array.from(
    { length: 4 },
    (_, k) =>
      `<p>Na sessão ${n}.${k}, a câmara votou a proposta ${n * 10 + k}, que muda ${k + 2} ruas do bairro ${n}, e ouviu ${n + k} moradores.</p>`,
  );
  return `<html lang="pt-BR"><head><title>Sessão ${n} | Jornal</title></head><body><div class="a"><h1>Sessão ${n}</h1>${text.join('')}</div><div class="b"><p>${MOTTO}</p></div></body></html>`;
}

beforeAll(() => {
  mkdirSync(site);
  for (let n = 0; n < 8; n++) writeFileSync(join(site, `p${n}.html`), page(n));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

expectSilence();

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const read = (inputs: readonly string[], options: ReadContentOptions = {}): Promise<PageContent[]> =>
  all(readContent(inputs, { now: NOW, ...options }));
const stdin = async () => Buffer.from(page(30));

describe('the content of pages', () => {
  it('is compared with the other pages that came, or with those of its site, or with nothing', async () => {
    const together = await read([site]);
    expect(together.map(({ name }) => name)).toEqual(
      Array.from({ length: 8 }, (_, n) => join(site, `p${n}.html`)),
    );
    for (const [n, { content, compared, language }] of together.entries()) {
      expect([compared, language, content.title]).toEqual([true, 'pt-BR', `Sessão ${n}`]);
      expect(content.text).toContain(`sessão ${n}.3`);
      expect(content.text).not.toContain('cinquenta anos');
    }
    const [alone] = await read(['-'], { stdin });
    expect(alone).toMatchObject({ name: '-', compared: false });
    expect(alone!.content.text).toContain('cinquenta anos');
    const [told] = await read(['-'], { stdin, site: [site] });
    expect([told!.compared, told!.content.site?.pages]).toEqual([true, 8]);
    const [single] = await read(['-'], { stdin, site: [site], single: true });
    expect(single!.compared).toBe(false);
  });

  it('has dates that count from the capture only when that is known', async () => {
    const ago = async () => Buffer.from(page(1).replace('</h1>', '</h1><p class="meta">há 5 dias</p>'));
    expect((await read(['-'], { stdin: ago }))[0]!.content.published).toBeNull();
    const fetched = Date.UTC(2021, 2, 15);
    expect((await read(['-'], { stdin: ago, fetched }))[0]!.content.published).toBe('2021-03-10');
  });

  it('tells how far it is, and what was left out and why, as data', async () => {
    const mixed = join(root, 'mista');
    mkdirSync(mixed);
    writeFileSync(join(mixed, 'a.html'), page(1));
    writeFileSync(join(mixed, 'b.html'), '%PDF-1.4');
    writeFileSync(join(mixed, 'c.html'), ' ');
    writeFileSync(join(mixed, 'foto.jpg'), 'x');
    const progress: ContentProgress[] = [];
    const notices: ContentNotice[] = [];
    const pages = await read([mixed], {
      onProgress: (one) => progress.push(one),
      onNotice: (one) => notices.push(one),
    });
    expect(pages).toHaveLength(1);
    expect(progress).toEqual([
      { stage: 'learning', pages: 1 },
      { stage: 'reading', pages: 1 },
    ]);
    expect(notices.map(({ kind }) => kind)).toEqual(['left-out', 'left-out', 'all-left-out']);
    expect(notices[0]).toMatchObject({
      name: join(mixed, 'b.html'),
      why: { reason: 'not-html-but', values: { kind: 'PDF' } },
    });
    const sum = notices[2] as Extract<ContentNotice, { kind: 'all-left-out' }>;
    expect(sum.count).toBe(3);
    expect(sayWhy(sum.kinds, 'pt-PT')).toBe('.jpg: 1, vazio: 1, não é HTML (PDF): 1');
    // Of a single file that is an error, and not told beside it.
    notices.length = 0;
    await expect(
      read([join(mixed, 'b.html')], { onNotice: (one) => notices.push(one) }),
    ).rejects.toMatchObject({ code: 'TRF_CONTENT_NOT_HTML' });
    expect(notices).toEqual([]);
    await expect(read(['-'], { stdin: async () => Buffer.from('') })).rejects.toMatchObject({
      values: [{ reason: 'standard-input' }, { reason: 'empty' }],
    });
  });

  it('ends when it is asked to', async () => {
    const ending = new AbortController();
    let seen = 0;
    const reading = (async () => {
      for await (const _ of readContent([site], { signal: ending.signal })) {
        seen++;
        ending.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(seen).toBe(1);
  });

  it('is written in every form, in the language of whoever asks', async () => {
    const [one] = await read([join(site, 'p2.html')]);
    const as = async (
      ...[form, options]: [Parameters<typeof contentAs>[0], Parameters<typeof contentAs>[2]?]
    ) => (await all(contentAs(form, [one!, one!], options))).join('');
    expect(await as('text')).toMatch(/^Sessão 2\n\d+ de \d+ palavras ficaram · julgada sozinha\n\n/);
    expect(await as('text', { language: 'en', style: { heading: (t) => `*${t}*`, faint: String } })).toMatch(
      /^\*Sessão 2\*\n\d+ of \d+ words kept · judged alone\n\n/,
    );
    expect(await as('md')).toMatch(/^---\ntitle: "Sessão 2"\nlanguage: "pt-BR"\n---\n\n# Sessão 2\n/);
    expect(await as('md', { frontMatter: false })).toMatch(/^# Sessão 2\n/);
    const html = await as('html', { title: 'Duas <páginas>' });
    expect(html.match(/<article/g)).toHaveLength(2);
    expect(html).toContain('<title>Duas &lt;páginas&gt;</title>');
    const lines = (await as('json', { blocks: true })).trim().split('\n');
    expect(JSON.parse(lines[1]!)).toMatchObject({ title: 'Sessão 2', language: 'pt-BR' });
    expect(JSON.parse(lines[0]!).blocks).toHaveLength(one!.content.blocks.length);
    expect(explainContent(one!, 'en')).toContain('<html lang="en">');
    expect(explainContent(one!)).toContain('palavras ficaram');
  });
});

describe('what a site repeats', () => {
  it('is learned, written, read again and used', async () => {
    const out = join(root, 'jornal.memory');
    const [learned] = await all(siteMemories([site], { out }));
    expect(learned).toMatchObject({ site, pages: 8, nearDuplicates: 0, file: out });
    expect(learned!.templates.reduce((sum, { pages }) => sum + pages, 0)).toBe(8);
    const [written] = await all(siteMemories([out]));
    expect(written).toMatchObject({ site: 'jornal', pages: 8, file: null, templates: learned!.templates });
    const [used] = await read(['-'], { stdin, memory: out });
    expect([used!.compared, used!.content.text.includes('cinquenta anos')]).toEqual([true, false]);
    await expect(read(['-'], { stdin, memory: join(site, 'p1.html') })).rejects.toMatchObject({
      code: 'TRF_CONTENT_MEMORY',
    });
  });
});

describe('the model of pages', () => {
  it('is trained from repetition, written as asked, and compared with the one that is shipped', async () => {
    const out = join(root, 'modelo.json');
    const wish = { material: 'amostra', licence: 'MIT', command: 'assim', out };
    const trained = await trainContent([site], wish);
    expect(trained).toMatchObject({
      sites: 1,
      pages: 8,
      model: {
        trainedOn: [{ material: 'amostra', licence: 'MIT', sites: 1, pages: 8 }],
        command: 'assim',
      },
      difference: { kind: 'weights', weights: trained.model.weights.length },
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(trained.model);
    await expect(trainContent([site], { ...wish, minPages: 9, out: `${out}x` })).rejects.toMatchObject({
      code: 'TRF_CONTENT_TOO_FEW',
    });
    expect(existsSync(`${out}x`)).toBe(false);
    await expect(trainContent([site], { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe('the page that shows most', () => {
  it('is one of the site that is asked for, or of the largest', async () => {
    const folder = crawlFolder([
      ...Array.from({ length: 3 }, (_, n) => newsPage('pequeno-exemplo.com.br', n)),
      ...Array.from({ length: 5 }, (_, n) => newsPage('grande-exemplo.com.br', n)),
    ]);
    try {
      expect((await tellingPage(folder))?.url).toContain('grande-exemplo');
      expect((await tellingPage(folder, 'www.pequeno-exemplo.com.br'))?.url).toContain('pequeno-exemplo');
      expect(await tellingPage(folder, 'www.nenhum-exemplo.com.br')).toBeNull();
      expect(await tellingPage(root)).not.toBeNull();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
