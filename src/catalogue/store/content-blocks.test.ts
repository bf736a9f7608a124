import { describe, expect, it } from 'vitest';
import { prepareSchema } from '../migrations.ts';
import type { PageRecord } from '../ports/index.ts';
import { page } from '../records.suite.ts';
import { type Database, openDatabase } from '../sqlite.ts';
import { Compression } from './compression.ts';
import { ContentPacks } from './content-packs.ts';
import { Counts } from './counts.ts';

function made(): { db: Database; blocks: ContentPacks; compression: Compression } {
  const db = openDatabase(':memory:');
  prepareSchema(db, ':memory:');
  const compression = new Compression(db);
  return { db, compression, blocks: new ContentPacks(db, compression, new Counts(db)) };
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

describe('blocks of contents', () => {
  const put = (blocks: ContentPacks, records: readonly PageRecord[]): Buffer[] => {
    const groups = blocks.groups(records);
    const references = records.map((record, i) => blocks.add(groups[i]!, record, Buffer.from(record.text)));
    blocks.flush();
    return references;
  };

  it('give back the content of each page, before and after they are stored, and to who did not write them', () => {
    const { db, blocks, compression } = made();
    const groups = blocks.groups(pages);
    const references = pages.map((record, i) => blocks.add(groups[i]!, record, Buffer.from(record.text)));
    const told = (by: ContentPacks): string[] =>
      references.map((reference) => Buffer.from(by.content(reference)).toString());
    const texts = pages.map((record) => record.text);
    expect(told(blocks)).toEqual(texts);
    expect(stored(db)).toEqual([]);
    blocks.flush();
    expect(told(blocks)).toEqual(texts);
    expect(told(new ContentPacks(db, compression, new Counts(db)))).toEqual(texts);
    // A reference is small: that is the point.
    for (const reference of references) expect(reference.length).toBeLessThan(10);
  });

  it('hold pages of one site, three blocks to a page of the database once sizes are known', () => {
    const { db, blocks } = made();
    put(blocks, pages);
    const before = stored(db).length;
    const groups = blocks.groups(pages);
    const sites = new Map<number, Set<string>>();
    groups.forEach((group, i) => {
      sites.set(group, (sites.get(group) ?? new Set()).add(pages[i]!.site));
    });
    // Blocks of two sites stand only where one site ends and the next begins.
    const mixed = [...sites.values()].filter((names) => names.size > 1).length;
    expect(mixed).toBeLessThanOrEqual(12);
    expect(sites.size).toBeGreaterThan(36);
    for (let n = 0; n < 3; n++) put(blocks, pages);
    const last = stored(db).slice(-before);
    const fitting = last.filter(({ size }) => size <= 5440);
    expect(fitting.length).toBeGreaterThan(last.length * 0.9);
    const mean = fitting.reduce((sum, { size }) => sum + size, 0) / fitting.length;
    expect(mean).toBeGreaterThan(4500);
  });

  it('go when the last of their pages has gone, stored or not', () => {
    const { db, blocks } = made();
    const references = put(blocks, pages.slice(0, 3));
    expect(stored(db)).toMatchObject([{ pages: 3 }]);
    blocks.release(references[0]!);
    blocks.release(references[2]!);
    expect(stored(db)).toMatchObject([{ pages: 1 }]);
    expect(Buffer.from(blocks.content(references[1]!)).toString()).toBe(pages[1]!.text);
    blocks.release(references[1]!);
    expect(stored(db)).toEqual([]);
    const never = blocks.add(0, pages[0]!, Buffer.from('x'));
    blocks.release(never);
    blocks.flush();
    expect(stored(db)).toEqual([]);
    // A number is not given twice: who has read the old block must not take it for the new one.
    put(blocks, pages.slice(0, 1));
    expect(stored(db)[0]!.id).toBe(3);
  });

  it('say that the catalogue is damaged when a block is missing or too short', () => {
    const { db, blocks, compression } = made();
    const [first, second] = put(blocks, pages.slice(0, 2)) as [Buffer, Buffer];
    db.prepare('UPDATE content_block SET bytes = ?').run(compression.pack(Buffer.from(pages[0]!.text)));
    expect(Buffer.from(blocks.content(first)).toString()).toBe(pages[0]!.text);
    expect(() => blocks.content(second)).toThrow(expect.objectContaining({ code: 'TRF_CATALOGUE_DAMAGED' }));
    db.exec('DELETE FROM content_block');
    blocks.forget();
    expect(() => blocks.content(first)).toThrow(expect.objectContaining({ code: 'TRF_CATALOGUE_DAMAGED' }));
  });

  it('leave contents that stand in the row itself to their own compression', () => {
    const { blocks, compression } = made();
    const own = compression.pack(Buffer.from('um texto de antes, que ficou na linha da página'));
    expect(Buffer.from(blocks.content(own)).toString()).toBe(
      'um texto de antes, que ficou na linha da página',
    );
    blocks.release(own);
  });
});
