/** Lines of a text file as they come, decoded, without holding it. */
import type { Budget } from './budget.ts';
import type { ByteSource } from './byte-source.ts';
import { textReader } from './code-pages.ts';

const LONGEST_LINE = 4 << 20;

/** Lines without their ends; one that is too long is cut, its rest skipped. */
export async function* textLines(
  source: ByteSource,
  charset: string,
  budget: Budget,
): AsyncGenerator<string> {
  const reader = textReader(charset);
  let rest: Uint8Array[] = [];
  let held = 0;
  for await (const piece of source.stream()) {
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      budget.tick();
      let line = piece.subarray(from, at);
      if (rest.length > 0) {
        rest.push(line);
        line = Buffer.concat(rest);
        rest = [];
        held = 0;
      }
      yield withoutReturn(reader.decode(line));
      from = at + 1;
    }
    if (from < piece.length && held < LONGEST_LINE) {
      rest.push(piece.slice(from));
      held += piece.length - from;
    }
  }
  if (rest.length > 0) yield withoutReturn(reader.decode(Buffer.concat(rest)));
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
