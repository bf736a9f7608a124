/**
 * Geographic files and services found by place, theme or text: in the index of a crawl, or over the geographic files below a folder.
 *
 * ```ts
 * const { results } = await searchGeographicData('coleta', 'uso do solo em Goiás', { within: 'Goiás' });
 * for (const { file, rank } of results) console.log(rank, file.url);
 * ```
 */
import { TarrafaError } from '../errors.ts';
import type { BoundingBox } from '../geo/box.ts';
import type { AreaFilter, Gazetteer, GeoIndex, SearchAnswer } from '../geo/index.ts';
import { reason } from '../words/why.ts';

export interface GeographicIndexOptions {
  /** Told when the path has no index, so that the files below it are read. */
  readonly onReading?: ((path: string) => void) | undefined;
  /** Told how many lines of the index could not be read. */
  readonly onBroken?: ((lines: number) => void) | undefined;
  /** Links from one page to one site that count at most for the score of producers; default all. */
  readonly linkCap?: number | undefined;
}

export interface GeographicSearchOptions extends GeographicIndexOptions {
  /** Only what lies in this area: a place, or `west,south,east,north` in degrees. */
  readonly within?: string | undefined;
  /** Only what touches this area; not together with `within`. */
  readonly intersects?: string | undefined;
  /** Also the words around links, and the text of pages. */
  readonly expanded?: boolean | undefined;
  /** Default `modern`; `compat` orders by producers alone, as in 2006. */
  readonly profile?: 'modern' | 'compat' | undefined;
  readonly limit?: number | undefined;
  /** Default true, but not as in 2006: the same layer in several formats or places is one answer with its variants. */
  readonly fold?: boolean | undefined;
  /** Only these, by extension or format. */
  readonly formats?: readonly string[] | undefined;
}

/** Throws TRF_GEO_AREA_UNKNOWN for an area that is neither a place nor a box. */
export async function searchGeographicData(
  path: string,
  query: string,
  options: GeographicSearchOptions = {},
): Promise<SearchAnswer> {
  const { within, intersects, limit, formats } = options;
  if (within !== undefined && intersects !== undefined) throw new TarrafaError('TRF_GEO_AREA_TWICE', []);
  const { loadGazetteer, search } = await import('../geo/index.ts');
  const gazetteer = await loadGazetteer();
  const index = await openIndex(path, gazetteer, options);
  const named = within ?? intersects;
  const area: AreaFilter | null =
    named === undefined
      ? null
      : {
          box: await areaNamed(named, gazetteer),
          relation: within === undefined ? 'intersects' : 'within',
        };
  return search(index, query, {
    mode: options.expanded === true ? 'expanded' : 'direct',
    profile: options.profile ?? 'modern',
    fold: options.fold ?? options.profile !== 'compat',
    ...(limit === undefined ? {} : { limit }),
    ...(area === null ? {} : { area }),
    ...(formats === undefined ? {} : { formats }),
  });
}

/** `-50,-17,-48,-15`, or a place by its name. */
async function areaNamed(text: string, gazetteer: Gazetteer): Promise<BoundingBox> {
  const { checkedBox, resolvePlace } = await import('../geo/index.ts');
  const numbers = text.split(/[,;\s]+/).map(Number);
  if (numbers.length === 4 && numbers.every(Number.isFinite)) {
    const box = checkedBox(numbers);
    if (box !== null) return box;
    throw new TarrafaError('TRF_GEO_AREA_UNKNOWN', [text]);
  }
  const place = resolvePlace(gazetteer, text);
  const extent = place === null ? null : gazetteer.extent(place.id);
  if (extent === null) throw new TarrafaError('TRF_GEO_AREA_UNKNOWN', [text]);
  return extent.box;
}

/** The index of a crawl, or one over the geographic files below a folder. */
export async function openIndex(
  path: string,
  gazetteer: Gazetteer,
  { onReading, onBroken, linkCap }: GeographicIndexOptions,
): Promise<GeoIndex> {
  const { GeoIndex, indexFolder, indexPath, readGeoIndex } = await import('../geo/index.ts');
  const index = new GeoIndex({ gazetteer, score: linkCap === undefined ? {} : { linkCap } });
  if (indexPath(path) !== null) {
    const { broken } = readGeoIndex(path, index);
    if (broken > 0) onBroken?.(broken);
    return index;
  }
  onReading?.(path);
  if ((await indexFolder(path, index, { names: gazetteer, gazetteer })) === 0)
    throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-geo-index')]);
  return index;
}
