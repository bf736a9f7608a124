/** Extent, number of features and coordinate system of every file against `ogrinfo` and `gdalinfo`. */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../../bench/measure.ts';
import { type DescribedDataset, type Description, describePath } from '../../src/geo/index.ts';
import { openCorpus } from './corpus.ts';
import { type GdalLayer, type GdalRaster, gdalInfo, gdalVersion, ogrInfo } from './gdal.ts';

const BAR = 0.95;
/** Parts of other files, and documents. */
const NOT_JUDGED = /\.(?:shx|dbf|prj|cpg|xsd|gfs|sql|sh|hdr|aux\.xml|mid|map|dat|id|ind|tfw|txt|md|py)$/i;

type Box = readonly [number, number, number, number];

/** ogrinfo prints six decimals; gdalinfo as many, of what it computed itself. */
function sameBox(a: Box | null, b: Box | null): boolean {
  if (a === null || b === null) return a === b;
  return a.every((value, i) => Math.abs(value - b[i]!) <= 1e-6 + 1e-9 * Math.abs(value));
}

function union(boxes: readonly (Box | null)[]): Box | null {
  return boxes.reduce(
    (a, b) =>
      a === null || b === null
        ? (a ?? b)
        : [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])],
    null,
  );
}

const shown = (box: Box | null) => (box === null ? '–' : box.map((v) => Number(v.toPrecision(9))).join(' '));

interface Compared {
  readonly same: boolean;
  readonly why: string;
}

function sameCrs(ours: DescribedDataset | undefined, epsg: number | null, name: string | null): boolean {
  if (epsg !== null) return ours?.crs?.epsg === epsg;
  // GDAL knows a system without a code: ours must be one too, or none.
  if (name !== null)
    return (
      ours?.crs !== null && ours?.crs !== undefined && (ours.crs.epsg === null || ours.crs.name === name)
    );
  return ours?.crs === null || ours?.crs === undefined;
}

function compareLayer(ours: DescribedDataset, theirs: GdalLayer): string[] {
  const differences: string[] = [];
  if (ours.count !== theirs.count) differences.push(`count ${ours.count} / ${theirs.count}`);
  // GDAL prints the zeros of the header for a layer without features.
  const isEmpty = ours.count === 0 && theirs.count === 0;
  if (!isEmpty && !sameBox(ours.nativeExtent, theirs.extent))
    differences.push(`extent ${shown(ours.nativeExtent)} / ${shown(theirs.extent)}`);
  if (!sameCrs(ours, theirs.epsg, theirs.crsName))
    differences.push(
      `crs ${ours.crs?.epsg ?? ours.crs?.name ?? '–'} / ${theirs.epsg ?? theirs.crsName ?? '–'}`,
    );
  return differences;
}

function compareVector(ours: readonly DescribedDataset[], all: readonly GdalLayer[]): Compared {
  // GDAL gives the points of routes and tracks once more, as layers of their own.
  const theirs =
    ours[0]?.format === 'gpx'
      ? all.filter((layer) => ours.some((dataset) => dataset.layer === layer.name))
      : all;
  const layers = ours.filter((dataset) => dataset.kind !== 'tiles');
  const byName = new Map(layers.map((dataset) => [dataset.layer, dataset]));
  if (
    layers.length === theirs.length &&
    (theirs.length === 1 || theirs.every((layer) => byName.has(layer.name)))
  ) {
    const differences = theirs.flatMap((layer) =>
      compareLayer(theirs.length === 1 ? layers[0]! : byName.get(layer.name)!, layer),
    );
    return { same: differences.length === 0, why: differences.join('; ') };
  }
  // Cut into layers otherwise: the whole is compared.
  const differences: string[] = [];
  const count = layers.reduce((sum, dataset) => sum + (dataset.count ?? 0), 0);
  const theirCount = theirs.reduce((sum, layer) => sum + (layer.count ?? 0), 0);
  if (count !== theirCount) differences.push(`count ${count} / ${theirCount}`);
  const box = union(layers.map((dataset) => dataset.nativeExtent));
  const theirBox = union(theirs.map((layer) => layer.extent));
  if (!sameBox(box, theirBox)) differences.push(`extent ${shown(box)} / ${shown(theirBox)}`);
  const system = theirs.find((layer) => layer.crsName !== null);
  if (
    !sameCrs(
      layers.find((dataset) => dataset.crs !== null),
      system?.epsg ?? null,
      system?.crsName ?? null,
    )
  )
    differences.push('crs');
  return {
    same: differences.length === 0,
    why: `${layers.length} layers / ${theirs.length}: ${differences.join('; ')}`,
  };
}

function compareRaster(ours: Description, theirs: GdalRaster): Compared {
  const dataset = ours.datasets.find((candidate) => candidate.kind === 'raster');
  if (dataset?.raster === null || dataset === undefined) return { same: false, why: 'not read as a picture' };
  const differences: string[] = [];
  if (dataset.raster.width !== theirs.width || dataset.raster.height !== theirs.height)
    differences.push(
      `size ${dataset.raster.width}×${dataset.raster.height} / ${theirs.width}×${theirs.height}`,
    );
  if (!sameBox(dataset.nativeExtent, theirs.extent))
    differences.push(`extent ${shown(dataset.nativeExtent)} / ${shown(theirs.extent)}`);
  if (!sameCrs(dataset, theirs.epsg, theirs.crsName))
    differences.push(
      `crs ${dataset.crs?.epsg ?? dataset.crs?.name ?? '–'} / ${theirs.epsg ?? theirs.crsName ?? '–'}`,
    );
  return { same: differences.length === 0, why: differences.join('; ') };
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const version = gdalVersion();
  if (version === null)
    return {
      tables: [
        {
          title: 'Files against GDAL: not measured',
          columns: ['why'],
          rows: [['ogrinfo is not installed (Debian: apt-get install gdal-bin)']],
        },
      ],
      figures: {},
    };
  const corpus = args.data === undefined ? null : await openCorpus(args.data);
  if (corpus === null) return { tables: [], figures: {} };
  const tables: MeasureTable[] = [];
  const bars: Bar[] = [];
  const figures: Record<string, number | string> = { gdal: version };
  try {
    for (const part of corpus.parts) {
      const tally = new Map<string, { readable: number; same: number; unreadable: number }>();
      const differences: string[][] = [];
      const refused: string[][] = [];
      for (const path of part.files) {
        const name = path.slice(part.folder.length + 1);
        if (NOT_JUDGED.test(path)) continue;
        if (/\.xml$/i.test(path) && existsSync(path.replace(/\.xml$/i, ''))) continue;
        const ours = await describePath(path, { limits: { maxMs: 20_000 } });
        // Services are judged apart, against what their documents say.
        if (ours.datasets.some((dataset) => dataset.kind === 'service')) continue;
        const kind = extname(path).slice(1).toLowerCase() || 'none';
        const counts = tally.get(kind) ?? { readable: 0, same: 0, unreadable: 0 };
        tally.set(kind, counts);
        const looksRaster = /\.(?:tiff?|jpe?g|png|img|jp2)$/i.test(path);
        const vector = looksRaster ? null : ogrInfo(path);
        const raster = vector === null ? gdalInfo(path) : null;
        if (vector === null && raster === null) {
          counts.unreadable++;
          if (ours.datasets.length === 0)
            refused.push([name, ours.problems[0]?.code ?? '', ours.problems[0]?.detail ?? '']);
          continue;
        }
        counts.readable++;
        const result =
          vector !== null ? compareVector(ours.datasets, vector.layers) : compareRaster(ours, raster!);
        if (result.same) counts.same++;
        else
          differences.push([
            name,
            ours.datasets.length === 0
              ? `not read: ${ours.problems.map((problem) => `${problem.code} ${problem.detail}`).join('; ')}`
              : result.why,
          ]);
      }
      const readable = [...tally.values()].reduce((sum, counts) => sum + counts.readable, 0);
      const same = [...tally.values()].reduce((sum, counts) => sum + counts.same, 0);
      if (readable === 0) continue;
      tables.push({
        title: `${part.name}: extent, count and coordinate system against GDAL`,
        columns: ['kind', 'GDAL reads', 'the same', 'GDAL does not read'],
        rows: [...tally].map(([kind, counts]) => [kind, counts.readable, counts.same, counts.unreadable]),
      });
      if (differences.length > 0)
        tables.push({
          title: `${part.name}: differences (ours / GDAL)`,
          columns: ['file', 'what'],
          rows: differences,
        });
      if (refused.length > 0)
        tables.push({
          title: `${part.name}: read by neither`,
          columns: ['file', 'reason', 'detail'],
          rows: refused,
        });
      const share = same / readable;
      figures[`${part.name} readable`] = readable;
      figures[`${part.name} same as GDAL`] = Number(share.toFixed(4));
      bars.push({
        what: `${part.name}: as GDAL describes it`,
        bar: `≥ ${BAR}`,
        measured: `${same}/${readable} = ${share.toFixed(3)}`,
        met: share >= BAR,
      });
    }
  } finally {
    corpus.close();
  }
  return { tables, figures, bars };
}
