/**
 * What the measured programs share. A program is started by compare.ts as
 *   node --import tsx <program> <checkout> <folder of its own> <size> [data]
 * takes the code to be measured from `<checkout>/dist`, and prints one line: its CPU time, and figures that show what work was done.
 * Whatever differs between checkouts is told by looking at what they have; all that may be asynchronous is awaited.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuMs } from '../measure.ts';

const [checkout, folder, size, data] = process.argv.slice(2) as [string, string, string, string | undefined];

export const given = { folder, size: Number(size), data: data || undefined };

/** A room of the checkout, as it was built. */
// biome-ignore lint/suspicious/noExplicitAny: the rooms of any version
export function room(name: string): Promise<any> {
  return import(pathToFileURL(join(checkout, 'dist/src', name, 'index.js')).href);
}

export interface Outcome {
  readonly cpuMs: number;
  /** The same in both checkouts when the work was. */
  readonly work: Readonly<Record<string, number>>;
}

/** CPU time of the whole process, all threads, while `work` goes on. */
export async function measured(work: () => Promise<Record<string, number>>): Promise<void> {
  const from = cpuMs();
  const done = await work();
  process.stdout.write(`${JSON.stringify({ cpuMs: cpuMs() - from, work: done } satisfies Outcome)}\n`);
}
