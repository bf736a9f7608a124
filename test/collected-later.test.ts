/** What a later version has written is never misread: each format that it may have changed is refused with its code, and nothing is touched. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { FILE_FORMATS } from '../src/crawl/index.ts';
import { GEOGRAPHIC, IMPORTED, unpack } from './collected.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

/** The newest: what is changed in them is the form that is written now. */
const FIXTURES = fileURLToPath(new URL('fixtures/collected-0.1-sqlite/', import.meta.url));

let work: string;
let web: SampleWeb;
let crawl: string;
let imported: string;
beforeAll(async () => {
  web = await startSampleWeb({ sites: 'gentle' });
});
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'tarrafa-later-'));
  crawl = join(work, GEOGRAPHIC.name);
  imported = join(work, IMPORTED);
  unpack(join(FIXTURES, `${GEOGRAPHIC.name}.zip`), crawl);
  unpack(join(FIXTURES, `${IMPORTED}.zip`), imported);
  return () => rmSync(work, { recursive: true, force: true });
});
afterAll(() => web.close());

const goOn = () => ['crawl', ...GEOGRAPHIC.words, '--sample-web', String(web.port), '--out', crawl, '--json'];

/** A database counts in its head how often it was opened to write. */
function withoutCounters(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.db') ? bytes.fill(0, 24, 28).fill(0, 92, 96) : bytes;
}

/** Changes a file as a later version would have written it, and says what a command answers to it. */
async function answer(
  path: string,
  change: (bytes: Buffer) => Uint8Array | string,
  words: readonly string[],
): Promise<string> {
  writeFileSync(path, change(readFileSync(path)));
  const before = withoutCounters(path);
  const { status, stderr } = await spawnTarrafa([...words, '--lang', 'en']);
  expect(withoutCounters(path).equals(before)).toBe(true);
  expect({ status, stderr }).toMatchObject({ status: 5 });
  return stderr;
}

/** JSON with other values at its top. */
const withValues = (values: object) => (bytes: Buffer) =>
  JSON.stringify({ ...JSON.parse(bytes.toString()), ...values });

const replaced = (from: string, to: string) => (bytes: Buffer) => {
  const text = bytes.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};

describe('what a later version wrote is refused', () => {
  it('a folder', async () => {
    const manifest = join(crawl, 'crawl.json');
    expect(await answer(manifest, withValues({ format: 2 }), goOn())).toContain('TRF_FOLDER_VERSION');
    expect(await answer(manifest, withValues({ format: 2 }), ['status', crawl])).toContain(
      'TRF_FOLDER_VERSION',
    );
    const other = join(imported, 'archive/gazeta.warc.gz');
    expect(
      await answer(join(imported, 'crawl.json'), withValues({ format: 2 }), [
        'import',
        other,
        '--out',
        imported,
      ]),
    ).toContain('TRF_FOLDER_VERSION');
  });

  it.each(Object.entries(FILE_FORMATS))('the version of %s in the manifest', async (name, known) => {
    const said = await answer(
      join(crawl, 'crawl.json'),
      withValues({ formats: { [name]: known + 1 } }),
      goOn(),
    );
    expect(said).toContain('TRF_FORMAT_NEWER');
    expect(said).toContain(join(crawl, name));
  });

  it('the journal of the frontier', async () => {
    const later = (bytes: Buffer) => {
      bytes.writeUInt32LE(99, 4);
      return bytes;
    };
    expect(await answer(join(crawl, 'frontier/journal-00000000.log'), later, goOn())).toContain(
      'TRF_FOLDER_VERSION',
    );
  });

  it('memories of sites', async () => {
    expect(await answer(join(crawl, 'content/mark.json'), withValues({ format: 99 }), goOn())).toContain(
      'TRF_FORMAT_NEWER',
    );
    const memory = join(crawl, 'content/cadernodecampo-exemplo.blog.br.memory');
    const later = replaced('{"format":3,', '{"format":9,');
    const said = await answer(memory, later, ['content', 'memory', memory]);
    expect(said).toContain('TRF_FORMAT_NEWER');
    expect(said).toContain(memory);
  });

  it('the index of geographic data', async () => {
    const index = join(crawl, 'geo-index.jsonl');
    const later = (bytes: Buffer) => bytes.toString().replace('}\n', ',"format":2}\n');
    const said = await answer(index, later, ['geo', 'search', 'escolas', '--in', crawl]);
    expect(said).toContain('TRF_FORMAT_NEWER');
    expect(said).toContain(index);
  });

  it('what was learned of archives of others', async () => {
    rmSync(join(imported, 'catalogue.db'));
    const learned = join(imported, 'catalogue-content/learned.json');
    expect(await answer(learned, withValues({ format: 2 }), ['analyse', imported])).toContain(
      'TRF_FORMAT_NEWER',
    );
  });

  it('a catalogue', async () => {
    const later = (bytes: Buffer) => {
      // "user_version" in the head of the database.
      bytes.writeUInt32BE(99, 60);
      return bytes;
    };
    expect(await answer(join(crawl, 'catalogue.db'), later, ['analyse', crawl])).toContain(
      'TRF_CATALOGUE_NEWER',
    );
  });
});

describe('what only spares work', () => {
  it('the saved state of a policy is passed over when it is of another version: its log tells the same', async () => {
    const state = join(crawl, 'policy.state');
    const later = Buffer.alloc(48, 0xee);
    later.writeUInt32LE(99, 0);
    later.writeUInt32LE(0x7ff80000, 4);
    later.writeDoubleLE(7, 8);
    writeFileSync(state, later);
    const { status, stdout } = await spawnTarrafa(goOn());
    expect(status).toBe(0);
    const end = stdout.split('\n').find((line) => line.includes('"event":"end"'))!;
    const { policy, pages } = JSON.parse(end);
    expect(policy).toEqual({ geoPages: 4, geoCandidates: 8, analysed: pages });
  });
});
