/** What a stranger asks for again and again costs nothing that stays. The long run of it is `npm run soak -- server`. */
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { opened } from './over-sockets.suite.ts';
import { collectionsOf, SmallCatalogue, smallCollection } from './small-collection.suite.ts';

/** Pages that speak of many days, as those of a newspaper do. */
class ManyDays extends SmallCatalogue {
  override async search(...asked: Parameters<SmallCatalogue['search']>) {
    const answer = await super.search(...asked);
    const periods = Array.from({ length: 12 }, (_, i) => ({
      from: i * 40,
      to: i * 40 + 3,
      share: 0.1,
      written: null,
    }));
    return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, periods })) };
  }
}

const collection = smallCollection('amostra', new ManyDays());
const app = createApp({ collections: collectionsOf(collection), version: '1' });
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let port = 0;
beforeAll(async () => {
  port = await opened(app);
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });
}

/** MB that the process holds after so many answers. */
async function heldAfter(requests: number, url: string): Promise<number> {
  for (let done = 0; done < requests; done += 4)
    expect(await Promise.all(Array.from({ length: 4 }, () => ask(url)))).toEqual([200, 200, 200, 200]);
  return process.memoryUsage.rss() / 1e6;
}

it.each(['/simples?q=enchente&c=amostra', '/simples/geo', '/simples/pagina/amostra/1'])(
  'the memory of the server is the same after hundreds of answers of %s',
  async (path) => {
    const url = `http://127.0.0.1:${port}${path}`;
    const before = await heldAfter(200, url);
    const after = await heldAfter(400, url);
    // Formats of numbers and dates made for each value took 2 to 4 MB an answer.
    expect(after - before).toBeLessThan(150);
  },
);
