/**
 * Who may ask for what.
 *
 * On loopback everybody on the machine may read; what writes or starts something needs the token. Elsewhere everything needs it.
 * A page of another origin must not reach us through somebody's browser: names that are not ours are refused (DNS rebinding), whatever
 * another site's page asks for but a link that a person follows is refused, nothing is ever allowed to other origins, and a cookie is
 * good for reading only.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TarrafaError } from '../errors.ts';
import { keyIn } from './replay/archive-url.ts';
import type { ReplayKeys } from './replay/replay-keys.ts';

export interface Access {
  /** Null: nothing that needs a token may be done. */
  readonly token: string | null;
  /** Reading needs the token too. */
  readonly everything: boolean;
  /** Names and addresses that the server answers to, without port; addresses of loopback need not be named. */
  readonly hosts: readonly string[];
  /** `https://acervo.exemplo.br`: how the world knows the server that stands behind another one. Its host is answered to. */
  readonly publicOrigin?: string | null | undefined;
}

export const LOOPBACK: Access = { token: null, everything: false, hosts: [] };

/** Browsers share cookies among the ports of a name: each server has its own, so that two on one machine do not take it from each other. */
function cookieName(request: FastifyRequest): string {
  const port = request.socket.localPort;
  return port === undefined ? 'tarrafa_token' : `tarrafa_token_${port}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The name of a Host header, in lower case, without port and brackets; null when it is none. */
function hostName(header: string | undefined): string | null {
  if (header === undefined || header.length > 260) return null;
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header);
  return match === null ? null : match[1]!.replace(/^\[|\]$/g, '').toLowerCase();
}

function answersTo(access: Access, host: string): boolean {
  if (isLoopback(host)) return true;
  // An address cannot be rebound; and where everything needs the token there is nothing to gain by a name.
  return (
    access.hosts.includes(host) || host === publicHost(access) || (access.everything && isIP(host) !== 0)
  );
}

function publicHost({ publicOrigin }: Access): string | null {
  return publicOrigin == null ? null : hostName(new URL(publicOrigin).host);
}

/** Equal, in a time that tells nothing of where they differ or how long the right one is. */
function sameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function bearer(request: FastifyRequest): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

function cookie(request: FastifyRequest): string | null {
  const header = request.headers.cookie ?? '';
  const name = cookieName(request);
  for (const part of header.slice(0, 4_096).split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim());
      } catch {
        return null;
      }
    }
  }
  return null;
}

function inAddress(request: FastifyRequest): string | null {
  const { token } = request.query as { token?: unknown };
  return typeof token === 'string' && token.length <= 256 ? token : null;
}

/** A right token by any way, remembered in a cookie that only reads: frames, images and downloads send nothing else. */
function mayRead(request: FastifyRequest, reply: FastifyReply, { token, publicOrigin }: Access): boolean {
  if (token === null) return false;
  const kept = cookie(request);
  if (kept !== null && sameToken(kept, token)) return true;
  const given = bearer(request) ?? inAddress(request);
  if (given === null || !sameToken(given, token)) return false;
  reply.header(
    'set-cookie',
    `${cookieName(request)}=${encodeURIComponent(given)}; Path=/; HttpOnly; SameSite=Strict${
      publicOrigin?.startsWith('https:') === true ? '; Secure' : ''
    }`,
  );
  return true;
}

/**
 * A browser says whose page asks (`Sec-Fetch-Site`); a program need not. Pictures, frames and scripts of other sites' pages, which every
 * page may name, are refused before anything is done for them: only a link to us that is followed in a window of its own is answered.
 */
function refuseOtherSites(request: FastifyRequest, reading: boolean): void {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const followed =
    request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
  if (!reading || !followed)
    throw new TarrafaError('TRF_ORIGIN_REFUSED', [String(request.headers.origin ?? site).slice(0, 200)]);
}

/** Posts of our own pages only. */
function refuseOtherOrigins(request: FastifyRequest, publicOrigin: string | null): void {
  const { origin, host } = request.headers;
  // A server before this one may have put its own name for us into Host.
  if (origin === undefined || origin === publicOrigin) return;
  if (origin !== `http://${host}` && origin !== `https://${host}`)
    throw new TarrafaError('TRF_ORIGIN_REFUSED', [origin.slice(0, 200)]);
}

/** A page without origin may ask with headers of its own; whether it may read the answer is said with that. */
function sendPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-origin': 'null',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
    })
    .send();
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Archived pages whose scripts run have no origin: what they ask for comes without cookie and as from a stranger, with the key that a person got
 * for them. It opens reading of what lies below it and nothing else. Null: this is no such request.
 */
function hasKey(request: FastifyRequest, keys: ReplayKeys | null): boolean | null {
  const named = keys === null ? null : keyIn(request.url);
  if (keys === null || named === null) return null;
  return keys.opens(named.key, named.collection, request.ip);
}

export function guard(app: FastifyInstance, access: Access, keys: ReplayKeys | null = null): void {
  app.decorate('publicOrigin', access.publicOrigin ?? null);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const host = hostName(request.headers.host);
    if (host === null || !answersTo(access, host))
      throw new TarrafaError('TRF_HOST_REFUSED', [String(request.headers.host ?? '').slice(0, 200)]);
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const keyed = hasKey(request, keys);
    if (keyed === true) {
      if (reading) return;
      if (request.method === 'OPTIONS') return sendPreflight(reply);
    }
    // A frame that a page was shown in for longer than its key lasts is told so in words.
    if (keyed === false && reading) throw new TarrafaError('TRF_REPLAY_KEY');
    refuseOtherSites(request, reading);
    if (!reading) refuseOtherOrigins(request, access.publicOrigin ?? null);
    if (access.everything && reading && !mayRead(request, reply, access))
      throw new TarrafaError('TRF_TOKEN_MISSING');
    const notes = request.routeOptions.config.notes;
    if (notes?.token === true || (access.everything && !reading && notes?.volunteer !== true)) {
      const given = bearer(request);
      if (given === null || access.token === null || !sameToken(given, access.token))
        throw new TarrafaError('TRF_TOKEN_MISSING');
    }
  });
}
