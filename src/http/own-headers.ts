/** Headers that a person asks to be sent: `Name: value`. They often let somebody in, and go to nobody but the hosts that the person named. */
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';

export interface OwnHeader {
  readonly name: string;
  readonly value: string;
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the connection, the reading of the answer and the politeness of the crawl stand on. */
const OURS =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|range|if-.*|accept-encoding|user-agent|proxy-.*)$/i;
const MOST_HEADERS = 100;
const LONGEST_VALUE = 8_192;

/** Throws TRF_CONFIG_INVALID, whose words have the name at the most. */
export function readHeaders(lines: readonly string[]): OwnHeader[] {
  const invalid = (about: string, why: Parameters<typeof reason>[0]) =>
    new TarrafaError('TRF_CONFIG_INVALID', [about, reason(why)]);
  if (lines.length > MOST_HEADERS) throw invalid('--header', 'header-form');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (!NAME.test(name)) throw invalid('--header', 'header-form');
    if (!VALUE.test(value) || value.length > LONGEST_VALUE) throw invalid(`--header ${name}`, 'header-value');
    if (/^cookie$/i.test(name)) throw invalid(`--header ${name}`, 'header-cookie');
    if (OURS.test(name)) throw invalid(`--header ${name}`, 'header-ours');
    return { name, value };
  });
}

/** At the hosts of `starts`, with and without `www.`; in the clear only where a start is. */
export function ownHeadersFor(
  headers: readonly OwnHeader[],
  starts: readonly string[],
): (url: URL) => Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { name, value } of headers) {
    const known = Object.keys(all).find((each) => each.toLowerCase() === name.toLowerCase());
    if (known === undefined) all[name] = value;
    else all[known] += `, ${value}`;
  }
  const hosts = new Map<string, boolean>();
  for (const start of starts) {
    if (!URL.canParse(start)) continue;
    const url = new URL(start);
    hosts.set(plain(url), url.protocol === 'http:' || hosts.get(plain(url)) === true);
  }
  return (url) => {
    const inTheClear = hosts.get(plain(url));
    return inTheClear === true || (inTheClear === false && url.protocol === 'https:') ? all : {};
  };
}

/** A port other than the usual ones is another server. */
function plain({ hostname, port, protocol }: URL): string {
  const usual = port === '' || port === (protocol === 'https:' ? '443' : '80');
  return `${hostname.toLowerCase().replace(/^www\./, '')}${usual ? '' : `:${port}`}`;
}
