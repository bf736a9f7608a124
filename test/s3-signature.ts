/**
 * Signatures of Amazon's version 4 as a server judges them, written from the standard and not from the client under test: the request that
 * came is brought into the canonical form, signed with the secret that belongs to the key, and compared.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface ArrivedRequest {
  readonly method: string;
  /** As it stands on the wire, before the question mark and after it. */
  readonly path: string;
  readonly query: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface KnownKey {
  readonly secret: string;
  /** Of a session; asked for when there is one. */
  readonly token?: string;
}

export interface JudgeOptions {
  readonly keys: Readonly<Record<string, KnownKey>>;
  readonly region: string;
  readonly now: number;
}

/** Requests that were signed longer ago, or later, than this are refused. */
const MOST_SKEW = 15 * 60_000;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Everything but letters, digits and `-._~` escaped, in capitals. */
function escaped(text: string): string {
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const c = String.fromCharCode(byte);
    out += /[A-Za-z0-9._~-]/.test(c) ? c : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function canonicalRequest(
  { method, path, query, headers }: ArrivedRequest,
  signed: readonly string[],
): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name, ...value] = pair.split('=');
      return [escaped(unescaped(name!)), escaped(unescaped(value.join('=')))] as const;
    })
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
  return [
    method,
    path.split('/').map(unescaped).map(escaped).join('/'),
    pairs.map(([name, value]) => `${name}=${value}`).join('&'),
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
}

export function signatureOf(
  request: ArrivedRequest,
  signed: readonly string[],
  secret: string,
  scope: string,
): string {
  const [day, region, service] = scope.split('/');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day!), region!), service!), 'aws4_request');
  const date = request.headers['x-amz-date'] ?? '';
  return hmac(
    key,
    ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest(request, signed))].join('\n'),
  ).toString('hex');
}

/** Why a request is refused, in the words of S3; null when its signature is right. */
export function signatureFault(request: ArrivedRequest, { keys, region, now }: JudgeOptions): string | null {
  const { headers } = request;
  const [, id, scope, list, signature] =
    /^AWS4-HMAC-SHA256\s+Credential=([^/,]+)\/([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id === undefined || scope === undefined || list === undefined || signature === undefined)
    return headers.authorization === undefined ? 'AccessDenied' : 'AuthorizationHeaderMalformed';
  const date = headers['x-amz-date'] ?? '';
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  if (s === undefined) return 'AccessDenied';
  const at = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
  if (Math.abs(at - now) > MOST_SKEW) return 'RequestTimeTooSkewed';
  if (scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const key = keys[id];
  if (key === undefined) return 'InvalidAccessKeyId';
  if (key.token !== undefined && headers['x-amz-security-token'] !== key.token) return 'InvalidToken';
  const signed = list.split(';');
  // What is not signed can be changed on the way.
  const must = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (must.some((name) => !signed.includes(name))) return 'AccessDenied';
  if (headers['x-amz-content-sha256'] === undefined) return 'InvalidRequest';
  const right = Buffer.from(signatureOf(request, signed, key.secret, scope));
  const given = Buffer.from(signature);
  return timingSafeEqual(right, given) ? null : 'SignatureDoesNotMatch';
}
