/**
 * The whole product for one test file: the sample web, a crawl of a part of it, a crawl of a hostile page, and `tarrafa serve` over
 * both, in a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSampleWeb } from '../../samples/index.ts';
import { Crawl, completeSettings } from '../../src/crawl/index.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { tinyWeb } from '../tiny-web.ts';

export const TOKEN = 'token-of-the-tests-of-the-page';

const MAIN = fileURLToPath(new URL('../../dist/program/cli/main.js', import.meta.url));

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

/** The address that the server prints when it stands. */
function addressOf(server: ChildProcess): Promise<string> {
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

export async function serveSample(): Promise<ServedSample> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-page-'));
  const web = await startSampleWeb();
  const rest = ['--delay', '0', '--address-delay', '0'];
  const [crawled] = await Promise.all([
    spawnTarrafa([
      'crawl',
      '--sample-web',
      String(web.port),
      ...rest,
      '--geo',
      '--out',
      join(folder, 'amostra'),
      ...SITES,
    ]),
    hostileCrawl(join(folder, 'armadilha')),
  ]);
  if (crawled.status !== 0) throw new Error(`the crawl ended with ${crawled.status}: ${crawled.stderr}`);
  const server = spawn(
    process.execPath,
    [
      MAIN,
      'serve',
      join(folder, 'amostra'),
      join(folder, 'armadilha'),
      '--port',
      '0',
      '--crawls',
      join(folder, 'coletas'),
      '--sample-web',
      String(web.port),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TARRAFA_TOKEN: TOKEN } },
  );
  const origin = await addressOf(server);
  return {
    origin,
    seed: 'http://www.observatoriodasaguas-exemplo.org.br/',
    example: 'http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm',
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await web.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
