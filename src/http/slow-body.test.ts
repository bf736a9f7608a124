import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BandwidthLimiter } from './bandwidth-limiter.ts';
import { HttpClient } from './client.ts';
import { SLOWEST, SlowBody } from './slow-body.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that sends so many bytes every so many ms, for ever or until it has sent them all. */
async function dripping(bytes: number, every: number, inAll = Number.POSITIVE_INFINITY): Promise<string> {
  const server = createServer((_, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    let sent = 0;
    const timer = setInterval(() => {
      response.write('x'.repeat(bytes));
      sent += bytes;
      if (sent >= inAll) response.end();
    }, every);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function client(more: Partial<ConstructorParameters<typeof HttpClient>[0]> = {}): HttpClient {
  const timeouts = { body: 250, total: 20_000 };
  const made = new HttpClient({ userAgent: 'teste', allowPrivate: true, timeouts, ...more });
  closing.push(() => made.close());
  return made;
}

describe('a body that comes slowly', () => {
  it('is cut when it brings too little in as long as silence is borne, and what came of it is kept', async () => {
    const url = await dripping(1, 20);
    for (const lenient of [false, true]) {
      const outcome = await client().fetch({ url, lenient });
      expect(outcome).toMatchObject({ kind: 'response', truncated: 'time' });
      expect(outcome.kind === 'response' && outcome.body.length).toBeGreaterThan(0);
      expect(outcome.kind === 'response' && outcome.body.length).toBeLessThan(50);
    }
  });

  it('is read to its end when it brings enough, however long that takes', async () => {
    const url = await dripping(200, 20, 20_000);
    const timeouts = { body: 700, total: 20_000 };
    for (const lenient of [false, true])
      expect(await client({ timeouts }).fetch({ url, lenient })).toMatchObject({
        truncated: null,
        body: { length: 20_000 },
      });
  });

  it('is not cut for the time in which we held it back ourselves', async () => {
    const url = await dripping(16_384, 1, 65_536);
    const bandwidth = new BandwidthLimiter({ bytesPerSecond: 40_000 });
    expect(await client({ bandwidth }).fetch({ url })).toMatchObject({
      truncated: null,
      body: { length: 65_536 },
    });
  });

  it('owes its bytes in every span, not over all of them', () => {
    const pace = new SlowBody(30_000);
    const least = SLOWEST * 30;
    pace.begin(0);
    expect(pace.isTooSlow(29_999, 0)).toBe(false);
    expect(pace.isTooSlow(30_000, 100 * least)).toBe(false);
    expect(pace.isTooSlow(59_999, 100 * least)).toBe(false);
    pace.held(5_000);
    expect(pace.isTooSlow(64_999, 100 * least)).toBe(false);
    expect(pace.isTooSlow(65_000, 101 * least - 1)).toBe(true);
    expect(pace.isTooSlow(65_000, 101 * least)).toBe(false);
  });
});
