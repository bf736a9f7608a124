import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { page, tinyWeb } from '../../test/tiny-web.ts';
import { TarrafaError } from '../errors.ts';
import { type CollectSettings, collect, collectSettings } from './collect.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-collect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusal = (settings: CollectSettings) =>
  collectSettings(join(folder, 'crawl'), settings).then(
    () => null,
    (error: unknown) => error as TarrafaError,
  );

describe('what is asked of a crawl', () => {
  it.each([
    [{ whenProfile: 'thesis' }, 'whenProfile'],
    [{ geoProfile: 'compat' }, 'geoProfile'],
    [{ keepFiles: true }, 'keepFiles'],
  ] as const)(
    '%j is refused by the name of the setting, which is what a program knows',
    async (settings, name) => {
      const error = await refusal(settings);
      expect(error).toMatchObject({ code: 'TRF_CONFIG_INVALID', values: [name, expect.anything()] });
      for (const language of ['pt-BR', 'pt-PT', 'en'] as const)
        expect(error?.explain(language).message).not.toContain('--');
    },
  );

  it('is collected with a contact, whoever finds the addresses', async () => {
    const asked: string[] = [];
    const resolver = {
      resolve: (hostname: string) => {
        asked.push(hostname);
        return Promise.resolve({ address: '192.0.2.1', family: 4 as const, port: 1, expires: 0 });
      },
    };
    const out = join(folder, 'nobody');
    await expect(collect(out, { seeds: ['http://a.example/'] }, { resolver })).rejects.toThrow(TarrafaError);
    await expect(collect(out, { seeds: ['http://a.example/'] }, { resolver })).rejects.toMatchObject({
      code: 'TRF_CONTACT_MISSING',
    });
    expect(asked).toEqual([]);
  });
});

describe('a crawl in which nothing moves', () => {
  it('tells of each wait once, however long it lasts', async () => {
    const robots = { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 200' };
    const web = await tinyWeb({ 'a.br': { '/robots.txt': robots, '/': page([]) } });
    // The clock goes on by more than a minute with every second.
    let ahead = 0;
    const waits: string[] = [];
    const { pages } = await collect(
      join(folder, 'waits'),
      { seeds: ['http://a.br/'], delay: 0, addressDelay: 0, workers: 0, content: false },
      {
        resolver: web.resolver,
        now: () => Date.now() + ahead,
        onProgress: (progress) => {
          if (progress.kind === 'crawling') ahead += 70_000;
          if (progress.kind === 'waiting') waits.push(progress.wait.on);
        },
      },
    );
    await web.close();
    expect({ pages, waits }).toEqual({ pages: 1, waits: ['rest'] });
  });
});
