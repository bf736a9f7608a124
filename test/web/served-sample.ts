/**
 * The whole product for one test file: the sample web, a crawl of a part of it, a crawl of a hostile page, and `tarrafa serve` over
 * both, in a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSampleWeb } from '../../samples/index.ts';
import { Crawl, completeSettings } from '../../src/crawl/index.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { tinyWeb } from '../tiny-web.ts';

export const TOKEN = 'token-of-the-tests-of-the-page';

export const MAIN = fileURLToPath(new URL('../../dist/program/cli/main.js', import.meta.url));

const SITES = [
  'http://www.enciclopedia-exemplo.pt/',
  'http://www.copadosvales-exemplo.com.br/',
  'http://www.gazetadaserra-exemplo.com.br/',
  'http://www.am-castrovelho-exemplo.pt/',
  'http://www.geodados-exemplo.gov.br/',
  'http://www.igcartografico-exemplo.pt/',
];

/** A page that tries to be markup wherever its words are shown. */
export const ATTACK = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const written = ATTACK.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const hostilePage = `<!doctype html><html lang="pt"><head><title>Armadilha ${written}</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"Armadilha ${ATTACK.replaceAll('"', '\\"').replaceAll('<', '\\u003c')}","startDate":"1941-05-01"}</script>
</head><body><article><h1>Armadilha ${written}</h1>
<p>Em maio de 1941 a armadilha ${written} foi posta em Porto Alegre, e quem passava pela rua parava para ver o que era aquilo.</p>
<p>Depois de três semanas, ninguém mais se lembrava da armadilha, e a cidade voltou à vida de antes, com os seus bondes e os seus jornais.</p>
</article></body></html>`;

export interface ServedSample {
  readonly origin: string;
  /** Of the collection `amostra`. */
  readonly folder: string;
  /** Of the sample web, to start a crawl from. */
  readonly seed: string;
  /** A page of a kind that its site repeats. */
  readonly example: string;
  close(): Promise<void>;
}

async function hostileCrawl(folder: string): Promise<void> {
  const web = await tinyWeb({ 'mau.exemplo.br': { '/': hostilePage } });
  try {
    const settings = completeSettings({
      seeds: ['http://mau.exemplo.br/'],
      policy: 'breadth-first',
      delay: 0,
      addressDelay: 0,
      workers: 0,
      maxPages: 3,
    });
    const crawl = await Crawl.open(folder, settings, { resolver: web.resolver });
    await crawl.run();
  } finally {
    await web.close();
  }
}

/** The server of the built command over some folders, with the token of these tests. */
export async function serveFolders(
  folders: readonly string[],
  more: readonly string[] = [],
): Promise<Pick<ServedSample, 'origin' | 'close'>> {
  const server = spawn(process.execPath, [MAIN, 'serve', ...folders, '--port', '0', ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TARRAFA_TOKEN: TOKEN },
  });
  const origin = await addressOf(server);
  return {
    origin,
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** The address that the server prints when it stands. */
export function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    server.stdout?.on('data', (chunk) => {
      said += chunk;
      const address = /(http:\/\/127\.0\.0\.1:\d+)\/\?token=/.exec(said);
      if (address) resolve(address[1]!);
    });
    server.on('exit', (code) => reject(new Error(`tarrafa serve ended with ${code}: ${said}`)));
  });
}

const AT_ONCE = ['--delay', '0', '--address-delay', '0'];

/** A crawl of a part of the sample web, and one of a hostile page. */
async function collectSample(folder: string, more: readonly string[]): Promise<void> {
  const web = await startSampleWeb();
  try {
    const [crawled] = await Promise.all([
      spawnTarrafa([
        ...['crawl', '--sample-web', String(web.port), ...AT_ONCE, '--geo', ...more],
        ...['--out', join(folder, 'amostra'), ...SITES],
      ]),
      hostileCrawl(join(folder, 'armadilha')),
    ]);
    if (crawled.status !== 0) throw new Error(`the crawl ended with ${crawled.status}: ${crawled.stderr}`);
  } finally {
    await web.close();
  }
}

/** How long another file of the run is waited for, ms: longer than a crawl of the sample takes on a busy machine. */
const PATIENCE = 180_000;

/** Both crawls in a folder of the caller's own. They are collected once a run of the tests for the same options, by whoever needs them first. */
async function sampleInto(folder: string, more: readonly string[]): Promise<void> {
  const run = process.env.TARRAFA_TEST_FOLDER;
  if (run === undefined) return collectSample(folder, more);
  const made = join(run, ['served-sample', ...more].join(''));
  const making = `${made}.making`;
  // Stays when the other has its name: whoever comes later is not the first.
  const isFirst = await mkdir(`${made}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await mkdir(making);
    await collectSample(making, more);
    await rename(making, made);
  } else if (!(await isThere(made, PATIENCE))) return collectSample(folder, more);
  await cp(made, folder, { recursive: true });
}

async function isThere(path: string, patience: number): Promise<boolean> {
  for (const until = Date.now() + patience; Date.now() < until; await rest(100))
    if (existsSync(path)) return true;
  return false;
}

/** `more`: options of the crawl. */
export async function serveSample(more: readonly string[] = []): Promise<ServedSample> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-page-'));
  const [web] = await Promise.all([startSampleWeb(), sampleInto(folder, more)]);
  const server = await serveFolders(
    [join(folder, 'amostra'), join(folder, 'armadilha')],
    ['--crawls', join(folder, 'coletas'), '--sample-web', String(web.port)],
  );
  return {
    origin: server.origin,
    folder: join(folder, 'amostra'),
    seed: 'http://www.observatoriodasaguas-exemplo.org.br/',
    example: 'http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm',
    async close() {
      await server.close();
      await web.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
