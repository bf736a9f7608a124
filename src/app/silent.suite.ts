/** Nothing that a program calls may speak for it, nor say how its process ends. */
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Asked for at the top of a file of tests: it watches each of them. */
export function expectSilence(): void {
  const spoken: unknown[] = [];
  beforeEach(() => {
    spoken.length = 0;
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        spoken.push(text);
        return true;
      });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(spoken).toEqual([]);
    expect(process.exitCode ?? 0).toBe(0);
  });
}
