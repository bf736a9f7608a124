/** What the journal says about one URL, in order: for `tarrafa explain`. Reads the whole journal. */
import { DISK } from '../files/index.ts';
import { Fingerprint } from './fingerprint.ts';
import { type RecordReader, scanFolder } from './journal.ts';
import { OUTCOME } from './port.ts';
import * as addRecord from './records/add.ts';
import * as againRecord from './records/again.ts';
import * as completeRecord from './records/complete.ts';
import * as dropRecord from './records/drop.ts';
import { KIND, kindOf } from './records/kind.ts';
import * as leaseRecord from './records/lease.ts';
import { recordLength } from './records/length.ts';
import * as putBackRecord from './records/put-back.ts';
import * as retryRecord from './records/retry.ts';

export interface UrlEvent {
  readonly event: 'added' | 'improved' | 'leased' | 'put-back' | 'retry' | 'completed' | 'dropped';
  /** Number of the URL. */
  readonly record: number;
  readonly at: number;
  readonly detail: Readonly<Record<string, string | number>>;
}

export const OUTCOME_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(OUTCOME).map(([name, code]) => [code as number, name]),
);

/** The folder may be open elsewhere: nothing is written or mended, and what a running crawl has written so far is what is known. */
export function historyInFolder(folder: string, key: string): UrlEvent[] {
  const events: UrlEvent[] = [];
  let reader: RecordReader | null = null;
  let segment: readonly [number, number] | null = null;
  scanFolder(folder, DISK, recordLength, (seeds, words, at, position, time) => {
    if (reader === null || segment?.[0] !== seeds[0] || segment[1] !== seeds[1]) {
      segment = seeds;
      const print = new Fingerprint(seeds[0], seeds[1]);
      print.of(key);
      reader = historian(key, print.hi, print.lo, events);
    }
    reader(words, at, position, time);
  });
  return events;
}

function historian(key: string, hi: number, lo: number, events: UrlEvent[]): RecordReader {
  const records = new Set<number>();
  return (words, at, position, time) => {
    const note = (event: UrlEvent['event'], record: number, detail: UrlEvent['detail']): void => {
      if (records.has(record)) events.push({ event, record, at: time, detail });
    };
    switch (kindOf(words, at)) {
      case KIND.add: {
        if (addRecord.lo(words, at) !== lo || addRecord.hi(words, at) !== hi) return;
        const bytes = new Uint8Array(words.buffer);
        const url = addRecord.url(words, bytes, at);
        if (addRecord.key(words, bytes, at, url) !== key) return;
        records.add(position);
        return note('added', position, {
          url,
          priority: addRecord.priority(words, at),
          depth: addRecord.depth(words, at),
          hops: addRecord.hops(words, at),
          parent: addRecord.parent(words, at),
        });
      }
      case KIND.again:
        if (againRecord.reason(words, at) === againRecord.REASONS.improved)
          note('improved', againRecord.record(words, at), { priority: againRecord.priority(words, at) });
        return;
      case KIND.drop:
        return note('dropped', dropRecord.record(words, at), { reason: 'capacity' });
      case KIND.lease:
        return note('leased', leaseRecord.record(words, at), { attempt: leaseRecord.attempt(words, at) });
      case KIND.putBack:
        return note('put-back', putBackRecord.record(words, at), {});
      case KIND.retry:
        return note('retry', retryRecord.record(words, at), {
          attempt: retryRecord.attempt(words, at),
          notBefore: retryRecord.notBefore(words, at),
        });
      case KIND.complete:
        return note('completed', completeRecord.record(words, at), {
          outcome: OUTCOME_NAMES.get(completeRecord.outcome(words, at)) ?? '',
          status: completeRecord.status(words, at),
          bytes: completeRecord.received(words, at),
        });
    }
  };
}
