/**
 * Services, described from their documents and asked through the port for bytes. A service is asked in its own words: versions in turn,
 * because strict servers refuse what they do not know, and no more pages than the limits allow.
 */
import type { Fetcher } from '../../fetcher.ts';
import { charsetByName, textReader } from '../readers/code-pages.ts';
import { xmlCharset } from '../readers/xml-events.ts';
import { describeJson } from './json-documents.ts';
import { describeXml } from './ogc-documents.ts';
import type { ServiceDescription, ServiceLayer } from './service.ts';

const LONGEST_DOCUMENT = 64 << 20;

/** What a document of a service says; null when it is none. Never throws. */
export function describeService(
  bytes: Uint8Array,
  contentType: string | null,
  url: string,
): ServiceDescription | null {
  const body = bytes.length > LONGEST_DOCUMENT ? bytes.subarray(0, LONGEST_DOCUMENT) : bytes;
  const text = decode(body, contentType);
  const start = /\S/.exec(text)?.index ?? 0;
  try {
    return text[start] === '{' || text[start] === '['
      ? describeJson(text.slice(start), url)
      : describeXml(text, url);
  } catch {
    // A document that is made to break a reader describes nothing.
    return null;
  }
}

function decode(bytes: Uint8Array, contentType: string | null): string {
  const head = bytes.subarray(0, 4096);
  let charset = xmlCharset(head);
  const declared = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '');
  // What the document says of itself is believed before what the server says of it.
  if (charset === 'utf-8' && declared !== null && !/encoding\s*=/.test(Buffer.from(head).toString('latin1')))
    charset = charsetByName(declared[1]!) ?? charset;
  if (charset.startsWith('cp')) return textReader(charset).decode(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export interface AskOptions {
  readonly maxRequests?: number;
  readonly maxLayers?: number;
  readonly maxBytes?: number;
}

const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  wms: ['1.3.0', '1.1.1', ''],
  wfs: ['2.0.0', '1.1.0', '1.0.0', ''],
  wmts: ['1.0.0', ''],
  wcs: ['2.0.1', '1.0.0', ''],
  csw: ['2.0.2', ''],
};

/** Addresses at which a service's own description is asked for, the likeliest first. */
export function capabilityAddresses(url: string): string[] {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return [];
  }
  const query = new Map([...parsed.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const path = parsed.pathname.toLowerCase();
  const named = query.get('service')?.toLowerCase() ?? /\/(wms|wfs|wmts|wcs|csw)\/?$/.exec(path)?.[1];
  if (/\/(?:feature|map|image)server(?:\/\d+)?\/?$|\/rest\/services\b/.test(path)) {
    parsed.searchParams.set('f', 'json');
    return [parsed.href];
  }
  const kinds =
    named !== undefined && named in VERSIONS
      ? [named]
      : /\/(?:ows|mapserv|geoserver)\b/.test(path)
        ? ['wms', 'wfs']
        : [];
  if (kinds.length === 0) return [parsed.href];
  const addresses: string[] = query.get('request')?.toLowerCase() === 'getcapabilities' ? [parsed.href] : [];
  for (const kind of kinds)
    for (const version of VERSIONS[kind]!) {
      const asked = new URL(parsed.href);
      // Only what the server itself needs is kept (`map=` of MapServer): strict ones refuse what they do not know.
      for (const name of [...asked.searchParams.keys()])
        if (name.toLowerCase() !== 'map') asked.searchParams.delete(name);
      asked.searchParams.set('service', kind.toUpperCase());
      if (version !== '') asked.searchParams.set('version', version);
      asked.searchParams.set('request', 'GetCapabilities');
      addresses.push(asked.href);
    }
  return [...new Set(addresses)];
}

/** Asks a service what it offers: its capabilities, the further pages, and collections and children. Null when it is no service. */
export async function askService(
  fetcher: Fetcher,
  url: string,
  options: AskOptions = {},
): Promise<ServiceDescription | null> {
  const { maxRequests = 20, maxLayers = 10_000, maxBytes = 32 << 20 } = options;
  let requests = 0;
  const get = async (address: string): Promise<ServiceDescription | null> => {
    requests++;
    const answer = await fetcher.fetch({
      url: address,
      maxBytes,
      accept: 'application/json, application/xml, text/xml, */*;q=0.1',
    });
    if (answer.kind !== 'fetched' || answer.status !== 200) return null;
    return describeService(answer.body, answer.header('content-type'), answer.url);
  };
  let first: ServiceDescription | null = null;
  for (const address of capabilityAddresses(url)) {
    if (requests >= maxRequests) break;
    first = await get(address);
    if (first !== null) break;
  }
  if (first === null) return null;
  if (first.service === 'CSW' && first.layers.length === 0) first = { ...first, follow: ['startPosition=1'] };
  const layers: ServiceLayer[] = [...first.layers];
  const dropped = [...first.dropped];
  const seen = new Set([first.url]);
  const waiting = [...first.follow];
  let left = 0;
  while (waiting.length > 0) {
    const next = waiting.shift()!;
    const address = next.startsWith('startPosition=')
      ? recordsAddress(url, next.slice('startPosition='.length))
      : next;
    if (seen.has(address)) continue;
    seen.add(address);
    if (requests >= maxRequests || layers.length >= maxLayers) {
      left++;
      continue;
    }
    const more = await get(address);
    if (more === null) continue;
    layers.push(...merged(layers, more.layers));
    dropped.push(...more.dropped);
    waiting.push(...more.follow);
  }
  const problems =
    left === 0 ? first.problems : [...first.problems, `${left} further documents not asked for`];
  return { ...first, layers: layers.slice(0, maxLayers), dropped, problems, follow: [] };
}

/** Layers that are new; what says more about one that is known takes its place. */
function merged(known: ServiceLayer[], more: readonly ServiceLayer[]): ServiceLayer[] {
  const fresh: ServiceLayer[] = [];
  for (const layer of more) {
    const at = known.findIndex((one) => one.name === layer.name && one.urls[0] === layer.urls[0]);
    if (at < 0) fresh.push(layer);
    else if (layer.fields.length > known[at]!.fields.length || known[at]!.box === null) known[at] = layer;
  }
  return fresh;
}

function recordsAddress(url: string, start: string): string {
  const address = new URL(url);
  address.search = '';
  for (const [name, value] of Object.entries({
    service: 'CSW',
    version: '2.0.2',
    request: 'GetRecords',
    typeNames: 'gmd:MD_Metadata',
    outputSchema: 'http://www.isotc211.org/2005/gmd',
    elementSetName: 'full',
    resultType: 'results',
    startPosition: start,
    maxRecords: '50',
  }))
    address.searchParams.set(name, value);
  return address.href;
}
