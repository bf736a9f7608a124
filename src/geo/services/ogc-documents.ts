/** Documents of OGC services in XML: capabilities of WMS, WFS, WCS and WMTS, answers of CSW, ISO 19139 records, schemas, contexts. */

import {
  child,
  children,
  descendant,
  descendants,
  parseXml,
  textOf,
  type XmlElement,
} from '../../formats/index.ts';
import { type BoundingBox, checkedBox, union } from '../box.ts';
import { crsOfText, obeysAxisOrder } from '../crs/crs.ts';
import { toWgs84 } from '../crs/reproject.ts';
import {
  emptyLayer,
  licenceOf,
  type ServiceDescription,
  type ServiceKind,
  type ServiceLayer,
  sorted,
} from './service.ts';

const MOST_LAYERS = 50_000;

/** Null when the document is none of them. */
export function describeXml(text: string, url: string): ServiceDescription | null {
  const { root, problems } = parseXml(text);
  if (root === null) return null;
  const found = rootReader(root);
  if (found === null) return null;
  const [service, read] = found;
  const said = aboutService(root);
  const parts = read(root);
  const { layers, dropped } = sorted(parts.layers.slice(0, MOST_LAYERS));
  return {
    service,
    version: root.attributes.version ?? '',
    url,
    ...said,
    ...(parts.title === undefined || said.title !== '' ? {} : { title: parts.title }),
    layers,
    dropped: [...dropped, ...(parts.nameless ?? []).map((name) => ({ name, reason: 'nameless' as const }))],
    follow: parts.follow ?? [],
    problems,
  };
}

interface Parts {
  readonly layers: readonly ServiceLayer[];
  readonly follow?: readonly string[];
  readonly title?: string;
  readonly nameless?: readonly string[];
}

type Reader = (root: XmlElement) => Parts;

function rootReader(root: XmlElement): readonly [ServiceKind, Reader] | null {
  switch (root.name) {
    case 'WMS_Capabilities':
    case 'WMT_MS_Capabilities':
      return ['WMS', wms];
    case 'WFS_Capabilities':
      return ['WFS', wfs];
    case 'WCS_Capabilities':
    case 'CoverageDescriptions':
      return ['WCS', wcs];
    case 'Capabilities': {
      const name = Object.values(root.attributes).join(' ').toLowerCase();
      const type = textOf(descendant(root, 'ServiceType')).toLowerCase();
      if (name.includes('/wmts') || type.includes('wmts')) return ['WMTS', wmts];
      if (name.includes('/csw') || type.includes('csw')) return ['CSW', () => ({ layers: [] })];
      if (name.includes('/wcs') || type.includes('wcs')) return ['WCS', wcs];
      return descendant(root, 'TileMatrixSet') !== null ? ['WMTS', wmts] : null;
    }
    case 'GetRecordsResponse':
    case 'GetRecordByIdResponse':
      return ['CSW', csw];
    case 'MD_Metadata':
    case 'MI_Metadata':
      return ['ISO metadata', (metadata) => ({ layers: [isoRecord(metadata)] })];
    case 'feed':
      return descendant(root, 'where', 'box', 'polygon', 'offering') === null
        ? null
        : ['OWS Context', context];
    case 'schema':
      return descendant(root, 'complexType') === null ? null : ['feature schema', schema];
    default:
      return null;
  }
}

function aboutService(
  root: XmlElement,
): Pick<ServiceDescription, 'title' | 'abstract' | 'keywords' | 'provider' | 'licence'> {
  const about = child(root, 'Service') ?? child(root, 'ServiceIdentification');
  const provider = child(root, 'ServiceProvider');
  return {
    title: textOf(child(about, 'Title')),
    abstract: textOf(child(about, 'Abstract')),
    keywords: keywordsOf(about),
    provider:
      textOf(child(provider, 'ProviderName')) ||
      textOf(descendant(about, 'ContactOrganization')) ||
      textOf(descendant(provider, 'IndividualName')),
    licence: licenceOf(textOf(child(about, 'AccessConstraints')), textOf(child(about, 'Fees'))),
  };
}

function keywordsOf(element: XmlElement | null): string[] {
  const words: string[] = [];
  for (const list of element?.children ?? []) {
    if (list.name !== 'KeywordList' && list.name !== 'Keywords') continue;
    const inner = list.children.filter((one) => one.name === 'Keyword');
    if (inner.length > 0) words.push(...inner.map(textOf));
    else words.push(...textOf(list).split(/[,;]/));
  }
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].slice(0, 100);
}

const number = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));

// --- WMS

function wms(root: XmlElement): Parts {
  const layers: ServiceLayer[] = [];
  const nameless: string[] = [];
  const capability = child(root, 'Capability') ?? root;
  interface Inherited {
    readonly element: XmlElement;
    readonly box: BoundingBox | null;
    readonly crs: readonly string[];
  }
  const version = root.attributes.version ?? (root.name === 'WMS_Capabilities' ? '1.3.0' : '1.1.1');
  const waiting: Inherited[] = children(capability, 'Layer')
    .reverse()
    .map((element) => ({ element, box: null, crs: [] }));
  while (waiting.length > 0 && layers.length < MOST_LAYERS) {
    const { element, box: above, crs: known } = waiting.pop()!;
    const own = [...children(element, 'CRS'), ...children(element, 'SRS')]
      .flatMap((one) => textOf(one).split(/\s+/))
      .filter((code) => code !== '');
    const crs = [...new Set([...own, ...known])];
    const box = wmsBox(element, version) ?? above;
    const name = textOf(child(element, 'Name'));
    const title = textOf(child(element, 'Title'));
    const inner = children(element, 'Layer');
    if (name !== '')
      layers.push({
        ...emptyLayer(name),
        title,
        abstract: textOf(child(element, 'Abstract')),
        keywords: keywordsOf(element),
        box,
        crs,
        ...timeOf(element),
        urls: children(element, 'MetadataURL')
          .map((one) => child(one, 'OnlineResource')?.attributes.href ?? '')
          .filter((href) => href !== ''),
      });
    else if (inner.length === 0) nameless.push(title);
    for (const one of inner.reverse()) waiting.push({ element: one, box, crs });
  }
  return { layers, nameless };
}

function wmsBox(element: XmlElement, version: string): BoundingBox | null {
  const geographic = child(element, 'EX_GeographicBoundingBox');
  const from13 = geographic === null ? null : geographicBox(geographic);
  if (from13 !== null) return from13;
  const latLon = child(element, 'LatLonBoundingBox');
  if (latLon !== null) {
    const { minx, miny, maxx, maxy } = latLon.attributes;
    const box = checkedBox([minx, miny, maxx, maxy].map(number));
    if (box !== null) return box;
  }
  for (const one of children(element, 'BoundingBox')) {
    const code = one.attributes.CRS ?? one.attributes.SRS ?? '';
    const { minx, miny, maxx, maxy } = one.attributes;
    const values = [minx, miny, maxx, maxy].map(number) as [number, number, number, number];
    const crs = crsOfText(code, 'service');
    if (crs === null || !values.every(Number.isFinite)) continue;
    // From 1.3.0 on the axes are in the order of the registry: latitude first for EPSG:4326, not for CRS:84.
    const swapped = version >= '1.3' && crs.northFirst && !/84$/.test(code.replace('EPSG', ''));
    const box = toWgs84(swapped ? [values[1], values[0], values[3], values[2]] : values, crs);
    const checked = box === null ? null : checkedBox(box);
    if (checked !== null) return checked;
  }
  return null;
}

function geographicBox(element: XmlElement): BoundingBox | null {
  const value = (...names: readonly string[]): number => number(textOf(descendant(element, ...names)));
  return checkedBox([
    value('westBoundLongitude', 'westbc'),
    value('southBoundLatitude', 'southbc'),
    value('eastBoundLongitude', 'eastbc'),
    value('northBoundLatitude', 'northbc'),
  ]);
}

/** `1999-01-01/2020-12-31/P1D` of a time dimension. */
function timeOf(element: XmlElement): { readonly from: string | null; readonly to: string | null } {
  for (const one of element.children) {
    if ((one.name !== 'Dimension' && one.name !== 'Extent') || one.attributes.name?.toLowerCase() !== 'time')
      continue;
    const text = textOf(one);
    if (text === '') continue;
    const pieces = text.split(',');
    const from = pieces[0]!.split('/')[0]!.trim();
    const last = pieces.at(-1)!.split('/');
    return { from: from.slice(0, 40) || null, to: (last[1] ?? last[0]!).trim().slice(0, 40) || null };
  }
  return { from: null, to: null };
}

// --- WFS

function wfs(root: XmlElement): Parts {
  const layers: ServiceLayer[] = [];
  for (const element of descendants(root, 'FeatureType')) {
    const crs = ['DefaultCRS', 'DefaultSRS', 'SRS', 'OtherCRS', 'OtherSRS']
      .flatMap((name) => children(element, name).map(textOf))
      .filter((code) => code !== '');
    layers.push({
      ...emptyLayer(textOf(child(element, 'Name'))),
      title: textOf(child(element, 'Title')),
      abstract: textOf(child(element, 'Abstract')),
      keywords: keywordsOf(element),
      box: owsBox(element) ?? wfs10Box(element, crs[0]),
      crs,
      urls: children(element, 'MetadataURL')
        .map((one) => one.attributes.href ?? textOf(one))
        .filter((href) => href !== ''),
    });
  }
  return { layers };
}

function wfs10Box(element: XmlElement, crs: string | undefined): BoundingBox | null {
  for (const one of [...children(element, 'LatLongBoundingBox'), ...children(element, 'LatLonBoundingBox')]) {
    const { minx, miny, maxx, maxy } = one.attributes;
    const values = [minx, miny, maxx, maxy].map(number) as [number, number, number, number];
    if (!values.every(Number.isFinite)) continue;
    // By its name in degrees; by some servers in the layer's own system.
    if (Math.abs(values[0]) <= 360 && Math.abs(values[2]) <= 360) {
      const box = checkedBox(values);
      if (box !== null) return box;
    }
    const known = crs === undefined ? null : crsOfText(crs, 'service');
    const projected = known === null ? null : toWgs84(values, known);
    if (projected !== null) return checkedBox(projected);
  }
  return null;
}

/** Several boxes are taken together. */
function owsBox(element: XmlElement): BoundingBox | null {
  let all: BoundingBox | null = null;
  for (const one of children(element, 'WGS84BoundingBox')) {
    const box = corners(one, false);
    if (box !== null) all = all === null ? box : union(all, box);
  }
  if (all !== null) return all;
  for (const one of children(element, 'BoundingBox')) {
    const code = one.attributes.crs ?? '';
    const crs = code === '' ? null : crsOfText(code, 'service');
    const raw = cornerValues(one);
    if (raw === null) continue;
    if (crs === null) {
      // A box without a system in a catalogue is in degrees.
      const box = code === '' ? checkedBox(raw) : null;
      if (box !== null) return box;
      continue;
    }
    const swapped = obeysAxisOrder(code) && crs.northFirst && !/CRS84/i.test(code);
    const values = swapped ? ([raw[1], raw[0], raw[3], raw[2]] as const) : raw;
    const projected = toWgs84(values, crs);
    const box = projected === null ? null : checkedBox(projected);
    if (box !== null) return box;
  }
  return null;
}

function cornerValues(element: XmlElement): [number, number, number, number] | null {
  const [a, b] = ['LowerCorner', 'UpperCorner'].map((name) =>
    textOf(descendant(element, name))
      .split(/[\s,]+/)
      .map(Number),
  );
  const values = [a![0]!, a![1]!, b![0]!, b![1]!] as [number, number, number, number];
  return values.every(Number.isFinite) ? values : null;
}

function corners(element: XmlElement, latitudeFirst: boolean): BoundingBox | null {
  const values = cornerValues(element);
  if (values === null) return null;
  const box = checkedBox(latitudeFirst ? [values[1], values[0], values[3], values[2]] : values);
  // Written the other way round by more than one server: latitude first.
  return box ?? checkedBox([values[1], values[0], values[3], values[2]]);
}

// --- WMTS and WCS

function wmts(root: XmlElement): Parts {
  const contents = child(root, 'Contents');
  const systems = new Map<string, string>();
  for (const set of children(contents, 'TileMatrixSet'))
    systems.set(textOf(child(set, 'Identifier')), textOf(child(set, 'SupportedCRS')));
  const layers = children(contents, 'Layer').map(
    (element): ServiceLayer => ({
      ...emptyLayer(textOf(child(element, 'Identifier'))),
      title: textOf(child(element, 'Title')),
      abstract: textOf(child(element, 'Abstract')),
      keywords: keywordsOf(element),
      box: owsBox(element),
      crs: [
        ...new Set(
          children(element, 'TileMatrixSetLink').map(
            (one) => systems.get(textOf(child(one, 'TileMatrixSet'))) ?? '',
          ),
        ),
      ].filter((code) => code !== ''),
      ...timeOfWmts(element),
      urls: children(element, 'ResourceURL')
        .map((one) => one.attributes.template ?? '')
        .filter((href) => href !== ''),
    }),
  );
  return { layers };
}

function timeOfWmts(element: XmlElement): { readonly from: string | null; readonly to: string | null } {
  for (const dimension of children(element, 'Dimension')) {
    if (textOf(child(dimension, 'Identifier')).toLowerCase() !== 'time') continue;
    const values = children(dimension, 'Value').map(textOf).sort();
    if (values.length > 0) return { from: values[0]!.slice(0, 40), to: values.at(-1)!.slice(0, 40) };
  }
  return { from: null, to: null };
}

function wcs(root: XmlElement): Parts {
  const layers: ServiceLayer[] = [];
  for (const element of descendants(
    root,
    'CoverageSummary',
    'CoverageOfferingBrief',
    'CoverageDescription',
  )) {
    const name =
      textOf(child(element, 'CoverageId')) ||
      textOf(child(element, 'Identifier')) ||
      textOf(child(element, 'name'));
    const envelope = child(element, 'lonLatEnvelope');
    const positions = children(envelope, 'pos').map((one) => textOf(one).split(/\s+/).map(Number));
    layers.push({
      ...emptyLayer(name),
      title: textOf(child(element, 'Title')) || textOf(child(element, 'label')),
      abstract: textOf(child(element, 'Abstract')) || textOf(child(element, 'description')),
      keywords: keywordsOf(element),
      box:
        owsBox(element) ??
        (positions.length === 2
          ? checkedBox([...positions[0]!.slice(0, 2), ...positions[1]!.slice(0, 2)])
          : null),
    });
  }
  return { layers };
}

// --- CSW and ISO 19139 (the Brazilian profile is one of its own)

function csw(root: XmlElement): Parts {
  const layers: ServiceLayer[] = [];
  const records = child(root, 'SearchResults') ?? root;
  for (const element of records.children) {
    if (layers.length >= MOST_LAYERS) break;
    if (element.name === 'MD_Metadata' || element.name === 'MI_Metadata') layers.push(isoRecord(element));
    else if (/^(?:Record|SummaryRecord|BriefRecord)$/.test(element.name)) layers.push(dublinCore(element));
  }
  const results = child(root, 'SearchResults');
  const next = number(results?.attributes.nextRecord);
  return { layers, follow: next > 0 ? [`startPosition=${next}`] : [] };
}

function dublinCore(element: XmlElement): ServiceLayer {
  const all = (name: string): string[] =>
    children(element, name)
      .map(textOf)
      .filter((text) => text !== '');
  const title = all('title')[0] ?? '';
  return {
    ...emptyLayer(all('identifier')[0] ?? title),
    title,
    abstract: all('abstract')[0] ?? all('description')[0] ?? '',
    keywords: all('subject').slice(0, 100),
    box: owsBox(element),
    from: all('date')[0] ?? all('modified')[0] ?? null,
    licence: licenceOf(...all('rights'), ...all('license')),
    urls: [...all('references'), ...all('URI'), ...all('relation')]
      .filter((href) => /^https?:/i.test(href))
      .slice(0, 100),
  };
}

/** The text of an ISO element: in a CharacterString, an Anchor, a localised string or a code. */
function isoText(element: XmlElement | null): string {
  if (element === null) return '';
  const value = descendant(element, 'CharacterString', 'Anchor');
  if (value !== null) return textOf(value);
  const text = textOf(element);
  return text !== '' ? text : (element.children[0]?.attributes.codeListValue ?? '');
}

function isoRecord(element: XmlElement): ServiceLayer {
  const identification = child(element, 'identificationInfo');
  const citation = descendant(identification, 'CI_Citation');
  const title = isoText(child(citation, 'title'));
  const keywords = new Set<string>();
  for (const list of descendants(identification, 'MD_Keywords'))
    for (const keyword of children(list, 'keyword')) keywords.add(isoText(keyword));
  for (const topic of descendants(identification, 'MD_TopicCategoryCode')) keywords.add(textOf(topic));
  let box: BoundingBox | null = null;
  for (const one of descendants(identification, 'EX_GeographicBoundingBox')) {
    const next = geographicBox(one);
    if (next !== null) box = box === null ? next : union(box, next);
  }
  const crs: string[] = [];
  for (const system of children(element, 'referenceSystemInfo')) {
    const code = isoText(descendant(system, 'code'));
    const space = isoText(descendant(system, 'codeSpace'));
    if (code !== '')
      crs.push(/^\d+$/.test(code) ? `${/epsg/i.test(space) || space === '' ? 'EPSG' : space}:${code}` : code);
  }
  const period = descendant(identification, 'TimePeriod');
  const instant = descendant(identification, 'timePosition');
  const begin = textOf(descendant(period, 'beginPosition', 'begin')) || textOf(instant);
  const end = textOf(descendant(period, 'endPosition', 'end')) || textOf(instant);
  const urls: string[] = [];
  for (const linkage of descendants(child(element, 'distributionInfo'), 'linkage')) {
    const href = textOf(linkage);
    if (/^https?:/i.test(href) && urls.length < 100) urls.push(href);
  }
  const constraints: string[] = [];
  for (const one of descendants(identification, 'otherConstraints', 'useLimitation', 'useConstraints'))
    constraints.push(isoText(one));
  keywords.delete('');
  const representation = descendant(identification, 'MD_SpatialRepresentationTypeCode');
  return {
    ...emptyLayer(
      isoText(child(element, 'fileIdentifier')) || isoText(child(element, 'metadataIdentifier')) || title,
    ),
    title,
    abstract: isoText(descendant(identification, 'abstract')),
    keywords: [...keywords].slice(0, 200),
    box,
    crs,
    from: begin === '' ? null : begin.slice(0, 40),
    to: end === '' ? null : end.slice(0, 40),
    licence: licenceOf(...constraints),
    geometryType: representation?.attributes.codeListValue ?? null,
    urls,
  };
}

// --- Contexts (Atom with GeoRSS) and schemas of feature types

function context(root: XmlElement): Parts {
  const layers = children(root, 'entry').map(
    (entry): ServiceLayer => ({
      ...emptyLayer(textOf(child(entry, 'id')) || textOf(child(entry, 'title'))),
      title: textOf(child(entry, 'title')),
      abstract: textOf(child(entry, 'summary')) || textOf(child(entry, 'content')).slice(0, 2000),
      keywords: children(entry, 'category')
        .map((one) => one.attributes.label ?? one.attributes.term ?? '')
        .filter((word) => word !== ''),
      box: georss(entry),
      from: textOf(child(entry, 'date')) || null,
      licence: licenceOf(textOf(child(entry, 'rights'))),
      urls: children(entry, 'link')
        .map((one) => one.attributes.href ?? '')
        .filter((href) => href !== ''),
    }),
  );
  return { layers, title: textOf(child(root, 'title')) };
}

/** Latitude comes first in GeoRSS. */
function georss(entry: XmlElement): BoundingBox | null {
  const element = descendant(entry, 'box', 'polygon', 'line', 'point', 'posList', 'pos');
  const values = textOf(element)
    .split(/[\s,]+/)
    .map(Number)
    .filter(Number.isFinite);
  if (element === null || values.length < 2) return null;
  let [south, west, north, east] = [90, 180, -90, -180];
  for (let i = 0; i + 1 < values.length; i += 2) {
    south = Math.min(south, values[i]!);
    north = Math.max(north, values[i]!);
    west = Math.min(west, values[i + 1]!);
    east = Math.max(east, values[i + 1]!);
  }
  return checkedBox([west, south, east, north]);
}

function schema(root: XmlElement): Parts {
  const types = new Map<string, string>();
  for (const element of children(root, 'element'))
    types.set(withoutPrefix(element.attributes.type ?? ''), element.attributes.name ?? '');
  const layers: ServiceLayer[] = [];
  for (const type of children(root, 'complexType')) {
    const fields: { name: string; type: string }[] = [];
    let geometryType: string | null = null;
    for (const element of descendants(type, 'element')) {
      const name = element.attributes.name ?? '';
      const of = withoutPrefix(
        element.attributes.type ?? descendant(element, 'restriction')?.attributes.base ?? '',
      );
      if (/PropertyType$/.test(of))
        geometryType = of
          .replace(/PropertyType$/, '')
          .replace('Surface', 'Polygon')
          .replace('Curve', 'LineString');
      else if (name !== '' && fields.length < 2000) fields.push({ name, type: of });
    }
    const name = types.get(type.attributes.name ?? '') ?? (type.attributes.name ?? '').replace(/Type$/, '');
    layers.push({
      ...emptyLayer(name),
      fields,
      geometryType: geometryType === 'Geometry' ? null : geometryType,
    });
  }
  return { layers };
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
