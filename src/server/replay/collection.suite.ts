/** Collections for the tests of this server: an archive of a few captures, and whatever catalogue a test needs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { type Exchange, WarcArchive, WarcWriter } from '../../warc/index.ts';
import type { Collections, OpenCollection } from '../collections.ts';
import { failureHandler } from '../failure.ts';
import { archiveUrl } from './archive-url.ts';

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-server-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Archived {
  readonly url: string;
  readonly at: number;
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: readonly string[];
  readonly revisitOf?: Exchange['revisitOf'];
}

/** An archive that holds these captures. */
export async function archiveOf(captures: readonly Archived[]): Promise<WarcArchive> {
  const crawl = tempFolder();
  const writer = WarcWriter.open(join(crawl, 'archive'), { clock: () => captures[0]?.at ?? 0 });
  for (const { url, at, body = '', type, status = 200, headers = [], revisitOf } of captures)
    writer.writeExchange({
      url,
      date: at,
      status,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', type ?? 'text/html; charset=utf-8', ...headers],
      body: Buffer.isBuffer(body) ? body : Buffer.from(body),
      requestHead: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
      address: '192.0.2.7',
      ...(revisitOf === undefined ? {} : { revisitOf }),
    });
  writer.close();
  return WarcArchive.open([crawl]);
}

/** A collection of which only some parts are needed; touching the others is a mistake of the test. */
export function collectionOf(parts: Partial<OpenCollection> & { readonly name: string }): OpenCollection {
  const known: Partial<OpenCollection> = { title: parts.name, folder: '', close: async () => {}, ...parts };
  return new Proxy(known, {
    get(target, name) {
      if (!(name in target)) throw new Error(`the test has no ${String(name)}`);
      return Reflect.get(target, name);
    },
  }) as OpenCollection;
}

export function collectionsOf(...list: readonly OpenCollection[]): Collections {
  return { list: () => list, get: (name) => list.find((one) => one.name === name) ?? null };
}

/** An application with some routes, and errors as the server tells them. */
export function appOf(
  collections: Collections,
  ...routes: readonly ((app: FastifyInstance, collections: Collections) => void)[]
): FastifyInstance {
  const app = Fastify({
    routerOptions: { maxParamLength: 8_192 },
    rewriteUrl: (request) => archiveUrl(request.url ?? '/'),
  });
  app.setErrorHandler(
    failureHandler('en', (error) => {
      if (!(error instanceof TarrafaError)) console.error(error);
    }),
  );
  for (const add of routes) add(app, collections);
  afterAll(() => app.close());
  return app;
}
