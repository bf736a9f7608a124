/**
 * Pages of others that have their content only by referring to a record that goes: each is written whole, with its own head and time, into a
 * new file of the archive, before anything goes. So they can be shown as before.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, type GoneRecords, payloadName } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { putInPlace } from '../../files/index.ts';
import { archiveFiles, LONGEST_CAPTURE, readRecordAt, WarcWriter } from '../../warc/index.ts';
import { SOFTWARE } from '../version.ts';

/** A name behind those of all files that there are. */
export function nextArchiveName(archive: string, now: number): string {
  const serials = archiveFiles(archive).map((path) => Number(/-(\d{5,9})\.warc\.gz$/.exec(path)?.[1] ?? 0));
  const stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);
  return `tarrafa-${stamp}-${String(Math.max(0, ...serials) + 1).padStart(5, '0')}.warc.gz`;
}

/** Writes them into the file of that name. Those whose payload is nowhere are left out: they could not be shown before either. */
export async function keepCopies(
  archive: string,
  name: string,
  { copies, payloads }: Pick<GoneRecords, 'copies' | 'payloads'>,
  now: number,
): Promise<void> {
  const folder = join(archive, `${name}.${process.pid}.parts`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    const writer = WarcWriter.open(folder, { software: SOFTWARE, index: false, clock: () => now });
    let written = 0;
    try {
      for (const copy of copies) {
        const place = payloads.get(payloadName(copy.of.url, copy.of.digest));
        if (place !== undefined && (await writeCopy(writer, copy, place))) written++;
      }
    } finally {
      writer.close();
    }
    if (written === 0) return;
    const [made, ...more] = readdirSync(folder).filter((file) => file.endsWith('.warc.gz'));
    // A gigabyte of copies that were references is more than anybody has.
    if (made === undefined || more.length > 0) throw new TarrafaError('TRF_STORAGE_FULL', [archive]);
    putInPlace(join(folder, made), join(archive, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeCopy(
  writer: WarcWriter,
  { path, url, offset, length, request }: Copy,
  place: { readonly path: string; readonly offset: number },
): Promise<boolean> {
  const whole = { maxBlockBytes: LONGEST_CAPTURE };
  const record = await readRecordAt(path, offset, length, whole);
  const original = await readRecordAt(place.path, place.offset, undefined, whole);
  const [http, payload] = [record.http, original.http?.payload];
  if (http?.status == null || payload === undefined || !original.whole) return false;
  const asked = request === null ? null : await readRecordAt(path, request.offset, request.length, whole);
  const address = record.field('WARC-IP-Address');
  writer.writeExchange({
    url,
    date: record.date ?? 0,
    status: http.status,
    statusText: http.statusText,
    httpVersion: http.startLine.startsWith('HTTP/1.0') ? '1.0' : '1.1',
    // What is kept of a body has no chunks any more.
    rawHeaders: http.headers.flat(),
    body: payload,
    ...(asked === null ? {} : { requestHead: asked.block.toString('latin1') }),
    ...(address === null ? {} : { address }),
  });
  return true;
}
