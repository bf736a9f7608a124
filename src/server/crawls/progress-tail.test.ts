import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ProgressTail } from './progress-tail.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-progress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const line = (n: number) =>
  `${JSON.stringify({ at: 1_000 * n, pages: n, requests: n, bytes: 10 * n, queued: 5, policy: { precision: 0.5 } })}\n`;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => line(from + i)).join('');

function fileOf(text: string): string {
  const path = join(folder, `progress-${++files}.jsonl`);
  writeFileSync(path, text);
  return path;
}

/** Bytes that this process has read, as the system counts them; null where it does not tell. */
function readSoFar(): number | null {
  try {
    return Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
  } catch {
    return null;
  }
}

describe('the progress of a crawl', () => {
  it('is read as it grows, a line that is not whole yet when it is', () => {
    const path = fileOf(lines(1, 100) + line(100).slice(0, 20));
    const tail = new ProgressTail(path);
    tail.refresh();
    expect([tail.figures?.pages, tail.history.length]).toEqual([99, 99]);
    appendFileSync(path, line(100).slice(20) + lines(101, 201));
    tail.refresh();
    expect([tail.figures?.pages, tail.history.length, tail.at]).toEqual([200, 200, 200_000]);
    expect([tail.speed.pagesPerSecond, tail.inScopeShare]).toEqual([1, 0.5]);
  });

  it('of many days is seen whole, though little of it is read', () => {
    const path = fileOf(lines(0, 200_000));
    const tail = new ProgressTail(path);
    const before = readSoFar();
    tail.refresh();
    const after = readSoFar();
    if (before !== null && after !== null) expect(after - before).toBeLessThan(3_000_000);
    expect([tail.figures?.pages, tail.speed.pagesPerSecond]).toEqual([199_999, 1]);
    const { history } = tail;
    expect(history.length).toBeGreaterThan(100);
    expect(history.length).toBeLessThanOrEqual(300);
    expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).sort((a, b) => a - b));
    expect([history[0]!.pages, history.at(-1)!.pages]).toEqual([0, 199_999]);
    // No long stretch of it is missing.
    for (let i = 1; i < history.length; i++)
      expect(history[i]!.pages - history[i - 1]!.pages).toBeLessThan(4_000);
    appendFileSync(path, line(200_000));
    tail.refresh();
    expect(tail.figures?.pages).toBe(200_000);
  });

  it('with lines of absurd length is what its other lines say', () => {
    const tail = new ProgressTail(fileOf(`${line(1)}${'x'.repeat(900_000)}\n${line(2)}`));
    tail.refresh();
    expect(tail.figures?.pages).toBe(2);
  });
});
