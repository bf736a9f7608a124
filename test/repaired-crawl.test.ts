/** `tarrafa repair`, the built command, on a crawl of which not everything can be made again: each thing is told, in every language. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { readVisits, type Visit } from '../src/crawl/index.ts';
import { MAIN, spawnTarrafa } from './tarrafa-process.ts';
import { page, type TinyWeb, tinyWeb } from './tiny-web.ts';

const HOST = HOSTS.blog.host;
const url = (path: string) => `http://${HOST}${path}`;

const SAME = page([], 'A segunda página, que é danificada; outra é igual a ela, letra por letra.');

const root = mkdtempSync(join(tmpdir(), 'tarrafa-repaired-'));
const whole = join(root, 'inteira');
let web: TinyWeb;

async function visitsOf(folder: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

const crawl = (folder: string, ...more: string[]) =>
  spawnTarrafa([
    ...['crawl', url('/'), '--sample-web', String(web.port), '--out', folder, '--json', '--lang', 'en'],
    ...['--delay', '1ms', '--address-delay', '0', '--workers', '1', '--retries', '0', ...more],
  ]);

beforeAll(async () => {
  let answers = 0;
  web = await tinyWeb({
    [HOST]: {
      // Another page each time it is asked for.
      '/': (_request, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(
            page(
              ['/a', '/b', '/muda', '/copia', '/depois'],
              `Esta página foi pedida ${++answers} vezes, e conta quantas.`,
            ),
          ),
      '/a': page([], 'A primeira página, que fica como estava e não tem mais nada a dizer.'),
      '/b': SAME,
      '/copia': SAME,
      '/depois': page([], 'A última página, que vem depois da que falta e não falta por isso.'),
      '/muda': (request) => request.socket.destroy(),
    },
  });
  expect(await crawl(whole)).toMatchObject({ status: 0 });
  const again = ['--revisit', 'fixed-interval', '--revisit-interval', '1s', '--max-time', '3s'];
  expect(await crawl(join(root, 'revisitada'), ...again)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await web.close();
  rmSync(root, { recursive: true, force: true });
});

interface Told {
  readonly reason: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly message: string;
}

async function repaired(
  folder: string,
  ...more: string[]
): Promise<{ visits: number; pages: number; queued: number; told: Told[] }> {
  const { status, stdout, stderr } = await spawnTarrafa(['repair', folder, '--json', ...more]);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const reasons = (told: readonly Told[]) =>
  told.map(({ reason }) => reason).filter((name) => name !== 'repaired-aside');

describe('repair, by the command', () => {
  it('tells damage of the archive, a page that it could not make again, and visits that had brought nothing', async () => {
    const folder = join(root, 'danificada');
    const before = web.requests.length;
    for (const [language, words] of [
      ['en', ['damage in the archive', 'could not be made again', '1 visit that brought nothing']],
      ['pt-BR', ['dano no arquivo', 'não pôde ser refeito', '1 visita que nada trouxe']],
      ['pt-PT', ['dano no arquivo', 'for encontrado outra vez', 'será feita outra vez']],
    ] as const) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(whole, folder, { recursive: true });
      const { warc } = (await visitsOf(folder)).find((visit) => visit.url === url('/b'))!;
      const path = join(folder, 'archive', warc!.file);
      const bytes = readFileSync(path);
      // Past the header of its gzip member.
      bytes[warc!.offset + 60]! ^= 0xff;
      writeFileSync(path, bytes);
      const { told, pages } = await repaired(folder, '--lang', language);
      expect([language, ...reasons(told), pages]).toEqual([
        language,
        'repaired-damage',
        'repaired-not',
        'repaired-without',
        3,
      ]);
      const messages = told.map(({ message }) => message).join('\n');
      // Of the copy the archive has nothing but that it is one.
      for (const word of [...words, url('/copia'), warc!.file]) expect(messages).toContain(word);
    }
    expect(web.requests.length).toBe(before);
    // What could not be made again is asked for.
    expect(await crawl(folder)).toMatchObject({ status: 0 });
    expect(web.requests.slice(before).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/b', '/copia', '/muda']),
    );
    expect((await visitsOf(folder)).filter(({ outcome }) => outcome === 'analysed')).toHaveLength(5);
  });

  it('tells earlier captures of a URL that was visited again, and makes the last of each', async () => {
    const folder = join(root, 'revisitada');
    const before = (await visitsOf(folder)).filter(({ warc }) => warc !== undefined);
    const last = new Map(before.map((visit) => [visit.url, visit.warc]));
    expect(before.length).toBeGreaterThan(last.size);
    const { told, visits, pages } = await repaired(folder, '--lang', 'en');
    expect(reasons(told)).toEqual(['repaired-earlier', 'repaired-without']);
    expect(told.find(({ reason }) => reason === 'repaired-earlier')!.message).toContain(
      `${before.length - last.size} earlier capture`,
    );
    expect([visits, pages]).toEqual([5, 5]);
    expect(new Map((await visitsOf(folder)).map((visit) => [visit.url, visit.warc]))).toEqual(last);
  });

  it('that is interrupted says that it is not done; the next one ends it', async () => {
    const folder = join(root, 'interrompida');
    cpSync(whole, folder, { recursive: true });
    const log = join(folder, 'visits.jsonl');
    rmSync(log);
    const child: ChildProcess = spawn(process.execPath, [MAIN, 'repair', folder, '--json', '--lang', 'en'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    // Made anew before the first page is read.
    const watch = setInterval(() => {
      if (!existsSync(log)) return;
      clearInterval(watch);
      child.kill('SIGINT');
    }, 5);
    expect(await ended).toBe(0);
    const first = JSON.parse(said) as { told: Told[]; pages: number };
    expect(reasons(first.told)).toContain('repaired-partly');
    expect(first.pages).toBeLessThan(5);
    const { told, pages } = await repaired(folder);
    expect([pages, reasons(told)]).toEqual([5, []]);
    expect(readdirSync(folder)).toContain('visits.jsonl.damaged-1');
  });
});
