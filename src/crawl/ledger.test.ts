import { describe, expect, it } from 'vitest';
import type { Frontier } from '../frontier/index.ts';
import type { WarcWriter, WrittenRecord } from '../warc/index.ts';
import { leaseOf } from './lease.suite.ts';
import { type EndedVisit, Ledger, readMark } from './ledger.ts';
import type { VisitLog } from './visit-log.ts';

describe('a ledger that failed half-way through a visit', () => {
  it('ends no other: its mark would say that the first is whole', async () => {
    const failure = new Error('no space');
    const marks: string[] = [];
    let failing = false;
    let records = 0;
    let referable = 0;
    const frontier = {
      end: async ([ended]: readonly { seal(links: object): string }[]) => {
        if (failing) throw failure;
        marks.push(ended!.seal({}));
      },
    } as unknown as Frontier;
    const visits = { append() {}, length: 0 } as unknown as VisitLog;
    const ledger = new Ledger(frontier, {} as WarcWriter, visits, readMark(null));
    const visit = {
      lease: {},
      entry: { bytes: 0, outcome: 'gone' },
      completion: {},
      candidates: [],
      policyEntry: null,
      archived: {
        write: (): WrittenRecord => ({ file: 'a.warc.gz', end: ++records * 100 }) as unknown as WrittenRecord,
        ended: () => {
          referable++;
        },
      },
    } as unknown as EndedVisit;
    await ledger.end(visit);
    failing = true;
    await expect(ledger.end(visit)).rejects.toBe(failure);
    failing = false;
    await expect(ledger.end(visit)).rejects.toBe(failure);
    expect([marks.length, records]).toEqual([1, 2]);
    // Nor may any record refer to the second.
    expect(referable).toBe(1);
  });
});

describe('the sites of a ledger', () => {
  it('are those with a page, also where the first visit only led on', async () => {
    const frontier = {
      end: async ([ended]: readonly { seal(links: object): string }[]) => void ended!.seal({}),
    } as unknown as Frontier;
    const visits = { append() {}, length: 0 } as unknown as VisitLog;
    const ledger = new Ledger(frontier, {} as WarcWriter, visits, readMark(null));
    const visit = (url: string, collected: number, outcome: string): Promise<void> =>
      ledger.end({
        lease: leaseOf(url, { collected }),
        entry: { bytes: 0, outcome },
        completion: {},
        candidates: [],
        policyEntry: null,
        archived: null,
      } as unknown as EndedVisit);
    await visit('http://a.example/', 0, 'redirected');
    await visit('http://b.example/', 0, 'analysed');
    await visit('http://c.example/', 0, 'failed');
    expect(ledger.totals.sites).toBe(1);
    await visit('http://a.example/inicio', 1, 'analysed');
    await visit('http://a.example/outra', 2, 'analysed');
    await visit('http://b.example/2', 1, 'analysed');
    expect(ledger.totals.sites).toBe(2);
  });
});
