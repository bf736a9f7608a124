import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderFrontier } from './folder-frontier.ts';
import { MadeFrontier } from './made-frontier.ts';
import { type Candidate, type FrontierOptions, OUTCOME, URL_KIND } from './port.ts';

const AT = Date.UTC(2024, 4, 6);
const DELAY = 1_000;

const options = (now: () => number, policy: FrontierOptions['policy'] = 'horizontal'): FrontierOptions => ({
  policy,
  delay: DELAY,
  addressDelay: 0,
  capacity: Number.POSITIVE_INFINITY,
  queueBudget: Number.POSITIVE_INFINITY,
  now,
});

function candidate(site: number, page: number, priority = 50): Candidate {
  const queue = `sitio${site}.test`;
  const url = `http://${queue}/${page}`;
  // Queue names that do not stand in the URL, and keys that are not it, are written otherwise.
  return {
    url: page % 3 === 0 ? `http://outro.test/${site}/${page}` : url,
    key: page % 2 === 0 ? url : `${url}?k`,
    queue,
    priority,
    depth: page % 5,
    hops: page % 7,
    redirects: page % 2,
    kind: URL_KIND.page,
    parent: 0,
  };
}

describe('a frontier made of what another place knows', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-made-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('knows every URL with its state, and its retries and revisits come at their time', () => {
    const url = fc.record({
      site: fc.nat(3),
      priority: fc.nat(100),
      state: fc.constantFrom('queued', 'retried', 'visited', 'again'),
      visits: fc.integer({ min: 1, max: 3 }),
      attempt: fc.integer({ min: 2, max: 4 }),
      wait: fc.integer({ min: 1, max: 5_000 }),
    });
    let runs = 0;
    fc.assert(
      fc.property(
        fc.array(url, { maxLength: 25 }),
        fc.constantFrom<FrontierOptions['policy']>('horizontal', 'breadth-first', 'priority'),
        (urls, policy) => {
          const place = join(folder, String(runs++));
          const made = new MadeFrontier(place, policy);
          const all = urls.map((given, page) => ({
            ...given,
            candidate: candidate(given.site, page, given.priority),
          }));
          const ended = { outcome: OUTCOME.analysed, status: 200, bytes: 10 };
          for (const { state, candidate: each, visits, attempt, wait } of all)
            if (state === 'retried') made.retried(each, attempt, AT + wait);
            else if (state !== 'queued') {
              made.began(each);
              made.ended(Array(visits).fill(ended), state === 'again' ? AT + wait : null);
            }
          for (const { state, candidate: each } of all)
            if (state === 'queued') expect(made.queued(each)).toBe(true);
          made.close();

          const frontier = FolderFrontier.open(
            place,
            options(() => AT, policy),
          );
          const word = { queued: 'queued', retried: 'retried', visited: 'taken', again: 'taken' };
          const known = [...frontier.known.all()];
          expect(
            known
              .map(({ key, url, queue, state, depth, hops }) => ({ key, url, queue, state, depth, hops }))
              .sort(byKey),
          ).toEqual(
            all
              .map(({ state, candidate: { key, url, queue, depth, hops } }) => ({
                key,
                url,
                queue,
                state: word[state as 'queued'],
                depth,
                hops,
              }))
              .sort(byKey),
          );
          for (const { key, state, priority } of known)
            if (state === 'queued')
              expect(priority).toBe(all.find((each) => each.candidate.key === key)!.priority);
          const waits = [...frontier.known.deferred()].map(({ record, at, again, attempt }) => ({
            key: frontier.known.at(record)!.key,
            at,
            again,
            attempt,
          }));
          expect(waits.sort(byKey)).toEqual(
            all
              .filter(({ state }) => state === 'retried' || state === 'again')
              .map(({ state, candidate: { key }, wait, attempt }) => ({
                key,
                at: AT + wait,
                again: state === 'again',
                attempt: state === 'again' ? 1 : attempt,
              }))
              .sort(byKey),
          );
          expect(frontier.counts().completed).toBe(
            all.reduce(
              (sum, { state, visits }) => sum + (state === 'visited' || state === 'again' ? visits : 0),
              0,
            ),
          );
          frontier.close();
        },
      ),
      { numRuns: 40, seed: 16 },
    );
  });

  it('lets its queues rest as it was told, and takes nothing more of one that is visited no more', () => {
    const made = new MadeFrontier(folder, 'horizontal');
    made.began(candidate(0, 1));
    made.ended([{ outcome: OUTCOME.analysed, status: 200, bytes: 1 }], null, 'mark');
    made.queued(candidate(0, 2));
    made.queued(candidate(1, 4));
    made.queue({ name: 'sitio0.test', delay: 5_000, restsUntil: AT + 700, retired: null });
    made.queue({ name: 'sitio1.test', delay: 0, restsUntil: AT, retired: 'dead' });
    made.close();
    let now = AT;
    const frontier = FolderFrontier.open(
      folder,
      options(() => now),
    );
    expect(frontier.mark()).toBe('mark');
    expect(frontier.next()).toEqual({ kind: 'wait', until: AT + 700 });
    now = AT + 700;
    const answer = frontier.next();
    expect(answer).toMatchObject({ kind: 'lease', lease: { url: candidate(0, 2).url, collected: 1 } });
    expect(frontier.add(candidate(1, 7))).toBe('dropped');
    expect(frontier.queueState('sitio0.test')).toMatchObject({ delay: 5_000 });
    expect([...frontier.queues()].map(({ isRetired }) => isRetired)).toEqual([false, true]);
    expect([...frontier.known.all()].map(({ state }) => state)).toEqual(['taken', 'taken', 'dropped']);
    frontier.close();
  });

  it('forgets what was given up for want of room, and knows it again when it comes again', () => {
    const frontier = FolderFrontier.open(folder, { ...options(() => AT, 'priority'), capacity: 1 });
    frontier.add(candidate(0, 1, 90));
    frontier.add(candidate(1, 1, 10));
    frontier.flush();
    expect([...frontier.known.all()].map(({ queue }) => queue)).toEqual(['sitio1.test']);
    frontier.add(candidate(0, 1, 5));
    frontier.flush();
    expect([...frontier.known.all()].map(({ queue, priority }) => [queue, priority])).toEqual([
      ['sitio0.test', 5],
    ]);
    frontier.close();
  });
});

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : 1;
}
