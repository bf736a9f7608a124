import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FolderFrontier, OUTCOME, URL_KIND } from '../../src/frontier/index.ts';
import { PriorityQueue } from './priority-queue.ts';

describe('priority queue', () => {
  it('answers as the frontier does, whatever is added, improved and taken', () => {
    const command = fc.oneof(
      { weight: 4, arbitrary: fc.record({ page: fc.nat(25), priority: fc.nat(100), depth: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
        const folder = mkdtempSync(join(tmpdir(), 'priority-queue-'));
        let now = 0;
        const frontier = FolderFrontier.open(folder, {
          policy: 'priority',
          delay: 0,
          addressDelay: 0,
          capacity: 10_000,
          queueBudget: Number.POSITIVE_INFINITY,
          now: () => ++now,
          exact: true,
        });
        try {
          const queue = new PriorityQueue<string>();
          const depths = new Map<number, number>();
          const take = (): string | undefined => {
            const answer = frontier.next();
            if (answer.kind !== 'lease') return undefined;
            frontier.end({
              kind: 'complete',
              lease: answer.lease,
              outcome: OUTCOME.analysed,
              status: 200,
              accessedAt: null,
              bytes: 0,
              revisitAt: null,
              links: [],
              seal: () => null,
            });
            return answer.lease.key;
          };
          for (const step of [...commands, ...new Array<null>(30).fill(null)]) {
            if (step === null) {
              expect(queue.next()).toBe(take());
              continue;
            }
            // The depth of an address does not change.
            const depth = depths.get(step.page) ?? step.depth;
            depths.set(step.page, depth);
            const key = `p${step.page}`;
            const outcome = frontier.add({
              url: `https://exemplo.pt/${key}`,
              key,
              queue: 'exemplo.pt',
              priority: step.priority,
              depth,
              hops: 0,
              redirects: 0,
              kind: URL_KIND.page,
              parent: 0,
            });
            expect(queue.add(key, step.priority, depth)).toBe(outcome);
          }
        } finally {
          frontier.close();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: 60 },
    );
  });
});
