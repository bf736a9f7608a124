import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clusterAddress, readClusterFile } from './cluster-address.ts';

const NOBODY = { HOME: '/nowhere' };

function kept(text: string, mode = 0o600): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tarrafa-address-')), 'file');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

describe('the address of a cluster', () => {
  it('names the servers, the database, who enters and the schema', () => {
    const text = 'postgres://ana@db1,db2:6432,[::1]:7/brasil?schema=coleta_1&sslmode=verify-full';
    expect(clusterAddress(text, NOBODY)).toEqual({
      hosts: [
        { host: 'db1', port: 5432 },
        { host: 'db2', port: 6432 },
        { host: '::1', port: 7 },
      ],
      database: 'brasil',
      user: 'ana',
      schema: 'coleta_1',
      ssl: 'verify-full',
      password: null,
      shown: text,
    });
  });

  it('is filled in from the environment as psql does it', () => {
    const environment = {
      ...NOBODY,
      PGHOST: 'db',
      PGPORT: '6000',
      PGUSER: 'rui',
      PGDATABASE: 'x',
      PGSSLMODE: 'require',
    };
    expect(clusterAddress('postgres://', environment)).toMatchObject({
      hosts: [{ host: 'db', port: 6000 }],
      user: 'rui',
      database: 'x',
      schema: 'tarrafa',
      ssl: 'require',
    });
  });

  it.each([
    '',
    'db',
    'mysql://db/x',
    'postgres://db/x?schema=a;drop',
    'postgres://db/x?schema=A',
    'postgres://db:99999/x',
    'postgres://db/x?sslmode=no',
    'postgres://db/x?options=-c',
    'postgres://db/%',
  ])('refuses %j', (text) => {
    expect(() => clusterAddress(text, NOBODY)).toThrow(
      expect.objectContaining({ code: 'TRF_CLUSTER_ADDRESS' }),
    );
  });

  it.each(['postgres://ana:segredo@db/x', 'postgres://db/x?password=segredo', 'postgres://:segredo@db/x'])(
    'refuses a password in the open, and does not repeat it: %s',
    (text) => {
      let error: Error | undefined;
      try {
        clusterAddress(text, NOBODY);
      } catch (caught) {
        error = caught as Error;
      }
      expect(error).toMatchObject({ code: 'TRF_CLUSTER_PASSWORD', exit: 2 });
      expect(JSON.stringify([error, error?.message, error?.stack])).not.toContain('segredo');
    },
  );

  it('takes the password of the environment, or of the passfile', () => {
    expect(clusterAddress('postgres://ana@db/x', { ...NOBODY, PGPASSWORD: 'a:b' }).password).toBe('a:b');
    const lines =
      '# senhas\nother:*:*:ana:1\n*:5432:y:ana:2\ndb:*:x:an\\:a:3\ndb:5432:*:ana:c\\:d\\\\e\n*:*:*:*:4\n';
    expect(clusterAddress('postgres://ana@db/x', { PGPASSFILE: kept(lines) }).password).toBe('c:d\\e');
    expect(clusterAddress('postgres://ana@db/x', { PGPASSFILE: kept(lines, 0o644) }).password).toBe(null);
  });

  it('may hold a password in a file that only its owner reads', () => {
    const text = 'postgres://ana:a%40b@db/x\n';
    const read = readClusterFile(kept(text), NOBODY);
    expect(read).toMatchObject({ password: 'a@b', user: 'ana', shown: 'postgres://ana@db/x' });
    expect(() => readClusterFile(kept(text, 0o640), NOBODY)).toThrow(
      expect.objectContaining({ code: 'TRF_CLUSTER_FILE_OPEN' }),
    );
    expect(() => readClusterFile('/nowhere/file', NOBODY)).toThrow(
      expect.objectContaining({ code: 'TRF_INPUT_MISSING' }),
    );
    expect(readClusterFile(kept('postgres://ana@db/x', 0o644), { ...NOBODY, PGPASSWORD: 'p' }).password).toBe(
      'p',
    );
  });
});
