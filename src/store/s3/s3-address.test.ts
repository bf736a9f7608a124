import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { awsKeys } from './aws-keys.ts';
import { s3Address } from './s3-address.ts';

const thrownBy = (run: () => unknown): TarrafaError => {
  try {
    run();
  } catch (error) {
    return error as TarrafaError;
  }
  throw new Error('nothing was thrown');
};

describe('the address of a bucket', () => {
  it('of Amazon names the bucket in the server', () => {
    expect(s3Address('s3://arquivo-br/coletas/2024/?region=sa-east-1', {})).toEqual({
      bucket: 'arquivo-br',
      prefix: 'coletas/2024/',
      region: 'sa-east-1',
      origin: 'https://arquivo-br.s3.sa-east-1.amazonaws.com',
      path: '/',
      profile: null,
      shown: 's3://arquivo-br/coletas/2024?region=sa-east-1',
    });
  });

  it('of a store of somebody else names it in the path, unless it says otherwise', () => {
    const address = s3Address('s3://balde?endpoint=http://10.0.0.7:9000&style=path&profile=minio', {});
    expect(address).toMatchObject({ origin: 'http://10.0.0.7:9000', path: '/balde/', prefix: '' });
    expect(address).toMatchObject({ region: 'us-east-1', profile: 'minio' });
    expect(s3Address('s3://balde?endpoint=https://s3.exemplo.br&style=host', {})).toMatchObject({
      origin: 'https://balde.s3.exemplo.br',
      path: '/',
    });
    expect(s3Address('s3://balde?endpoint=https%3A%2F%2Fs3.exemplo.br%2F', {}).shown).toBe(
      's3://balde?endpoint=https://s3.exemplo.br/',
    );
  });

  it('with a dot in the bucket stays in the path: no certificate has such a name', () => {
    expect(s3Address('s3://arquivo.br', {})).toMatchObject({
      origin: 'https://s3.us-east-1.amazonaws.com',
      path: '/arquivo.br/',
    });
  });

  it('is filled in from the environment', () => {
    const environment = { AWS_REGION: 'eu-west-3', AWS_ENDPOINT_URL: 'http://localhost:3900' };
    expect(s3Address('s3://balde', environment)).toMatchObject({
      region: 'eu-west-3',
      origin: 'http://localhost:3900',
    });
    expect(s3Address('s3://balde', { AWS_DEFAULT_REGION: 'sa-east-1' }).origin).toContain('sa-east-1');
    expect(
      s3Address('s3://balde?region=a', { ...environment, AWS_ENDPOINT_URL_S3: 'http://s3:1' }),
    ).toMatchObject({ region: 'a', origin: 'http://s3:1' });
  });

  it.each([
    's3:/balde',
    's3://',
    's3://b',
    's3://-balde',
    's3://balde/../x',
    's3://balde//x',
    's3://balde/ação',
    's3://balde/a%2fb',
    's3://balde/.x',
    's3://balde#x',
    's3://balde?regiao=x',
    's3://balde?region=a/b',
    's3://balde?style=virtual',
    's3://balde?endpoint=ftp://x',
    's3://balde?endpoint=minio:9000',
    's3://balde?endpoint=http://x/caminho',
    's3://balde?endpoint=http://x?y=1',
    's3://Balde_1?style=host',
    's3://balde?profile=a%20b',
  ])('refuses %s, with why in every language', (text) => {
    const error = thrownBy(() => s3Address(text, {}));
    expect(error.code).toBe('TRF_STORE_INVALID');
    for (const language of ['pt-BR', 'pt-PT', 'en'] as const) {
      expect(error.explain(language).message).not.toMatch(/[{}]/);
      expect(error.explain(language).message).toContain(text.slice(0, 4));
    }
  });

  it.each([
    's3://AKIAEXEMPLO:segredo@balde/x',
    's3://AKIAEXEMPLO:seg/redo@balde/x',
    's3://AKIAEXEMPLO:segredo/balde',
    's3://segredo@balde',
    's3://balde?secret_access_key=segredo',
    's3://balde?X-Amz-Signature=segredo',
    's3://balde?accessKeyId=segredo&region=x',
    's3://balde?endpoint=http://ana:segredo@minio:9000',
    's3://balde?endpoint=http%3A%2F%2Fana%3Asegredo%40minio',
    's3://balde?endpoint=http://ana:se/gredo@minio',
    's3://balde?session_token=segredo',
  ])('refuses keys in the open, says where they belong, and does not repeat them: %s', (text) => {
    const error = thrownBy(() => s3Address(text, {}));
    expect(error).toMatchObject({ code: 'TRF_STORE_SECRET', exit: 2 });
    const said = JSON.stringify([error, error.message, error.stack, error.values, error.explain('pt-BR')]);
    expect(said).not.toMatch(/segredo|gredo|AKIAEXEMPLO/);
    expect(error.explain('en').advice).toContain('AWS_SECRET_ACCESS_KEY');
  });

  it('refuses keys in the endpoint of the environment, too', () => {
    const error = thrownBy(() => s3Address('s3://balde', { AWS_ENDPOINT_URL: 'http://a:segredo@x' }));
    expect(error.code).toBe('TRF_STORE_SECRET');
    expect(error.message).not.toContain('segredo');
  });

  it('throws nothing but our own errors, whatever it is given, and shows what it can read again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl().map((url) => url.replace(/^\w+/, 's3')),
        ),
        (text) => {
          try {
            const address = s3Address(`s3://${text}`, {});
            expect(s3Address(address.shown, {})).toEqual(address);
          } catch (error) {
            expect(error).toBeInstanceOf(TarrafaError);
          }
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe('the keys of a bucket', () => {
  const address = { profile: null, shown: 's3://balde' };
  const kept = (text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'tarrafa-keys-')), 'credentials');
    writeFileSync(path, text);
    return path;
  };
  const FILE = `\uFEFF# chaves
[default]
aws_access_key_id = A1
aws_secret_access_key=S1/+=
; outro
[ arquivo ]\r
AWS_ACCESS_KEY_ID=A2\r
aws_secret_access_key = S2\r
aws_session_token = T2==\r
[so-metade]
aws_access_key_id = A3
`;

  it('come from the environment', () => {
    const environment = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'S' };
    expect(awsKeys(address, environment)).toEqual({
      accessKeyId: 'A',
      secretAccessKey: 'S',
      sessionToken: null,
    });
    expect(awsKeys(address, { ...environment, AWS_SESSION_TOKEN: 'T' }).sessionToken).toBe('T');
  });

  it('come from the shared file, by its profile', () => {
    const AWS_SHARED_CREDENTIALS_FILE = kept(FILE);
    expect(awsKeys(address, { AWS_SHARED_CREDENTIALS_FILE })).toEqual({
      accessKeyId: 'A1',
      secretAccessKey: 'S1/+=',
      sessionToken: null,
    });
    const second = { accessKeyId: 'A2', secretAccessKey: 'S2', sessionToken: 'T2==' };
    expect(awsKeys(address, { AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE: 'arquivo' })).toEqual(second);
    const inTheOpen = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'S' };
    expect(
      awsKeys({ ...address, profile: 'arquivo' }, { AWS_SHARED_CREDENTIALS_FILE, ...inTheOpen }),
    ).toEqual(second);
  });

  it('that are missing, or half there, are told without their values', () => {
    const AWS_SHARED_CREDENTIALS_FILE = kept(FILE);
    for (const environment of [
      { HOME: '/nowhere' },
      { AWS_SHARED_CREDENTIALS_FILE: '/nowhere/x' },
      { AWS_SHARED_CREDENTIALS_FILE: '/' },
      { AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE: 'nenhum' },
      { AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE: 'so-metade' },
      { AWS_ACCESS_KEY_ID: 'A' },
      { AWS_SECRET_ACCESS_KEY: 'segredo' },
    ]) {
      const error = thrownBy(() => awsKeys(address, environment));
      expect(error).toMatchObject({ code: 'TRF_STORE_KEYS', exit: 2 });
      expect(error.message).not.toMatch(/segredo|A3/);
      expect(error.explain('pt-PT').message).not.toMatch(/[{}]/);
    }
  });
});
