import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

describe('what will happen', () => {
  it('comes by its time, and of equal times in the order of entry, whatever else comes and goes', () => {
    const act = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant('take' as const));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 400 }), (acts) => {
        const queue = new EventQueue();
        const waiting: { time: number; id: number }[] = [];
        let entered = 0;
        for (const each of acts) {
          if (each === 'take') {
            const first = waiting.sort((a, b) => a.time - b.time || a.id - b.id).shift();
            expect(queue.next()).toBe(first !== undefined);
            if (first) expect([queue.time, queue.a]).toEqual([first.time, first.id]);
          } else {
            const time = queue.time + each;
            queue.push(time, 3, entered, -entered);
            waiting.push({ time, id: entered++ });
          }
          expect(queue.size).toBe(waiting.length);
        }
      }),
    );
  });

  it('keeps what was entered with it, also when there is more than was foreseen', () => {
    const queue = new EventQueue();
    for (let i = 0; i < 5_000; i++) queue.push(5_000 - i, i % 250, i, -i);
    for (let i = 4_999; i >= 0; i--) {
      expect(queue.next()).toBe(true);
      expect([queue.time, queue.kind, queue.a, queue.b]).toEqual([5_000 - i, i % 250, i, i === 0 ? 0 : -i]);
    }
    expect(queue.next()).toBe(false);
  });

  it('is never in the past, nor at no time', () => {
    const queue = new EventQueue();
    queue.push(7, 0);
    queue.next();
    expect(() => queue.push(6.9, 0)).toThrow(RangeError);
    expect(() => queue.push(Number.NaN, 0)).toThrow(RangeError);
  });
});
