import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { NDJSON } from './ndjson.ts';
import { askOver, opened } from './over-sockets.suite.ts';
import { collectionsOf, SmallCatalogue, smallCollection } from './small-collection.suite.ts';

/** Answers larger than all that the system takes in for a reader that does not read. */
class LongAnswers extends SmallCatalogue {
  override async sites() {
    const items = Array.from({ length: 500 }, (_, i) => ({
      site: `${'s'.repeat(50_000)}${i}.br`,
      pages: 1,
      entities: 0,
      geoFiles: 0,
      firstFetched: 1,
      lastFetched: 1,
    }));
    return { items, next: 'n1' };
  }
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server whose clock moves when it is told to. */
async function start() {
  const works: [number, () => void][] = [];
  const app = createApp({
    collections: collectionsOf(smallCollection('amostra', new LongAnswers())),
    version: '1',
    readerTicker: (every, work) => {
      works.push([every, work]);
      return () => {};
    },
  });
  const port = await opened(app);
  closing.push(() => app.close());
  /** Lets so many seconds pass. */
  const pass = (seconds: number) => {
    for (const [every, work] of works) for (let i = 0; i < (1000 * seconds) / every; i++) work();
  };
  return { app, port, pass };
}

const PATH = '/api/v1/collections/amostra/sites';

/** Asks for lines, reads the beginning, which must be that of lines and not of a refusal, and then nothing more. */
async function stalled(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  closing.push(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nAccept: ${NDJSON}\r\n\r\n`);
  const beginning = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.pause();
  expect(beginning.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
  return socket;
}

const lines = (port: number) => askOver(port, `${PATH}?limit=1`, { headers: { accept: NDJSON } });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('readers that stop reading', () => {
  it('are let go after half a minute, and their places are free again', async () => {
    const { app, port, pass } = await start();
    const readers = await Promise.all(Array.from({ length: 8 }, () => stalled(port)));
    // All places among the long answers are taken.
    expect((await lines(port)).status).toBe(429);
    // The system has taken in what it takes: the rest waits in the server.
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
    await settled(connections);
    pass(25);
    expect(await connections()).toBeGreaterThanOrEqual(8);
    pass(10);
    const gone = readers.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of readers) socket.resume();
    await Promise.all(gone);
    for (let i = 0; i < 100 && (await connections()) > 0; i++) await turn();
    // Not only of one: as many as were taken are there to be taken again, and no more.
    await Promise.all(Array.from({ length: 8 }, () => stalled(port)));
    expect((await lines(port)).status).toBe(429);
  });

  it('are not those that read slowly, nor those that are not answered yet', async () => {
    const { port, pass } = await start();
    const slow = await stalled(port);
    const quiet = connect(port, '127.0.0.1');
    closing.push(() => quiet.destroy());
    await new Promise((resolve) => quiet.once('connect', resolve));
    for (let second = 0; second < 100; second += 25) {
      // More is read than the system holds for them, so that the server has sent some; then time passes.
      await new Promise<void>((resolve) => {
        let read = 0;
        const take = (chunk: Buffer) => {
          read += chunk.length;
          if (read < 16_000_000) return;
          slow.pause();
          slow.off('data', take);
          resolve();
        };
        slow.on('data', take);
        slow.resume();
      });
      await turn();
      pass(25);
      expect([slow.destroyed, slow.readableEnded, quiet.destroyed]).toEqual([false, false, false]);
    }
  });

  it('nor can others take all connections: those beyond the cap are closed at once', async () => {
    const { app, port } = await start();
    expect(app.server.maxConnections).toBe(512);
    app.server.maxConnections = 4;
    const held = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(port, '127.0.0.1');
        closing.push(() => socket.destroy());
        await new Promise((resolve) => socket.once('connect', resolve));
        return socket;
      }),
    );
    const beyond = connect(port, '127.0.0.1');
    beyond.on('error', () => {});
    await new Promise((resolve) => beyond.once('close', resolve));
    expect(held.map((socket) => socket.destroyed)).toEqual([false, false, false, false]);
  });
});

/** Waits until several looks in a row see the same. */
async function settled<T>(look: () => Promise<T>): Promise<void> {
  let same = 0;
  let last = await look();
  while (same < 20) {
    await turn();
    const now = await look();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}
