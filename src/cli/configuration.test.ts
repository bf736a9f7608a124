import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSeeds } from '../app/input/seeds.ts';
import { environmentSettings, readConfiguration } from './configuration.ts';

function folderWith(name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-config-'));
  writeFileSync(join(folder, name), content);
  return folder;
}

const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'TRF_CONFIG_INVALID', message: expect.stringMatching(message) });

describe('the configuration file', () => {
  it('gives settings in the units of people', async () => {
    const folder = folderWith(
      'tarrafa.config.json',
      '{"seeds":["https://a.br/"],"delay":"10s","maxPages":"50k","language":["pt"],"sitemaps":true}',
    );
    const { settings, seeds } = await readConfiguration(folder);
    expect(seeds).toEqual(['https://a.br/']);
    expect(settings).toEqual({ delay: 10_000, maxPages: 50_000, languages: ['pt'], sitemaps: true });
  });

  it('may be TypeScript', async () => {
    const folder = folderWith(
      'tarrafa.config.ts',
      "const wait: string = '2s';\nexport default { delay: wait };\n",
    );
    expect((await readConfiguration(folder, 'tarrafa.config.ts')).settings).toEqual({ delay: 2_000 });
  });

  it.each(['tarrafa.config.ts', 'tarrafa.config.mjs', 'tarrafa.config.js'])(
    '%s of the folder one stands in is not run unless it is asked for, and that is said',
    async (name) => {
      const folder = folderWith(
        name,
        `globalThis.ran = ${JSON.stringify(name)};\nexport default { delay: '2s' };\n`,
      );
      expect(await readConfiguration(folder)).toMatchObject({ path: null, program: name, settings: {} });
      expect(globalThis).not.toHaveProperty('ran');
      writeFileSync(join(folder, 'tarrafa.config.json'), '{"delay":"3s"}');
      expect(await readConfiguration(folder)).toMatchObject({ program: null, settings: { delay: 3_000 } });
      expect(globalThis).not.toHaveProperty('ran');
    },
  );

  it('is not needed', async () => {
    expect((await readConfiguration(mkdtempSync(join(tmpdir(), 'tarrafa-config-')))).path).toBeNull();
  });

  it.each([
    ['{"delay":"ontem"}', /delay.*"ontem" is not a time/],
    ['{"maxPges":5}', /unknown key "maxPges"; did you mean "maxPages"/],
    ['{"policy":"x"}', /one of horizontal, breadth-first/],
    ['[1]', /must hold an object/],
    ['{"seeds":"https://a.br/"}', /"seeds" must be a list/],
    ['{', /JSON/],
  ])('is refused with the value named: %s', async (content, message) => {
    await expect(readConfiguration(folderWith('tarrafa.config.json', content))).rejects.toEqual(
      invalid(message),
    );
  });

  it('named and absent is told', async () => {
    await expect(readConfiguration('.', 'nada.json')).rejects.toEqual(
      expect.objectContaining({ code: 'TRF_INPUT_MISSING' }),
    );
  });
});

it('the environment gives settings too, and wrong ones are told by name', () => {
  expect(environmentSettings({ TARRAFA_MAX_BANDWIDTH: '2MB/s', TARRAFA_ALLOW_PRIVATE: '1' })).toEqual({
    maxBandwidth: 2_000_000,
    allowPrivate: true,
  });
  expect(() => environmentSettings({ TARRAFA_DELAY: 'x' })).toThrowError(invalid(/TARRAFA_DELAY/));
});

it('seeds come from words and from a file, with comments, and without a scheme', () => {
  const folder = folderWith(
    'seeds.txt',
    '\uFEFF# sementes\nhttps://a.br/ nota\r\n\nwww.b.pt\nlocalhost:8080/x\n',
  );
  expect(readSeeds(['c.br'], join(folder, 'seeds.txt'))).toEqual([
    'https://c.br',
    'https://a.br/',
    'https://www.b.pt',
    'https://localhost:8080/x',
  ]);
});
