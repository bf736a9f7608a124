/** A catalogue of a few geographic files in memory, for the tests of what is built on it. */
import type {
  Catalogue,
  GeoHit,
  GeoSearchOptions,
  ProducerRecord,
  StoredGeo,
} from '../../catalogue/index.ts';
import { geo, layer } from '../../catalogue/records.suite.ts';
import { type GeoFile, intersects } from '../../geo/index.ts';
import { foldWords } from '../../text/index.ts';

const SEEN = Date.UTC(2006, 5, 5, 12);

export const CENSUS: ProducerRecord = {
  site: 'census.gov',
  title: 'Census 2000 Voting Districts Cartographic Boundary Files - ...',
  description:
    'Cartographic Boundary Files, ARC/INFO Export .e00, e00, shape, Arcview Shapefile, and Ungenerate / Generate (ASCII)',
  url: 'http://www.census.gov/geo/www/cob/vt2000.html',
  score: 7,
  files: 52,
  downloads: 5,
};

export function geoFile(parts: Partial<GeoFile> & { readonly url: string }): GeoFile {
  return geo(parts.url, { site: 'census.gov', indexedAt: SEEN, ...parts }).file;
}

export function dataset(parts: Partial<GeoFile['datasets'][number]> = {}): GeoFile['datasets'][number] {
  return layer('camada', [-47, -24, -46, -23], { crs: 'EPSG:4674', ...parts });
}

function stored(file: GeoFile, id: number): StoredGeo {
  return {
    id,
    file,
    kind: file.discovery === 'service' ? 'service' : 'geo-file',
    downloads: file.downloads,
    box: file.datasets.find((one) => one.box !== null)?.box ?? null,
    producer: CENSUS,
    thumbnail: file.datasets.length > 0 ? new Uint8Array([137, 80, 78, 71]) : null,
    preview: null,
  };
}

/** Files get the identities 1, 2, 3 … in their order. */
export function geoCatalogue(files: readonly GeoFile[]): Catalogue {
  const all = files.map((file, i) => stored(file, i + 1));
  const hit = ({ thumbnail, preview, ...geo }: StoredGeo): GeoHit => ({
    geo: { ...geo, hasThumbnail: thumbnail !== null, hasPreview: preview !== null },
    score: 1,
    parts: {},
    variants: [],
  });
  const parts = {
    async geoSearch(text: string, options: GeoSearchOptions = {}) {
      const terms = text
        .split(' OU ')
        .map((term) => foldWords(term))
        .filter(Boolean);
      const found = all.filter(
        ({ file, kind, box }) =>
          (terms.length === 0 ||
            terms.some((term) =>
              foldWords(`${file.name} ${file.anchors.map((one) => one.text).join(' ')}`).includes(term),
            )) &&
          (options.kind === undefined || kind === options.kind) &&
          (options.producer === undefined || file.site === options.producer) &&
          (options.box === undefined || (box !== null && intersects(options.box, box))),
      );
      const from = Number(options.cursor ?? 0);
      const to = from + (options.limit ?? 20);
      return {
        items: found.slice(from, to).map(hit),
        next: to < found.length ? String(to) : null,
        total: found.length,
        place: null,
        facets: { formats: [], geometries: [], producers: [] },
      };
    },
    geo: async (id: number) => all.find((one) => one.id === id) ?? null,
    geosOf: async (ids: readonly number[]) => ids.flatMap((id) => all.find((one) => one.id === id) ?? []),
    summary: async () => ({ geoFiles: all.length, services: 0, lastFetched: SEEN, bytes: 0 }),
  };
  return parts as unknown as Catalogue;
}
