/**
 * What an address is to a search for geographic data, by its form and by the words around it: a page, a geographic file, an archive that
 * says so by its name, an archive that may hold one, a service, or nothing of interest. Nothing is fetched to decide it.
 */
import { ARCHIVE_FORMATS } from '../archive/archive-table.ts';
import {
  DOUBTFUL,
  DOUBTFUL_LINKED,
  PICTURES,
  TELLING,
  TELLING_INSIDE,
  WORLD_FILE_EXTENSIONS,
} from '../readers/format-table.ts';
import type { GeoProfile } from '../vocabulary/index.ts';

export type UrlClass =
  /** A reference to a page: visited later. */
  | 'PAGE'
  /** Nothing to fetch. */
  | 'UNWANTED'
  /** A geographic file by its extension. */
  | 'GEO_EXPLICIT'
  /** An archive, or a file of a general format, with a telling name or folder. */
  | 'GEO_NAMED'
  /** An archive, or a file of a general format, that geographic words stand around. */
  | 'GEO_CONTEXT'
  /** A part of a shapefile or of an image: goes with its main file, never alone. */
  | 'GEO_COMPONENT'
  /** An OGC, ArcGIS or STAC endpoint. */
  | 'GEO_SERVICE'
  /** An archive that nothing speaks for: never downloaded. */
  | 'ARCHIVE_REJECTED';

export interface UrlProfileRules {
  readonly name: GeoProfile;
  readonly archives: ReadonlySet<string>;
  readonly unwanted: ReadonlySet<string>;
  /** Extensions of geographic files, besides `shp`. */
  readonly geographic: ReadonlySet<string>;
  /** Extensions that are geographic only sometimes. */
  readonly ambiguous: ReadonlySet<string>;
  /** In path or query: enough for an archive. */
  readonly needles: readonly string[];
  /** In path or query: evidence that never suffices alone. */
  readonly weakNeedles: readonly string[];
  readonly services: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const UNWANTED = 'pdf doc txt css ico gif jpg';

export const COMPAT_URLS: UrlProfileRules = {
  name: 'compat',
  archives: set('zip'),
  unwanted: set(UNWANTED),
  geographic: new Set(),
  ambiguous: new Set(),
  needles: ['shape', 'shp'],
  weakNeedles: [],
  services: false,
};

export const MODERN_URLS: UrlProfileRules = {
  name: 'modern',
  archives: new Set(ARCHIVE_FORMATS.flatMap(({ extensions }) => extensions)),
  unwanted: set(
    `${UNWANTED} png jpeg svg webp avif bmp mp3 mp4 avi mov wmv ogg webm docx xls xlsx ods odt ppt pptx odp rtf js mjs map woff woff2 ttf eot rss atom epub apk iso dmg msi`,
  ),
  geographic: new Set([...TELLING, ...WORLD_FILE_EXTENSIONS]),
  ambiguous: new Set([...DOUBTFUL, ...DOUBTFUL_LINKED, ...TELLING_INSIDE]),
  needles: ['shape', 'shp', 'gpkg', 'geojson'],
  weakNeedles:
    'gis geo sig kml geotiff dem mde srtm camada layer vetor vector limites malha bairros municipios bcim'.split(
      ' ',
    ),
  services: true,
};

/** Parts of a shapefile, world files, and what map programs lay beside data. */
const COMPONENTS = set(
  'shx dbf prj cpg sbn sbx qix qpj qmd atx ain aih ixs mxs aux ovr tfw tifw jgw jpgw pgw pngw wld map mid dat id ind',
);
/** Scripts that hand out files: their name says nothing, a value behind it may. */
const SCRIPTS = set('php asp aspx jsp cgi do ashx action');
/** Programs of a server: an `.exe` in such a folder answers, and is not handed out. */
const SERVER_PROGRAMS = /\/cgi(?:-[a-z]+)?\//;
const SHORT_NEEDLE = 4;
/** Addresses of pages that look like an extension of something else. */
const LONGEST_EXTENSION = 12;

export interface UrlEvidence {
  /** Score of the page's geographic words. */
  readonly page: number;
  /** Score of the anchor's. */
  readonly anchor: number;
  /** Score of the words around the link, where they count. */
  readonly near?: number;
  /** What the scores must reach. */
  readonly threshold: number;
}

export interface ClassifiedUrl {
  readonly class: UrlClass;
  /** What decided it: the extension, a needle, or the words. */
  readonly because: string;
  /** Lower case, '' when the address has none. */
  readonly extension: string;
  /** How much speaks for it, to order downloads: anchors count double. */
  readonly evidence: number;
}

/** Decides about an absolute address. Never throws. */
export function classifyUrl(
  url: string,
  evidence: UrlEvidence | (() => UrlEvidence),
  rules: UrlProfileRules = MODERN_URLS,
): ClassifiedUrl {
  const parsed = parse(url);
  if (parsed === null) return { class: 'UNWANTED', because: 'not http', extension: '', evidence: 0 };
  const { extension, searched, pathname, query } = readExtension(parsed, rules);
  const answer = (name: UrlClass, because: string, weight = 0): ClassifiedUrl => ({
    class: name,
    because,
    extension,
    evidence: weight,
  });
  if (rules.services) {
    const service = serviceKind(pathname, query);
    if (service !== '') return answer('GEO_SERVICE', service);
  }
  if (rules.unwanted.has(extension)) return answer('UNWANTED', extension);
  if (extension === 'shp') return answer('GEO_EXPLICIT', 'shp');
  if (rules.geographic.has(extension) && !COMPONENTS.has(extension)) return answer('GEO_EXPLICIT', extension);
  if (extension === 'exe' && SERVER_PROGRAMS.test(pathname)) return answer('PAGE', '');
  const isArchive = rules.archives.has(extension);
  if (!isArchive && COMPONENTS.has(extension)) return answer('GEO_COMPONENT', extension);
  if (isArchive || rules.ambiguous.has(extension)) {
    const needle = rules.needles.find((text) => searched.includes(text));
    if (needle !== undefined) return answer('GEO_NAMED', needle);
    if (!isArchive && MACHINERY.test(pathname + query)) return answer('UNWANTED', extension);
    const words = typeof evidence === 'function' ? evidence() : evidence;
    const weak = weakNeedles(searched, rules);
    const near = words.near ?? 0;
    // A weak needle helps a weak word; without any word it proves nothing.
    const said = Math.max(words.page, words.anchor, near);
    if (said > 0 && said + 0.5 * Math.min(1, weak) >= words.threshold)
      return answer(
        'GEO_CONTEXT',
        words.anchor >= words.threshold ? 'anchor' : words.page >= near ? 'page' : 'around',
        Math.max(words.page, near) + 2 * words.anchor + 0.5 * weak,
      );
    return answer(isArchive ? 'ARCHIVE_REJECTED' : 'UNWANTED', isArchive ? 'no geographic word' : extension);
  }
  return answer('PAGE', '');
}

/** How many of the weak needles an address has; a short one must stand alone (`/geo/`, not `george`). */
function weakNeedles(searched: string, { weakNeedles: needles }: UrlProfileRules): number {
  const parts = new Set(searched.split(/[^a-z0-9]+/));
  return needles.filter((text) => (text.length <= SHORT_NEEDLE ? parts.has(text) : searched.includes(text)))
    .length;
}

function parse(url: string): URL | null {
  try {
    const parsed = new URL(url);
    return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed : null;
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  return extension.length <= LONGEST_EXTENSION && /^[a-z0-9]*$/.test(extension) ? extension : '';
}

function readExtension(
  url: URL,
  rules: UrlProfileRules,
): {
  readonly extension: string;
  readonly searched: string;
  readonly pathname: string;
  readonly query: string;
} {
  const pathname = decoded(url.pathname).toLowerCase();
  const query = decoded(url.search).toLowerCase();
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  let extension = extensionOf(last);
  if (extension === '' || SCRIPTS.has(extension)) {
    for (const value of url.searchParams.values()) {
      const behind = extensionOf(value.slice(0, 1000));
      if (
        behind === 'shp' ||
        rules.archives.has(behind) ||
        rules.geographic.has(behind) ||
        rules.ambiguous.has(behind)
      ) {
        extension = behind;
        break;
      }
    }
    if (SCRIPTS.has(extension)) extension = '';
  }
  // `dados.shp.zip`, `limites.geojson.gz`: the needle is in the name.
  return { extension, searched: pathname + query, pathname, query };
}

/** XML and JSON that a site has for programs, whatever it is about: feeds, site maps, manifests, descriptions of itself. */
const MACHINERY =
  /(?:feed|rss|atom|podcast|sitemap|manifest|opensearch|rsd|oembed|\bembed)[^/]*\.(?:xml|json)\b|\/index\.(?:xml|json)$|\/(?:wp-json|oembed)\//;

const OGC_QUERY = /[?&]service=(wms|wfs|wcs|wmts|csw)\b/;
const CAPABILITIES = /[?&]request=getcapabilities\b/;
const OGC_PATH = /\/(?:wms|wfs|wcs|wmts|csw|ows)\/?$/;
const ARCGIS = /\/(?:featureserver|mapserver|imageserver)(?:\/\d+)?\/?$/;
const OGC_API = /\/(?:ogcapi|ogc-api|ogc\/features|oapif)(?:\/|$)/;
const STAC = /(?:^|\/)stac(?:[/-]v?\d[\w.-]*)?(?:\/|$)|\/stac\/.*\.json$/;

/** Which kind of service an address looks like, '' for none. */
export function serviceKind(pathname: string, query: string): string {
  const named = OGC_QUERY.exec(query);
  if (
    named !== null &&
    !/[?&]request=get(?:map|feature|tile|coverage|featureinfo|legendgraphic)\b/.test(query)
  )
    return named[1]!;
  if (CAPABILITIES.test(query)) return 'ows';
  if (/[?&]request=/.test(query)) return '';
  if (OGC_PATH.test(pathname)) return 'ows';
  if (ARCGIS.test(pathname)) return 'arcgis';
  if (OGC_API.test(pathname)) return 'ogc-api';
  if (STAC.test(pathname)) return 'stac';
  return '';
}

/** Whether a class sends something to be looked into. */
export function isGeographic(name: UrlClass): boolean {
  return name === 'GEO_EXPLICIT' || name === 'GEO_NAMED' || name === 'GEO_CONTEXT' || name === 'GEO_SERVICE';
}

const DOWNLOAD_RANK: Readonly<Record<string, number>> = {
  GEO_EXPLICIT: 0,
  GEO_SERVICE: 0,
  GEO_NAMED: 1,
  GEO_CONTEXT: 2,
};

/** The order in which candidates are looked into: by class, then by what speaks for them; stable. */
export function downloadOrder<T extends { readonly class: UrlClass; readonly evidence: number }>(
  candidates: readonly T[],
): T[] {
  return [...candidates].sort(
    (a, b) => (DOWNLOAD_RANK[a.class] ?? 9) - (DOWNLOAD_RANK[b.class] ?? 9) || b.evidence - a.evidence,
  );
}

const IMAGES: ReadonlySet<string> = new Set([...PICTURES, 'tif', 'tiff', 'jp2']);
const WORLD_FILES: Readonly<Record<string, string>> = {
  jgw: 'jpg',
  jpgw: 'jpg',
  pgw: 'png',
  pngw: 'png',
  tfw: 'tif',
  tifw: 'tif',
  gfw: 'gif',
  wld: '',
};

/** Of the addresses of one page, images that a world file of the same name places on the map. */
export function placedImages(urls: readonly string[]): ReadonlySet<string> {
  const worlds = new Set<string>();
  for (const url of urls) {
    const { stem, extension } = stemOf(url);
    if (extension in WORLD_FILES) worlds.add(stem);
  }
  const placed = new Set<string>();
  if (worlds.size === 0) return placed;
  for (const url of urls) {
    const { stem, extension } = stemOf(url);
    if (IMAGES.has(extension) && worlds.has(stem)) placed.add(url);
  }
  return placed;
}

function stemOf(url: string): { readonly stem: string; readonly extension: string } {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const extension = extensionOf(path.slice(path.lastIndexOf('/') + 1));
  return { stem: path.slice(0, path.length - extension.length).toLowerCase(), extension };
}

const DOWNLOAD_WORDS =
  /(?:download|baixar|descarregar|descarga|arquivo|ficheiro|getfile|export|anexo|attachment|camada|layer)/i;
const PAGE_EXTENSION = /\.(?:x?html?|php|aspx?|jsp|cgi|shtml)$/i;

/** Whether an address that looks like a page's may hand out a file: it speaks of a download and says by a query which. */
export function mayHandOut(url: string): boolean {
  const parsed = parse(url);
  if (parsed === null || parsed.search === '') return false;
  const last = parsed.pathname.slice(parsed.pathname.lastIndexOf('/') + 1);
  return DOWNLOAD_WORDS.test(PAGE_EXTENSION.test(last) ? last : parsed.pathname + parsed.search);
}
