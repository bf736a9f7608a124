/** Shapefiles that come with the GeoJSON they should give: attributes and geometry, feature by feature. */
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { MeasureArgs, MeasureResult } from '../../bench/measure.ts';
import { Budget, FileSource, readDbf, shapefileFeatures } from '../../src/geo/index.ts';
import { openCorpus } from './corpus.ts';

interface Feature {
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly geometry: unknown;
}

/** GeoJSON has no dates and leaves out what is empty: both sides are brought to that. */
function plain(feature: Feature): unknown {
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(feature.properties ?? {})) {
    if (value === null || value === undefined) continue;
    properties[name] =
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value.replaceAll('-', '') : value;
  }
  return { properties, geometry: feature.geometry ?? null };
}

/** Null when all features are as expected, else the first difference. */
async function differenceOf(stem: string): Promise<string | null> {
  const expected = JSON.parse(readFileSync(`${stem}.json`, 'utf8')) as {
    readonly features: readonly Feature[];
  };
  const cpg = existsSync(`${stem}.cpg`) ? readFileSync(`${stem}.cpg`, 'latin1') : null;
  const shp = new FileSource(`${stem}.shp`);
  const dbf = existsSync(`${stem}.dbf`) ? new FileSource(`${stem}.dbf`) : null;
  const got: unknown[] = [];
  try {
    const table = dbf === null ? null : await readDbf(dbf, cpg);
    // A table must have a column: for data without any, ogr2ogr writes one, with the number of the row.
    const isFiller =
      table?.fields.length === 1 &&
      table.fields[0]!.name === 'FID' &&
      !('FID' in (expected.features[0]?.properties ?? {}));
    for await (const feature of shapefileFeatures(shp, table, new Budget()))
      got.push(
        plain(isFiller && feature.properties.FID === got.length ? { ...feature, properties: {} } : feature),
      );
  } catch (error) {
    return (error as Error).message;
  } finally {
    shp.close();
    dbf?.close();
  }
  if (got.length !== expected.features.length) return `${got.length} features of ${expected.features.length}`;
  const at = got.findIndex((feature, i) => !isDeepStrictEqual(feature, plain(expected.features[i]!)));
  return at === -1
    ? null
    : `feature ${at}: ${JSON.stringify(got[at]).slice(0, 200)} / ${JSON.stringify(plain(expected.features[at]!)).slice(0, 200)}`;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const corpus = args.data === undefined ? null : await openCorpus(args.data);
  if (corpus === null) return { tables: [], figures: {} };
  try {
    const rows: string[][] = [];
    let right = 0;
    for (const { files } of corpus.parts)
      for (const path of files) {
        const stem = path.replace(/\.shp$/i, '');
        if (stem === path || !existsSync(`${stem}.json`)) continue;
        const difference = await differenceOf(stem);
        if (difference === null) right++;
        rows.push([stem.slice(stem.lastIndexOf('/') + 1), difference ?? 'as expected']);
      }
    if (rows.length === 0) return { tables: [], figures: {} };
    return {
      tables: [
        {
          title: 'Shapefiles and the GeoJSON they should give',
          items: true,
          columns: ['case', 'result'],
          rows,
        },
      ],
      figures: { 'shapefile cases': rows.length, 'shapefile cases right': right },
      bars: [
        {
          what: 'shapefile cases as the expected GeoJSON',
          bar: 'all',
          measured: `${right}/${rows.length}`,
          met: right === rows.length,
        },
      ],
    };
  } finally {
    corpus.close();
  }
}
