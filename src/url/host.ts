/**
 * Host names: which can exist, which registrable domain ("site") they belong to, and a bounded memory of both.
 *
 * The memory holds *canonical* authorities only (as the URL standard writes them), so a hit also proves that an authority read
 * from a link needs no further parsing.
 */
import { getDomain, parse } from 'tldts';
import { GenerationalCache, ownCopy } from '../text/generational-cache.ts';

export interface Authority {
  /** hostname[:port], lower-case, punycode. */
  readonly host: string;
  readonly hostname: string;
  readonly site: string;
  /** False when no registrable domain could be taken: `site` is then the host name itself. */
  readonly hasDomain: boolean;
  /** The port is 80 or 443: canonical under one scheme and not under the other. */
  readonly schemePort: boolean;
  /** `http://` and `https://` with the host, ready to be written. */
  readonly plainOrigin: string;
  readonly secureOrigin: string;
}

const SUFFIX_RULES = { extractHostname: false, mixedInputs: false, validateHostname: false } as const;

function domainOf(hostname: string, privateSuffixes: boolean): string | null {
  if (hostname.charCodeAt(0) === 0x5b) return null;
  return getDomain(hostname, { ...SUFFIX_RULES, allowPrivateDomains: privateSuffixes });
}

const domains = [new GenerationalCache<string>(16_384), new GenerationalCache<string>(16_384)] as const;

export interface DomainOptions {
  /** Count `blogspot.com`, `github.io` … as public suffixes; see `UrlProfile.privateSuffixes`. */
  readonly privateSuffixes?: boolean;
}

/** The registrable domain of a host name (`noticias.uol.com.br` → `uol.com.br`); addresses, single labels and bare suffixes return themselves. */
export function registrableDomain(hostname: string, options: DomainOptions = {}): string {
  const cache = domains[options.privateSuffixes === true ? 1 : 0];
  const known = cache.get(hostname);
  if (known !== undefined) return known;
  if (!hostCanExist(hostname)) return hostname;
  const domain = domainOf(hostname, options.privateSuffixes === true) ?? hostname;
  cache.set(ownCopy(hostname), ownCopy(domain));
  return domain;
}

/** Whether a host name ends in a suffix of the ICANN part of the public suffix list, with a label before it. */
export function hasKnownSuffix(hostname: string): boolean {
  const { domain, isIcann } = parse(hostname, SUFFIX_RULES);
  return domain !== null && isIcann === true;
}

/** Whether strangers register names below it: `com.br`, `github.io`. */
export function isPublicSuffix(hostname: string): boolean {
  return parse(hostname, { ...SUFFIX_RULES, allowPrivateDomains: true }).publicSuffix === hostname;
}

/** Whether a host name, as the URL standard serialises it, could be looked up or connected to. */
export function hostCanExist(hostname: string): boolean {
  const length = hostname.length;
  if (length === 0) return false;
  if (hostname.charCodeAt(0) === 0x5b) return hostname.charCodeAt(length - 1) === 0x5d;
  if (length > 253) return false;
  let label = 0;
  for (let i = 0; i < length; i++) {
    const c = hostname.charCodeAt(i);
    if (c === 0x2e) {
      if (label === 0) return false;
      label = 0;
    } else if ((c >= 0x61 && c <= 0x7a) || (c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x5f) {
      if (++label > 63) return false;
    } else return false;
  }
  return label > 0;
}

const authorities = [
  new GenerationalCache<Authority>(16_384),
  new GenerationalCache<Authority>(16_384),
] as const;

/** The authority if it is known to be canonical, else undefined. */
export function knownAuthority(host: string, privateSuffixes: boolean): Authority | undefined {
  return authorities[privateSuffixes ? 1 : 0].get(host);
}

/** Remembers a canonical authority; null when the host name cannot exist. */
export function learnAuthority(hostname: string, port: string, privateSuffixes: boolean): Authority | null {
  const cache = authorities[privateSuffixes ? 1 : 0];
  const host = port === '' ? hostname : `${hostname}:${port}`;
  const known = cache.get(host);
  if (known !== undefined) return known;
  if (!hostCanExist(hostname)) return null;
  const own = ownCopy(host);
  const ownHostname = port === '' ? own : ownCopy(hostname);
  const domain = domainOf(ownHostname, privateSuffixes);
  const authority: Authority = {
    host: own,
    hostname: ownHostname,
    site: domain === null ? ownHostname : ownCopy(domain),
    hasDomain: domain !== null,
    schemePort: port === '80' || port === '443',
    plainOrigin: ownCopy(`http://${own}`),
    secureOrigin: ownCopy(`https://${own}`),
  };
  cache.set(own, authority);
  return authority;
}
