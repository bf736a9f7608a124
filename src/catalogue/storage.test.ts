/** What may happen to the file of a catalogue: old and new versions, damage, a full disk, a kill, other processes. */
import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { catalogueError } from './catalogue-error.ts';
import { EmbeddedCatalogue, type EmbeddedCatalogueOptions } from './embedded-catalogue.ts';
import { intoOneFile } from './one-file.ts';
import { ask, entity, geo, layer, NOW, PORTO_ALEGRE, page } from './records.suite.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { openDatabase } from './sqlite.ts';
import { writeVersion1 } from './version-1.suite.ts';

const newPath = (): string => join(mkdtempSync(join(tmpdir(), 'tarrafa-catalogue-')), 'catalogue.db');

const opened: EmbeddedCatalogue[] = [];
function open(path: string, options: EmbeddedCatalogueOptions = {}): EmbeddedCatalogue {
  const catalogue = EmbeddedCatalogue.open(path, { now: () => NOW, ...options });
  opened.push(catalogue);
  return catalogue;
}
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

async function rejected(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return null;
}

const integrity = (path: string): unknown => {
  const db = openDatabase(path);
  const rows = db.prepare('PRAGMA integrity_check').all();
  db.close();
  return rows;
};

/** As an index of before words were counted has it. */
function withoutWordCounts(path: string): void {
  const db = openDatabase(path);
  db.exec("DELETE FROM index_columns WHERE name = 'words'");
  db.close();
}

it('has concordances of pages that an earlier version indexed, estimates their words and says so', async () => {
  const path = newPath();
  const text = 'A cheia do rio levou a ponte de madeira, e a cheia voltou. '.repeat(30);
  const first = EmbeddedCatalogue.open(path);
  await first.write({ pages: [page('https://a.br/1', { text })] });
  await first.close();
  withoutWordCounts(path);
  const catalogue = open(path);
  const old = await catalogue.concordance(ask(''), { words: 'cheia' });
  expect([old.hits, old.lines.length, old.wordsEstimated]).toEqual([60, 50, true]);
  expect(old.words / (30 * 13)).toBeGreaterThan(0.6);
  expect(old.words / (30 * 13)).toBeLessThan(1.6);
  // What is written now is counted; a merge with what was not keeps both.
  await catalogue.write({ pages: [page('https://a.br/2', { text: 'outra cheia aqui' })] });
  await catalogue.settle();
  const both = await catalogue.concordance(ask(''), { words: 'cheia' });
  expect([both.hits, both.words - old.words, both.wordsEstimated]).toEqual([61, 3, true]);
  catalogue.reindex();
  const anew = await catalogue.concordance(ask(''), { words: 'cheia' });
  expect([anew.hits, anew.words, anew.wordsEstimated]).toEqual([61, 30 * 13 + 3, false]);
});

describe('versions of the schema', () => {
  const pages = ['um', 'dois', 'três'].map((title) =>
    page(`https://a.br/${title}`, { title, text: `Conteúdo antigo de ${title}, graviola.` }),
  );

  const table = (name: string, only = `só ${name}`) => ({
    name,
    example: 'https://a.br/um',
    columns: [],
    rows: [
      entity('https://a.br/um', 'um', { table: name, type: name }),
      entity('https://a.br/dois', 'dois', { table: name, type: name }),
      entity(name === 'a' ? 'https://a.br/só' : `https://a.br/${only}`, only, { table: name, type: name }),
    ],
    madeAt: NOW,
  });

  /** How many there are, and each with its tables. */
  async function things(catalogue: EmbeddedCatalogue): Promise<unknown[]> {
    const { hits, total } = await catalogue.search(ask('tipo:entidade'), { limit: 100 });
    const { entities } = await catalogue.summary();
    const [site] = (await catalogue.sites()).items;
    return [total, entities, site!.entities, hits.map(({ title, tables }) => [title, ...tables]).sort()];
  }

  it('upgrades a catalogue of version 1, which keeps what it holds and gains what is new', async () => {
    const path = newPath();
    writeVersion1(path, pages, 'atemoia madura');
    const catalogue = open(path);
    expect(await catalogue.summary()).toMatchObject({ schemaVersion: SCHEMA_VERSION, pages: 3, versions: 3 });
    expect(await catalogue.pageAt('https://a.br/dois')).toMatchObject({
      text: pages[1]!.text,
      html: pages[1]!.html,
      digest: pages[1]!.digest,
      current: true,
    });
    expect((await catalogue.search(ask('graviola'))).total).toBe(3);
    expect((await catalogue.search(ask('atemoia'))).total).toBe(0);
    await catalogue.settle();
    expect((await catalogue.search(ask('atemoia'))).hits.map((hit) => hit.title)).toEqual(['dois', 'três']);
    await catalogue.write({ pages: [page('https://a.br/novo', { text: 'graviola' })] });
    expect((await catalogue.search(ask('graviola'))).total).toBe(4);
    // A page of then, analysed again, keeps its identity and moves into a block; the others stay where they were.
    const again = {
      ...pages[0]!,
      text: 'Lido outra vez: graviola.',
      html: '<p>Lido outra vez: graviola.</p>',
    };
    const { id } = (await catalogue.pageAt('https://a.br/um'))!;
    await catalogue.write({ pages: [again] });
    expect(await catalogue.page(id)).toMatchObject({ text: again.text, html: again.html, current: true });
    expect((await catalogue.pages()).items.map((one) => one.text)).toEqual([
      again.text,
      pages[1]!.text,
      pages[2]!.text,
      'graviola',
    ]);
    const db = openDatabase(path);
    expect(db.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: SCHEMA_VERSION });
    db.close();
    expect(integrity(path)).toMatchObject([{ integrity_check: 'ok' }]);
  });

  it('counts the sites of a catalogue of before anew, by host', async () => {
    const path = newPath();
    writeVersion1(path, [page('https://www.a.br/1'), page('https://b.a.br/1', { fetchedAt: NOW + 1 })], 'x');
    const catalogue = open(path);
    expect((await catalogue.sites()).items).toEqual([
      { site: 'a.br', pages: 1, entities: 0, geoFiles: 0, firstFetched: NOW, lastFetched: NOW },
      { site: 'b.a.br', pages: 1, entities: 0, geoFiles: 0, firstFetched: NOW + 1, lastFetched: NOW + 1 },
    ]);
    expect(await catalogue.summary()).toMatchObject({ sites: 2 });
  });

  it('brings together what a catalogue of before counted once a table', async () => {
    const path = newPath();
    const first = open(path);
    await first.write({ pages: pages.slice(0, 2), tables: [table('a'), table('b'), table('c', 'safira')] });
    const wanted = await things(first);
    expect(wanted.slice(0, 3)).toEqual([5, 5, 5]);
    expect(wanted.at(-1)).toContainEqual(['um', 'a', 'b', 'c']);
    await first.close();
    opened.pop();

    // As version 4 had it: every row counts, is searched, and belongs to nothing.
    const db = openDatabase(path);
    db.exec('UPDATE entity SET live = 1, thing = NULL');
    db.exec(
      `UPDATE meta SET value = json_set(value, '$.entities', (SELECT count(*) FROM entity)) WHERE key = 'counts'`,
    );
    db.exec("UPDATE site SET entities = (SELECT count(*) FROM entity) WHERE name = 'a.br'");
    db.close();
    const old = open(path);
    old.reindex();
    expect((await things(old)).slice(0, 3)).toEqual([9, 9, 9]);
    await old.close();
    opened.pop();
    const before = openDatabase(path);
    before.exec('DROP INDEX entity_about; DROP INDEX entity_thing');
    for (const column of ['about', 'thing', 'named']) before.exec(`ALTER TABLE entity DROP COLUMN ${column}`);
    before.exec('PRAGMA user_version = 4');
    before.close();

    expect(await things(open(path, { readOnly: true }))).toEqual(wanted);
    const catalogue = open(path);
    expect(await things(catalogue)).toEqual(wanted);
    expect((await catalogue.entities({ table: 'b' })).items.map(({ name }) => name)).toEqual([
      'um',
      'dois',
      'só b',
    ]);
    expect(integrity(path)).toMatchObject([{ integrity_check: 'ok' }]);
  });

  it('has the same tables after an upgrade as a new catalogue', async () => {
    const tables = async (path: string): Promise<string[]> => {
      await open(path).close();
      opened.pop();
      const db = openDatabase(path);
      const rows = db
        .prepare(
          "SELECT m.name || ' ' || group_concat(c.name || ' ' || c.type, ', ') AS said FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') GROUP BY m.name ORDER BY m.name",
        )
        .all<{ said: string }>();
      db.close();
      return rows.map((row) => row.said);
    };
    const old = newPath();
    writeVersion1(old, pages, 'x');
    expect(await tables(old)).toEqual(await tables(newPath()));
  });

  it('refuses a newer catalogue and leaves it as it is', async () => {
    const path = newPath();
    await open(path).write({ pages: [page('https://a.br/1')] });
    await opened.pop()!.close();
    const db = openDatabase(path);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const before = readFileSync(path);
    const error = thrown(() => open(path)) as TarrafaError;
    expect(error).toBeInstanceOf(TarrafaError);
    expect(error.code).toBe('TRF_CATALOGUE_NEWER');
    expect(error.message).toContain(path);
    expect(error.explain('pt-BR').advice).toContain('tarrafa analyse');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('files that are no catalogue', () => {
  const code = (path: string, options: EmbeddedCatalogueOptions = {}): string =>
    (thrown(() => open(path, options)) as TarrafaError | null)?.code ?? 'opened';

  it('refuses text, other databases, and a folder', () => {
    const text = newPath();
    writeFileSync(text, 'isto não é um catálogo\n'.repeat(1000));
    expect(code(text)).toBe('TRF_CATALOGUE_OTHER');
    expect(readFileSync(text, 'utf8').startsWith('isto não é')).toBe(true);
    const other = newPath();
    const db = openDatabase(other);
    db.exec('CREATE TABLE receitas (nome TEXT)');
    db.close();
    expect(code(other)).toBe('TRF_CATALOGUE_OTHER');
    const again = openDatabase(other);
    expect(again.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toMatchObject({ n: 1 });
    again.close();
    expect(code(mkdtempSync(join(tmpdir(), 'tarrafa-catalogue-')))).toBe('TRF_STORAGE_DENIED');
    expect(code(join(newPath(), 'no', 'such', 'folder.db'))).toBe('TRF_STORAGE_DENIED');
  });

  it('makes nothing when it may only read', () => {
    const path = newPath();
    expect(code(path, { readOnly: true })).toBe('TRF_INPUT_MISSING');
    writeFileSync(path, '');
    expect(code(path, { readOnly: true })).toBe('TRF_CATALOGUE_OTHER');
    expect(statSync(path).size).toBe(0);
  });

  it('says so when the file is damaged, wherever, and never answers with something else', async () => {
    const path = newPath();
    const catalogue = open(path);
    for (let n = 0; n < 6; n++)
      await catalogue.write({
        pages: Array.from({ length: 30 }, (_, i) =>
          page(`https://a.br/${n}-${i}`, { text: `sapoti ${n} ${i} ${`${i * n} `.repeat(200)}` }),
        ),
      });
    await catalogue.settle();
    await opened.pop()!.close();
    const whole = readFileSync(path);
    const told = new Set<string>();
    for (let at = 1; at <= 8; at++) {
      const copy = newPath();
      writeFileSync(copy, whole);
      if (at === 8) truncateSync(copy, Math.floor(whole.length / 2));
      else {
        const file = openSync(copy, 'r+');
        const from = Math.floor((whole.length * at) / 8);
        writeSync(file, Buffer.alloc(Math.min(40_000, whole.length - from), 0x5a), 0, undefined, from);
      }
      let text: string | null = null;
      const error = await rejected(async () => {
        const damaged = open(copy);
        await damaged.search(ask('sapoti'));
        for (let cursor: string | undefined; ; ) {
          const slice = await damaged.pages({ limit: 50, ...(cursor === undefined ? {} : { cursor }) });
          for (const one of slice.items) if (!one.text.startsWith('sapoti ')) text = one.text;
          if (slice.next === null) break;
          cursor = slice.next;
        }
      });
      expect(text).toBeNull();
      if (error !== null) {
        expect(error).toBeInstanceOf(TarrafaError);
        told.add((error as TarrafaError).code);
      }
      for (const each of opened.splice(0)) await each.close();
    }
    expect([...told]).toEqual(['TRF_CATALOGUE_DAMAGED']);
  });
});

describe('a full disk', () => {
  it('keeps nothing of the batch, says so, and goes on when there is room', async () => {
    const path = newPath();
    const small = open(path, { mostBytes: 1_000_000 });
    let written = 0;
    const error = await rejected(async () => {
      for (; written < 200; written++)
        await small.write({
          pages: Array.from({ length: 10 }, (_, i) =>
            page(`https://a.br/${written}-${i}`, {
              text: `cajá ${written} ${Math.sin(written + i)} `.repeat(80),
            }),
          ),
          marks: [{ file: 'f', offset: written + 1 }],
        });
    });
    expect(error).toMatchObject({ code: 'TRF_STORAGE_FULL' });
    expect(written).toBeGreaterThan(0);
    const held = async (catalogue: EmbeddedCatalogue): Promise<number[]> => [
      (await catalogue.summary()).pages,
      (await catalogue.search(ask('cajá'))).total,
      (await catalogue.marks())[0]!.offset * 10,
    ];
    expect(await held(small)).toEqual([written * 10, written * 10, written * 10]);
    await opened.pop()!.close();
    const large = open(path);
    expect(await held(large)).toEqual([written * 10, written * 10, written * 10]);
    await large.write({ pages: [page('https://a.br/mais', { text: 'cajá' })] });
    expect((await large.search(ask('cajá'))).total).toBe(written * 10 + 1);
    expect(integrity(path)).toMatchObject([{ integrity_check: 'ok' }]);
  });

  it("tells SQLite's errors in the words of the house", () => {
    const code = (name: string): string =>
      (catalogueError('c.db', Object.assign(new Error('x'), { code: name })) as TarrafaError).code;
    expect(code('SQLITE_FULL')).toBe('TRF_STORAGE_FULL');
    expect(code('SQLITE_IOERR_WRITE')).toBe('TRF_STORAGE_DENIED');
    expect(code('SQLITE_READONLY_DBMOVED')).toBe('TRF_STORAGE_DENIED');
    expect(code('SQLITE_CORRUPT_INDEX')).toBe('TRF_CATALOGUE_DAMAGED');
    expect(code('SQLITE_NOTADB')).toBe('TRF_CATALOGUE_OTHER');
    expect(code('SQLITE_BUSY_SNAPSHOT')).toBe('TRF_CATALOGUE_BUSY');
    const own = new TypeError('ours');
    expect(catalogueError('c.db', own)).toBe(own);
  });

  it('does not take a database that the disk cannot read for something else; nor is there a raw error when it is brought into one file', async () => {
    const path = newPath();
    await open(path).close();
    opened.pop();
    const unread = Object.assign(new Error('file is not a database'), { code: 'SQLITE_NOTADB' });
    expect(catalogueError(path, unread)).toMatchObject({ code: 'TRF_CATALOGUE_DAMAGED' });
    const folder = newPath();
    mkdirSync(folder);
    expect(() => intoOneFile(folder)).toThrow(expect.objectContaining({ code: 'TRF_STORAGE_DENIED' }));
  });
});

describe('a kill', () => {
  it('loses at most the batch that was being written: marks, pages, entities and index agree', async () => {
    const path = newPath();
    const loop = fileURLToPath(new URL('./write-loop.suite.ts', import.meta.url));
    for (const turns of [3, 9]) {
      const child = spawn(process.execPath, ['--import', 'tsx', loop, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise<void>((resolve) => {
        let lines = 0;
        child.stdout.on('data', (data: Buffer) => {
          lines += data.toString().split('\n').length - 1;
          if (lines >= turns) child.kill('SIGKILL');
        });
        child.on('exit', () => resolve());
      });
      expect(child.signalCode).toBe('SIGKILL');
      const catalogue = open(path);
      const batches = (await catalogue.marks())[0]!.offset;
      expect(batches).toBeGreaterThanOrEqual(turns);
      expect(await catalogue.summary()).toMatchObject({
        pages: batches * 10,
        versions: batches * 10,
        entities: batches * 10,
        links: batches * 10,
      });
      expect((await catalogue.search(ask('loteria tipo:page'))).total).toBe(batches * 10);
      expect((await catalogue.search(ask('tipo:entity'))).total).toBe(batches * 10);
      expect(await catalogue.pageAt(`https://s0.br/${batches - 1}-0`)).not.toBeNull();
      expect(await catalogue.pageAt(`https://s0.br/${batches}-0`)).toBeNull();
      await opened.pop()!.close();
      expect(integrity(path)).toMatchObject([{ integrity_check: 'ok' }]);
    }
  });
});

describe('several at once', () => {
  it('sees what another one writes, without being opened again', async () => {
    const path = newPath();
    const writer = open(path);
    const reader = open(path, { readOnly: true });
    const other = open(path);
    expect((await reader.search(ask('siriguela'))).total).toBe(0);
    expect((await reader.geoSearch('')).total).toBe(0);
    expect(await reader.suggest('siri')).toEqual([]);
    await writer.write({
      pages: [
        page('https://a.br/1', {
          text: 'siriguela em Porto Alegre',
          places: [{ start: 13, end: 25, place: PORTO_ALEGRE.key, confidence: 1 }],
          entities: [entity('https://a.br/1', 'Ana')],
        }),
      ],
      places: [PORTO_ALEGRE],
      geo: [geo('https://g.br/f.zip', { datasets: [layer('f', [0, 0, 1, 1])] })],
    });
    const [hit] = (await reader.search(ask('siriguela'))).hits;
    expect(hit).toMatchObject({ places: [PORTO_ALEGRE] });
    expect((await reader.geoSearch('')).total).toBe(1);
    expect(await reader.summary()).toMatchObject({ pages: 1, entities: 1, geoFiles: 1 });
    // Two that write in turn give different identities and see each other's addresses.
    await other.write({
      pages: [
        page('https://a.br/2', { text: 'siriguela', links: [{ url: 'https://a.br/1', text: 'a um' }] }),
      ],
    });
    await writer.write({
      pages: [
        page('https://a.br/3', { text: 'siriguela', links: [{ url: 'https://a.br/2', text: 'a dois' }] }),
      ],
    });
    await other.settle();
    const ids = (await reader.pages()).items.map((one) => one.id);
    expect(new Set(ids).size).toBe(3);
    expect((await reader.search(ask('siriguela'))).total).toBe(3);
    expect((await reader.linksTo('https://a.br/2')).items).toMatchObject([{ text: 'a dois' }]);
    expect(await reader.summary()).toMatchObject({ pages: 3, links: 2 });
    await expect(reader.write({ pages: [page('https://a.br/4')] })).rejects.toMatchObject({
      code: 'TRF_STORAGE_DENIED',
    });
    expect((await writer.summary()).pages).toBe(3);
  });

  it('reads texts that another one compressed by a dictionary it learned later', async () => {
    const path = newPath();
    const reader = open(path);
    const writer = open(path);
    const records = Array.from({ length: 40 }, (_, i) =>
      page(`https://a.br/${i}`, { text: `O mesmo começo de frase em toda parte, número ${i}. `.repeat(20) }),
    );
    await reader.write({ pages: [page('https://a.br/antes')] });
    await writer.write({ pages: records });
    expect((await reader.pageAt('https://a.br/7'))!.text).toBe(records[7]!.text);
    await reader.write({ pages: [page('https://a.br/depois', { text: records[3]!.text })] });
    expect((await writer.pageAt('https://a.br/depois'))!.text).toBe(records[3]!.text);
  });

  it('makes an index of another form again when it is opened', async () => {
    const path = newPath();
    const first = open(path);
    await first.write({
      pages: [
        page('https://a.br/1', { text: 'x', links: [{ url: 'https://a.br/2', text: 'biribá' }] }),
        page('https://a.br/2', { text: 'mangaba', entities: [entity('https://a.br/2', 'Mangaba Silva')] }),
      ],
      geo: [geo('https://g.br/mangaba.zip')],
    });
    await first.settle();
    const told = (catalogue: EmbeddedCatalogue): Promise<unknown> =>
      Promise.all(
        ['mangaba', 'biribá'].map(async (line) =>
          (await catalogue.search(ask(line))).hits.map((hit) => [hit.id, hit.score]),
        ),
      );
    const before = await told(first);
    await opened.pop()!.close();
    const db = openDatabase(path);
    db.exec("UPDATE meta SET value = '0' WHERE key = 'indexForm'");
    // What an older index may have left.
    db.exec("UPDATE index_data SET bytes = x'00'; CREATE TABLE index_of_old (x INTEGER)");
    db.close();
    expect(await told(open(path, { readOnly: true }))).toEqual(before);
    expect(before).toMatchObject([[{}, {}, {}], [{}]]);
    expect(integrity(path)).toMatchObject([{ integrity_check: 'ok' }]);
  });

  it('makes its index again from what is stored', async () => {
    const path = newPath();
    const catalogue = open(path);
    await catalogue.write({
      pages: [
        page('https://a.br/1', { text: 'mangaba', entities: [entity('https://a.br/1', 'Mangaba Silva')] }),
      ],
      geo: [geo('https://g.br/mangaba.zip')],
    });
    const before = (await catalogue.search(ask('mangaba'))).hits.map((hit) => [hit.id, hit.score]);
    catalogue.reindex();
    expect((await catalogue.search(ask('mangaba'))).hits.map((hit) => [hit.id, hit.score])).toEqual(before);
    expect(before).toHaveLength(3);
  });
});
