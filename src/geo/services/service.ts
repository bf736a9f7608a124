/** What a map service or a catalogue turns out to offer, in the same terms whatever protocol it speaks. */
import type { BoundingBox } from '../box.ts';
import { crsOfText } from '../crs/crs.ts';
import { type DatasetInfo, emptyDataset } from '../readers/dataset.ts';

export type ServiceKind =
  | 'WMS'
  | 'WFS'
  | 'WCS'
  | 'WMTS'
  | 'CSW'
  | 'ISO metadata'
  | 'OWS Context'
  | 'feature schema'
  | 'OGC API'
  | 'OGC API Records'
  | 'STAC'
  | 'ArcGIS REST';

export interface ServiceField {
  readonly name: string;
  readonly type: string;
}

export interface ServiceLayer {
  readonly name: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly box: BoundingBox | null;
  /** As the service names them, its own first. */
  readonly crs: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly licence: string;
  readonly geometryType: string | null;
  readonly count: number | null;
  readonly fields: readonly ServiceField[];
  /** Where its data or its description can be had. */
  readonly urls: readonly string[];
}

export interface DroppedLayer {
  readonly name: string;
  readonly reason: 'nameless' | 'meaningless' | 'demo';
}

export interface ServiceDescription {
  readonly service: ServiceKind;
  readonly version: string;
  readonly url: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly provider: string;
  readonly licence: string;
  readonly layers: readonly ServiceLayer[];
  readonly dropped: readonly DroppedLayer[];
  /** What to ask next to see the rest: a further page, collections, children. */
  readonly follow: readonly string[];
  readonly problems: readonly string[];
}

export function emptyLayer(name: string): ServiceLayer {
  return {
    name,
    title: '',
    abstract: '',
    keywords: [],
    box: null,
    crs: [],
    from: null,
    to: null,
    licence: '',
    geometryType: null,
    count: null,
    fields: [],
    urls: [],
  };
}

/** Data that come with the software, found on servers everywhere: GeoServer's, MapServer's and ArcGIS's samples. */
const DEMO =
  /^(?:topp:(?:tasmania|states)|tasmania(?:_|$)|tiger(?:-ny)?(?::|$)|tiger:|nurc:|sf:|spearfish$|cite:|it\.geosolutions:|ne:|medford:|osmdemo|SampleWorldCities|sample_?layer|demo_?layer)/i;

/** Why a layer says nothing, or null. */
function whyDropped(name: string, title: string): DroppedLayer['reason'] | null {
  if (name.trim() === '') return 'nameless';
  if (DEMO.test(name)) return 'demo';
  const bare = name.slice(name.lastIndexOf(':') + 1).trim();
  const said = title.trim();
  if (/^\d+$/.test(bare) && (said === '' || said === name || /^\d+$/.test(said))) return 'meaningless';
  if (
    /^(?:layer|untitled|teste?|new layer|nova camada)\s*_?\d*$/i.test(bare) &&
    (said === '' || said === name)
  )
    return 'meaningless';
  return null;
}

/** Parts layers that mean something from those that do not. */
export function sorted(layers: Iterable<ServiceLayer>): {
  readonly layers: ServiceLayer[];
  readonly dropped: DroppedLayer[];
} {
  const kept: ServiceLayer[] = [];
  const dropped: DroppedLayer[] = [];
  for (const layer of layers) {
    const reason = whyDropped(layer.name, layer.title);
    if (reason === null) kept.push(layer);
    else dropped.push({ name: layer.name, reason });
  }
  return { layers: kept, dropped };
}

/** Ways of saying that nothing is owed. */
const NO_FEE =
  /^(?:none|no(?:ne)? ?(?:fees?|conditions? apply)?|nenhum[ao]?|n\/?a|unknown|free|gratuito|gratis|0|-|\.)?$/i;
export function licenceOf(...texts: readonly string[]): string {
  for (const text of texts) {
    const trimmed = text.replace(/\s+/g, ' ').trim();
    if (!NO_FEE.test(trimmed)) return trimmed.slice(0, 500);
  }
  return '';
}

/** The layers of a service as descriptions of data. */
export function serviceDatasets(description: ServiceDescription): DatasetInfo[] {
  return description.layers.map((layer) => ({
    ...emptyDataset(description.service.toLowerCase().replace(/ /g, '-'), 'service', layer.name),
    title: layer.title || null,
    abstract: layer.abstract || null,
    keywords: layer.keywords,
    extent: layer.box,
    extentFrom: layer.box === null ? null : 'header',
    crs: layer.crs[0] === undefined ? null : crsOfText(layer.crs[0], 'service'),
    geometryType: layer.geometryType,
    count: layer.count,
    countFrom: layer.count === null ? null : 'header',
    fields: layer.fields.map((field) => ({ name: field.name, type: fieldType(field.type) })),
    temporal: layer.from === null && layer.to === null ? null : { from: layer.from, to: layer.to },
    licence: layer.licence || description.licence || null,
  }));
}

function fieldType(type: string): DatasetInfo['fields'][number]['type'] {
  if (/string|text|char/i.test(type)) return 'text';
  if (/int|long|short|oid/i.test(type)) return 'integer';
  if (/double|float|decimal|single|real|number/i.test(type)) return 'real';
  if (/date|time/i.test(type)) return 'date';
  return /bool/i.test(type) ? 'boolean' : 'other';
}
