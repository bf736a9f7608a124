/** What is written of a record is what is read of it, kind by kind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DISK } from '../../files/index.ts';
import { Journal } from '../journal.ts';
import { candidate } from '../rig.suite.ts';
import * as add from './add.ts';
import * as again from './again.ts';
import * as bind from './bind.ts';
import * as complete from './complete.ts';
import * as delay from './delay.ts';
import * as drop from './drop.ts';
import { KIND, kindOf } from './kind.ts';
import * as lease from './lease.ts';
import { recordLength } from './length.ts';
import * as pass from './pass.ts';
import * as policy from './policy.ts';
import * as putBack from './put-back.ts';
import * as queue from './queue.ts';
import * as rest from './rest.ts';
import * as retire from './retire.ts';
import * as retry from './retry.ts';
import * as tally from './tally.ts';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const signed = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const byte = fc.integer({ min: 0, max: 255 });
const queueNumber = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const bucket = fc.integer({ min: 0, max: 0xffff });
const time = fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN));
const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const leaseFacts = fc.record({
  record: word,
  entry: word,
  queue: queueNumber,
  bucket,
  priority: fc.integer({ min: 0, max: 100 }),
  depth: byte,
  attempt: byte,
  hi: signed,
  lo: signed,
});

let folder = '';
let journal: Journal;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-records-'));
  const options = { segmentBytes: 2 ** 30, syncEvery: 0, files: DISK, seeds: [1, 2] as const };
  journal = Journal.open(folder, options, recordLength, () => {});
});
afterAll(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a record, and answers where it stands; what it takes up is as long as it says. */
function written(write: () => void): { words: Int32Array; bytes: Uint8Array; at: number } {
  journal.rollback(16);
  const position = journal.tail;
  write();
  const at = 4;
  expect(Math.ceil(recordLength(journal.words, at) / 16)).toBe(journal.tail - position);
  return { words: journal.words, bytes: journal.bytes, at };
}

const CASES: Record<keyof typeof KIND, () => void> = {
  add: () =>
    fc.assert(
      fc.property(
        fc.webUrl(),
        text,
        fc.boolean(),
        leaseFacts,
        fc.record({ hops: byte, redirects: fc.integer({ min: 0, max: 15 }), parent: word }),
        (url, name, same, facts, more) => {
          const said = candidate(url, { key: same ? url : `${url}${name}`, ...more, kind: 2 });
          const form = new add.AddForm();
          form.measure(said);
          const { words, bytes, at } = written(() =>
            form.write(
              journal,
              said,
              facts.depth,
              facts.priority,
              facts.queue,
              facts.entry,
              facts.hi,
              facts.lo,
            ),
          );
          expect(kindOf(words, at)).toBe(KIND.add);
          const read = add.url(words, bytes, at);
          expect({
            url: read,
            key: add.key(words, bytes, at, read),
            kind: add.kind(words, at),
            hops: add.hops(words, at),
            redirects: add.redirects(words, at),
            parent: add.parent(words, at),
            depth: add.depth(words, at),
            priority: add.priority(words, at),
            queue: add.queue(words, at),
            prev: add.prev(words, at),
            hi: add.hi(words, at),
            lo: add.lo(words, at),
          }).toEqual({
            url,
            key: said.key,
            kind: 2,
            ...more,
            depth: facts.depth,
            priority: facts.priority,
            queue: facts.queue,
            prev: facts.entry,
            hi: facts.hi,
            lo: facts.lo,
          });
          expect([said.queue, null]).toContain(add.queueName(words, at, url));
        },
      ),
    ),
  queue: () =>
    fc.assert(
      fc.property(queueNumber, text, signed, signed, (number, name, hi, lo) => {
        const { words, bytes, at } = written(() => queue.write(journal, number, name, hi, lo));
        expect(kindOf(words, at)).toBe(KIND.queue);
        expect(queue.name(words, bytes, at)).toBe(name);
        expect([queue.hi(words, at), queue.lo(words, at)]).toEqual([hi, lo]);
      }),
    ),
  lease: () =>
    fc.assert(
      fc.property(leaseFacts, (facts) => {
        const { words, at } = written(() => lease.write(journal, facts));
        expect(kindOf(words, at)).toBe(KIND.lease);
        expect({
          record: lease.record(words, at),
          entry: lease.entry(words, at),
          queue: lease.queue(words, at),
          bucket: lease.bucket(words, at),
          priority: lease.priority(words, at),
          depth: lease.depth(words, at),
          attempt: lease.attempt(words, at),
          hi: lease.hi(words, at),
          lo: lease.lo(words, at),
        }).toEqual(facts);
      }),
    ),
  complete: () =>
    fc.assert(
      fc.property(
        leaseFacts,
        fc.record({ outcome: byte, status: fc.integer({ min: 0, max: 0xffff }), bytes: word }),
        fc.option(text),
        word,
        time,
        time,
        (facts, said, mark, newHead, end, revisitAt) => {
          const { words, bytes, at } = written(() =>
            complete.write(journal, facts, said, mark, newHead, end, revisitAt),
          );
          expect(kindOf(words, at)).toBe(KIND.complete);
          expect({
            outcome: complete.outcome(words, at),
            status: complete.status(words, at),
            bytes: complete.received(words, at),
            queue: complete.queue(words, at),
            record: complete.record(words, at),
            priority: complete.priority(words, at),
            depth: complete.depth(words, at),
            newHead: complete.newHead(words, at),
            end: complete.end(words, at),
            revisitAt: complete.revisitAt(words, at),
            mark: complete.hasMark(words, at) ? complete.mark(words, bytes, at) : null,
          }).toEqual({
            ...said,
            queue: facts.queue,
            record: facts.record,
            priority: facts.priority,
            depth: facts.depth,
            newHead,
            end,
            revisitAt,
            mark,
          });
        },
      ),
    ),
  putBack: () =>
    fc.assert(
      fc.property(leaseFacts, time, time, (facts, end, notBefore) => {
        const { words, at } = written(() => putBack.write(journal, facts, end, notBefore));
        expect(kindOf(words, at)).toBe(KIND.putBack);
        expect(putBack.record(words, at)).toBe(facts.record);
        expect(putBack.end(words, at)).toBe(end);
        expect(putBack.notBefore(words, at)).toBe(notBefore);
      }),
    ),
  retry: () =>
    fc.assert(
      fc.property(leaseFacts, word, time, time, (facts, newHead, end, notBefore) => {
        const { words, at } = written(() => retry.write(journal, facts, newHead, end, notBefore));
        expect(kindOf(words, at)).toBe(KIND.retry);
        expect({
          attempt: retry.attempt(words, at),
          depth: retry.depth(words, at),
          priority: retry.priority(words, at),
          queue: retry.queue(words, at),
          record: retry.record(words, at),
          newHead: retry.newHead(words, at),
          hi: retry.hi(words, at),
          lo: retry.lo(words, at),
          end: retry.end(words, at),
          notBefore: retry.notBefore(words, at),
        }).toEqual({
          attempt: Math.min(255, facts.attempt + 1),
          depth: facts.depth,
          priority: facts.priority,
          queue: facts.queue,
          record: facts.record,
          newHead,
          hi: facts.hi,
          lo: facts.lo,
          end,
          notBefore,
        });
      }),
    ),
  again: () =>
    fc.assert(
      fc.property(
        leaseFacts,
        fc.constantFrom(...Object.values(again.REASONS)),
        word,
        (facts, reason, prev) => {
          const { entry: source, bucket: _, ...rest } = facts;
          const said = { ...rest, reason, source };
          const { words, at } = written(() => again.write(journal, said, prev));
          expect(kindOf(words, at)).toBe(KIND.again);
          expect({
            attempt: again.attempt(words, at),
            depth: again.depth(words, at),
            priority: again.priority(words, at),
            queue: again.queue(words, at),
            record: again.record(words, at),
            hi: again.hi(words, at),
            lo: again.lo(words, at),
            reason: again.reason(words, at),
            source: again.source(words, at),
          }).toEqual(said);
          expect(again.prev(words, at)).toBe(prev);
        },
      ),
    ),
  delay: () =>
    fc.assert(
      fc.property(queueNumber, time, (number, ms) => {
        const { words, at } = written(() => delay.write(journal, number, ms));
        expect(kindOf(words, at)).toBe(KIND.delay);
        expect([delay.queue(words, at), delay.delay(words, at)]).toEqual([number, ms]);
      }),
    ),
  rest: () =>
    fc.assert(
      fc.property(queueNumber, time, (number, until) => {
        const { words, at } = written(() => rest.write(journal, number, until));
        expect(kindOf(words, at)).toBe(KIND.rest);
        expect([rest.queue(words, at), rest.until(words, at)]).toEqual([number, until]);
      }),
    ),
  retire: () =>
    fc.assert(
      fc.property(queueNumber, word, fc.string({ maxLength: 60 }), (number, dropped, reason) => {
        const { words, bytes, at } = written(() => retire.write(journal, number, dropped, reason));
        expect(kindOf(words, at)).toBe(KIND.retire);
        expect([retire.queue(words, at), retire.reason(words, bytes, at)]).toEqual([number, reason]);
      }),
    ),
  bind: () =>
    fc.assert(
      fc.property(queueNumber, signed, signed, (number, hi, lo) => {
        const { words, at } = written(() => bind.write(journal, number, hi, lo));
        expect(kindOf(words, at)).toBe(KIND.bind);
        expect([bind.queue(words, at), bind.hi(words, at), bind.lo(words, at)]).toEqual([number, hi, lo]);
      }),
    ),
  pass: () =>
    fc.assert(
      fc.property(word, queueNumber, signed, signed, (record, number, hi, lo) => {
        const { words, at } = written(() => pass.write(journal, record, number, hi, lo));
        expect(kindOf(words, at)).toBe(KIND.pass);
        expect([
          pass.record(words, at),
          pass.queue(words, at),
          pass.hi(words, at),
          pass.lo(words, at),
        ]).toEqual([record, number, hi, lo]);
      }),
    ),
  drop: () =>
    fc.assert(
      fc.property(leaseFacts, word, ({ queue: number, entry, bucket, record, hi, lo }, newTail) => {
        const said = { queue: number, entry, newTail, bucket, record, hi, lo };
        const { words, at } = written(() => drop.write(journal, said));
        expect(kindOf(words, at)).toBe(KIND.drop);
        expect({
          queue: drop.queue(words, at),
          entry: drop.entry(words, at),
          newTail: drop.newTail(words, at),
          bucket: drop.bucket(words, at),
          record: drop.record(words, at),
          hi: drop.hi(words, at),
          lo: drop.lo(words, at),
        }).toEqual(said);
      }),
    ),
  tally: () =>
    fc.assert(
      fc.property(word, word, word, word, (duplicates, capacity, budget, length) => {
        const { words, at } = written(() => tally.write(journal, duplicates, capacity, budget, length));
        expect(kindOf(words, at)).toBe(KIND.tally);
        expect([
          tally.duplicates(words, at),
          tally.capacity(words, at),
          tally.budget(words, at),
          tally.tooLong(words, at),
        ]).toEqual([duplicates, capacity, budget, length]);
      }),
    ),
  policy: () => {
    for (const name of ['breadth-first', 'horizontal', 'horizontal-compat', 'priority'] as const) {
      const { words, at } = written(() => policy.write(journal, name));
      expect(kindOf(words, at)).toBe(KIND.policy);
      expect(policy.policy(words, at)).toBe(name);
    }
  },
};

describe('records', () => {
  for (const [kind, check] of Object.entries(CASES))
    it(`${kind}: every field that is written is read, and its length is told`, check);

  it('a word that starts no record has no length', () => {
    expect(recordLength(new Int32Array(16), 0)).toBe(0);
    expect(recordLength(new Int32Array(16).fill(200), 0)).toBe(0);
  });
});
