/** A page that the process dies of, again and again, and one that is only under way when somebody ends the process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { readVisits, type Visit } from '../src/crawl/index.ts';
import { readRecordAt } from '../src/warc/index.ts';
import { type Ended, MAIN, spawnTarrafa } from './tarrafa-process.ts';
import { page, type TinyWeb, tinyWeb } from './tiny-web.ts';

const HOST = HOSTS.blog.host;
const POISON = `http://${HOST}/veneno`;

const root = mkdtempSync(join(tmpdir(), 'tarrafa-poison-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a crawl by the built command; `end` is told how to end it at once. */
function crawl(
  web: TinyWeb,
  out: string,
  { node = [] as string[], end = (_kill: () => void) => {} } = {},
): Promise<Ended & { readonly signal: string | null }> {
  const args = [
    ...['crawl', `http://${HOST}/`, '--sample-web', String(web.port), '--out', out, '--json', '--lang', 'en'],
    // Pages are read by the process itself, as they are on a machine with one core.
    ...['--delay', '1ms', '--address-delay', '0', '--concurrency', '4', '--workers', '0'],
  ];
  return new Promise((resolve) => {
    // Where Node leaves its reports when it has no better place.
    const env = { ...process.env, TMPDIR: root };
    const child = spawn(process.execPath, [...node, MAIN, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    end(() => child.kill('SIGKILL'));
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}

async function visitsOf(out: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

const statusOf = async (out: string): Promise<{ mended: { reason: string; values?: { url?: string } }[] }> =>
  JSON.parse((await spawnTarrafa(['status', out, '--json'])).stdout);

describe('the built command', () => {
  it('that dies of a page within a blink sets it aside at its third start, says so in status, and goes on', async () => {
    // Each link is small in the page and an object in the heap.
    const links = Array.from({ length: 300_000 }, (_, n) => `/p${n}`);
    const web = await tinyWeb({
      [HOST]: {
        '/': page(['/a', '/veneno', '/b']),
        '/a': page([]),
        '/b': page(['/c']),
        '/c': page([]),
        '/veneno': page(links),
      },
    });
    const out = join(root, 'veneno');
    const node = ['--max-old-space-size=36'];
    for (const _ of [1, 2]) {
      const { status, signal, stderr } = await crawl(web, out, { node });
      expect([signal ?? status, stderr]).toEqual([
        expect.toBeOneOf(['SIGABRT', 134]),
        expect.stringContaining('heap'),
      ]);
    }
    const third = await crawl(web, out, { node });
    expect(third).toMatchObject({ status: 0 });
    expect(third.stdout).toContain(`${POISON} was under way when the process died`);
    const visits = await visitsOf(out);
    expect(
      visits.map(({ url, outcome }) => `${outcome} ${url.replace(`http://${HOST}`, '')}`).sort(),
    ).toEqual(['analysed /', 'analysed /a', 'analysed /b', 'analysed /c', 'failed /veneno']);
    const { warc, reason } = visits.find(({ url }) => url === POISON)!;
    expect(reason).toBe('set-aside');
    // What it brought is kept, and it was asked for once.
    const record = await readRecordAt(join(out, 'archive', warc!.file), warc!.offset);
    expect(record.block.length).toBeGreaterThan(5_000_000);
    expect(web.paths(HOST).filter((path) => path === '/veneno')).toHaveLength(1);
    const { mended } = await statusOf(out);
    expect(mended).toContainEqual(expect.objectContaining({ reason: 'mended-set-aside' }));
    expect(JSON.stringify(mended)).toContain(POISON);
    // The reports of Node are gone.
    expect(readdirSync(root).filter((name) => name.startsWith('tarrafa-death-'))).toEqual([]);
    expect(readdirSync(out)).not.toContain('fatal-report.json');
    await web.close();
  });

  it('that is killed five times with the same page under way sets nothing aside', async () => {
    let asked = 0;
    let kill = () => {};
    const web = await tinyWeb({
      [HOST]: {
        '/': page(['/veneno']),
        '/veneno': (_request, response) => {
          asked++;
          if (asked <= 5) kill();
          else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page([]));
        },
      },
    });
    const out = join(root, 'morta');
    for (let n = 0; n < 5; n++)
      expect(await crawl(web, out, { end: (now) => (kill = now) })).toMatchObject({ signal: 'SIGKILL' });
    expect(await crawl(web, out)).toMatchObject({ status: 0 });
    expect(asked).toBe(6);
    expect((await visitsOf(out)).map(({ url, outcome }) => [url, outcome])).toEqual([
      [`http://${HOST}/`, 'analysed'],
      [POISON, 'analysed'],
    ]);
    expect((await statusOf(out)).mended).toEqual([]);
    await web.close();
  });
});
