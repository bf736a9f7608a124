import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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
