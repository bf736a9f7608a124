import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, NOON, tempFolder } from '../warc/exchanges.suite.ts';
import { sortCdxj, WarcArchive, WarcWriter } from '../warc/index.ts';
import { createArchiveApp } from './archive-app.ts';
import { listen } from './listening.ts';

const root = tempFolder();
const T = '20240506120000';
const HOSTILE = '"><script>alert(1)</script>';

const PAGE = `<!DOCTYPE html><html><head><title>Olá &lt;script&gt;alert(1)&lt;/script&gt;</title>
<base href="/sub/"><link rel=stylesheet href="estilo.css" integrity="sha1-x" crossorigin>
<meta http-equiv="refresh" content="5; url=outra.html"><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<style>@import "base.css"; body{background:url('fundo.png')}</style></head>
<body class=a onload="mau()"><!-- <a href="comentado.html"> --><a href=p&aacute;gina.html>um</a><a href="?q=1&amp;r=2#fim">dois</a>
<a href="#aqui">aqui</a><a href="javascript:mau()">mau</a><a href="mailto:a@b.pt">correio</a><a href='https://fora.pt/x'>fora</a>
<img src="a.png" srcset="a.png 1x, b.png 2x" style="background:url(c.png)"><form action="/procura"><input></form>
<script src="s.js">if (a < b) "<a href='x.html'>"</script></body></html>`;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

const AT = `/replay/acervo/${T}`;

let app: FastifyInstance;
let port: number;
let archive: WarcArchive;

async function served(shown: WarcArchive): Promise<[FastifyInstance, number]> {
  const made = createArchiveApp({
    archive: { name: 'acervo', title: 'Acervo', archive: shown },
    language: 'pt-BR',
  });
  return [made, await listen(made, { host: '127.0.0.1', port: 0, orNext: false })];
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode!, headers: response.headers, body, text: body.toString() });
      });
    }).on('error', reject);
  });
}

beforeAll(async () => {
  const crawl = join(root, 'crawl');
  const writer = WarcWriter.open(join(crawl, 'archive'), { clock: () => NOON });
  const html = ['Content-Type', 'text/html; charset=utf-8'];
  const page = writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/',
      rawHeaders: [...html, 'Content-Encoding', 'gzip', 'Set-Cookie', 'a=b'],
      body: gzipSync(PAGE),
    }),
  );
  const original = { url: 'https://exemplo.pt/', date: NOON, recordId: page.recordId };
  writer.writeExchange(
    exchange({
      url: 'https://espelho.pt/',
      date: NOON + 1e6,
      rawHeaders: html,
      body: gzipSync(PAGE),
      revisitOf: original,
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/',
      date: NOON + 2e6,
      status: 304,
      rawHeaders: [],
      body: Buffer.alloc(0),
      payloadDigest: page.payloadDigest!,
      revisitOf: original,
    }),
  );
  writer.writeExchange(
    exchange({ url: 'https://orfao.pt/', revisitOf: { url: 'https://sumiu.pt/', date: NOON } }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/velho',
      status: 301,
      rawHeaders: ['Location', '/p%C3%A1gina?x=1', ...html],
      body: Buffer.alloc(0),
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/mau-destino',
      status: 302,
      rawHeaders: ['Location', 'javascript:alert(1)'],
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/latin',
      rawHeaders: ['Content-Type', 'text/html; charset=ISO-8859-1'],
      body: Buffer.from('<body>ação <a href="ação">x</a>', 'latin1'),
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/sub/estilo.css',
      rawHeaders: ['Content-Type', 'text/css'],
      body: Buffer.from('a{b:url(x.png)}'),
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/sub/a.png',
      rawHeaders: ['Content-Type', 'image/png'],
      body: Buffer.from([137, 80, 78, 71, 0, 255]),
    }),
  );
  writer.writeExchange(
    exchange({
      url: `https://exemplo.pt/${HOSTILE}`,
      rawHeaders: html,
      body: Buffer.from(`<title>${HOSTILE.replace(/</g, '&lt;')}</title>`),
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/largo',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-16'],
      body: Buffer.from('<body>ção<a href="x">', 'utf16le'),
    }),
  );
  writer.writeExchange(
    exchange({ url: 'https://exemplo.pt/falta', status: 404, rawHeaders: html, body: Buffer.from('não há') }),
  );
  writer.close();
  sortCdxj(join(crawl, 'archive'));
  // Another's archive, without an index, given as a file.
  mkdirSync(join(root, 'loose'));
  const loose = WarcWriter.open(join(root, 'loose'), { index: false, clock: () => NOON });
  loose.writeExchange(
    exchange({ url: 'https://outro.pt/', rawHeaders: html, body: Buffer.from('<body>outro') }),
  );
  loose.close();
  renameSync(join(root, 'loose', loose.file), join(root, 'loose', 'alheio.warc.gz'));
  archive = await WarcArchive.open([crawl, join(root, 'loose', 'alheio.warc.gz')]);
  [app, port] = await served(archive);
});

afterAll(async () => {
  await app.close();
  archive.close();
});

describe('an archive alone', () => {
  it('shows a page with its addresses leading into the archive', async () => {
    const { status, headers, text } = await ask(`${AT}/https://exemplo.pt/`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['set-cookie']).toBeUndefined();
    const at = `${AT}/https://exemplo.pt`;
    for (const wanted of [
      `href="${at}/sub/estilo.css"`,
      `content="5;url=${at}/sub/outra.html"`,
      `@import "${at}/sub/base.css"`,
      `url("${at}/sub/fundo.png")`,
      `href="${at}/sub/?q=1&#38;r=2#fim"`,
      'href="#aqui"',
      '<a href="#">mau</a>',
      'href="mailto:a@b.pt"',
      `href="${AT}/https://fora.pt/x"`,
      `src="${at}/sub/a.png" srcset="${at}/sub/a.png 1x, ${at}/sub/b.png 2x"`,
      `style="background:url(&#34;${at}/sub/c.png&#34;)"`,
      `action="${at}/procura"`,
      '<!-- <a href="comentado.html"> -->',
      `if (a < b) "<a href='x.html'>"`,
      'C&#243;pia de 2024-05-06 12:00:00 UTC',
    ]) {
      expect(text).toContain(wanted);
    }
    for (const gone of ['integrity', 'crossorigin', 'onload', '<base href', "default-src 'none'"])
      expect(text).not.toContain(gone);
  });

  it('switches scripts off and keeps pages away from the network', async () => {
    const policy = (await ask(`${AT}/https://exemplo.pt/`)).headers['content-security-policy'] as string;
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toContain('allow-scripts');
    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain("default-src 'self' data: blob: 'unsafe-inline'");
    for (const nothing of ['connect', 'object', 'worker']) expect(policy).toContain(`${nothing}-src 'none'`);
    expect((await ask('/replay/acervo/')).headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('runs scripts for who asks for it, by a key, in a frame that reaches nothing else', async () => {
    const at = `${AT}/https://exemplo.pt/`;
    const browser = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };
    const offered = /href="([^"]*)"[^>]*>executar os scripts/.exec((await ask(at)).text)![1]!;
    // A browser that does not say what it asks for cannot be told apart from one that shows it without a frame.
    expect((await ask(offered)).text).toContain('Aqui os scripts não podem ser executados');
    const warning = await ask(offered, browser);
    expect(warning.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const framed = await ask(/class="action" href="([^"]*)"/.exec(warning.text)![1]!, browser);
    expect(framed.headers['content-security-policy']).toContain(
      `frame-src http://127.0.0.1:${port}/replay/acervo/;`,
    );
    const [, page] = /<iframe sandbox="allow-scripts allow-forms" src="([^"]*)"/.exec(framed.text)!;
    const frame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
    const shown = await ask(page!, frame);
    const policy = String(shown.headers['content-security-policy']);
    const scope = `http://127.0.0.1:${port}${page!.slice(0, page!.indexOf('/2024') + 1)}`;
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms;/);
    expect(policy).not.toMatch(/allow-same-origin|allow-popups|allow-top|allow-downloads|'self'|\*/);
    expect(policy).toContain(`connect-src ${scope} data: blob:;`);
    expect(policy).toMatch(new RegExp(`script-src ${scope} 'unsafe-eval' 'sha256-[^ ]+';`));
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(shown.text).toContain(`src="${page!.slice(0, -1)}/sub/s.js"`);
    // Neither in a window of its own, nor where the browser says nothing.
    expect((await ask(page!, browser)).headers.location).toContain('/replay/acervo/scripts/~');
    expect((await ask(page!)).headers['content-security-policy']).toMatch(/^sandbox allow-forms;/);
    const old = await ask(page!.replace(/~[^/]+/, '~aaa.bbbbbbbbbbbb.cccccccccccccccccccccccc'), {
      ...frame,
      accept: 'text/html',
    });
    expect([old.status, old.text]).toEqual([403, expect.stringContaining('Ela vale por uma hora')]);
  });

  it('follows revisits to the payload, and says so when it is not there', async () => {
    for (const url of ['https://espelho.pt/', 'https://exemplo.pt/']) {
      // The moment in the address is the one of the capture.
      const nearest = await ask(`/replay/acervo/20300101000000/${url}`);
      expect(nearest.status).toBe(302);
      const { status, text } = await ask(new URL(nearest.headers.location!).pathname);
      expect(status).toBe(200);
      expect(text).toContain('<a href="#aqui">aqui</a>');
    }
    const orphan = await ask(`${AT}/https://orfao.pt/`);
    expect(orphan.status).toBe(404);
    expect(orphan.text).toContain('não mudou');
  });

  it('rewrites redirects, and follows none that leads out', async () => {
    const moved = await ask(`${AT}/https://exemplo.pt/velho`);
    expect([moved.status, moved.headers.location]).toEqual([301, `${AT}/https://exemplo.pt/p%C3%A1gina?x=1`]);
    const bad = await ask(`${AT}/https://exemplo.pt/mau-destino`);
    expect([bad.status, bad.headers.location]).toEqual([200, undefined]);
  });

  it('shows texts as they are read, in UTF-8 whatever their charset; keeps other bytes, and statuses', async () => {
    const latin = await ask(`${AT}/https://exemplo.pt/latin`);
    expect(latin.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(latin.body.includes(Buffer.from('ação ', 'utf8'))).toBe(true);
    expect(latin.text).toContain('/a%C3%A7%C3%A3o"');
    const wide = await ask(`${AT}/https://exemplo.pt/largo`);
    expect(wide.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(wide.text).toContain('ção');
    expect((await ask(`${AT}/https://exemplo.pt/sub/a.png`)).body).toEqual(
      Buffer.from([137, 80, 78, 71, 0, 255]),
    );
    expect((await ask(`${AT}/https://exemplo.pt/sub/estilo.css`)).text).toBe(
      `a{b:url("${AT}/https://exemplo.pt/sub/x.png")}`,
    );
    expect((await ask(`${AT}/https://exemplo.pt/falta`)).status).toBe(404);
    expect((await ask(`${AT}/https://nunca.pt/`)).status).toBe(404);
  });

  it('lists sites, pages and captures, in Portuguese or English, with everything escaped', async () => {
    const home = await ask('/');
    expect([home.status, home.headers.location]).toEqual([302, '/replay/acervo/']);
    const sites = await ask('/replay/acervo/');
    expect(sites.text).toContain('Sítios guardados');
    for (const host of ['exemplo.pt', 'espelho.pt', 'outro.pt']) expect(sites.text).toContain(`>${host}</a>`);
    // Nothing that this server does not have is offered.
    expect(sites.text).not.toMatch(/simples|opensearch/);
    expect((await ask('/replay/acervo/?lang=en')).text).toContain('Sites archived');
    expect((await ask('/replay/acervo/', { 'accept-language': 'en-GB,en' })).text).toContain(
      'Sites archived',
    );
    const pages = await ask('/replay/acervo/?site=pt%2Cexemplo');
    expect(pages.text).toContain('Olá &lt;script&gt;alert(1)&lt;/script&gt;');
    for (const page of [
      pages,
      await ask(`/replay/acervo/*/https://exemplo.pt/${encodeURI(HOSTILE)}`),
      await ask(`/replay/acervo/*/${encodeURI(HOSTILE)}`),
      await ask(`/replay/acervo/?site=${encodeURIComponent(HOSTILE)}`),
    ]) {
      expect(page.text).not.toMatch(/<script/i);
    }
    const captures = await ask('/replay/acervo/*/https://exemplo.pt/');
    expect(captures.text).toContain(`href="${AT}/https://exemplo.pt/"`);
    const go = await ask('/replay/acervo/?url=exemplo.pt%2Fp%0d%0aX:%20y');
    expect([go.status, go.headers.location, go.headers.x]).toEqual([
      302,
      '/replay/acervo/*/http://exemplo.pt/p%0D%0AX:%20y',
      undefined,
    ]);
  });

  it('goes on where a long list was cut', async () => {
    const folder = join(root, 'many');
    const writer = WarcWriter.open(folder, { clock: () => NOON });
    for (let n = 0; n < 101; n++)
      writer.writeExchange(exchange({ url: `https://muitas.pt/${1000 + n}`, body: Buffer.alloc(0) }));
    writer.close();
    const many = await WarcArchive.open([folder]);
    const [other, at] = await served(many);
    const list = async (path: string) => (await fetch(`http://127.0.0.1:${at}${path}`)).text();
    const first = await list('/replay/acervo/?site=pt%2Cmuitas');
    expect(first.match(/muitas\.pt\/1\d{3}<\/a>/g)).toHaveLength(100);
    const next = /href="([^"]*after=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect((await list(next)).match(/muitas\.pt\/1\d{3}<\/a>/g)).toEqual(['muitas.pt/1100</a>']);
    await other.close();
    many.close();
  });

  it('answers only requests addressed to this machine, and only to read', async () => {
    expect((await ask('/replay/acervo/', { host: 'mau.exemplo' })).status).toBe(403);
    expect((await ask('/replay/acervo/', { host: `localhost:${port}` })).status).toBe(200);
    const post = await fetch(`http://127.0.0.1:${port}${AT}/https://exemplo.pt/`, {
      method: 'POST',
      body: 'x',
    });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('reaches no file by path, and sends stray addresses where their page meant', async () => {
    for (const path of [
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      `${AT}/file:///etc/passwd`,
      `${AT}/../../../etc/passwd`,
      '/replay/outro/2024/https://exemplo.pt/',
    ]) {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('root:');
    }
    const referer = `http://127.0.0.1:${port}${AT}/https://exemplo.pt/sub/`;
    const stray = await ask('/img/x.png?a=b', { referer });
    expect(stray.headers.location).toBe(`${AT}/https://exemplo.pt/img/x.png?a=b`);
    expect((await ask(`/${T}/exemplo.pt/?a=b`)).headers.location).toBe(`${AT}/http://exemplo.pt/?a=b`);
    expect((await ask('/*/exemplo.pt')).headers.location).toBe('/replay/acervo/*/http://exemplo.pt');
  });

  it('tells of a damaged record and goes on', async () => {
    const folder = join(root, 'damaged');
    const writer = WarcWriter.open(folder);
    const one = writer.writeExchange(exchange({ url: 'https://mau.pt/' }));
    writer.close();
    writeFileSync(join(folder, one.file), Buffer.alloc(one.end));
    const broken = await WarcArchive.open([folder]);
    const [other, at] = await served(broken);
    const answer = await fetch(`http://127.0.0.1:${at}/2024/https://mau.pt/`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('danificado');
    expect((await fetch(`http://127.0.0.1:${at}/`)).status).toBe(200);
    await other.close();
    broken.close();
  });
});
