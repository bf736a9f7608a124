/** A small web on loopback, crawled by the built command: what the web was asked, and what the folder says of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAddress } from '../../samples/resolver.ts';
import { type Ended, spawnTarrafa } from '../tarrafa-process.ts';
import { type Answer, type TinyRequest, type TinyWeb, tinyWeb } from '../tiny-web.ts';

export interface CrawledVisit {
  readonly url: string;
  readonly time: string;
  readonly outcome: string;
  readonly [more: string]: unknown;
}

export interface CrawledWeb {
  readonly web: TinyWeb;
  readonly folder: string;
  /** The command that crawled. */
  readonly ended: Ended;
  /** Everything but robots files, as `host/path` with the port where one was asked for, in order. */
  readonly asked: readonly string[];
  readonly requests: readonly TinyRequest[];
  /** The lines of `visits.jsonl`. */
  visits(): CrawledVisit[];
  /** `crawl.json`. */
  // biome-ignore lint/suspicious/noExplicitAny: a file that the command wrote
  record(): any;
  /** Another command on the folder. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** The crawl once more, with further words. */
  again(words?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** What `explain --json` says of an address. */
  explained(url: string): Promise<string>;
  close(): Promise<void>;
}

const SHIFTED_CLOCK = new URL('../shifted-clock.mjs', import.meta.url).href;

export async function crawledWeb(
  hosts: Readonly<Record<string, Readonly<Record<string, Answer>>>>,
  seeds: readonly string[],
  words: readonly string[] = [],
): Promise<CrawledWeb> {
  // Names of the sample web have an address each; all others share that of this machine.
  const national = Object.keys(hosts).every((host) => sampleAddress(host, 1) !== null);
  const web = await tinyWeb(hosts);
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-acceptance-'));
  const folder = join(root, 'coleta');
  const again = (more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    spawnTarrafa(
      [
        ...['crawl', ...seeds, '--out', folder, '--lang', 'en', '--json'],
        ...(national
          ? ['--sample-web', String(web.port)]
          : ['--connect-to', `::127.0.0.1:${web.port}`, '--allow-private']),
        ...['--scope', 'any'],
        ...['--delay', '0', '--address-delay', '0', '--retries', '0', ...words, ...more],
      ],
      { env, node: ['--import', SHIFTED_CLOCK] },
    );
  const ended = await again();
  const own = (request: TinyRequest): boolean => request.path !== '/robots.txt';
  return {
    web,
    folder,
    ended,
    get asked() {
      return web.requests.filter(own).map(({ headers, path }) => `${headers.host}${path}`);
    },
    requests: web.requests,
    visits: () =>
      readFileSync(join(folder, 'visits.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as CrawledVisit),
    record: () => JSON.parse(readFileSync(join(folder, 'crawl.json'), 'utf8')),
    run: ([command, ...rest], env = {}) =>
      spawnTarrafa([command!, folder, ...rest, '--lang', 'en'], { env, node: ['--import', SHIFTED_CLOCK] }),
    again,
    explained: async (url) => (await spawnTarrafa(['explain', folder, url, '--json', '--lang', 'en'])).stdout,
    close: async () => {
      await web.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
