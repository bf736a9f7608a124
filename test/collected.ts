/**
 * Collections as people have them, made once by the version that a folder of test/fixtures is named after and never again: what later
 * versions must still open, continue, analyse and serve. A fixture is a ZIP, so that no file system's holes come into it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { HOSTS } from '../samples/hosts.ts';
import { MAIN } from './tarrafa-process.ts';

export const TOKEN = 'um-token-de-teste-comprido';

const home = ({ host }: { readonly host: string }): string => `http://${host}/`;

/** The words of the crawls, apart from where they are kept and when they end. One request at a time: the same pages in the same order. */
const PACE = ['--delay', '0', '--address-delay', '0', '--concurrency', '1', '--workers', '1'] as const;

export interface CollectedCrawl {
  readonly name: string;
  readonly words: readonly string[];
  /** Where it was stopped. */
  readonly pages: number;
}

/** A crawl along a period that also looks for geographic data; never analysed. */
export const PERIOD: CollectedCrawl = {
  name: 'period',
  words: [
    home(HOSTS.encyclopaedia),
    home(HOSTS.university),
    home(HOSTS.observatory),
    home(HOSTS.mapsBr),
    '--when',
    '1500..1822',
    '--geo',
    ...PACE,
  ],
  pages: 50,
};

/** A crawl for geographic data, analysed, with a table of players kept in its catalogue. */
export const GEOGRAPHIC: CollectedCrawl = {
  name: 'geographic',
  words: [
    home(HOSTS.mapsBr),
    home(HOSTS.mapsPt),
    home(HOSTS.championship),
    home(HOSTS.blog),
    '--geo',
    '--feeds',
    ...PACE,
  ],
  pages: 100,
};

/** Archives that somebody else wrote, imported. */
export const IMPORTED = 'imported';

export const TABLE = {
  name: 'Jogadores',
  example: `${home(HOSTS.championship)}jogadores/2015/jogador02.htm`,
} as const;

export interface Serving {
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of another version
  ask(path: string, body?: object): Promise<any>;
  close(): Promise<void>;
}

/** The built command, serving collections on a free port. */
export async function serveCollections(...folders: string[]): Promise<Serving> {
  const child: ChildProcess = spawn(
    process.execPath,
    [MAIN, 'serve', '--lang', 'en', '--port', '0', ...folders],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TARRAFA_TOKEN: TOKEN } },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const match = /open (http:\S+)\n/.exec(said);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return {
    url,
    async ask(path, body) {
      const answer = await fetch(new URL(path, url), {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      if (!answer.ok) throw new Error(`${answer.status} ${path}: ${await answer.text()}`);
      return answer.json();
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** Left behind: what a store of small state makes anew for every machine. */
const OF_THE_MACHINE = /(^|\/)lock\.mdb$/;

export function pack(folder: string, to: string): void {
  const entries: Record<string, Uint8Array> = {};
  for (const path of filesBelow(folder)) {
    const name = relative(folder, path).replaceAll('\\', '/');
    if (!OF_THE_MACHINE.test(name)) entries[name] = readFileSync(path);
  }
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, zipSync(entries, { level: 9, mtime: new Date(Date.UTC(2024, 5, 15, 12)) }));
}

export function unpack(fixture: string, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(fixture)))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
