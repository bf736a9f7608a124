/** Where a server listens, which names it answers to, and by which token it is directed: as a person says it, and as it is checked. */
import { randomBytes } from 'node:crypto';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';

export interface Listening {
  /** Without it that of the server, or the next that is free. 0: any. */
  readonly port?: number | undefined;
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** At least 16 characters; without it one is made. */
  readonly token?: string | undefined;
  /** Names besides its own that the server answers to: those by which another server before it calls it. */
  readonly allowHosts?: readonly string[] | undefined;
  /** `https://acervo.exemplo.br`: how the world knows a server that stands behind another one; all absolute links begin with it. */
  readonly publicUrl?: string | undefined;
}

export interface CheckedListening {
  readonly host: string;
  readonly token: string;
  readonly allowed: readonly string[];
  readonly publicOrigin: string | null;
}

const LEAST_TOKEN = 16;

export function checkedListening({ host, token, allowHosts, publicUrl }: Listening): CheckedListening {
  return {
    host: host ?? '127.0.0.1',
    token: checkedToken(token ?? randomBytes(18).toString('base64url')),
    allowed: (allowHosts ?? []).map(hostIn),
    publicOrigin: publicUrl === undefined ? null : publicOriginIn(publicUrl),
  };
}

export function checkedToken(token: string): string {
  if (token.length < LEAST_TOKEN) throw new TarrafaError('TRF_TOKEN_WEAK', [token.length]);
  return token;
}

/** The server has the whole of its name: its pages lead to each other by paths from the root. */
function publicOriginIn(text: string): string {
  const refused = () =>
    new TarrafaError('TRF_CONFIG_INVALID', ['--public-url', reason('not-an-origin', { value: text })]);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refused();
  }
  const { protocol, origin, pathname, search, hash, username, password } = url;
  if (!/^https?:$/.test(protocol) || pathname !== '/' || `${search}${hash}${username}${password}` !== '')
    throw refused();
  return origin;
}

/** A name or address without port, as it stands in Host. */
function hostIn(text: string): string {
  const host = text.toLowerCase().replace(/^\[|\]$/g, '');
  if (/^(?:[a-z0-9._-]{1,253}|[0-9a-f:.]{2,45})$/.test(host)) return host;
  throw new TarrafaError('TRF_CONFIG_INVALID', ['--allow-host', reason('not-a-host', { value: text })]);
}
