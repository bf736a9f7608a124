import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../entities.ts';
import { compareWithPublished, corpusSize, readGroundTruth } from './published-corpora.ts';

const made: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tarrafa-corpora-'));
  made.push(path);
  return path;
}
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

function distributed(): string {
  const root = folder();
  for (const [vertical, site, pages] of [
    ['book', 'um', 3],
    ['book', 'outro-livro', 2],
    ['auto', 'um', 4],
  ] as const) {
    const pagesFolder = join(root, 'webpages', vertical, `${vertical}-${site}(${pages})`);
    mkdirSync(pagesFolder, { recursive: true });
    for (let i = 0; i < pages; i++)
      writeFileSync(join(pagesFolder, `${String(i).padStart(4, '0')}.htm`), '<p>x');
    const truth = join(root, 'groundtruth', vertical);
    mkdirSync(truth, { recursive: true });
    for (const attribute of vertical === 'book' ? ['title', 'author'] : ['model'])
      writeFileSync(
        join(truth, `${vertical}-${site}-${attribute}.txt`),
        `${vertical}\t${site}\t${attribute}\n${pages}\t2\t3\t3\n0000\t1\tUm\n0001\t2\tUm\tDois\n0002\t0\t<NULL>\n`,
      );
  }
  return root;
}

/** A corpus of so many pages, spread over ten sites of each vertical, whose attributes are as many as given. */
function generated(attributes: Readonly<Record<string, number>>, pages: number): string {
  const root = folder();
  const verticals = Object.entries(attributes);
  const sites = verticals.length * 10;
  verticals.forEach(([vertical, count], v) => {
    const gold = Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, ['x']]));
    const line = `${JSON.stringify({ id: '1', url: 'http://a/', html: '<p>', gold })}\n`;
    for (let i = 0; i < 10; i++) {
      const share = Math.floor(pages / sites) + (v === 0 && i === 0 ? pages % sites : 0);
      writeFileSync(join(root, `${vertical}-s${i}.jsonl.gz`), gzipSync(line.repeat(share), { level: 1 }));
    }
  });
  return root;
}

describe('published corpora', () => {
  it('[O-AC-66] are counted as loaded and held against their published sizes; where they are absent that is said, and nothing fails', async () => {
    // The sizes that the source prints, as corpora: verticals with their attributes, ten sites each, and the pages of all.
    const swde = {
      auto: 4,
      camera: 3,
      job: 4,
      movie: 4,
      nbaplayer: 4,
      book: 5,
      restaurant: 4,
      university: 4,
    };
    const whole = generated(swde, 124_291);
    expect(compareWithPublished('SWDE', whole)).toBe('SWDE is whole');
    expect(compareWithPublished('WEIR', whole)).toBe(
      'WEIR is not whole: 124291 pages of 24035, 80 sites of 40, 32 attributes of 29',
    );
    const weir = { stock: 9, soccer: 9, book: 7, videogame: 4 };
    expect(compareWithPublished('WEIR', generated(weir, 24_035))).toBe('WEIR is whole');
    expect(compareWithPublished('WEIR', generated(weir, 24_034))).toBe(
      'WEIR is not whole: 24034 pages of 24035',
    );

    // As `npm run eval -- entities --data` says it.
    const asked = { seed: undefined, quick: false, options: {} };
    const said = await run({ ...asked, data: join(whole, 'nada') } as never);
    expect(said.tables[0]).toMatchObject({ title: 'No data' });
    expect(said.figures).toEqual({});
    const empty = folder();
    expect(corpusSize(empty)).toBeNull();
    expect(compareWithPublished('SWDE', empty)).toBe(`SWDE is not in ${empty}: skipped`);
    expect(compareWithPublished('WEIR', join(empty, 'nada'))).toContain('skipped');

    const root = distributed();
    expect(corpusSize(root)).toEqual({ pages: 9, sites: 3, attributes: 3 });
    expect(compareWithPublished('SWDE', root)).toBe(
      'SWDE is not whole: 9 pages of 124291, 3 sites of 80, 3 attributes of 32',
    );

    const lines = folder();
    const page = (gold: object) => JSON.stringify({ id: '1', url: 'http://a/', html: '<p>', gold });
    writeFileSync(
      join(lines, 'soccer-um.jsonl.gz'),
      gzipSync(`${page({ name: ['A'] })}\n${page({ club: ['B'] })}\n`),
    );
    writeFileSync(join(lines, 'soccer-dois.jsonl.gz'), gzipSync(`${page({ name: ['A'] })}\n`));
    expect(corpusSize(lines)).toEqual({ pages: 3, sites: 2, attributes: 2 });
  });

  it('have values by page, several or none', () => {
    const truth = readGroundTruth(join(distributed(), 'groundtruth/book/book-um-title.txt'));
    expect([...truth]).toEqual([
      ['0000', ['Um']],
      ['0001', ['Um', 'Dois']],
      ['0002', []],
    ]);
  });
});
