/**
 * Which hosts a crawl stays on. A scope is data: suffixes (`.gov.br`), domains with everything below (`usp.br`), single hosts
 * (`=www.usp.br`, `=localhost:8080`), or the names of presets; a list of them separated by commas.
 */
import { TarrafaError } from '../errors.ts';
import { hostCanExist, registrableDomain } from './host.ts';
import { normaliseUrl } from './normalise.ts';
import type { WebUrl } from './web-url.ts';

export interface Scope {
  readonly kind: 'scope';
  /** As it was given. */
  readonly text: string;
  /** Every host is in scope. */
  readonly any: boolean;
  /** Domains: the host itself and all below it. */
  readonly domains: ReadonlySet<string>;
  /** Suffixes: only what is below. */
  readonly suffixes: ReadonlySet<string>;
  /** Exactly these hosts; one written without a port is meant on every port. */
  readonly hosts: ReadonlySet<string>;
  /**
   * Pages in this language belong to the collection wherever they are hosted (`lang:pt`). The host cannot tell; the crawl asks the
   * page.
   */
  readonly language: string | null;
}

/** Sites of Brazil outside `.br`. The first four are those of the horizontal collector (docs/methods.md). */
const BR = [
  '.br',
  'globo.com',
  'r7.com',
  'ingresso.com',
  'amocinema.com',
  'metropoles.com',
  'gazetaesportiva.com',
  'infoescola.com',
  'suapesquisa.com',
  'acritica.com',
  'cidadeverde.com',
  'meionorte.com',
  'brasil247.com',
];
/** Sites of Portugal outside `.pt`. */
const PT = ['.pt', 'noticiasaominuto.com'];
const LUSOFONIA = [
  ...BR,
  ...PT,
  ...['.ao', '.mz', '.cv', '.gw', '.st', '.tl'],
  ...[
    'pt.wikipedia.org',
    'pt.wikisource.org',
    'pt.wikibooks.org',
    'pt.wikiquote.org',
    'pt.wikinews.org',
    'pt.wiktionary.org',
    'pt.wikivoyage.org',
    'pt.wikiversity.org',
  ],
  ...['angonoticias.com', 'club-k.net', 'telanon.info', 'voaportugues.com', 'plataformamedia.com'],
];

/** Named scopes. `seeds` and `any` are words of the language, not lists. */
export const SCOPE_PRESETS: Readonly<Record<string, readonly string[]>> = {
  br: BR,
  pt: PT,
  lusofonia: LUSOFONIA,
};

interface ScopeParts {
  any: boolean;
  domains: Set<string>;
  suffixes: Set<string>;
  hosts: Set<string>;
  language: string | null;
}

/** The host of an item as URLs write it (punycode, lower case), or null. */
function hostOf(item: string): { host: string; hostname: string } | null {
  const url = normaliseUrl(item.includes('://') ? item : `http://${item}`);
  if (url.kind === 'refused') return null;
  return { host: url.host, hostname: url.hostname };
}

function addItem(parts: ScopeParts, item: string, seeds: readonly WebUrl[]): boolean {
  if (item === 'any' || item === '*') {
    parts.any = true;
    return true;
  }
  if (item === 'seeds') {
    // The owner's domain, not the hosting service's: a seed on a free blog must not open every blog of that service.
    for (const seed of seeds) {
      const owner = registrableDomain(seed.hostname, { privateSuffixes: true });
      if (owner === seed.hostname && !owner.includes('.')) parts.hosts.add(seed.host);
      else parts.domains.add(owner);
    }
    return true;
  }
  const preset = Object.hasOwn(SCOPE_PRESETS, item) ? SCOPE_PRESETS[item] : undefined;
  if (preset !== undefined) {
    for (const entry of preset) addItem(parts, entry, seeds);
    return true;
  }
  const language = /^lang:([a-z]{2,3})$/.exec(item);
  if (language !== null) {
    parts.language = language[1]!;
    return true;
  }
  if (item.startsWith('=')) {
    const found = hostOf(item.slice(1));
    if (found === null) return false;
    parts.hosts.add(found.host);
    return true;
  }
  if (/[\s@?#]/.test(item)) return false;
  if (item.startsWith('.') || item.startsWith('*.')) {
    const found = hostOf(item.slice(item.indexOf('.') + 1));
    if (found === null || !hostCanExist(found.hostname)) return false;
    parts.suffixes.add(found.hostname);
    return true;
  }
  const found = hostOf(item);
  if (found === null) return false;
  if (found.host !== found.hostname) {
    parts.hosts.add(found.host);
    return true;
  }
  // A single word that is no preset is a slip of the hand, not a host; `=word` says otherwise.
  const address = found.hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(found.hostname);
  if (!address && !found.hostname.includes('.')) return false;
  if (address) parts.hosts.add(found.hostname);
  else parts.domains.add(found.hostname);
  return true;
}

/**
 * Reads a scope: `br`, `pt`, `lusofonia`, `seeds` (the registrable domains of the seeds), `any`, or a list such as
 * `.gov.br,usp.br,=www.ufmg.br,lang:pt`. Throws TRF_SCOPE_UNKNOWN with the item that could not be read.
 */
export function parseScope(text: string, seeds: readonly WebUrl[] = []): Scope {
  const parts: ScopeParts = {
    any: false,
    domains: new Set(),
    suffixes: new Set(),
    hosts: new Set(),
    language: null,
  };
  const items = text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
  if (items.length === 0) throw new TarrafaError('TRF_SCOPE_UNKNOWN', [text === '' ? '""' : text]);
  for (const item of items)
    if (!addItem(parts, item, seeds)) throw new TarrafaError('TRF_SCOPE_UNKNOWN', [item]);
  return { kind: 'scope', text, ...parts };
}

/** Whether the host of a URL is in scope. */
export function inScope(scope: Scope, url: WebUrl): boolean {
  if (scope.any) return true;
  const { hostname } = url;
  if (scope.hosts.size > 0 && (scope.hosts.has(url.host) || scope.hosts.has(hostname))) return true;
  // From the top-level domain down: the usual scope is one, and the first look-up answers.
  for (
    let dot = hostname.lastIndexOf('.');
    dot !== -1;
    dot = dot === 0 ? -1 : hostname.lastIndexOf('.', dot - 1)
  ) {
    const domain = hostname.slice(dot + 1);
    if (scope.suffixes.has(domain) || scope.domains.has(domain)) return true;
  }
  return scope.domains.has(hostname);
}
