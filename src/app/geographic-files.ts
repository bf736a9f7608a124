/**
 * What geographic files, folders, archives and services hold.
 *
 * ```ts
 * for await (const { input, state, datasets } of describeGeographicFiles(['municipios.zip']))
 *   for (const { layer, count, extent } of datasets) console.log(input, state, layer, count, extent);
 * ```
 */
import { readFileSync } from 'node:fs';
import { inputError, TarrafaError } from '../errors.ts';
import type { DescribedDataset, Description } from '../geo/describe/index.ts';
import type { PlaceColumn, PlaceSources, Thumbnail, ThumbnailOptions } from '../geo/index.ts';
import { reason } from '../words/why.ts';
import { isFolder } from './input/given-path.ts';
import type { OpenFetcher } from './input/polite-fetcher.ts';

export interface DescribeGeographicOptions {
  /** Default `modern`; `compat`: whole shapefiles only, as in 2006. */
  readonly profile?: 'modern' | 'compat' | undefined;
  /** Longest time for each input, in ms. */
  readonly maxMs?: number | undefined;
  /** Also the values of so many rows of each table; default 0. */
  readonly sample?: number | undefined;
  /** Also which columns hold names of places, and where the gazetteer sees the data. */
  readonly places?: boolean | undefined;
  /** A file of names of places, one a line, by which columns are judged instead of by the gazetteer. */
  readonly placeNames?: string | undefined;
  /** Asked for each input that can be drawn: how, or null for no picture. */
  readonly thumbnail?: ((input: string) => ThumbnailOptions | null) | undefined;
  /** Opens the way to the Web (`openPoliteFetcher`), at the first address; without it an address is an error. */
  readonly openFetcher?: (() => Promise<OpenFetcher>) | undefined;
  /** Told when the reading of an input begins. */
  readonly onInput?: ((input: string) => void) | undefined;
  /** Ends it before the next input, by throwing. */
  readonly signal?: AbortSignal | undefined;
}

/** A column of a table that holds names of places. */
export interface ColumnOfPlaces extends PlaceColumn {
  /** How many different names it has. */
  readonly names: number;
  /** The first of them, with how many rows have each. */
  readonly values: readonly { readonly value: string; readonly frequency: number }[];
}

/** The places that a dataset is found by. */
export interface DatasetPlaces {
  /** What its own name says that it holds, and the kinds of things that are called so. */
  readonly class: string;
  readonly types: readonly string[];
  readonly columns: readonly ColumnOfPlaces[];
  /** Places whose extent is like its own. */
  readonly extent: readonly string[];
}

export interface GeographicDataset extends Omit<DescribedDataset, 'rows' | 'shapes'> {
  /** First values of each column, when they were asked for. */
  readonly sample: Readonly<Record<string, readonly string[]>> | null;
  /** When they were asked for. */
  readonly places: DatasetPlaces | null;
}

export interface DescribedGeographicFile
  extends Pick<Description, 'kind' | 'state' | 'size' | 'members' | 'bytesFetched' | 'problems'> {
  readonly input: string;
  readonly datasets: readonly GeographicDataset[];
  readonly thumbnail: Thumbnail | null;
}

/** `inputs`: files, folders, zips, or addresses. Throws TRF_INPUT_MISSING for one that is not there; what is wrong in one is in its answer. */
export async function* describeGeographicFiles(
  inputs: readonly string[],
  options: DescribeGeographicOptions = {},
): AsyncGenerator<DescribedGeographicFile, void, undefined> {
  const { COMPAT_FILES, describeAddress, describePath, MODERN_FILES } = await import(
    '../geo/describe/index.ts'
  );
  const how = {
    ...(options.maxMs === undefined ? {} : { limits: { maxMs: options.maxMs } }),
    profile: options.profile === 'compat' ? COMPAT_FILES : MODERN_FILES,
  };
  const sources = options.places === true ? await placeSources(options) : null;
  let fetcher: OpenFetcher | null = null;
  try {
    for (const input of inputs) {
      options.signal?.throwIfAborted();
      const isAddress = /^https?:\/\//i.test(input);
      if (!isAddress) isFolder(input);
      options.onInput?.(input);
      let description: Description;
      if (isAddress) {
        if (options.openFetcher === undefined)
          throw new TarrafaError('TRF_INPUT_MISSING', [input, reason('not-fetched-here')]);
        fetcher ??= await options.openFetcher();
        description = await describeAddress(input, fetcher, how);
      } else description = await describePath(input, how);
      try {
        yield await described(input, description, options, sources);
      } finally {
        description.close();
      }
    }
  } finally {
    await fetcher?.close();
  }
}

async function described(
  input: string,
  { kind, state, size, members, bytesFetched, problems, datasets }: Description,
  { sample = 0, thumbnail }: DescribeGeographicOptions,
  sources: PlaceSources | null,
): Promise<DescribedGeographicFile> {
  const { sampleColumns } = await import('../geo/describe/index.ts');
  const facts: GeographicDataset[] = [];
  for (const dataset of datasets) {
    const { rows: _, shapes: __, ...rest } = dataset;
    const values = sample > 0 ? Object.fromEntries(await sampleColumns(dataset, sample)) : null;
    const places = sources === null ? null : await placesOf(dataset, sources);
    facts.push({ ...rest, sample: values, places });
  }
  const drawn = datasets.find(({ nativeExtent }) => nativeExtent !== null) ?? datasets[0];
  const wish = drawn === undefined ? null : (thumbnail?.(input) ?? null);
  const picture =
    drawn === undefined || wish === null
      ? null
      : await (await import('../geo/index.ts')).drawThumbnail(drawn, wish);
  return {
    input,
    kind,
    state,
    size,
    members,
    bytesFetched,
    problems,
    datasets: facts,
    thumbnail: picture,
  };
}

/** Names of a column that are told. */
const TOLD_NAMES = 100;

async function placeSources({
  profile = 'modern',
  placeNames,
}: DescribeGeographicOptions): Promise<PlaceSources> {
  const { Gazetteer, loadGazetteer } = await import('../geo/gazetteer/index.ts');
  const gazetteer = await loadGazetteer();
  if (placeNames === undefined) return { names: gazetteer, gazetteer, profile };
  let text: string;
  try {
    text = readFileSync(placeNames, 'utf8');
  } catch (cause) {
    throw inputError(placeNames, cause);
  }
  const names = text.split(/\r?\n/).filter((name) => name.trim() !== '');
  return { names: Gazetteer.of(names.map((name) => ({ kind: 'city', name }))), gazetteer, profile };
}

/** As a crawl finds them. */
async function placesOf(dataset: DescribedDataset, sources: PlaceSources): Promise<DatasetPlaces> {
  const { featureTypesIn, fileClassOf, placeColumnsOfDataset, placesOfDataset } = await import(
    '../geo/index.ts'
  );
  const [columns, places] = [
    await placeColumnsOfDataset(dataset, sources),
    await placesOfDataset(dataset, sources),
  ];
  const fileClass = fileClassOf(dataset.layer);
  return {
    class: fileClass,
    types: featureTypesIn(fileClass),
    columns: columns.map((column) => {
      const names = places.filter((place) => place.column === column.label);
      const values = names.slice(0, TOLD_NAMES).map(({ value, frequency }) => ({ value, frequency }));
      return { ...column, names: names.length, values };
    }),
    extent: [...new Set(places.filter(({ by }) => by === 'extent').map(({ value }) => value))],
  };
}
