import { describe, expect, it } from 'vitest';
import { prepareSchema } from '../migrations.ts';
import type { PageRecord } from '../ports/index.ts';
import { page } from '../records.suite.ts';
import { type Database, openDatabase } from '../sqlite.ts';
import { Compression } from './compression.ts';
import { ContentPacks } from './content-packs.ts';
import { Counts } from './counts.ts';
import { dictionariesOf } from './dictionaries.ts';

function made(): { db: Database; packs: ContentPacks; compression: Compression } {
  const db = openDatabase(':memory:');
  prepareSchema(db, ':memory:');
  const compression = new Compression(dictionariesOf(db));
  return { db, compression, packs: new ContentPacks(db, compression, new Counts(db)) };
}

const stored = (db: Database): { id: number; pages: number; size: number }[] =>
  db.prepare('SELECT id, pages, length(bytes) AS size FROM content_block ORDER BY id').all();

/** Pages of three sites in turn, with texts of words that do not repeat. */
const pages: readonly PageRecord[] = Array.from({ length: 480 }, (_, n) =>
  page(`https://s${n % 3}.br/${n}`, {
    text: Array.from({ length: 40 + ((n * 37) % 300) }, (_, i) =>
      ((i * 7919 + n * 104_729) % 99_991).toString(36),
    ).join(' '),
  }),
);

describe('packs of contents', () => {
  const put = (packs: ContentPacks, records: readonly PageRecord[]): Buffer[] => {
    const groups = packs.groups(records);
    const references = records.map((record, i) => packs.add(groups[i]!, record, Buffer.from(record.text)));
    packs.flush();
    return references;
  };

  it('give back the content of each page, before and after they are stored, and to who did not write them', () => {
    const { db, packs, compression } = made();
    const groups = packs.groups(pages);
    const references = pages.map((record, i) => packs.add(groups[i]!, record, Buffer.from(record.text)));
    const told = (by: ContentPacks): string[] =>
      references.map((reference) => Buffer.from(by.content(reference)).toString());
    const texts = pages.map((record) => record.text);
    expect(told(packs)).toEqual(texts);
    expect(stored(db)).toEqual([]);
    packs.flush();
    expect(told(packs)).toEqual(texts);
    expect(told(new ContentPacks(db, compression, new Counts(db)))).toEqual(texts);
    // A reference is small: that is the point.
    for (const reference of references) expect(reference.length).toBeLessThan(10);
  });

  it('hold pages of one site, three packs to a page of the database once sizes are known', () => {
    const { db, packs } = made();
    put(packs, pages);
    const before = stored(db).length;
    const groups = packs.groups(pages);
    const sites = new Map<number, Set<string>>();
    groups.forEach((group, i) => {
      sites.set(group, (sites.get(group) ?? new Set()).add(pages[i]!.site));
    });
    // Blocks of two sites stand only where one site ends and the next begins.
    const mixed = [...sites.values()].filter((names) => names.size > 1).length;
    expect(mixed).toBeLessThanOrEqual(12);
    expect(sites.size).toBeGreaterThan(36);
    for (let n = 0; n < 3; n++) put(packs, pages);
    const last = stored(db).slice(-before);
    const fitting = last.filter(({ size }) => size <= 5440);
    expect(fitting.length).toBeGreaterThan(last.length * 0.9);
    const mean = fitting.reduce((sum, { size }) => sum + size, 0) / fitting.length;
    expect(mean).toBeGreaterThan(4500);
  });

  it('go when the last of their pages has gone, stored or not', () => {
    const { db, packs } = made();
    const references = put(packs, pages.slice(0, 3));
    expect(stored(db)).toMatchObject([{ pages: 3 }]);
    packs.release(references[0]!);
    packs.release(references[2]!);
    expect(stored(db)).toMatchObject([{ pages: 1 }]);
    expect(Buffer.from(packs.content(references[1]!)).toString()).toBe(pages[1]!.text);
    packs.release(references[1]!);
    expect(stored(db)).toEqual([]);
    const never = packs.add(0, pages[0]!, Buffer.from('x'));
    packs.release(never);
    packs.flush();
    expect(stored(db)).toEqual([]);
    // A number is not given twice: who has read the old block must not take it for the new one.
    put(packs, pages.slice(0, 1));
    expect(stored(db)[0]!.id).toBe(3);
  });

  it('say that the catalogue is damaged when a block is missing or too short', () => {
    const { db, packs, compression } = made();
    const [first, second] = put(packs, pages.slice(0, 2)) as [Buffer, Buffer];
    db.prepare('UPDATE content_block SET bytes = ?').run(compression.pack(Buffer.from(pages[0]!.text)));
    expect(Buffer.from(packs.content(first)).toString()).toBe(pages[0]!.text);
    expect(() => packs.content(second)).toThrow(expect.objectContaining({ code: 'TRF_CATALOGUE_DAMAGED' }));
    db.exec('DELETE FROM content_block');
    packs.forget();
    expect(() => packs.content(first)).toThrow(expect.objectContaining({ code: 'TRF_CATALOGUE_DAMAGED' }));
  });

  it('leave contents that stand in the row itself to their own compression', () => {
    const { packs, compression } = made();
    const own = compression.pack(Buffer.from('um texto de antes, que ficou na linha da página'));
    expect(Buffer.from(packs.content(own)).toString()).toBe(
      'um texto de antes, que ficou na linha da página',
    );
    packs.release(own);
  });
});
