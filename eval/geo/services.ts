/**
 * Services and catalogues against documents of real servers (`ogc-services.zip`, `stac-examples.zip`): the layers, boxes and coordinate
 * systems that we read beside those that a strict reading of the same document, written apart, finds.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { unzipSync } from 'fflate';
import type { Bar, MeasureArgs, MeasureResult } from '../../bench/measure.ts';
import { describeService, type ServiceLayer } from '../../src/geo/services/index.ts';

export const title = 'Map services and catalogues';

interface ExpectedLayer {
  readonly name: string;
  readonly box: readonly number[] | null;
  readonly crs: boolean;
}

/** Zips and single documents of a folder. */
function* documents(data: string): Generator<readonly [name: string, bytes: Uint8Array]> {
  const files = statSync(data).isDirectory()
    ? readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
    : [data];
  for (const path of files.sort()) {
    if (!statSync(path).isFile()) continue;
    if (/(?:services|stac|ogc)[^/]*\.zip$/i.test(path)) {
      for (const [name, bytes] of Object.entries(unzipSync(readFileSync(path))))
        if (/\.(?:xml|json)$/i.test(name)) yield [name, bytes];
    }
  }
}

const own = (element: Element, name: string): Element[] =>
  [...(element.childNodes as unknown as Iterable<Element>)].filter((node) => node.localName === name);
const textIn = (element: Element | undefined): string => element?.textContent?.trim() ?? '';
const numbers = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(Number);

function below(root: Element, name: string): Element[] {
  return [...(root.getElementsByTagNameNS('*', name) as unknown as Iterable<Element>)];
}

/** A strict reading; null where it finds nothing to compare. */
function expected(name: string, bytes: Uint8Array): ExpectedLayer[] | null {
  const text = new TextDecoder(
    /encoding=["']iso-8859-1/i.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))
      ? 'latin1'
      : 'utf-8',
  ).decode(bytes);
  if (/\.json$/i.test(name)) {
    const root = JSON.parse(text) as {
      stac_version?: string;
      type?: string;
      id?: string;
      bbox?: number[];
      extent?: { spatial: { bbox: number[][] } };
    };
    if (root.stac_version === undefined) return null;
    if (root.type === 'Catalog') return [];
    const box = root.bbox ?? root.extent?.spatial.bbox[0] ?? null;
    return [
      {
        name: root.id ?? '',
        box: box?.length === 6 ? [box[0]!, box[1]!, box[3]!, box[4]!] : box,
        crs: false,
      },
    ];
  }
  const root = new DOMParser({ onError: () => undefined }).parseFromString(text, 'text/xml')
    .documentElement as Element | null;
  if (root === null) return null;
  const attributes = (element: Element | undefined): number[] | null =>
    element === undefined
      ? null
      : ['minx', 'miny', 'maxx', 'maxy'].map((key) => Number(element.getAttribute(key)));
  const cornersOf = (element: Element | undefined): number[] | null =>
    element === undefined
      ? null
      : [
          ...numbers(textIn(own(element, 'LowerCorner')[0])),
          ...numbers(textIn(own(element, 'UpperCorner')[0])),
        ];
  const geographic = (element: Element | undefined): number[] | null =>
    element === undefined
      ? null
      : ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'].map((key) =>
          Number(textIn(below(element, key)[0])),
        );
  switch (root.localName) {
    case 'WMS_Capabilities':
    case 'WMT_MS_Capabilities':
      return below(root, 'Layer')
        .filter((layer) => textIn(own(layer, 'Name')[0]) !== '')
        .map((layer) => {
          let box: number[] | null = null;
          let crs = false;
          for (
            let at: Element | null = layer;
            at !== null && at.localName === 'Layer';
            at = at.parentNode as Element | null
          ) {
            box ??=
              geographic(own(at, 'EX_GeographicBoundingBox')[0]) ??
              attributes(own(at, 'LatLonBoundingBox')[0]);
            crs ||= own(at, 'CRS').length + own(at, 'SRS').length > 0;
          }
          return { name: textIn(own(layer, 'Name')[0]), box, crs };
        });
    case 'WFS_Capabilities':
      return below(root, 'FeatureType').map((type) => ({
        name: textIn(own(type, 'Name')[0]),
        box: cornersOf(own(type, 'WGS84BoundingBox')[0]) ?? attributes(own(type, 'LatLongBoundingBox')[0]),
        crs: ['DefaultCRS', 'DefaultSRS', 'SRS'].some((key) => own(type, key).length > 0),
      }));
    case 'Capabilities':
      return below(root, 'Layer').map((layer) => ({
        name: textIn(own(layer, 'Identifier')[0]),
        box: cornersOf(own(layer, 'WGS84BoundingBox')[0]),
        crs: own(layer, 'TileMatrixSetLink').length > 0,
      }));
    case 'MD_Metadata':
    case 'GetRecordByIdResponse':
    case 'GetRecordsResponse': {
      const records = root.localName === 'MD_Metadata' ? [root] : below(root, 'MD_Metadata');
      return records.map((record) => ({
        name: textIn(own(record, 'fileIdentifier')[0]),
        box: geographic(below(record, 'EX_GeographicBoundingBox')[0]),
        crs: own(record, 'referenceSystemInfo').length > 0,
      }));
    }
    case 'feed':
      return below(root, 'entry').map((entry) => ({
        name: textIn(own(entry, 'id')[0]),
        box: null,
        crs: false,
      }));
    case 'schema':
      return below(root, 'complexType')
        .filter((type) => type.parentNode === root)
        .map((type) => ({ name: type.getAttribute('name') ?? '', box: null, crs: false }));
    default:
      return null;
  }
}

const inDegrees = (box: readonly number[]): boolean =>
  box.every(Number.isFinite) &&
  Math.abs(box[0]!) <= 360 &&
  Math.abs(box[2]!) <= 360 &&
  Math.abs(box[1]!) <= 90 &&
  Math.abs(box[3]!) <= 90;

function difference(
  wanted: readonly ExpectedLayer[],
  layers: readonly ServiceLayer[],
  dropped: number,
): string {
  if (layers.length + dropped !== wanted.length)
    return `${layers.length} layers and ${dropped} dropped, ${wanted.length} expected`;
  const byName = new Map(layers.map((layer) => [layer.name, layer]));
  for (const { name, box, crs } of wanted) {
    const layer = byName.get(name) ?? (wanted.length === 1 ? layers[0] : undefined);
    if (layer === undefined) continue;
    if (box !== null && inDegrees(box) && box[1]! <= box[3]!) {
      if (layer.box === null) return `${name}: no box`;
      for (let i = 0; i < 4; i++)
        if (Math.abs(layer.box[i]! - box[i]!) > 1e-6)
          return `${name}: box ${layer.box.join()}, ${box.join()} expected`;
    }
    if (crs && layer.crs.length === 0) return `${name}: no coordinate system`;
  }
  return '';
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  if (args.data === undefined || !existsSync(args.data)) return { tables: [], figures: {} };
  const rows: (string | number)[][] = [];
  let right = 0;
  let judged = 0;
  for (const [name, bytes] of documents(args.data)) {
    let wanted: ExpectedLayer[] | null = null;
    try {
      wanted = expected(name, bytes);
    } catch {
      wanted = null;
    }
    const found = describeService(bytes, null, `http://example.test/${basename(name)}`);
    const why =
      wanted === null
        ? ''
        : found === null
          ? 'not recognised'
          : difference(wanted, found.layers, found.dropped.length);
    if (wanted !== null) {
      judged++;
      if (why === '') right++;
    }
    rows.push([
      basename(name),
      found?.service ?? '–',
      found?.layers.length ?? 0,
      found?.dropped.length ?? 0,
      wanted === null ? 'not judged' : why === '' ? 'equal' : why,
    ]);
  }
  if (rows.length === 0) return { tables: [], figures: {} };
  const share = judged === 0 ? 0 : right / judged;
  const bars: Bar[] = [
    {
      what: 'service documents read as a strict reader does',
      bar: '≥ 95 %',
      measured: `${(100 * share).toFixed(1)} % of ${judged}`,
      met: share >= 0.95,
    },
  ];
  return {
    tables: [{ title, columns: ['document', 'kind', 'layers', 'dropped', 'compared'], rows }],
    figures: { 'services.judged': judged, 'services.equal': right },
    bars,
  };
}
