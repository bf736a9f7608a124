/**
 * What every `PageObserver` must be: one who looks on. A crawl goes the same way with it and without it, what it says of a page is plain data
 * in the line of the visit, and it says the same when it is shown the same.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { Crawl } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import type { ObservedPage, PageNotes } from './page-observer.ts';
import { completeSettings } from './settings.ts';
import { readVisits, type Visit } from './visit-log.ts';

export interface PageObserverSuite {
  /** An observer that keeps what it learns below the folder of a crawl, with the analysers whose facts it reads. */
  make(out: string): Promise<Required<Pick<CrawlEnvironment, 'analysers' | 'observer'>>>;
  /** What it must have something to say of, as the body of a page. */
  body(n: number): string;
}

const PAGES = 6;
const HOSTS = ['um.br', 'outro.br'];

export function describePageObserver({ make, body }: PageObserverSuite): void {
  let web: TinyWeb;
  let folder: string;
  let made = 0;
  const freshFolder = (): string => join(folder, String(++made));
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-observer-'));
    const paths = Array.from({ length: PAGES }, (_, n) => `/${n}`);
    const site = {
      '/': page([...paths, ...HOSTS.map((host) => `http://${host}/`)], body(PAGES)),
      ...Object.fromEntries(paths.map((path, n) => [path, page([], body(n))])),
      '/robots.txt': { status: 404 },
    };
    web = await tinyWeb(Object.fromEntries(HOSTS.map((host) => [host, site])));
  });
  afterAll(async () => {
    await web.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function crawl(out: string, environment: CrawlEnvironment): Promise<Visit[]> {
    const settings = completeSettings({
      seeds: HOSTS.map((host) => `http://${host}/`),
      policy: 'breadth-first',
      delay: 0,
      addressDelay: 0,
      workers: 0,
      concurrency: 1,
    });
    const run = await Crawl.open(out, settings, { resolver: web.resolver, ...environment });
    expect(await run.run()).toMatchObject({ reason: 'frontier-empty' });
    const visits: Visit[] = [];
    for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
    return visits;
  }

  /** What a crawl showed the observer, as it was before and after, and what this said. */
  async function watched(out: string) {
    const { analysers, observer } = await make(out);
    const shown: { page: ObservedPage; before: ObservedPage; notes: PageNotes | undefined }[] = [];
    const visits = await crawl(out, {
      analysers,
      observer: {
        page: (observed) => {
          const before = structuredClone(observed);
          const notes = observer.page(observed);
          shown.push({ page: observed, before, notes });
          return notes;
        },
        tick: () => observer.tick(),
        close: () => observer.close(),
      },
    });
    return { shown, visits };
  }

  const withoutNotes = (visits: readonly Visit[]) =>
    visits.map(({ url, outcome, digest, title, links }) => ({ url, outcome, digest, title, links }));

  it('is shown every page that was analysed, once, and what it says stands in the line of the visit', async () => {
    const { shown, visits } = await watched(freshFolder());
    const analysed = visits.filter(({ outcome }) => outcome === 'analysed');
    expect(analysed).toHaveLength(HOSTS.length * (PAGES + 1));
    expect(shown.map(({ page: { url } }) => url).sort()).toEqual(analysed.map(({ url }) => url).sort());
    expect(shown.some(({ notes }) => notes !== undefined)).toBe(true);
    for (const { url, notes } of analysed)
      expect(notes, url).toEqual(shown.find((one) => one.page.url === url)?.notes);
    for (const { notes } of shown)
      if (notes !== undefined) expect(JSON.parse(JSON.stringify(notes))).toEqual(notes);
  });

  it('changes nothing: not what it is shown, and not the way of the crawl', async () => {
    const { shown, visits } = await watched(freshFolder());
    for (const { page: observed, before } of shown) expect(observed).toEqual(before);
    expect(withoutNotes(visits)).toEqual(withoutNotes(await crawl(freshFolder(), {})));
  });

  it('says the same when it is shown the same', async () => {
    const { shown } = await watched(freshFolder());
    const { observer } = await make(freshFolder());
    expect(shown.map(({ page: observed }) => observer.page(observed))).toEqual(
      shown.map(({ notes }) => notes),
    );
    observer.close();
  });

  it('has nothing to say of a page without the facts that it reads, and may be ticked and closed at any time', async () => {
    const { shown } = await watched(freshFolder());
    const { observer } = await make(freshFolder());
    observer.tick();
    const [first] = shown;
    const bare = { ...first!.page, facts: { ...first!.page.facts, more: {} } };
    expect(observer.page(bare)).toBeUndefined();
    for (let n = 0; n < 100; n++) observer.tick();
    observer.page(first!.page);
    for (let n = 0; n < 100; n++) observer.tick();
    observer.close();
  });
}
