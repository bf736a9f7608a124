import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGeoReport } from './geo-reading.ts';
import { emptyFolder } from './sample-crawl.suite.ts';

it('adds up what an index says, whatever else stands in it', async () => {
  const path = join(emptyFolder(), 'geo-index.jsonl');
  expect(await readGeoReport(path)).toBeNull();
  const file = (more: object) =>
    JSON.stringify({
      kind: 'file',
      state: 'indexed',
      site: 'a.br',
      type: 'zip',
      discovery: 'named',
      ...more,
    });
  const lines = [
    file({ size: 3_000_000, bytesFetched: 1000, layers: 'x'.repeat(2 << 20) }),
    file({ size: 1_000_000, site: 'b.br', type: 'shp', discovery: 'explicit' }),
    file({ size: null }),
    file({ size: 500, site: 'b.br', type: 'wms', discovery: 'service' }),
    file({ state: 'rejected' }),
    file({ state: 'broken' }),
    '{"kind":"page","url":"http://a.br/"}',
    file({ size: -5, site: 7, type: null, discovery: {}, bytesFetched: 'muito' }),
    'nada',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { report, skipped } = (await readGeoReport(path))!;
  expect(skipped).toBe(1);
  expect(report).toMatchObject({
    producers: 3,
    files: 4,
    services: 1,
    rejected: 1,
    left: 1,
    bytes: 4_000_000,
    sized: 2,
    meanBytes: 2_000_000,
    readBytes: 1000,
  });
  const kept = [0, 1, 2, 3, 7].reduce((sum, i) => sum + lines[i]!.length + 1, 0);
  expect(report.metadataBytes).toBe(kept);
  expect(report.metadataShare).toBeCloseTo(kept / 4_000_000, 12);
  expect(report.discovery[0]).toEqual({ name: 'named', count: 2 });
  expect(report.topProducers[0]).toEqual({ site: 'a.br', files: 2, bytes: 3_000_000 });
});
