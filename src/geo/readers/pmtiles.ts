/** PMTiles: the header and the metadata of version 3; tiles are not read. */
import { gunzipSync } from 'node:zlib';
import { reason } from '../../words/why.ts';
import { crs84 } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import { type NamedSource, viewOf } from './byte-source.ts';
import { type DatasetInfo, emptyDataset, saneBox } from './dataset.ts';
import { beginsWith, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { footprint } from './geotiff.ts';
import { GeoProblem, type Problem, problemOf, told } from './problem.ts';

const HEADER_BYTES = 127;
const MOST_METADATA = 1 << 20;
const MOST_UNPACKED = 4 << 20;
const PLAIN = 1;
const GZIP = 2;

/** The JSON behind the header; null where it is packed in a way that is not read. */
async function metadataOf(file: NamedSource, header: DataView, context: ReadContext): Promise<unknown> {
  const at = Number(header.getBigUint64(24, true));
  const length = Number(header.getBigUint64(32, true));
  const compression = header.getUint8(97);
  if (length === 0 || (compression !== PLAIN && compression !== GZIP)) return null;
  if (length > MOST_METADATA) throw new GeoProblem('too-large', reason('header-bytes', { bytes: length }));
  if (at + length > file.source.size)
    throw new GeoProblem('truncated', reason('offset-outside', { at: at + length, bytes: file.source.size }));
  const bytes = await file.source.read(at, length);
  const plain = compression === GZIP ? gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }) : bytes;
  context.budget.unpack(plain.length);
  return JSON.parse(new TextDecoder().decode(plain));
}

function textOf(metadata: unknown, name: string): string | null {
  const value =
    metadata !== null && typeof metadata === 'object' ? (metadata as Record<string, unknown>)[name] : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2000) : null;
}

export const pmtilesReader: FormatReader = {
  id: 'pmtiles',

  sniff(head) {
    return beginsWith(head, 'PMTiles') ? 1 : 0;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const head = await file.source.read(0, HEADER_BYTES);
    if (head.length < HEADER_BYTES)
      throw new GeoProblem('truncated', reason('header-bytes', { bytes: head.length }));
    const header = viewOf(head);
    // Older versions have their place in another form.
    if (header.getUint8(7) !== 3) throw new GeoProblem('named-only', 'pmtiles');
    const degrees = (at: number): number => header.getInt32(at, true) / 1e7;
    const [west, south, east, north] = [degrees(102), degrees(106), degrees(110), degrees(114)] as const;
    const onEarth =
      Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
    const box = onEarth ? saneBox(west, south, east, north) : null;
    const problems: Problem[] = [];
    if (box === null)
      problems.push({
        code: 'corrupt',
        severity: 'error',
        file: file.name,
        ...told(reason('picture-nowhere')),
      });
    let metadata: unknown = null;
    try {
      metadata = await metadataOf(file, header, context);
    } catch (error) {
      problems.push(problemOf(file.name, error, 'warning'));
    }
    const title = textOf(metadata, 'name');
    return [
      situate({
        ...emptyDataset('pmtiles', 'tiles', title ?? stemOf(file.name)),
        nativeExtent: box,
        extentFrom: box === null ? null : 'header',
        crs: crs84('format'),
        title,
        abstract: textOf(metadata, 'description'),
        licence: textOf(metadata, 'attribution'),
        problems,
        shapes: () => footprint(box),
      }),
    ];
  },
};
