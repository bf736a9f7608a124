/** A server that crashes takes no crawl with it: the crawl goes on, and the next server knows how it ended. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { MAIN } from './tarrafa-process.ts';

const TOKEN = 'um-token-de-teste-comprido';
const SEED = 'http://www.enciclopedia-exemplo.pt/';

let root: string;
let web: SampleWeb;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'tarrafa-outlived-'));
  web = await startSampleWeb({ sites: 'gentle' });
});
afterAll(async () => {
  await web.close();
  rmSync(root, { recursive: true, force: true });
});

async function serve(): Promise<{
  ask: (path: string, body?: object) => Promise<unknown>;
  crash: () => Promise<void>;
}> {
  const words = ['serve', '--lang', 'en', '--port', '0', '--crawls', root, '--sample-web', String(web.port)];
  const child = spawn(process.execPath, [MAIN, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TARRAFA_TOKEN: TOKEN },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const address = /open (http:\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return {
    ask: async (path, body) => {
      const answer = await fetch(new URL(path, url), {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      });
      return answer.json();
    },
    crash: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function until<T>(look: () => T | Promise<T>, right: (value: T) => boolean): Promise<T> {
  for (let left = 40_000; left > 0; left -= 100) {
    const value = await look();
    if (right(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`never: ${JSON.stringify(await look()).slice(0, 500)}`);
}

const messages = (name: string) =>
  readFileSync(join(root, name, 'crawl-log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; [more: string]: unknown });

describe('a crawl whose server has crashed', () => {
  it('goes on to its end, says so in its folder, and is known to the next server', async () => {
    const first = await serve();
    await first.ask('/api/v1/crawls', { name: 'longa', seeds: [SEED], maxPages: 25, delay: '60ms' });
    await first.crash();
    const said = await until(
      () => messages('longa'),
      (all) => all.length > 1,
    );
    expect(said).toMatchObject([
      { kind: 'opened', resumed: false, pages: 0 },
      { kind: 'ended', reason: 'page-budget', pages: 25 },
    ]);
    const second = await serve();
    try {
      expect(await second.ask('/api/v1/crawls/longa')).toMatchObject({
        state: 'ended',
        reason: 'page-budget',
        problem: null,
        figures: { pages: 25 },
      });
    } finally {
      await second.crash();
    }
  });
});
