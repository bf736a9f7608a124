/**
 * A proxy through which every request goes: `http://[user:password@]host:port` or `socks5://…`. Its password is nobody's to read: what is
 * said of a proxy is `shown`.
 */
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';

export interface WebProxy {
  readonly kind: 'http' | 'socks5';
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string;
  /** Without user and password. */
  readonly shown: string;
}

const KINDS: Readonly<Record<string, WebProxy['kind']>> = {
  'http:': 'http',
  'socks5:': 'socks5',
  // As curl says that the proxy looks names up; ours always does.
  'socks5h:': 'socks5',
};
const USUAL_PORT = { http: 80, socks5: 1080 } as const;
/** What a user name or a password may take in SOCKS5, in bytes. */
const LONGEST_SECRET = 255;

/** Throws TRF_CONFIG_INVALID, whose words have nothing of what was written. */
export function readProxy(text: string): WebProxy {
  const invalid = () => new TarrafaError('TRF_CONFIG_INVALID', ['--proxy', reason('proxy-form')]);
  if (!URL.canParse(text)) throw invalid();
  const url = new URL(text);
  const kind = KINDS[url.protocol];
  if (kind === undefined || url.hostname === '' || url.port === '0') throw invalid();
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') throw invalid();
  let user: string;
  let password: string;
  try {
    user = decodeURIComponent(url.username);
    password = decodeURIComponent(url.password);
  } catch {
    throw invalid();
  }
  for (const secret of [user, password])
    if (Buffer.byteLength(secret) > LONGEST_SECRET || /[\0-\x1f\x7f]/.test(secret)) throw invalid();
  if (user.includes(':') && kind === 'http') throw invalid();
  const port = url.port === '' ? USUAL_PORT[kind] : Number(url.port);
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    user: user === '' && password === '' ? null : user,
    password,
    shown: `${kind}://${url.hostname}:${port}`,
  };
}

/** The value of `Proxy-Authorization`, for a proxy of kind `http` that has a user. */
export function proxyAuthorization({ user, password }: WebProxy): string | null {
  return user === null ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
