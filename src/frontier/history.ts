/** What the journal says about one URL, in order: for `tarrafa explain`. Reads the whole journal. */
import { DISK } from './files.ts';
import { Fingerprint } from './fingerprint.ts';
import { type Journal, type RecordReader, scanFolder } from './journal.ts';
import { OUTCOME, type UrlEvent } from './port.ts';
import { AGAIN, doubleAt, RECORD, readAdd, recordLength } from './records.ts';

export const OUTCOME_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(OUTCOME).map(([name, code]) => [code as number, name]),
);

export function readHistory(journal: Journal, key: string, hi: number, lo: number): UrlEvent[] {
  const events: UrlEvent[] = [];
  journal.scan(recordLength, historian(key, hi, lo, events));
  return events;
}

/**
 * The same of a folder that may be open elsewhere: nothing is written or mended, and what a running crawl has written so far is what
 * is known.
 */
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
    const first = words[at]!;
    const kind = first & 255;
    const note = (event: UrlEvent['event'], record: number, detail: UrlEvent['detail']): void => {
      if (records.has(record)) events.push({ event, record, at: time, detail });
    };
    switch (kind) {
      case RECORD.add: {
        if (words[at + 5] !== lo || words[at + 6] !== hi) return;
        const added = readAdd(words, new Uint8Array(words.buffer), at);
        if (added.key !== key) return;
        records.add(position);
        const { url, priority, depth, hops, parent } = added;
        return note('added', position, { url, priority, depth, hops, parent });
      }
      case RECORD.again:
        if (words[at + 6] === AGAIN.improved)
          note('improved', words[at + 2]! >>> 0, { priority: first >>> 24 });
        return;
      case RECORD.drop:
        return note('dropped', words[at + 7]! >>> 0, { reason: 'capacity' });
      case RECORD.lease:
        return note('leased', words[at + 3]! >>> 0, { attempt: (first >>> 8) & 255 });
      case RECORD.putBack:
        return note('put-back', words[at + 3]! >>> 0, {});
      case RECORD.retry: {
        const detail = { attempt: (first >>> 8) & 255, notBefore: doubleAt(words, at + 10) };
        return note('retry', words[at + 3]! >>> 0, detail);
      }
      case RECORD.complete: {
        const outcome = OUTCOME_NAMES.get((first >>> 8) & 255) ?? '';
        return note('completed', words[at + 3]! >>> 0, {
          outcome,
          status: first >>> 16,
          bytes: words[at + 6]! >>> 0,
        });
      }
    }
  };
}
