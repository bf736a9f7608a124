/** Gives a dataset its place on the Earth from its own extent and coordinate system, and says what had to be assumed. */

import { reason, type Why } from '../../words/why.ts';
import type { Box, DatasetInfo } from '../readers/dataset.ts';
import { type Problem, told } from '../readers/problem.ts';
import { crs84 } from './crs.ts';
import { toWgs84 } from './reproject.ts';

function couldBeDegrees([xmin, ymin, xmax, ymax]: Box): boolean {
  return xmin >= -180 && xmax <= 180 && ymin >= -90 && ymax <= 90;
}

export function situate(dataset: DatasetInfo): DatasetInfo {
  const { nativeExtent, crs } = dataset;
  if (nativeExtent === null) return dataset;
  const problem = (code: Problem['code'], why: Why): Problem => ({
    code,
    severity: 'warning',
    file: dataset.layer,
    ...told(why),
  });
  if (crs !== null && crs.definition !== null) {
    const extent = toWgs84(nativeExtent, crs);
    if (extent !== null) return { ...dataset, extent };
    return {
      ...dataset,
      problems: [
        ...dataset.problems,
        problem('unknown-crs', reason('extent-not-wgs84', { crs: String(crs.name ?? crs.epsg ?? '?') })),
      ],
    };
  }
  const note =
    crs === null
      ? problem('no-crs', reason('crs-not-stated'))
      : problem('unknown-crs', `${crs.name ?? crs.epsg ?? '?'}`);
  const problems = [...dataset.problems, note];
  return couldBeDegrees(nativeExtent) && (crs === null || crs.kind !== 'projected')
    ? { ...dataset, extent: toWgs84(nativeExtent, crs84('assumed')), extentAssumed: true, problems }
    : { ...dataset, problems };
}
