/**
 * The end of an archive file after a crash: what is whole is read again from a known place on, what is half-written is cut. Only
 * damage that reaches the end of the file is cut; a bad record with whole ones behind it is left for `tarrafa warc check` to tell of.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { storageError } from '../errors.ts';
import { cutOff, DISK, type Disk } from '../files/index.ts';
import { reason, type Why, whyForPrograms } from '../words/why.ts';
import { inOrderOfWriting, parseArchiveName } from './archive-name.ts';
import { ByteWindow } from './byte-window.ts';
import { inflateMember, type MemberResult } from './gzip-member.ts';
import { WarcRecord } from './record.ts';
import { MAX_HEAD_BYTES, parseRecordHead } from './record-head.ts';
import { findMember, GLANCE_BYTES } from './resync.ts';

/** Our own records are far below this; a member above it is not ours. */
const MEMBER_LIMIT = 1 << 30;
/** A record that seems to go on for longer than this up to the end of the file is not half-written but damaged. */
const TORN_MAX = 128 << 20;
/** Damaged members in a row before the rest of the file is given up. */
export const PATIENCE = 64;

type Step =
  | { readonly kind: 'record'; readonly record: WarcRecord; readonly end: number }
  | { readonly kind: 'damage'; readonly offset: number; readonly why: Why };

/** The record in a whole member; null when it holds something else than exactly one record. */
function recordInMember(content: Buffer, offset: number, length: number): WarcRecord | null {
  const head = parseRecordHead(content, 0, content.length, MAX_HEAD_BYTES);
  if (head.kind !== 'head' || head.blockLength === null) return null;
  const end = head.headBytes + head.blockLength;
  if (end > content.length) return null;
  for (let p = end; p < content.length; p++) if (content[p] !== 13 && content[p] !== 10) return null;
  return new WarcRecord({
    version: head.version,
    fields: head.fields,
    block: content.subarray(head.headBytes, end),
    blockLength: head.blockLength,
    offset,
    length,
    alone: true,
  });
}

function* walk(path: string, from: number, tornMax = TORN_MAX): Generator<Step> {
  const window = ByteWindow.ofFile(path, from);
  let failures = 0;
  try {
    for (;;) {
      if (window.held === 0 && !window.moreNow()) return;
      const result = inflateMember(window.bytes, window.start, window.end, MEMBER_LIMIT);
      if (result.kind === 'short' && window.moreNow()) continue;
      const offset = window.offset;
      if (result.kind === 'whole') {
        const length = result.end - window.start;
        const record = recordInMember(result.bytes, offset, length);
        if (record !== null) {
          failures = 0;
          window.start = result.end;
          yield { kind: 'record', record, end: offset + length };
          continue;
        }
      }
      if (result.kind === 'short' && window.held <= tornMax) {
        yield { kind: 'damage', offset, why: reason('last-record-cut-off') };
        return;
      }
      yield {
        kind: 'damage',
        offset,
        why: whyOf(result),
      };
      if (++failures > PATIENCE || !skipToMember(window)) return;
    }
  } finally {
    window.closeNow();
  }
}

function whyOf(result: MemberResult): Why {
  if (result.kind === 'corrupt') return result.why;
  return result.kind === 'short' ? reason('member-without-end') : reason('member-without-record');
}

function skipToMember(window: ByteWindow): boolean {
  window.start++;
  for (;;) {
    const found = findMember(window.bytes, window.start, window.end);
    if (found >= 0) {
      window.start = found;
      return true;
    }
    window.start = Math.max(window.start, window.end - 4 * GLANCE_BYTES);
    if (!window.moreNow()) return false;
  }
}

/**
 * The complete records of a file from a position on, in order, with their extension fields: what a dead process had written after the
 * mark that its successor starts from. Half-written and damaged records are passed over.
 */
export function* scanFrom(path: string, offset = 0): Generator<WarcRecord> {
  for (const step of walk(path, offset)) if (step.kind === 'record') yield step.record;
}

/** Whether a whole record of that address stands at a place, and ends at another. */
export function standsThere(path: string, url: string, offset: number, end: number): boolean {
  for (const step of walk(path, offset))
    return step.kind === 'record' && step.end === end && step.record.url === url;
  return false;
}

/**
 * The complete records of a folder of ours after a mark, through all files that were begun after it; from the beginning when there is
 * no mark.
 */
export function* scanFolder(
  folder: string,
  mark: { readonly file: string; readonly offset: number } | null,
  prefix = 'tarrafa',
): Generator<{ readonly file: string; readonly record: WarcRecord }> {
  const marked = mark === null ? null : parseArchiveName(mark.file);
  for (const { name, serial } of inOrderOfWriting(readdirSync(folder), marked?.prefix ?? prefix)) {
    if (marked !== null && serial < marked.serial) continue;
    const from = name === mark?.file ? mark.offset : 0;
    for (const record of scanFrom(join(folder, name), from)) yield { file: name, record };
  }
}

export interface RepairResult {
  /** Bytes cut from the end. */
  readonly cutBytes: number;
  /** Where they are kept; null when there are none. */
  readonly kept: string | null;
  /** Length of the file now: the end of its last whole record. */
  readonly end: number;
  /** Whole records seen from `from` on. */
  readonly records: number;
  /** Damage with whole records behind it: left alone. */
  readonly damage: readonly { readonly offset: number; readonly reason: string }[];
}

export interface RepairOptions {
  /** A position known to begin a record (or to be the end of the last one), so that what is before it need not be read again. */
  readonly from?: number;
  /** The longest half-written record that is believed to be one; default 128 MB. What seems longer is searched for whole records. */
  readonly tornMax?: number;
  /** Told of every whole record found. */
  readonly onRecord?: (record: WarcRecord) => void;
  readonly disk?: Disk;
}

/** Cuts a half-written record off the end of a file. Every whole record stays. */
export function repairTail(path: string, options: RepairOptions = {}): RepairResult {
  const from = options.from ?? 0;
  const damage: { offset: number; reason: string }[] = [];
  let open: { offset: number; reason: string } | null = null;
  let end = from;
  let records = 0;
  for (const step of walk(path, from, options.tornMax)) {
    if (step.kind === 'damage') {
      open ??= { offset: step.offset, reason: whyForPrograms(step.why) };
      continue;
    }
    if (open !== null) damage.push(open);
    open = null;
    end = step.end;
    records++;
    options.onRecord?.(step.record);
  }
  if (open === null) return { cutBytes: 0, kept: null, end, records, damage };
  return { ...cutTo(path, end, options.disk ?? DISK), end, records, damage };
}

/** The end of the last whole record before the first damage, from a place on that is the end of one. */
export function wholeEnd(path: string, from: number): number {
  let end = from;
  for (const step of walk(path, from)) {
    if (step.kind === 'damage') break;
    end = step.end;
  }
  return end;
}

function cutTo(path: string, end: number, disk: Disk): Pick<RepairResult, 'cutBytes' | 'kept'> {
  let fd: number | null = null;
  try {
    fd = disk.open(path, 'r+');
    const cutBytes = disk.size(fd) - end;
    return { cutBytes, kept: cutBytes > 0 ? cutOff(path, fd, end, disk) : null };
  } catch (cause) {
    throw storageError(path, cause);
  } finally {
    if (fd !== null) disk.close(fd);
  }
}
