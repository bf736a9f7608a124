import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN, spawnTarrafa } from '../../../test/tarrafa-process.ts';
import { type SmallSource, smallSource } from '../../collection/export/small-source.suite.ts';
import { analyseArchive, collectionPlace } from '../../collection/index.ts';
import { EXIT } from '../../errors.ts';
import { searchCommand } from './search.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-search-'));
const PAGES = 130;
/** The second speaks of other things. */
const FOUND = PAGES - 1;
let source: SmallSource;

beforeAll(async () => {
  source = await smallSource(PAGES);
  // Analysed here, so that the commands find nothing left to do.
  await analyseArchive(collectionPlace([source.folder]), source.catalogue, { threads: 0 });
  await source.close();
});
afterAll(() => {
  for (const folder of [root, source.folder]) rmSync(folder, { recursive: true, force: true });
});

/** As a person at a terminal sees it. */
async function seen(...words: string[]): Promise<{ readonly out: string; readonly err: string }> {
  const heard = { out: '', err: '' };
  const command = searchCommand('pt-BR', {
    isTerminal: false,
    isRead: true,
    isWatched: false,
    columns: 80,
    write: async (text) => {
      heard.out += text;
    },
    err: (text) => {
      heard.err += text;
    },
    now: () => 0,
    onInterrupt: () => () => {},
    exitCode: () => {},
  }).exitOverride();
  command.configureOutput({ writeErr: (text) => void (heard.err += text) });
  await command.parseAsync([source.folder, ...words], { from: 'user' });
  return heard;
}

const run = (...words: string[]) => spawnTarrafa(['search', ...words, '--lang', 'pt-BR'], { cwd: root });

describe('tarrafa search at a terminal', () => {
  it('lists what it found, with passages and addresses, and says why', async () => {
    const { out, err } = await seen('enchente em Porto Alegre em 1941', '--limit', '2', '--explain');
    expect(err).toBe('');
    expect(out).toMatch(/^129 documentos em tarrafa-export-\w+\n\n1\. Enchente \d+\n {3}exemplo\.br/);
    expect(out).toContain('A enchente de 1941 em Porto Alegre, parte');
    expect(out).toContain('https://www.exemplo.br/noticias/');
    expect(out).toContain('– "enchente" está no título, no texto');
    expect(out).toContain('– fala de 1941\n');
    expect(out).toContain('– fala de Porto Alegre\n');
    expect(out).toMatch(/– pontos: [\d,]+, de título [\d,]+ \+ texto/);
    expect(out).toMatch(/Mostrados: 2 de 129\. Todos: --all\n$/);
  });

  it('takes what is in quotes as it is written, and for nothing else', async () => {
    const { out } = await seen('"A enchente de 1941 em"', '--limit', '1');
    expect(out).toMatch(/^129 documentos/);
    for (const line of ['"enchente em 1941"', '"enchente 1941"', '"enchente de 1941 de Porto Alegre"']) {
      const none = await seen(line);
      expect([line, none.out.startsWith('129'), none.err.includes('nada encontrado.')]).toEqual([
        line,
        false,
        true,
      ]);
    }
  });

  it('counts by year, place, site and kind, and tells of what was not understood or not all there', async () => {
    const { out } = await seen('enchente', '--facets');
    expect(out).toMatch(/Anos de que se fala\n +129 {2}1941\nLugares\n +129 {2}Porto Alegre/);
    expect(out).toMatch(/Tipos\n +129 {2}página/);
    const unknown = await seen('enchente xilofone em Porto Alegri');
    expect(unknown.err).toContain('não se conhece o lugar "Porto Alegri"; seria Porto Alegre');
    expect(unknown.err).toContain('nada encontrado.');
    expect(unknown.out).toMatch(/^\nSem alguma das palavras \(\d+\)\n\n1\. /);
    const none = await seen('xilofone');
    expect([none.out, none.err]).toEqual(['', expect.stringContaining('nada encontrado.')]);
  });
});

describe('tarrafa search in a pipe', { timeout: 180_000 }, () => {
  it('gives a line of JSON a hit, all of them when asked, from several collections', async () => {
    const { status, stdout, stderr } = await run(source.folder, source.folder, 'parte', '--all', '--explain');
    expect([status, stderr]).toEqual([EXIT.ok, '']);
    const hits = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(hits).toHaveLength(2 * FOUND);
    expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, i) => i + 1));
    expect(hits[FOUND]).toMatchObject({
      rank: FOUND + 1,
      kind: 'page',
      site: 'exemplo.br',
      passages: [{ text: expect.stringContaining('parte') }],
      why: { words: [{ word: 'parte', in: ['text'] }], parts: { text: expect.any(Number) } },
    });
    expect(hits[0].fetchedAt).toMatch(/^2026-01-31T/);
  });

  it('gives CSV, also for spreadsheets of Brazil, into a file that is whole', async () => {
    const plain = await run(source.folder, 'parte', '--limit', '3', '--csv');
    expect(plain.stdout.split('\r\n')).toHaveLength(5);
    expect(plain.stdout).toMatch(/^collection,rank,kind,id,title/);
    const excel = await run(source.folder, 'parte', '--limit', '0', '--csv', 'excel', '--out', 'achados.csv');
    expect([excel.status, excel.stdout, excel.stderr]).toEqual([EXIT.ok, '', 'achados.csv: 129 linhas\n']);
    const text = readFileSync(join(root, 'achados.csv'), 'utf8');
    expect(text).toMatch(/^\ufeffcollection;rank;kind;id;title/);
    expect(text.split('\r\n')[1]).toMatch(/;\d+,\d+$/);
    expect(readdirSync(root)).toEqual(['achados.csv']);
  });

  it('is told what is wrong with a command line, and does not mind a reader that goes', async () => {
    const wrong = await Promise.all([
      run(source.folder),
      run(source.folder, 'x', '--csv', 'word'),
      run(source.folder, 'x', '--json', '--csv'),
      run(source.folder, 'x', '--limit', 'dez'),
      run(source.folder, 'x', '--order', 'random'),
      run('nada', 'x'),
    ]);
    expect(wrong.map(({ status }) => status)).toEqual(Array(6).fill(EXIT.usage));
    expect(wrong.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      expect.stringContaining('diga a coleção e, por último, a linha'),
      expect.stringContaining('só pode vir "excel"'),
      expect.stringContaining('escolha --json ou --csv'),
      expect.stringContaining('dê um número inteiro'),
      expect.stringContaining('relevance, newest, oldest'),
      expect.stringContaining('TRF_INPUT_MISSING'),
    ]);
    const piped = `"$0" "$1" search "$2" parte --all | head -n 1; exit "\${PIPESTATUS[0]}"`;
    const head = spawnSync('bash', ['-c', piped, process.execPath, MAIN, source.folder], {
      encoding: 'utf8',
    });
    expect([head.status, head.stderr, head.stdout.split('\n').length]).toEqual([EXIT.ok, '', 2]);
  });
});
