import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { collectionsOf, smallCollection } from './small-collection.suite.ts';

let folder: string;
let app: FastifyInstance;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-web-'));
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Tarrafa</title>');
  writeFileSync(join(folder, 'web', 'assets', 'app-1a2b.mjs'), 'export {};');
  writeFileSync(join(folder, 'web', '.hidden'), 'x');
  writeFileSync(join(folder, 'secret.txt'), 'x');
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(web: string | null): void {
  app = createApp({ collections: collectionsOf(smallCollection()), version: '1', web });
}
const get = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } });

describe('the page', () => {
  it.each([
    '/',
    '/busca?q=enchente',
    '/pagina/amostra/3',
    '/tempo',
    '/concordancia?palavras=enchente',
    '/mapa',
    '/entidades',
    '/coletas',
    '/?token=abc',
  ])('is what %s shows', async (url) => {
    open(join(folder, 'web'));
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    expect(answer.body).toContain('<title>Tarrafa</title>');
  });

  it('answers an address that no view has with itself, which says so, and with the status of that', async () => {
    open(join(folder, 'web'));
    const answer = await get('/coletas/x');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('<title>Tarrafa</title>');
  });

  it('has files that may be kept for ever', async () => {
    open(join(folder, 'web'));
    const answer = await get('/assets/app-1a2b.mjs', '*/*');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/.hidden',
    '/buscador',
    '/api/v1/busca',
  ])('is not what %s shows, nor a file outside', async (url) => {
    open(join(folder, 'web'));
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('is not shown to a program that asks for data', async () => {
    open(join(folder, 'web'));
    expect((await get('/busca', 'application/json')).statusCode).toBe(404);
  });

  it('leads to the pages without script where it was not built, with what was searched for', async () => {
    open(null);
    const answer = await get('/busca?q=p%C3%A3o+%26+vinho&c=amostra&token=segredo');
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/simples?q=p%C3%A3o+%26+vinho&c=amostra');
    expect((await get('/')).headers.location).toBe('/simples');
  });
});
