import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SiteMemory } from '../../content/index.ts';
import { TarrafaError } from '../../errors.ts';
import { WarcWriter } from '../../warc/index.ts';
import type { Language } from '../../words/index.ts';
import { fetchPage } from '../input/fetch-page.ts';
import type { CommandSurroundings } from '../input/surroundings.ts';
import { contentCommand } from './content.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-content-'));
const NOW = Date.UTC(2024, 4, 6);
const MOTTO =
  'Há cinquenta anos o nosso jornal conta a história desta cidade, com rigor, paciência e muito café.';

function page(n: number): string {
  const text = Array.from(
    { length: 4 },
    (_, k) =>
      `<p>Na sessão ${n}.${k}, a câmara votou a proposta ${n * 10 + k}, que muda ${k + 2} ruas do bairro ${n}, e ouviu ${n + k} moradores.</p>`,
  );
  return `<html lang="pt-BR"><head><title>Sessão ${n} | Jornal</title></head><body><div class="a"><h1>Sessão ${n}</h1>${text.join('')}</div><div class="b"><p>${MOTTO}</p></div></body></html>`;
}

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly error: unknown;
}

async function run(
  args: string[],
  more: Partial<CommandSurroundings> = {},
  language: Language = 'en',
): Promise<Ran> {
  let out = '';
  let err = '';
  const command = contentCommand(language, {
    isTerminal: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stdin: async () => Buffer.from(page(1)),
    now: () => NOW,
    ...more,
  });
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const sub of command.commands) sub.exitOverride().configureOutput({ writeErr: () => {} });
  let error: unknown = null;
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    error = thrown;
  }
  return { out, err, error };
}

const site = join(root, 'site');

beforeAll(() => {
  mkdirSync(site, { recursive: true });
  for (let n = 0; n < 10; n++) writeFileSync(join(site, `p${n}.html`), page(n));
  writeFileSync(join(root, 'arquivo.pdf.html'), '%PDF-1.4 nada');
  writeFileSync(join(root, 'vazio.html'), '  \n');
  writeFileSync(join(root, 'texto.html'), 'só texto, sem marca');
  writeFileSync(join(root, 'binario.html'), Buffer.alloc(2000));
  const writer = WarcWriter.open(join(root, 'coleta'), { clock: () => NOW });
  for (let n = 0; n < 10; n++)
    for (const host of ['jornal.exemplo.br', 'outro.exemplo.br'])
      writer.writeExchange({
        url: `https://${host}/sessao/${n}`,
        date: NOW,
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
        body: Buffer.from(
          host.startsWith('outro') ? page(n + 40).replaceAll('câmara', 'assembleia') : page(n),
        ),
        requestHead: `GET /sessao/${n} HTTP/1.1\r\n\r\n`,
        address: '127.0.0.1',
      } as Parameters<WarcWriter['writeExchange']>[0]);
  writer.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const lines = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('tarrafa content', () => {
  it('reads a folder and compares its pages with one another', async () => {
    const { out, error } = await run([site]);
    expect(error).toBeNull();
    const pages = lines(out);
    expect(pages).toHaveLength(10);
    for (const [n, read] of pages.entries()) {
      expect(read.title).toBe(`Sessão ${n}`);
      expect(read.text).toContain(`sessão ${n}.3`);
      expect(read.text).not.toContain('cinquenta anos');
    }
  });

  it('one page alone keeps what only its site could tell, and --site tells', async () => {
    const file = join(site, 'p3.html');
    expect((await run([file, '--format', 'text'])).out).toContain('cinquenta anos');
    const told = await run([file, '--site', site, '--format', 'text']);
    expect(told.out).not.toContain('cinquenta anos');
    expect(told.out).toContain('sessão 3.0');
    expect((await run([file, '--site', site, '--single', '--format', 'text'])).out).toContain(
      'cinquenta anos',
    );
  });

  it('reads standard input, with the address given', async () => {
    const [read] = lines((await run(['-', '--url', 'https://jornal.exemplo.br/x'])).out);
    expect(read!.url).toBe('https://jornal.exemplo.br/x');
    expect(read!.text).toContain('sessão 1.2');
  });

  it('fetches an address through what it was handed', async () => {
    const fetched = async (url: string) => ({
      url,
      bytes: Buffer.from(page(7)),
      contentType: 'text/html',
      lastModified: null,
      fetchedAt: NOW,
    });
    expect(lines((await run(['https://jornal.exemplo.br/7'], { fetchPage: fetched })).out)[0]!.title).toBe(
      'Sessão 7',
    );
  });

  it('pages of different sites in one archive have a memory each', async () => {
    const pages = lines((await run([join(root, 'coleta')])).out);
    expect(pages).toHaveLength(20);
    for (const read of pages) expect((read.site as { pages: number }).pages).toBe(9);
    expect(pages.filter((read) => String(read.text).includes('assembleia'))).toHaveLength(10);
  });

  it.each([
    ['md', /^---\ntitle: "Sessão 2"\nlanguage: "pt-BR"\n---\n\n# Sessão 2\n\nNa sessão/],
    [
      'html',
      /^<!doctype html>\n<html lang="pt-BR">[\s\S]*<article lang="pt-BR">\n<header>\n<h1>Sessão 2<\/h1>\n<\/header>\n<p>Na sessão/,
    ],
    ['text', /^Sessão 2\n\d+ of \d+ words kept · judged alone\n\nNa sessão/],
  ])('--format %s', async (format, shape) => {
    expect((await run([join(site, 'p2.html'), '--format', format])).out).toMatch(shape);
  });

  it('--explain gives every block, and writes a page with the reasons and no script', async () => {
    const file = join(root, 'porque.html');
    const { out, err } = await run([
      join(site, 'p2.html'),
      '--site',
      site,
      '--explain',
      '--explain-out',
      file,
    ]);
    const blocks = lines(out)[0]!.blocks as { text: string; verdict: string; reason: string }[];
    expect(blocks.find((b) => b.text === MOTTO)).toMatchObject({
      verdict: 'boilerplate',
      reason: 'repeated-text',
    });
    expect(err).toContain(file);
    const html = readFileSync(file, 'utf8');
    expect(html).toContain('class="b boilerplate"');
    expect(html).toMatch(/o texto se repete no site|its text repeats on the site/);
    expect(html).not.toContain('<script');
  });

  it.each([
    ['arquivo.pdf.html', 'it is not HTML (PDF)'],
    ['vazio.html', 'it is empty'],
    ['texto.html', 'it is not HTML'],
    ['binario.html', 'it is not HTML'],
  ])('%s is refused with a code and why', async (name, why) => {
    const { error } = await run([join(root, name)]);
    expect(error).toBeInstanceOf(TarrafaError);
    expect((error as TarrafaError).code).toBe('TRF_CONTENT_NOT_HTML');
    expect((error as TarrafaError).explain('en').message).toContain(why);
  });

  it('a missing file is told', async () => {
    expect(((await run([join(root, 'nada.html')])).error as TarrafaError).code).toBe('TRF_INPUT_MISSING');
  });
});

/** An archive of one page of each body. */
function archive(folder: string, url: string, bodies: readonly string[]): void {
  const writer = WarcWriter.open(folder, { clock: () => NOW });
  for (const [n, body] of bodies.entries())
    writer.writeExchange({
      url: `${url}${n}`,
      date: NOW,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body: Buffer.from(body),
      requestHead: `GET /${n} HTTP/1.1\r\n\r\n`,
      address: '127.0.0.1',
    } as Parameters<WarcWriter['writeExchange']>[0]);
  writer.close();
}

function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, body] of Object.entries(files)) writeFileSync(join(folder, file), body);
  return folder;
}

const siteOf = (read: Record<string, unknown>): { pages: number } => read.site as { pages: number };

describe('pages of --site', () => {
  it('an input without an address is a page of that site, wherever it lies', async () => {
    const one = folderOf('um', { 'x.html': page(30) });
    const { out, err } = await run([join(one, 'x.html'), '--site', site]);
    expect(siteOf(lines(out)[0]!).pages).toBe(10);
    expect(lines(out)[0]!.text).not.toContain('cinquenta anos');
    expect(err).toBe('');
  });

  it('folders given together are one site', async () => {
    const half = (from: number): Record<string, string> =>
      Object.fromEntries([0, 1].map((n) => [`h${from + n}.html`, page(from + n)]));
    const folders = [folderOf('meio1', half(50)), folderOf('meio2', half(60))];
    const one = folderOf('um', { 'x.html': page(30) });
    expect(siteOf(lines((await run([one, '--site', ...folders])).out)[0]!).pages).toBe(4);
  });

  it('a page that states its host goes with the pages of that host, else with those that state none', async () => {
    const from = (n: number, host: string): string =>
      page(n).replace('</head>', `<link rel="canonical" href="https://${host}/s/${n}"></head>`);
    const other = folderOf('outro', { 'a.html': from(1, 'a.exemplo.br'), 'b.html': from(2, 'a.exemplo.br') });
    const one = join(folderOf('dito', { 'x.html': from(30, 'www.a.exemplo.br') }), 'x.html');
    expect(siteOf(lines((await run([one, '--site', other])).out)[0]!).pages).toBe(2);
    expect(siteOf(lines((await run([one, '--site', site])).out)[0]!).pages).toBe(10);
  });

  it('a page that is also among those of --site is not its own witness', async () => {
    expect(siteOf(lines((await run([join(site, 'p3.html'), '--site', site])).out)[0]!).pages).toBe(9);
  });

  it('says when there was nothing to compare with', async () => {
    const two = folderOf('dois', { 'a.html': page(70), 'b.html': page(71) });
    const { out, err } = await run([join(site, 'p3.html'), '--site', two, '--format', 'text'], {}, 'pt-BR');
    expect(out).toContain('julgada sozinha');
    expect(err).toMatch(/p3\.html: julgada sozinha: entre as páginas de --site/);
    expect((await run([join(site, 'p3.html'), '--site', two, '--single'])).err).toBe('');
  });
});

describe('what cannot be read', () => {
  const refused = async (args: string[]): Promise<readonly [string, number, string]> => {
    const { error, out } = await run(args, {}, 'pt-BR');
    expect(out).toBe('');
    expect(error).toBeInstanceOf(TarrafaError);
    const { code, exit } = error as TarrafaError;
    return [code, exit, (error as TarrafaError).explain('pt-BR').message];
  };

  it('an empty folder, one without pages and a broken archive are errors', async () => {
    expect(await refused([folderOf('vazia', {})])).toEqual([
      'TRF_CONTENT_NO_PAGES',
      2,
      expect.stringContaining('não há páginas HTML'),
    ]);
    expect(await refused([folderOf('outros', { 'a.txt': 'x', 'b.txt': 'y', 'c.pdf': '%PDF' })])).toEqual([
      'TRF_CONTENT_NO_PAGES',
      2,
      expect.stringContaining('só há o que não é página (.txt: 2, .pdf: 1)'),
    ]);
    const broken = folderOf('quebrado', { 'x.warc': 'WARC/1.0\r\nWARC-Type: response\r\nContent-Le' });
    expect(await refused([join(broken, 'x.warc')])).toEqual([
      'TRF_CONTENT_NO_PAGES',
      2,
      expect.stringContaining('está danificado (o arquivo acaba no meio deste registro)'),
    ]);
    expect(await refused(['memory', broken])).toEqual(['TRF_CONTENT_NO_PAGES', 2, expect.anything()]);
  });

  it('of a folder that has both, the pages are read and the rest is counted', async () => {
    const mixed = folderOf('mista', {
      'a.html': page(1),
      'b.html': '%PDF-1.4',
      'c.html': ' ',
      'd.html': ' ',
      'foto.jpg': 'x',
    });
    const { out, err, error } = await run([mixed], {}, 'pt-BR');
    expect(error).toBeNull();
    expect(lines(out)).toHaveLength(1);
    expect(err).toContain('c.html: deixado de fora (está vazio)\n');
    expect(err).toContain('Deixados de fora: 4 (vazio: 2, .jpg: 1, não é HTML (PDF): 1).\n');
    // Once, though the pages are read twice.
    expect(err.match(/c\.html/g)).toHaveLength(1);
  });

  it('one input without pages among others is told', async () => {
    const { out, err } = await run([join(site, 'p1.html'), folderOf('vazia', {})]);
    expect(lines(out)).toHaveLength(1);
    expect(err).toContain('vazia: left out (there are no HTML pages in it)');
  });

  it('an answer of another type is no page, whatever is in it', async () => {
    const fetched = async (url: string) => ({
      url,
      bytes: Buffer.from('{"a": "<b>"}'),
      contentType: 'application/json; charset=utf-8',
      lastModified: null,
      fetchedAt: NOW,
    });
    const { error } = await run(['https://exemplo.br/api'], { fetchPage: fetched });
    expect((error as TarrafaError).explain('en').message).toContain('it is not HTML (application/json)');
  });

  it('a server that does not answer is told as such, and not as one that forbids', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const error = await fetchPage(`http://127.0.0.1:${port}/x`, { allowPrivate: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as TarrafaError).explain('pt-BR').message).toMatch(/: o servidor recusa a conexão$/);
  });

  it('without anything to read the words say what is missing', async () => {
    expect(String((await run([], {}, 'pt-BR')).error)).toContain('falta dizer o que ler: páginas, pastas');
    expect(String((await run(['--site', site, 'x.html'], {}, 'pt-BR')).error)).toContain(
      'ponha as páginas antes de --site',
    );
  });

  it.each(['pt-BR', 'pt-PT'] as const)('the help in %s has no English', (language) => {
    const command = contentCommand(language);
    const help = [command, ...command.commands].map((one) => one.helpInformation()).join('');
    expect(help).not.toMatch(/\b(?:material|licence|the|of|with)\b(?! <)/);
    if (language === 'pt-PT') expect(help).not.toMatch(/arquivo|coleta\b|\bsites?\b(?! <)/);
  });
});

describe('dates of what was saved', () => {
  const ago =
    '<html lang="pt-BR"><head><title>Obra</title></head><body><h1>Obra termina</h1><p class="meta">há 5 dias</p><p>A obra da ponte terminou, disse a prefeitura, que gastou menos do que previa.</p></body></html>';

  it('"há 5 dias" gives a date only when it is known when the page was captured', async () => {
    const file = join(folderOf('ha', { 'obra.html': ago }), 'obra.html');
    const published = async (args: string[], more: Partial<CommandSurroundings> = {}): Promise<unknown> =>
      lines((await run(args, more)).out)[0]!.published;
    expect(await published([file])).toBeNull();
    expect(await published(['-'], { stdin: async () => Buffer.from(ago) })).toBeNull();
    expect(await published([file, '--fetched', '2021-03-15'])).toBe('2021-03-10');
    archive(join(root, 'ha-warc'), 'https://obra.exemplo.br/', [ago]);
    expect(await published([join(root, 'ha-warc')])).toBe('2024-05-01');
    const fetched = async (url: string) => ({
      url,
      bytes: Buffer.from(ago),
      contentType: 'text/html',
      lastModified: null,
      fetchedAt: NOW,
    });
    expect(await published(['https://obra.exemplo.br/ponte'], { fetchPage: fetched })).toBe('2024-05-01');
  });

  it('a date that is yet to come is not that of the page', async () => {
    const later = ago.replace('há 5 dias', 'Publicado em 12/03/2031');
    const file = join(folderOf('ha', { 'futura.html': later }), 'futura.html');
    expect(lines((await run([file])).out)[0]!.published).toBeNull();
    expect(lines((await run([file, '--fetched', '2031-04-01'])).out)[0]!.published).toBe('2031-03-12');
  });
});

describe('written forms', () => {
  const head = (title: string): string =>
    `<html lang="pt-BR"><head><title>${title}</title><meta name="author" content="Ana &quot;Nina&quot; Souza"><meta property="article:published_time" content="2023-02-01T10:00:00Z"><meta property="article:modified_time" content="2023-02-03T10:00:00Z"><link rel="canonical" href="https://jornal.exemplo.br/obra"></head>`;
  const written = (title: string): string =>
    `${head(title)}<body><article><h1>${title}</h1><p>A obra da ponte terminou nesta semana, disse a prefeitura, que gastou menos do que previa.</p><p>O trânsito volta ao normal na segunda-feira, segundo o departamento.</p></article><section id="comments" class="comments"><h2>2 comentários</h2><div class="comment"><p># Que bom que terminou, demorou demais essa obra &lt;b&gt;.</p></div></section></body></html>`;
  const file = (title: string): string => join(folderOf('formas', { 'f.html': written(title) }), 'f.html');

  it('Markdown begins with its facts, quoted, unless they are not wanted', async () => {
    const hostile = 'Obra: "fim"\u2028--- [x] &lt;i&gt;';
    const { out } = await run([file(hostile), '--format', 'md']);
    const [, facts, rest] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(out)!;
    const values = Object.fromEntries(
      facts!.split('\n').map((line) => {
        const [, name, value] = /^(\w+): (".*")$/.exec(line)!;
        return [name, JSON.parse(value!) as string];
      }),
    );
    expect(values).toMatchObject({
      url: 'https://jornal.exemplo.br/obra',
      author: 'Ana "Nina" Souza',
      published: '2023-02-01',
      modified: '2023-02-03',
      language: 'pt-BR',
    });
    expect(values.title).toContain('Obra: "fim"');
    expect(rest).toMatch(/^# Obra: "fim" --- \\\[x\\\] \\<i\\>\n\nA obra da ponte/);
    const bare = await run([file('Obra'), '--format', 'md', '--no-front-matter']);
    expect(bare.out).toMatch(/^# Obra\n\nA obra/);
  });

  it('HTML is a document with a header', async () => {
    const { out } = await run(
      [file('Obra &lt;script&gt;alert(1)&lt;/script&gt;'), '--format', 'html'],
      {},
      'pt-BR',
    );
    expect(out).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(out).toContain('<p class="byline">por Ana &quot;Nina&quot; Souza</p>');
    expect(out).toContain('<p>Publicado em <time datetime="2023-02-01">2023-02-01</time></p>');
    expect(out).toContain('<p>Atualizado em <time datetime="2023-02-03">2023-02-03</time></p>');
    expect(out).not.toContain('<script');
    expect(out.match(/<\/html>/g)).toHaveLength(1);
  });

  it('several pages are one document', async () => {
    const { out } = await run([site, '--format', 'html']);
    expect(out.match(/<!doctype html>/g)).toHaveLength(1);
    expect(out.match(/<article/g)).toHaveLength(10);
    expect(out).toMatch(/<\/article>\n<\/body>\n<\/html>\n$/);
  });

  it('comments are apart, and only when asked for', async () => {
    const said = 'Que bom que terminou';
    for (const format of ['text', 'md', 'html']) {
      expect((await run([file('Obra'), '--format', format])).out).not.toContain(said);
      const { out } = await run([file('Obra'), '--format', format, '--comments'], {}, 'pt-BR');
      expect(out.indexOf('Comentários')).toBeGreaterThan(out.indexOf('segundo o departamento'));
      expect(out.indexOf(said)).toBeGreaterThan(out.indexOf('Comentários'));
    }
    expect((await run([file('Obra'), '--format', 'md', '--comments'])).out).toContain(
      '> \\# Que bom que terminou, demorou demais essa obra \\<b\\>.',
    );
    expect((await run([file('Obra'), '--format', 'html', '--comments'])).out).toContain('obra &lt;b&gt;.');
  });
});

describe('the pages of --explain', () => {
  it('are not read as pages of the site in whose folder they lie', async () => {
    const folder = folderOf('explicada', { 'a.html': page(1), 'b.html': page(2) });
    const args = [folder, '--explain', '--explain-out', join(folder, 'porque.html')];
    expect((await run(args)).err).toMatch(/2 pages written: .*porque\.html to .*porque-2\.html/);
    const again = await run(args, {}, 'pt-BR');
    expect(lines(again.out)).toHaveLength(2);
    expect(again.err).toContain('Deixados de fora: 2 (página do --explain: 2)');
  });

  it('speak the language of the person, on the terminal too', async () => {
    const args = [site, '--explain', '--explain-out', join(root, 'explicadas')];
    const { out } = await run(args, { isTerminal: true }, 'pt-BR');
    expect(out).toContain('o texto se repete no site');
    expect(out).toMatch(/tipo: (?:artigo|serviço|lista)/);
  });
});

describe('the folder of a crawl', () => {
  const crawl = join(root, 'coletada');

  it('is judged with what the crawl learned', async () => {
    archive(crawl, 'https://www.gazeta.exemplo.com.br/s/', [page(3)]);
    const alone = lines((await run([crawl])).out)[0]!;
    expect(alone.text).toContain('cinquenta anos');
    // What the crawl saw and is no longer in the archive.
    const file = join(root, 'gazeta.memory');
    const memory = await run(['memory', site, '--out', file]);
    expect(memory.error).toBeNull();
    folderOf('coletada/content', { 'exemplo.com.br.memory': readFileSync(file) });
    const judged = lines((await run([crawl])).out)[0]!;
    expect(judged.text).not.toContain('cinquenta anos');
    expect(siteOf(judged).pages).toBe(9);
    // The same for a page that was given beside it.
    const beside = folderOf('ao-lado', {
      'x.html': page(31).replace(
        '</head>',
        '<link rel="canonical" href="https://www.gazeta.exemplo.com.br/s/31"></head>',
      ),
      'y.html': page(32),
    });
    for (const read of lines((await run([beside, '--site', crawl])).out)) {
      expect(siteOf(read).pages).toBe(10);
      expect(read.text).not.toContain('cinquenta anos');
    }
  });

  it('a memory that knows none of the pages is not believed', async () => {
    const other = join(root, 'estranha');
    archive(
      other,
      'https://estranha.exemplo.com.br/s/',
      Array.from({ length: 6 }, (_, n) => page(n)),
    );
    folderOf('estranha/content', { 'exemplo.com.br.memory': new SiteMemory().save() });
    const pages = lines((await run([other])).out);
    expect(pages.map((read) => siteOf(read).pages)).toEqual([5, 5, 5, 5, 5, 5]);
    for (const read of pages) expect(read.text).not.toContain('cinquenta anos');
  });
});

describe('what takes long', () => {
  const slow = (): (() => number) => {
    let now = NOW;
    return () => (now += 700);
  };

  it('has a line for whoever watches, and for nobody else', async () => {
    expect((await run([site], { now: slow(), isWatched: true })).err).toMatch(/\r\x1b\[2K\d pages read/);
    expect((await run([site], { now: slow(), isWatched: false })).err).toBe('');
  });
});

describe('tarrafa content memory', () => {
  it('shows the memories of a folder, and those given one by one', async () => {
    const folder = folderOf('memorias', {});
    for (const name of ['a', 'b'])
      await run(['memory', site, '--out', join(folder, `${name}.exemplo.br.memory`)]);
    const shown = (args: string[]) => run(['memory', ...args]).then(({ out }) => lines(out));
    const both = [
      { site: 'a.exemplo.br', pages: 10 },
      { site: 'b.exemplo.br', pages: 10 },
    ];
    expect(await shown([folder])).toMatchObject(both);
    expect(await shown(['a', 'b'].map((name) => join(folder, `${name}.exemplo.br.memory`)))).toMatchObject(
      both,
    );
    folderOf('memorias', { 'b.exemplo.br.memory': 'isto não é' });
    const { out, err } = await run(['memory', folder]);
    expect(lines(out)).toMatchObject([both[0]]);
    expect(err).toContain('b.exemplo.br.memory: left out (it is not the memory of a site)');
    folderOf('memorias', { 'a.exemplo.br.memory': '' });
    const { error } = await run(['memory', folder]);
    expect((error as TarrafaError).explain('pt-BR').message).toMatch(
      /^isto não é a memória de um site: .*a\.exemplo\.br\.memory$/,
    );
  });

  it('learns, shows and writes a memory that content then uses', async () => {
    const file = join(root, 'jornal.memory');
    const { out } = await run(['memory', site, '--out', file]);
    expect(lines(out)[0]).toMatchObject({ pages: 10, nearDuplicates: 0 });
    expect(lines((await run(['memory', file])).out)[0]).toMatchObject({ pages: 10 });
    const used = await run(['-', '--memory', file, '--format', 'text'], {
      stdin: async () => Buffer.from(page(30)),
    });
    expect(used.out).toContain('sessão 30.1');
    expect(used.out).not.toContain('cinquenta anos');
  });

  it('a file that is no memory is refused', async () => {
    expect(((await run(['-', '--memory', join(site, 'p1.html')])).error as TarrafaError).code).toBe(
      'TRF_CONTENT_MEMORY',
    );
  });
});

describe('tarrafa content train', () => {
  it('trains from repetition alone, the same every time, and says what it was made of', async () => {
    const model = async (): Promise<Record<string, unknown>> =>
      lines((await run(['train', site, '--material', 'sample', '--licence', 'MIT'])).out)[0]!;
    const once = await model();
    expect(once.trainedOn).toEqual([{ material: 'sample', licence: 'MIT', sites: 1, pages: 10 }]);
    expect((once.weights as number[]).length).toBe((once.features as string[]).length);
    expect((once.weights as number[]).some((w) => w !== 0)).toBe(true);
    expect(await model()).toEqual(once);
  });

  it('trains on the archive of a crawl, whatever else is in its folder', async () => {
    folderOf('coleta', { 'visits.jsonl': '{"url": "https://jornal.exemplo.br/"}\n' });
    const [model] = lines((await run(['train', join(root, 'coleta')])).out);
    expect((model!.trainedOn as { sites: number }[])[0]!.sites).toBe(2);
  });

  it('records the whole command that makes it again, and no path of the machine', async () => {
    const file = join(root, 'modelo.ts');
    const args = ['train', site, '--material', "l'eau & co", '--licence', 'CC BY 4.0', '--out', file];
    const { out, error } = await run([...args, '--min-pages', '7']);
    expect(error).toBeNull();
    const command = `tarrafa content train site --min-pages 7 --material 'l'\\''eau & co' --licence 'CC BY 4.0' --out modelo.ts`;
    expect(lines(out)[0]!.command).toBe(command);
    expect(readFileSync(file, 'utf8')).toContain(JSON.stringify(command));
  });

  it('--check says that the shipped model is not of this material', async () => {
    const { error } = await run(['train', site, '--check'], {}, 'pt-BR');
    expect((error as TarrafaError).code).toBe('TRF_CONTENT_MODEL');
    expect((error as TarrafaError).exit).toBe(1);
    expect((error as TarrafaError).explain('pt-BR').message).toMatch(/\d+ de \d+ pesos diferem$/);
  });

  it('too few pages are refused', async () => {
    const { code, exit } = (await run(['train', join(site, 'p1.html')])).error as TarrafaError;
    expect(code).toBe('TRF_CONTENT_TOO_FEW');
    expect(exit).toBe(2);
  });
});
