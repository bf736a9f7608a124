import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import type { Fetched, NotFetched } from '../fetcher.ts';
import { archivePaths, readWarc } from '../warc/index.ts';
import { PoliteFetcher } from './polite-fetcher.ts';
import type { CrawlSettings } from './settings.ts';

let web: TinyWeb | null = null;
const fetchers: PoliteFetcher[] = [];
afterEach(async () => {
  for (const fetcher of fetchers.splice(0)) await fetcher.close();
  await web?.close();
  web = null;
});

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-asked-'));

async function open(settings: Partial<CrawlSettings> = {}, out = folder()): Promise<PoliteFetcher> {
  const fetcher = await PoliteFetcher.open(
    out,
    { delay: 0, addressDelay: 0, workers: 0, retries: 1, retryDelay: 1, ...settings },
    { resolver: web!.resolver },
  );
  fetchers.push(fetcher);
  return fetcher;
}

const text = (answer: Fetched | NotFetched) =>
  answer.kind === 'fetched' ? Buffer.from(answer.body).toString() : answer.reason;

describe('asking for bytes of the Web', () => {
  it('brings what is asked for and nothing else, with its coding undone', async () => {
    const body = page(['/outra']);
    web = await tinyWeb({
      'a.br': {
        '/': { body: gzipSync(body), headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'text/html' } },
        '/outra': page([]),
        '/dados.zip': { body: 'PK', headers: { 'Content-Type': 'application/zip' } },
      },
    });
    const fetcher = await open();
    const answer = await fetcher.fetch({ url: 'http://a.br/' });
    expect(answer).toMatchObject({ kind: 'fetched', status: 200, complete: true, url: 'http://a.br/' });
    expect(text(answer)).toBe(body);
    expect(text(await fetcher.fetch({ url: 'http://a.br/dados.zip' }))).toBe('PK');
    expect(await fetcher.fetch({ url: 'http://a.br/nada' })).toMatchObject({ kind: 'fetched', status: 404 });
    expect(web.paths('a.br')).toEqual(['/', '/dados.zip', '/nada']);
  });

  it('passes on ranges, methods and limits, and may ask for the same address in parts', async () => {
    web = await tinyWeb({
      'a.br': {
        '/f': (request, response) => {
          response.writeHead(206, { 'Content-Type': 'application/zip' });
          response.end(request.method === 'HEAD' ? '' : `${request.headers.range}`);
        },
        '/longo': { body: 'x'.repeat(5000), headers: { 'Content-Type': 'text/html' } },
      },
    });
    const fetcher = await open();
    expect(text(await fetcher.fetch({ url: 'http://a.br/f', range: { last: 22 } }))).toBe('bytes=-22');
    expect(text(await fetcher.fetch({ url: 'http://a.br/f', range: { from: 5, to: 9 } }))).toBe('bytes=5-9');
    expect(await fetcher.fetch({ url: 'http://a.br/f', method: 'HEAD' })).toMatchObject({ status: 206 });
    const cut = await fetcher.fetch({ url: 'http://a.br/longo', maxBytes: 100 });
    expect(cut).toMatchObject({ complete: false });
    expect(text(cut)).toHaveLength(100);
  });

  it('undoes a coding as far as any page is read, further only where the ask says so', async () => {
    const part = Array.from({ length: 2_000 }, (_, i) => i * i).join(' ');
    const whole = Buffer.from(part.repeat(Math.ceil(40_000_000 / part.length)));
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/octet-stream' };
    web = await tinyWeb({ 'a.br': { '/longo': { body: gzipSync(whole), headers } } });
    const fetcher = await open();
    const usual = await fetcher.fetch({ url: 'http://a.br/longo' });
    expect(usual).toMatchObject({ kind: 'fetched', complete: false });
    expect((usual as Fetched).body.length).toBe(32 << 20);
    const more = (await fetcher.fetch({ url: 'http://a.br/longo', maxBytes: 64 << 20 })) as Fetched;
    expect([more.complete, Buffer.from(more.body).equals(whole)]).toEqual([true, true]);
  });

  it('obeys robots files and scope, follows redirects within them, and says why not', async () => {
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': 'User-agent: *\nDisallow: /fechado',
        '/fechado': page([]),
        '/vai': { status: 301, headers: { Location: '/chegou' } },
        '/chegou': page([]),
        '/foge': { status: 302, headers: { Location: 'http://b.com/' } },
        '/roda': { status: 302, headers: { Location: '/roda' } },
        '/fecha': { status: 302, headers: { Location: '/fechado' } },
      },
      'b.com': { '/': page([]) },
    });
    const fetcher = await open({ scope: 'br' });
    expect(text(await fetcher.fetch({ url: 'http://a.br/fechado' }))).toBe('robots');
    expect(await fetcher.fetch({ url: 'http://a.br/vai' })).toMatchObject({
      status: 200,
      url: 'http://a.br/chegou',
    });
    expect(text(await fetcher.fetch({ url: 'http://a.br/foge' }))).toBe('out-of-scope');
    expect(text(await fetcher.fetch({ url: 'http://a.br/fecha' }))).toBe('robots');
    expect(text(await fetcher.fetch({ url: 'http://a.br/roda' }))).toBe('too-many-redirects');
    expect(text(await fetcher.fetch({ url: 'javascript:alert(1)' }))).toBe('malformed');
    expect(text(await fetcher.fetch({ url: 'http://nada.br/' }))).toBe('unreachable');
    expect(web.paths('a.br')).not.toContain('/fechado');
    expect(web.paths('b.com')).toEqual([]);
  });

  it('keeps the delay between two requests to a host, however many ask at once', async () => {
    web = await tinyWeb({
      'a.br': { '/1': page([]), '/2': page([]), '/3': page([]), '/4': page([]) },
    });
    const fetcher = await open({ delay: 60 });
    const answers = await Promise.all([1, 2, 3, 4, 2].map((n) => fetcher.fetch({ url: `http://a.br/${n}` })));
    expect(answers.every((answer) => answer.kind === 'fetched' && answer.status === 200)).toBe(true);
    const { requests } = web;
    for (let i = 1; i < requests.length; i++)
      expect(requests[i]!.startedAt - requests[i - 1]!.endedAt).toBeGreaterThan(50);
  });

  it('answers from its archive when it is opened again, and asks the host for parts only', async () => {
    const out = folder();
    web = await tinyWeb({ 'a.br': { '/p': page([], 'uma vez'), '/erro': { status: 500 } } });
    const first = await open({}, out);
    const before = await first.fetch({ url: 'http://a.br/p' });
    await first.fetch({ url: 'http://a.br/erro' });
    await first.close();
    const asked = web.paths('a.br').length;
    const second = await open({}, out);
    const after = await second.fetch({ url: 'http://a.br/p' });
    expect(text(after)).toBe(text(before));
    expect(web.paths('a.br')).toHaveLength(asked);
    // A failure is not an answer: it may go better now.
    expect(await second.fetch({ url: 'http://a.br/erro' })).toMatchObject({ status: 500 });
    expect(web.paths('a.br').length).toBeGreaterThan(asked);
  });

  it('goes on in a folder that was begun with queues of hosts where those of sites are meant, and the other way round', async () => {
    const out = folder();
    web = await tinyWeb({ 'a.br': { '/p': page([], 'uma') } });
    for (const politeness of ['host', 'site', 'host'] as const) {
      const fetcher = await open({ politeness }, out);
      expect(await fetcher.close()).toMatchObject({ reason: 'interrupted' });
    }
  });

  it('does not take the answer to a HEAD for the resource', async () => {
    const out = folder();
    web = await tinyWeb({ 'a.br': { '/p': page([], 'uma vez') } });
    const first = await open({}, out);
    const head = await first.fetch({ url: 'http://a.br/p', method: 'HEAD' });
    expect(head).toMatchObject({ kind: 'fetched', status: 200 });
    await first.close();
    const second = await open({}, out);
    expect(text(await second.fetch({ url: 'http://a.br/p' }))).toContain('uma vez');
    await second.close();
    const types: string[] = [];
    for (const path of archivePaths([out]))
      for await (const record of readWarc(path))
        if (record.url === 'http://a.br/p') types.push(`${record.type} ${record.http?.startLine}`);
    expect(types).toEqual(['response HTTP/1.1 200 OK', 'request GET /p HTTP/1.1']);
  });

  it('answers everybody who asks a host that is given up, those who ask at once and those who ask later', async () => {
    web = await tinyWeb({ 'a.br': { '/1': (request) => void request.socket.destroy() } });
    const fetcher = await open({ retries: 0 });
    const ask = (url: string) => fetcher.fetch({ url }).then(text);
    const nameless = ['http://nada.br/1', 'http://nada.br/2', 'http://nada.br/3'];
    expect(await Promise.all(nameless.map(ask))).toEqual(nameless.map(() => 'unreachable'));
    expect(await ask('http://nada.br/4')).toBe('unreachable');
    const dead = Array.from({ length: 12 }, () => 'http://a.br/1');
    expect(await Promise.all(dead.map(ask))).toEqual(dead.map(() => 'unreachable'));
  });

  it('answers also who asked for what the frontier has since given up for something better', async () => {
    web = await tinyWeb({ 'a.br': { '/': page([]), '/1/2/3': page([]), '/1/2': page([]), '/1': page([]) } });
    const fetcher = await open({
      policy: 'horizontal',
      politeness: 'site',
      frontierCapacity: 1,
      concurrency: 1,
    });
    const asked = ['/1/2/3', '/1/2', '/1', '/'].map((path) => fetcher.fetch({ url: `http://a.br${path}` }));
    const answers = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(answers).toContain('fetched');
    expect(answers).toContain('not-fetched');
  });

  it('ends what is waiting when it is closed or its budget is spent', async () => {
    web = await tinyWeb({ 'a.br': { '/1': page([]), '/2': page([]), '/3': page([]) } });
    const fetcher = await open({ maxPages: 2, concurrency: 1 });
    const answers = await Promise.all([1, 2, 3].map((n) => fetcher.fetch({ url: `http://a.br/${n}` })));
    expect(answers.map((answer) => answer.kind)).toEqual(['fetched', 'fetched', 'not-fetched']);
    expect(text(answers[2]!)).toBe('budget');
    await fetcher.close();
    expect(text(await fetcher.fetch({ url: 'http://a.br/1' }))).toBe('stopped');
  });
});
