/** A process that dies while a page is being read: its folder is copied at that moment, and the copy is gone on with. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { TarrafaError } from '../errors.ts';
import { readRecordAt } from '../warc/index.ts';
import { Crawl, type CrawlResult } from './crawl.ts';
import { completeSettings } from './settings.ts';
import { readVisits, type Visit } from './visit-log.ts';

let web: TinyWeb | null = null;
afterEach(async () => {
  await web?.close();
  web = null;
});

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-death-'));
const SITE = { '/': page(['/2', '/veneno', '/3']), '/2': page([]), '/veneno': page([]), '/3': page([]) };

/** Collects the site, and gives what a process that dies while `/veneno` is read leaves behind. */
async function crawl(
  out: string,
  { failing = false } = {},
): Promise<CrawlResult & { visits: Visit[]; died: string | null }> {
  let died: string | null = null;
  const run = await Crawl.open(
    out,
    completeSettings({
      seeds: ['http://a.br/'],
      policy: 'breadth-first',
      delay: 0,
      addressDelay: 0,
      workers: 0,
    }),
    {
      resolver: web!.resolver,
      observer: {
        page({ url }) {
          if (!url.endsWith('/veneno')) return undefined;
          if (failing) throw new TarrafaError('TRF_STORAGE_FULL', ['content']);
          died = folder();
          cpSync(out, died, { recursive: true, filter: (path) => !path.endsWith('/lock') });
          return undefined;
        },
        tick() {},
        close() {},
      },
    },
  );
  const result = await run.run();
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  return { ...result, visits, died };
}

describe('a process that dies while a page is read', () => {
  it('does not make the page be asked for again: what had come in is read by the next', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const { died, visits: whole } = await crawl(folder());
    const asked = web.paths('a.br').length;
    const { pages, visits } = await crawl(died!);
    expect(pages).toBe(4);
    expect(visits.map(({ url, outcome, digest }) => [url, outcome, digest])).toEqual(
      whole.map(({ url, outcome, digest }) => [url, outcome, digest]),
    );
    expect(web.paths('a.br').slice(asked)).toEqual(['/3']);
    const { warc } = visits.find(({ url }) => url.endsWith('/veneno'))!;
    const record = await readRecordAt(join(died!, 'archive', warc!.file), warc!.offset);
    expect(record.block.toString('latin1')).toContain('HTTP/1.1 200');
    expect(readdirSync(join(died!, 'spool'))).toEqual([]);
  });

  it('twice of the same page, near a limit of its memory, sets it aside: it is kept unread and told, and the crawl goes on', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    let second = folder();
    for (let deaths = 0; deaths < 2; deaths++) {
      second = (await crawl(second)).died!;
      // As a process writes it that is near a limit.
      const path = join(second, 'suspects.json');
      const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { deaths: {}, alone: null };
      writeFileSync(path, JSON.stringify({ ...kept, near: true }));
    }
    const asked = web.paths('a.br').length;
    const { pages, visits, died, reason } = await crawl(second);
    expect([died, reason, pages]).toEqual([null, 'frontier-empty', 3]);
    expect(visits.find(({ url }) => url.endsWith('/veneno'))).toMatchObject({
      outcome: 'failed',
      reason: 'set-aside',
      warc: { file: expect.any(String) },
    });
    expect(web.paths('a.br').slice(asked)).toEqual(['/3']);
    expect((await crawl(second)).pages).toBe(3);
    expect(existsSync(join(second, 'suspects.json'))).toBe(false);
  });

  it('and then ends with an error is not taken for one that died twice: the page is read', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const first = (await crawl(folder())).died!;
    await expect(crawl(first, { failing: true })).rejects.toMatchObject({ code: 'TRF_STORAGE_FULL' });
    const { pages, visits } = await crawl(first);
    expect([pages, visits.map(({ outcome }) => outcome)]).toEqual([4, Array(4).fill('analysed')]);
  });
});
