import { basename } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ArchivePlace } from '../catalogue/index.ts';
import { TarrafaError } from '../errors.ts';
import { archivesOf, collectionPlace } from './collection-place.ts';
import { blocksOfRecord } from './explained-blocks.ts';
import { type OpenCollection, openCollection } from './open-collection.ts';
import { placesOf, recordWithBytes } from './record-with-bytes.ts';
import { addPages, crawlFolder, NOON, newsPage } from './small-archive.suite.ts';

let open: OpenCollection | null = null;
afterEach(() => open?.close());

async function seenAgain(times: number) {
  const pages = Array.from({ length: 4 }, (_, i) => newsPage('jornal-exemplo.com.br', i));
  const folder = crawlFolder(pages);
  for (let i = 1; i <= times; i++)
    addPages(
      folder,
      pages.map((page) => ({
        ...page,
        date: page.date! + i * 60_000,
        revisitOf: { url: page.url, date: page.date! },
      })),
    );
  open = await openCollection(folder, { threads: 0, now: () => NOON });
  const page = (await open.catalogue.pageAt(pages[2]!.url))!;
  const files = archivesOf(collectionPlace([folder]));
  const recordAt = async ({ file, offset, length }: ArchivePlace) => {
    const path = files.find((one) => basename(one) === file);
    return path === undefined ? null : { path, offset, length };
  };
  return { page, places: placesOf(page, await open.catalogue.versions(page.url)), recordAt };
}

it('is that of the capture which brought a page, however often it was seen unchanged since', async () => {
  for (const times of [0, 1, 30]) {
    const { page, places, recordAt } = await seenAgain(times);
    const found = (await recordWithBytes(places, recordAt))!;
    expect(found.archive === page.archive).toBe(times === 0);
    const blocks = (await blocksOfRecord(found.record, page.url))!;
    expect(blocks.some(({ text }) => text.includes('a prefeitura inaugurou'))).toBe(true);
    open!.close();
  }
});

it('is none where nothing has it, and says where it is when that is another machine', async () => {
  const { places, recordAt } = await seenAgain(2);
  const [last] = places;
  expect(await recordWithBytes([last!], recordAt)).toBeNull();
  expect(await recordWithBytes(places, async () => null)).toBeNull();
  const away = new TarrafaError('TRF_ARCHIVE_AWAY', ['w2']);
  const notHere = async (place: ArchivePlace) => {
    if (place !== last) throw away;
    return recordAt(place);
  };
  await expect(recordWithBytes(places, notHere)).rejects.toBe(away);
});
