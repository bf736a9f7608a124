/**
 * Cookies that a person has in a file of the form of Netscape, as browsers' add-ons, curl and wget write it, and where each may be sent (RFC 6265).
 * What servers set is not kept: the file is what a person brings along, and stays as it is.
 */
import { TarrafaError } from '../errors.ts';
import { isPublicSuffix } from '../url/index.ts';
import { reason } from '../words/why.ts';

interface Cookie {
  /** In lower case, without a dot before it. */
  readonly domain: string;
  readonly below: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** ms since 1970; 0 for one that lasts as long as the session. */
  readonly expires: number;
  readonly pair: string;
}

const MOST_COOKIES = 10_000;
const HTTP_ONLY = '#HttpOnly_';
const NAME = /^[^\x00-\x20\x7f-\uffff()<>@,;:\\"/[\]?={}]+$/;
const VALUE = /^[^\x00-\x1f\x7f;\u0100-\uffff]*$/;
const DOMAIN = /^[a-z0-9_.:[\]-]+$/;

export class Cookies {
  readonly #byDomain = new Map<string, Cookie[]>();

  constructor(cookies: readonly Cookie[]) {
    for (const cookie of cookies) {
      const known = this.#byDomain.get(cookie.domain);
      if (known === undefined) this.#byDomain.set(cookie.domain, [cookie]);
      else known.push(cookie);
    }
  }

  /** The value of `Cookie` for an address; null where none is meant for it. */
  headerFor(url: URL, now: number): string | null {
    const host = url.hostname.toLowerCase();
    const secure = url.protocol === 'https:';
    const matching: Cookie[] = [];
    for (const domain of domainsOf(host))
      for (const cookie of this.#byDomain.get(domain) ?? [])
        if (
          (domain === host || cookie.below) &&
          (secure || !cookie.secure) &&
          (cookie.expires === 0 || cookie.expires > now) &&
          covers(cookie.path, url.pathname)
        )
          matching.push(cookie);
    if (matching.length === 0) return null;
    // The nearer path first, as the standard has it; otherwise as in the file.
    matching.sort((a, b) => b.path.length - a.path.length);
    return matching.map(({ pair }) => pair).join('; ');
  }
}

/** A host and the domains above it, as far as a cookie can be of one. */
function domainsOf(host: string): string[] {
  const domains = [host];
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return domains;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    domains.push(host.slice(dot + 1));
  return domains;
}

function covers(path: string, asked: string): boolean {
  return (
    asked === path ||
    (asked.startsWith(path) && (path.endsWith('/') || asked.charCodeAt(path.length) === 0x2f))
  );
}

/** Throws TRF_CONFIG_INVALID with the line that is wrong, and nothing of what it says. */
export function readCookies(text: string, file: string, now: number): Cookies {
  const invalid = (line: number) =>
    new TarrafaError('TRF_CONFIG_INVALID', [
      `--cookies ${file}`,
      reason('cookies-line', { line: `${line}` }),
    ]);
  const cookies: Cookie[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [i, written] of lines.entries()) {
    const line = written.startsWith(HTTP_ONLY) ? written.slice(HTTP_ONLY.length) : written;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cookie = readLine(line);
    if (cookie === null || cookies.length === MOST_COOKIES) throw invalid(i + 1);
    cookies.push(cookie);
  }
  if (cookies.every(({ expires }) => expires !== 0 && expires <= now))
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      `--cookies ${file}`,
      reason(cookies.length === 0 ? 'cookies-none' : 'cookies-expired'),
    ]);
  return new Cookies(cookies);
}

function readLine(line: string): Cookie | null {
  const [domain = '', below = '', path = '', secure = '', expires = '', name, value = '', ...more] =
    line.split('\t');
  // Some write a cookie without a value with six fields.
  if (name === undefined || more.length > 0) return null;
  const host = domain.toLowerCase().replace(/^\./, '');
  const seconds = expires === '' ? 0 : Number(expires);
  if (!DOMAIN.test(host) || !path.startsWith('/') || !(seconds >= -1)) return null;
  if (![below, secure].every((flag) => /^(?:TRUE|FALSE)$/i.test(flag))) return null;
  if (!NAME.test(name) || !VALUE.test(value)) return null;
  return {
    domain: host,
    // Nobody's cookie is for all of com.br.
    below: /^TRUE$/i.test(below) && !isPublicSuffix(host),
    path,
    secure: /^TRUE$/i.test(secure),
    expires: seconds <= 0 ? 0 : seconds * 1000,
    pair: `${name}=${value}`,
  };
}
