/**
 * What a person brings along to get to pages: a proxy, headers, a file of cookies. It is read for one run and kept nowhere. `@file` stands for
 * what a file holds, because everybody on a machine can read its command lines; `none` for going on without.
 */
import { readFileSync } from 'node:fs';
import type { AccessKind } from '../../crawl/index.ts';
import { inputError, TarrafaError } from '../../errors.ts';
import type { Access } from '../../http/index.ts';
import { reason } from '../../words/why.ts';

export interface AccessOptions {
  /** `http://[user:password@]host:port`, `socks5://…`, or `@file` with that. */
  readonly proxy?: string | undefined;
  /** Each `Name: value`, or `@file` with one a line; sent at the hosts of the addresses that are named, and nowhere else. */
  readonly headers?: readonly string[] | undefined;
  /** A file of cookies of the form of Netscape. */
  readonly cookies?: string | undefined;
  /** Headers and cookies are archived with the requests. */
  readonly archiveHeaders?: boolean | undefined;
}

export interface OpenedAccess {
  readonly access: Access;
  readonly kinds: readonly AccessKind[];
}

/** Said in the place of a value by who goes on without it. */
const NONE = 'none';
const FLAGS: Readonly<Record<AccessKind, string>> = {
  proxy: '--proxy',
  headers: '--header',
  cookies: '--cookies',
};

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    throw inputError(path, error);
  }
}

/** Lines of a file that say something. */
const linesOf = (path: string): string[] =>
  textOf(path)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

const given = (value: string): readonly string[] =>
  value.startsWith('@') ? linesOf(value.slice(1)) : [value];

/** `starts`: the addresses that the person named. Null when nothing is brought. */
export async function openAccess(
  { proxy = NONE, headers = [], cookies = NONE, archiveHeaders = false }: AccessOptions,
  starts: readonly string[],
  now?: () => number,
): Promise<OpenedAccess | null> {
  const lines = headers.filter((line) => line !== NONE).flatMap(given);
  if (proxy === NONE && lines.length === 0 && cookies === NONE) return null;
  const { accessFor, readCookies, readHeaders, readProxy } = await import('../../http/index.ts');
  const brought = {
    proxy: proxy === NONE ? null : readProxy((given(proxy)[0] ?? '').trim()),
    headers: readHeaders(lines),
    cookies: cookies === NONE ? null : readCookies(textOf(cookies), cookies, (now ?? Date.now)()),
  };
  return {
    access: accessFor({ ...brought, archived: archiveHeaders }, starts, now),
    kinds: [
      ...(brought.proxy === null ? [] : ['proxy' as const]),
      ...(lines.length === 0 ? [] : ['headers' as const]),
      ...(brought.cookies === null ? [] : ['cookies' as const]),
    ],
  };
}

/** Throws TRF_CONFIG_INVALID when a crawl had what is not given now, not even as `none`: without it, it would collect something else. */
export function refuseMissingAccess(
  folder: string,
  before: readonly AccessKind[],
  { proxy, headers, cookies }: AccessOptions,
): void {
  const now = { proxy, headers, cookies };
  const missing = before.filter((kind) => FLAGS[kind] !== undefined && now[kind] === undefined);
  if (missing.length === 0) return;
  throw new TarrafaError('TRF_CONFIG_INVALID', [
    folder,
    reason('access-missing', {
      what: missing.map((kind) => FLAGS[kind]).join(', '),
      none: missing.map((kind) => `${FLAGS[kind]} ${NONE}`).join(' '),
    }),
  ]);
}
