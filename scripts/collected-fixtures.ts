/**
 * Makes the collections of test/fixtures/collected-<version> with the command as it is built now: `node --import tsx
 * scripts/collected-fixtures.ts`. To be run once for a version that people have, before the next changes what is kept on disk; a folder that
 * is there is not touched. The pages and their order are the same at each run; the times in the files are those of the run.
 *
 * Where one version wrote two forms, a word after the command tells the second from the first: `collected-fixtures.ts sqlite`.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { WARCRecord, WARCSerializer } from 'warcio';
import { HOSTS } from '../samples/hosts.ts';
import { startSampleWeb } from '../samples/server.ts';
import {
  type CollectedCrawl,
  GEOGRAPHIC,
  IMPORTED,
  PERIOD,
  pack,
  serveCollections,
  TABLE,
} from '../test/collected.ts';
import { spawnTarrafa } from '../test/tarrafa-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = ['collected', version.split('.').slice(0, 2).join('.'), ...process.argv.slice(2)].join('-');
const target = join(root, 'test/fixtures', name);
if (existsSync(target))
  throw new Error(`${target} is there: what people have collected does not change afterwards`);

const work = mkdtempSync(join(tmpdir(), 'tarrafa-collected-'));
const web = await startSampleWeb({ sites: 'gentle' });

async function tarrafa(...words: string[]): Promise<void> {
  const { status, stderr } = await spawnTarrafa([...words, '--lang', 'en']);
  if (status !== 0) throw new Error(`tarrafa ${words.join(' ')}: ${stderr}`);
}

async function collect({ name, words, pages }: CollectedCrawl): Promise<string> {
  const out = join(work, name);
  await tarrafa(
    'crawl',
    ...words,
    '--sample-web',
    String(web.port),
    '--max-pages',
    String(pages),
    '--out',
    out,
  );
  return out;
}

/** A table of all players like one of them, kept as a person keeps it: from the page in the browser. */
async function keepTable(folder: string): Promise<void> {
  const served = await serveCollections(folder);
  try {
    const { collections } = await served.ask('/api/v1/collections');
    const base = `/api/v1/collections/${collections[0].name}/entities`;
    const { columns } = await served.ask(`${base}/discover`, { example: TABLE.example });
    const chosen = columns.filter((column: { chosen: boolean }) => column.chosen);
    await served.ask(base, {
      name: TABLE.name,
      example: TABLE.example,
      columns: chosen.map((column: { name: string }) => ({ name: column.name })),
    });
  } finally {
    await served.close();
  }
}

function answerOf(url: string): Promise<{ status: number; type: string; body: Uint8Array }> {
  const { host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: web.port, path: pathname, headers: { host } },
      async (answer) => {
        const body = Buffer.concat(await answer.toArray());
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body });
      },
    );
    asked.on('error', reject).end();
  });
}

/** Responses of the sample web as another program archives them. */
async function foreignWarc(urls: readonly string[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const [i, url] of urls.entries()) {
    const { status, type, body } = await answerOf(url);
    const record = WARCRecord.create(
      {
        url,
        date: new Date(Date.UTC(2019, 2, 1, 10, i)).toISOString(),
        type: 'response',
        warcVersion: 'WARC/1.1',
        statusline: `HTTP/1.1 ${status} OK`,
        httpHeaders: { 'Content-Type': type },
      },
      (async function* () {
        yield body;
      })(),
    );
    parts.push(await WARCSerializer.serialize(record, { gzip: true }));
  }
  return Buffer.concat(parts);
}

async function importForeign(): Promise<string> {
  const out = join(work, IMPORTED);
  const pages = (host: string) => web.truth.reachable(host).slice(0, 12);
  const warc = join(work, 'gazeta.warc.gz');
  writeFileSync(warc, await foreignWarc(pages(HOSTS.gazeta.host)));
  const wacz = join(work, 'diario.wacz');
  const inside = await foreignWarc(pages(HOSTS.diario.host));
  const description = { profile: 'data-package', wacz_version: '1.1.1', resources: [] };
  writeFileSync(
    wacz,
    zipSync({
      'archive/data.warc.gz': [inside, { level: 0 }],
      'datapackage.json': Buffer.from(JSON.stringify(description)),
    }),
  );
  await tarrafa('import', warc, wacz, '--out', out);
  return out;
}

try {
  const period = await collect(PERIOD);
  const geographic = await collect(GEOGRAPHIC);
  await tarrafa('analyse', geographic);
  await keepTable(geographic);
  const imported = await importForeign();
  mkdirSync(target, { recursive: true });
  for (const [name, folder] of [
    [PERIOD.name, period],
    [GEOGRAPHIC.name, geographic],
    [IMPORTED, imported],
  ] as const) {
    const to = join(target, `${name}.zip`);
    pack(folder, to);
    process.stdout.write(`${to}  ${statSync(to).size} bytes\n`);
  }
} finally {
  await web.close();
  rmSync(work, { recursive: true, force: true });
}
