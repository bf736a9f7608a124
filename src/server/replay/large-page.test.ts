/** Archived pages of strangers that are large, or become so: they hold nobody up. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOver } from '../over-sockets.suite.ts';
import { appOf, archiveOf, collectionOf, collectionsOf } from './collection.suite.ts';
import { replayRoutes } from './routes.ts';

/** The built thread: this process reads TypeScript by means that its threads have not. */
const BUILT = new URL('../../../dist/src/server/replay/rewrite-thread.js', import.meta.url);
const AT = Date.UTC(2005, 4, 6, 12);

const MANY =
  '<p><a href="/p?a=1&amp;b=2">ligação</a><img src="//cdn.a.br/x.jpg" srcset="/a.jpg 1x, /b.jpg 2x"></p>\n';
const html = (bytes: number) => `<html><body>${MANY.repeat(Math.ceil(bytes / MANY.length))}</body></html>`;

let port = 0;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  const gzip = ['Content-Encoding', 'gzip'];
  const archive = await archiveOf([
    { url: 'http://a.br/', at: AT, body: '<p><a href="/b">pequena</a></p>' },
    { url: 'http://a.br/grande', at: AT, body: html(6_000_000) },
    { url: 'http://a.br/longa', at: AT, body: html(17_000_000) },
    { url: 'http://a.br/cresce', at: AT, body: gzipSync(html(20_000_000)), headers: gzip },
    {
      url: 'http://a.br/base',
      at: AT,
      body: `<base href="http://a.br/${'b'.repeat(8_000)}/">${'<a href=x>'.repeat(20_000)}`,
    },
    {
      url: 'http://a.br/grande',
      at: AT + 86_400_000,
      revisitOf: { url: 'http://a.br/grande', date: AT },
    },
    { url: 'http://a.br/comprimida', at: AT, body: gzipSync(html(300_000)), headers: gzip },
    {
      url: 'http://a.br/filme',
      at: AT,
      body: Buffer.alloc(20_000_000, 1),
      type: 'video/mp4',
    },
  ]);
  const app = appOf(collectionsOf(collectionOf({ name: 'teste', archive })), (one, collections) =>
    replayRoutes(one, collections, { rewriting: { threads: 1, module: BUILT, timeout: 60_000 } }),
  );
  stop = () => app.close();
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => stop());

const replay = (path: string, headers = {}) =>
  askOver(port, `/replay/teste/20050506120000/http://a.br/${path}?banner=0`, { headers });

describe('the replay of a large page', () => {
  it('leads into the replay as that of any other', async () => {
    const { status, body } = await replay('grande');
    expect(status).toBe(200);
    expect(body.slice(0, 200)).toContain('href="/replay/teste/20050506120000/http://a.br/p?a=1');
  });

  it('is refused above 16 MB, with words, also when it only becomes so when it is decoded, or very much longer by its links', async () => {
    for (const path of ['longa', 'cresce', 'base']) {
      const { status, body } = await replay(path, { 'accept-language': 'en' });
      expect([path, status]).toEqual([path, 422]);
      expect(body).toContain('too long to be shown');
    }
  });

  it('is found also by a later visit that found it unchanged', async () => {
    const later = await askOver(port, '/replay/teste/20050507120000/http://a.br/grande?banner=0');
    expect([later.status, later.body.length]).toEqual([200, (await replay('grande')).body.length]);
    expect(later.body.slice(0, 200)).toContain('href="/replay/teste/20050507120000/http://a.br/p?a=1');
  });

  it('is the same from a thread as in place, and what is not rewritten may be longer', async () => {
    const { status, body, headers } = await replay('comprimida');
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(body).toContain('src="/replay/teste/20050506120000/http://cdn.a.br/x.jpg"');
    expect(body.match(/<a /g)).toHaveLength(Math.ceil(300_000 / MANY.length));
    const film = await askOver(port, '/replay/teste/20050506120000/http://a.br/filme');
    expect([film.status, Buffer.byteLength(film.body)]).toEqual([200, 20_000_000]);
  });
});

describe('readers that take their time over large pages', () => {
  it('hold no more than so much of them together: others come again, and are shown when they have gone', async () => {
    const archive = await archiveOf([
      { url: 'http://a.br/grande', at: AT, body: html(8_000_000) },
      { url: 'http://a.br/', at: AT, body: '<p>pequena</p>' },
    ]);
    const app = appOf(collectionsOf(collectionOf({ name: 'teste', archive })), (one, collections) =>
      replayRoutes(one, collections, {
        rewriting: { threads: 1, module: BUILT, timeout: 60_000, mostSending: 50_000_000 },
      }),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const at = (app.server.address() as { port: number }).port;
    const grande = '/replay/teste/20050506120000/http://a.br/grande';
    /** Reads the head, and then nothing more. */
    const stalled = async () => {
      const socket = connect(at, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`GET ${grande} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const beginning = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
      socket.pause();
      return { socket, status: beginning.toString('latin1', 9, 12) };
    };
    const first = await stalled();
    const second = await stalled();
    const third = await stalled();
    expect([first.status, second.status, third.status]).toEqual(['200', '200', '429']);
    expect((await askOver(at, '/replay/teste/20050506120000/http://a.br/')).status).toBe(200);
    first.socket.destroy();
    while ((await askOver(at, grande)).status !== 200);
    for (const { socket } of [second, third]) socket.destroy();
  });
});

describe('a page that never ends to be rewritten', () => {
  const grande = '/replay/teste/20050506120000/http://a.br/grande';
  const small = '/replay/teste/20050506120000/http://a.br/';

  /** A server whose thread is at work for ever. */
  async function started(timeout: number): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-replay-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'thread.mjs');
    writeFileSync(
      path,
      `import { parentPort } from 'node:worker_threads';
parentPort.postMessage('ready');
parentPort.on('message', () => { for (;;); });`,
    );
    const archive = await archiveOf([
      { url: 'http://a.br/grande', at: AT, body: html(200_000) },
      { url: 'http://a.br/', at: AT, body: '<p>pequena</p>' },
    ]);
    const app = appOf(collectionsOf(collectionOf({ name: 'teste', archive })), (one, collections) =>
      replayRoutes(one, collections, { rewriting: { threads: 1, module: pathToFileURL(path), timeout } }),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    return (app.server.address() as { port: number }).port;
  }

  it('keeps no other from being shown, and no more than some may wait for it', async () => {
    const at = await started(60_000);
    let answered = 0;
    const asked = Array.from({ length: 32 }, () =>
      askOver(at, grande).then(
        () => answered++,
        () => {},
      ),
    );
    await until(async () => (await askOver(at, grande)).status === 429);
    expect((await askOver(at, small)).status).toBe(200);
    expect(answered).toBe(0);
    void asked;
  });

  it('is given up after its time, and those behind it are shown', async () => {
    const at = await started(200);
    const { status, body } = await askOver(at, grande);
    expect([status, JSON.parse(body).error.code]).toEqual([503, 'TRF_TIME_OUT']);
    expect((await askOver(at, small)).status).toBe(200);
  });
});

/** Every question that is not refused waits behind the others, so that one is in the end. */
async function until(right: () => Promise<boolean>): Promise<void> {
  while (!(await Promise.race([right(), new Promise<false>((resolve) => setTimeout(resolve, 50, false))])));
}
