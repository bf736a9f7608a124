import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmallSource, smallSource } from '../../collection/export/small-source.suite.ts';
import { analyseArchive, collectionPlace } from '../../collection/index.ts';
import { EXIT } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { importCommand } from '../import/import.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { type DataSurroundings, exportCommand } from './export.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-export-'));
let source: SmallSource;

beforeAll(async () => {
  source = await smallSource();
  // Analysed here, so that the commands find nothing left to do.
  await analyseArchive(collectionPlace([source.folder]), source.catalogue, {
    threads: 0,
    places: false,
  });
  await source.close();
});
afterAll(() => {
  rmSync(source.folder, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

interface Heard {
  out: string;
  err: string;
  code: number | null;
}

async function run(
  command: (language: Language, around: DataSurroundings) => Command,
  args: readonly string[],
  more: Partial<DataSurroundings> = {},
  language: Language = 'pt-BR',
): Promise<Heard> {
  const heard: Heard = { out: '', err: '', code: null };
  const around: DataSurroundings = {
    isTerminal: true,
    isWatched: true,
    columns: 120,
    out: (text) => {
      heard.out += text;
    },
    err: (text) => {
      heard.err += text;
    },
    now: () => 0,
    onInterrupt: () => () => {},
    exitCode: (code) => {
      heard.code = code;
    },
    ...more,
  };
  const made = command(language, around).exitOverride();
  made.configureOutput({ writeErr: (text) => around.err(text) });
  await made.parseAsync([...args], { from: 'user' });
  return heard;
}

describe('tarrafa export', () => {
  it('takes the format from the name of the file, and says what it wrote', async () => {
    const out = join(root, 'paginas.csv');
    const heard = await run(exportCommand, [source.folder, '--out', out]);
    expect(heard.out).toMatch(/paginas\.csv: 5 páginas, [\d,]+ kB\n$/);
    expect(readFileSync(out, 'utf8').split('\r\n')[0]).toMatch(/^id,url,site,title/);
    const json = await run(exportCommand, [source.folder, '--out', join(root, 'a.wacz')], {
      isTerminal: false,
    });
    expect(JSON.parse(json.out)).toMatchObject({ format: 'wacz', what: 'pages', items: 5, missing: 0 });
  });

  it('restricts to a query in the language of the search page', async () => {
    const out = join(root, 'parte.jsonl');
    const { out: text } = await run(exportCommand, [
      source.folder,
      '--query',
      'parte site:exemplo.br',
      '--out',
      out,
      '--json',
    ]);
    expect(JSON.parse(text).items).toBe(readFileSync(out, 'utf8').trimEnd().split('\n').length);
    const none = await run(exportCommand, [source.folder, '--query', 'xilofone', '--out', out, '--json']);
    expect([JSON.parse(none.out).items, readFileSync(out, 'utf8')]).toEqual([0, '']);
  });

  it('writes CSV for spreadsheets of Brazil, entities of a type, and the figures of the timeline', async () => {
    const out = join(root, 'planilha.csv');
    await run(exportCommand, [source.folder, '--csv', 'excel', '--out', out]);
    expect(readFileSync(out, 'utf8')).toMatch(/^\ufeffid;url;site;title;[\s\S]*;0,9;meta;/);
    const { out: people } = await run(exportCommand, [
      ...[source.folder, '--type', 'Person', '--out', join(root, 'pessoas.jsonl'), '--json'],
    ]);
    expect(JSON.parse(people)).toMatchObject({ what: 'entities', items: 5 });
    const years = join(root, 'anos.csv');
    await run(exportCommand, [source.folder, '--what', 'timeline', '--out', years]);
    expect(readFileSync(years, 'utf8')).toBe(
      'spoken_year,published_year,documents\r\n1941,,5\r\n,1991,5\r\n1941,1991,5\r\n',
    );
    const both = [source.folder, '--csv', 'excel', '--format', 'jsonl', '--out', out];
    await expect(run(exportCommand, both)).rejects.toMatchObject({ exitCode: EXIT.usage });
    const visits = [source.folder, '--what', 'visits', '--out', join(root, 'visitas.csv')];
    await expect(run(exportCommand, visits)).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
  });

  it('refuses what it does not know', async () => {
    await expect(run(exportCommand, [source.folder, '--out', join(root, 'x.doc')])).rejects.toMatchObject({
      exitCode: EXIT.usage,
    });
    await expect(run(exportCommand, [source.folder, '--format', 'pdf', '--out', 'x'])).rejects.toThrow();
    await expect(
      run(exportCommand, [join(root, 'nada'), '--out', join(root, 'x.csv')]),
    ).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
  });

  it('that is interrupted ends with its code and leaves nothing', async () => {
    const out = join(root, 'interrompida.wacz');
    const heard = await run(exportCommand, [source.folder, '--out', out], {
      onInterrupt: (stop) => {
        stop();
        return () => {};
      },
    });
    expect(heard.code).toBe(EXIT.interrupted);
    expect(readdirSync(root).filter((name) => name.startsWith('interrompida'))).toEqual([]);
  });
});

describe('tarrafa import', () => {
  it('brings archives in, tells of damage, and may leave the analysis for later', async () => {
    const wacz = join(root, 'b.wacz');
    await run(exportCommand, [source.folder, '--out', wacz]);
    const out = join(root, 'colecao');
    const heard = await run(importCommand, [wacz, '--out', out, '--no-analyse'], {}, 'en');
    expect(heard.out).toMatch(
      /^1 file \([\d.]+ kB\) in .*colecao: 6 captures\. There already: 0\.\nRecords that are no captures, 7: 1 description of a file, 6 requests\.\n$/,
    );
    expect(heard.err).toBe('');
    expect(existsSync(join(out, 'catalogue.db'))).toBe(false);
    const again = await run(importCommand, [wacz, '--out', out, '--no-analyse'], { isTerminal: false });
    expect(JSON.parse(again.out)).toMatchObject({ files: [], already: 1, captures: 6, pages: null });
  });

  it('goes on past files that are none, says which, and ends as a command that was not done whole', async () => {
    const wacz = join(root, 'c.wacz');
    await run(exportCommand, [source.folder, '--out', wacz]);
    const [bad, away] = [join(root, 'lixo.warc.gz'), join(root, 'no.warc')];
    writeFileSync(bad, 'nada');
    const out = join(root, 'o-que-deu');
    const heard = await run(importCommand, [bad, wacz, away, '--out', out, '--no-analyse'], {}, 'en');
    expect(heard.out).toMatch(/^1 file .* 6 captures\./);
    expect(heard.err).toContain(`Not imported: ${bad}: `);
    expect(heard.err).toContain(`Not imported: ${away}: `);
    expect(heard.code).toBe(EXIT.usage);
    const json = await run(importCommand, [wacz, bad, '--out', out, '--no-analyse'], { isTerminal: false });
    expect(JSON.parse(json.out)).toMatchObject({ already: 1, refused: [{ path: bad }] });
    // With nothing to bring, nothing is made.
    const nowhere = join(root, 'nada');
    await expect(run(importCommand, [bad, away, '--out', nowhere])).rejects.toMatchObject({
      code: 'TRF_IMPORT_REFUSED',
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('a line of progress', () => {
  it('comes after two seconds, not too often, with a bar when the end is known, and goes', () => {
    let now = 0;
    let text = '';
    const line = new ProgressLine(
      { isWatched: true, err: (piece) => void (text += piece), now: () => now },
      'pt-BR',
    );
    const show = (at: number, done: number, total: number | null = 4000) => {
      now = at;
      line.show('páginas', done, total);
    };
    show(1999, 10);
    expect(text).toBe('');
    show(2000, 1000);
    expect(text).toBe(
      `\r\x1b[2K${'█'.repeat(6)}${'░'.repeat(18)} 1.000 / 4.000 páginas · 500/s · faltam 6 s`,
    );
    show(2100, 1001);
    show(2300, 2000, null);
    expect(text.split('\r').length - 1).toBe(2);
    expect(text.endsWith('\x1b[2K2.000 páginas · 870/s')).toBe(true);
    line.clear();
    line.clear();
    expect(text.split('\r').length - 1).toBe(3);
  });
});
