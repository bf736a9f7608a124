/** What ARCHITECTURE.md says in its tables is so: a plan that is not looked at drifts from the house. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { crawlPaths } from '../src/crawl/index.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const TEXT = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

/** Folders of a crawl that the tables speak of. */
const OF_A_CRAWL: ReadonlySet<string> = new Set(['frontier/', 'state/', 'content/']);

interface ImportTable {
  readonly everyone: readonly string[];
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /** Path inside src of what may be asked for besides an `index.ts`, with the reason. */
  readonly entries: Readonly<Record<string, string>>;
}
const table = (await import(pathToFileURL(join(ROOT, '.dependency-cruiser.mjs')).href)) as ImportTable;

/** The rows of the table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const from = TEXT.indexOf(`\n## ${heading}\n`);
  expect(from, heading).toBeGreaterThan(0);
  const section = TEXT.slice(from + heading.length + 4).split('\n## ', 1)[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const listed = (cell: string): string[] =>
  cell
    .replace(/\(.*?\)/g, '')
    .split(',')
    .map((word) => word.trim().replaceAll('`', ''))
    .filter((word) => word !== '' && word !== '–');

describe('the table of rooms', () => {
  const rows = rowsUnder('The rooms');

  it('has a row for everything in src, and for nothing else', () => {
    const there = readdirSync(join(ROOT, 'src')).filter((name) => !/\.(?:test|suite)\.ts$/.test(name));
    const said = rows.flatMap(([place]) => named(place!)).filter((place) => place.startsWith('src/'));
    expect(said.map((place) => place.slice(4)).sort()).toEqual(there.sort());
  });

  it('says of every room what it may import, as it is checked', () => {
    const checked: Record<string, readonly string[]> = {};
    const said: Record<string, readonly string[]> = {};
    for (const [place, , imports] of rows)
      for (const name of named(place!)) {
        const room = name.slice(4);
        if (!name.startsWith('src/') || !statSync(join(ROOT, name)).isDirectory()) continue;
        const others = Object.keys(table.rooms).filter((other) => other !== room && other !== 'cli');
        said[room] = (imports === 'every room but `cli`' ? others : listed(imports!)).sort();
        checked[room] = [...(table.rooms[room] ?? ['no rule'])].sort();
      }
    expect(said).toEqual(checked);
  });

  it('says which rooms all others may import', () => {
    const said = rows
      .filter(([, , imports]) => imports!.includes('every room may import'))
      .flatMap(([place]) => named(place!).map((name) => name.slice(4)));
    expect(said.sort()).toEqual([...table.everyone].sort());
  });
});

describe('what may be asked for besides the index of a room', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(?:test|suite)\.ts$/.test(path))
    .map((path) => [path.split(sep, 1)[0]!, readFileSync(join(ROOT, 'src', path), 'utf8')] as const);

  it.each(Object.entries(table.entries))('%s has a reason, and another room asks for it', (entry, reason) => {
    expect(existsSync(join(ROOT, 'src', entry))).toBe(true);
    expect(reason).not.toBe('');
    const room = entry.split('/', 1)[0]!;
    expect(sources.some(([owner, text]) => owner !== room && text.includes(`/${entry}'`))).toBe(true);
  });
});

describe('the table of ports', () => {
  const rows = rowsUnder('Ports');

  it.each(rows.map(([port, , suite]) => [port!, suite!] as const))(
    '%s is where it says, with its suite',
    (port, suite) => {
      const [name, file] = named(port);
      const source = readFileSync(join(ROOT, file!), 'utf8');
      expect(source).toMatch(new RegExp(`export (?:interface|type) ${name}\\b`));
      const suites = named(suite).filter((path) => path.startsWith('src/'));
      expect(suites.length).toBeGreaterThan(0);
      for (const path of suites) expect(existsSync(join(ROOT, path)), path).toBe(true);
    },
  );
});

describe('the tables of the search index and of what survives', () => {
  /** What is written as a path of the house: with a folder or the name of a source. */
  const isPath = (name: string): boolean => /^[\w./-]+\/?$/.test(name) && /\.ts$|\/$/.test(name);
  /** A path is told from the root, from src, or from the room that the section is about. */
  const found = (name: string, home: string): boolean =>
    ['', 'src', home, ...HOMES].some((from) => existsSync(join(ROOT, from, name)));
  /** A source may be named by its file alone where its folder stands in the same row. */
  const HOMES = [
    ...['postings', 'columns', 'segments', 'search', 'terms'].map(
      (folder) => `src/catalogue/search-index/${folder}`,
    ),
    // The section tells of the same structures in a database too.
    'src/catalogue/postgres',
  ];

  it.each([
    ['The search index, structure by structure', 'src/catalogue/search-index', 10],
    ['What survives what', 'src/crawl', 4],
  ] as const)('%s names files that are there', (heading, home, least) => {
    const paths = rowsUnder(heading)
      .flatMap((row) => row.flatMap(named))
      .filter(isPath);
    // Some names are of files in a crawl's folder, or of the catalogue beside the index.
    const absent = paths.filter(
      (name) => !found(name, home) && !existsSync(join(ROOT, 'src/catalogue', name)) && !OF_A_CRAWL.has(name),
    );
    expect(absent).toEqual([]);
    expect(paths.length).toBeGreaterThanOrEqual(least);
  });
});

describe('the folder of a crawl', () => {
  it('is told file by file', () => {
    const said = rowsUnder('The folder of a crawl').flatMap(([file]) =>
      named(file!).map((name) => name.split('/', 1)[0]!),
    );
    const { root, ...paths } = crawlPaths(ROOT);
    expect(existsSync(root)).toBe(true);
    expect(said).toEqual(expect.arrayContaining(Object.values(paths).map((path) => basename(path))));
  });
});
