/** What of an archive is to go: where it stands, and what others only refer to of it. Reads every record's head, and writes nothing. */
import { basename } from 'node:path';
import type { Forgotten } from '../crawl/forgotten.ts';
import { TarrafaError } from '../errors.ts';
import { normaliseUrl } from '../url/index.ts';
import { readWarc, type Stretch, type WarcRecord } from '../warc/index.ts';
import { reason } from '../words/why.ts';

/** A record of another address that has the same payload, and has it only by referring to what goes. */
export interface Copy {
  readonly path: string;
  readonly url: string;
  readonly offset: number;
  readonly length: number;
  /** Where the payload stands: by the record's address and digest. */
  readonly of: { readonly url: string; readonly digest: string | null };
  /** The request of the same exchange. */
  request: { readonly offset: number; readonly length: number } | null;
}

export interface GoneRecords {
  /** By file, where records stand that are to go. */
  readonly stretches: ReadonlyMap<string, readonly Stretch[]>;
  readonly copies: readonly Copy[];
  /** By address and digest, where payloads stand that go. */
  readonly payloads: ReadonlyMap<string, { readonly path: string; readonly offset: number }>;
  /** Answers, and comparison forms of the addresses that they are of. */
  readonly captures: number;
  readonly keys: ReadonlySet<string>;
  readonly bytes: number;
  /** Places that could not be read: what stands there stays. */
  readonly unreadable: number;
}

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** The head of a record is all that is looked at. */
const GLANCE = 16 << 10;
const CAPTURES = new Set(['response', 'revisit', 'resource', 'conversion']);

export const payloadName = (url: string, digest: string | null): string => `${url} ${digest ?? ''}`;

/** Throws TRF_FORGET_REFUSED when something to go has no place of its own. */
export async function goneRecords(
  paths: readonly string[],
  forgotten: Forgotten,
  { signal, onProgress }: ScanOptions = {},
): Promise<GoneRecords> {
  const stretches = new Map<string, Stretch[]>();
  const copies: Copy[] = [];
  const payloads = new Map<string, { path: string; offset: number }>();
  const keys = new Set<string>();
  const ids = new Set<string>();
  /** Copies by the id of their record, for their requests. */
  const byId = new Map<string, Copy>();
  let captures = 0;
  let bytes = 0;
  let unreadable = 0;
  for (const path of paths) {
    let last = 0;
    const take = (record: WarcRecord): void => {
      if (!record.alone || record.length === 0 || record.version.startsWith('ARC'))
        throw new TarrafaError('TRF_FORGET_REFUSED', [basename(path), reason('forget-no-place')]);
      const list = stretches.get(path) ?? [];
      list.push({ start: record.offset, end: record.offset + record.length });
      stretches.set(path, list);
      bytes += record.length;
      if (record.id !== null) ids.add(record.id);
    };
    const onProblem = ({ code }: { readonly code: string }): void => {
      if (code !== 'shared-member') unreadable++;
    };
    for await (const record of readWarc(path, { maxBlockBytes: GLANCE, onProblem })) {
      signal?.throwIfAborted();
      onProgress?.(Math.max(0, record.offset - last));
      last = Math.max(last, record.offset);
      const { type, url } = record;
      if (url !== null && forgotten.hasUrl(url)) {
        take(record);
        if (!CAPTURES.has(type)) continue;
        captures++;
        const read = normaliseUrl(url, null, forgotten.profile);
        keys.add(read.kind === 'url' ? read.key : url);
        if (type !== 'revisit')
          payloads.set(payloadName(url, record.field('WARC-Payload-Digest')), {
            path,
            offset: record.offset,
          });
        continue;
      }
      const refersTo = record.field('WARC-Refers-To');
      const concurrent = record.field('WARC-Concurrent-To');
      if (type === 'revisit') {
        const target = record.field('WARC-Refers-To-Target-URI')?.replace(/^<|>$/g, '') ?? null;
        if (target !== null && forgotten.hasUrl(target)) {
          const { offset, length } = record;
          const of = { url: target, digest: record.field('WARC-Payload-Digest') };
          const copy: Copy = { path, url: url ?? '', offset, length, of, request: null };
          copies.push(copy);
          if (record.id !== null) byId.set(record.id, copy);
          continue;
        }
      }
      // What was said of it, under another name.
      if ((refersTo !== null && ids.has(refersTo)) || (concurrent !== null && ids.has(concurrent)))
        take(record);
      else if (type === 'request' && concurrent !== null) {
        const copy = byId.get(concurrent);
        if (copy !== undefined) copy.request = { offset: record.offset, length: record.length };
      }
    }
  }
  return { stretches, copies, payloads, captures, keys, bytes, unreadable };
}

/** Everything of a file that is to go, those included that only refer to it. */
export async function goneFrom(
  path: string,
  forgotten: Forgotten,
  options: ScanOptions = {},
): Promise<Stretch[]> {
  const { stretches, copies } = await goneRecords([path], forgotten, options);
  return [...(stretches.get(path) ?? []), ...copies.flatMap(stretchesOf)];
}

/** Where a copy stands, and its request. */
export function stretchesOf({ offset, length, request }: Copy): Stretch[] {
  return [{ offset, length }, ...(request === null ? [] : [request])].map((place) => ({
    start: place.offset,
    end: place.offset + place.length,
  }));
}
