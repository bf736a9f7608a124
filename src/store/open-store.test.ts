import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from './index.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'segredo' };

describe('the store of an address', () => {
  it('is a folder or a bucket, by its form, and is shown without secrets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-store-'));
    for (const address of [folder, pathToFileURL(folder).href]) {
      const store = openStore(address, {});
      expect(store.shown).toBe(folder);
      await store.probe();
    }
    expect(openStore('pasta/de/outro', {}).shown).toBe(join(process.cwd(), 'pasta/de/outro'));
    const bucket = openStore('s3://balde/x?region=sa-east-1', KEYS);
    expect(bucket.shown).toBe('s3://balde/x?region=sa-east-1');
    expect(JSON.stringify(bucket)).not.toContain('segredo');
    await bucket.close();
  });

  it.each([
    '',
    '  ',
    'https://balde.s3.amazonaws.com/x',
    'gs://balde',
    'file://outra-maquina/x',
    'azure://x',
  ])('refuses %j', (address) => {
    expect(() => openStore(address, KEYS)).toThrow(expect.objectContaining({ code: 'TRF_STORE_INVALID' }));
  });

  it('asks for keys before anything is sent, and does not repeat those that stood in the open', () => {
    expect(() => openStore('s3://balde', { HOME: '/nowhere' })).toThrow(
      expect.objectContaining({ code: 'TRF_STORE_KEYS' }),
    );
    expect(() => openStore('https://ana:segredo@balde', KEYS)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('segredo') }),
    );
  });
});
