/** What a command that reads pages needs from the outside; the process's own unless somebody says otherwise. */
import type { AccessOptions } from '../../app/input/access.ts';
import type { FetchedPage } from '../../app/input/fetch-page.ts';
import type { GivenPagesOptions } from '../../app/input/given-pages.ts';
import { LONGEST_PAGE } from '../../coding/index.ts';
import type { Language } from '../../words/language.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { problemLine } from './problem-line.ts';

export interface CommandSurroundings {
  readonly isTerminal: boolean;
  /** Whether somebody watches `err`, also while `out` goes to a file. */
  readonly isWatched?: boolean;
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<Uint8Array>;
  now(): number;
  fetchPage?(url: string, access?: AccessOptions): Promise<FetchedPage>;
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LONGEST_PAGE) break;
  }
  return Buffer.concat(chunks);
}

export const PROCESS: CommandSurroundings = {
  fetchPage: async (url, access) => (await import('./fetch-page.ts')).fetchPage(url, { access }),
  get isTerminal() {
    return printsTable();
  },
  get isWatched() {
    return process.stderr.isTTY === true;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: readStdin,
  now: Date.now,
};

/** How the pages of a command's inputs are read from its surroundings. */
export function pagesFrom(
  around: CommandSurroundings,
  language: Language,
  url: string | undefined,
  access: AccessOptions = {},
): GivenPagesOptions {
  return {
    url,
    now: around.now(),
    stdin: () => around.stdin(),
    fetchPage: around.fetchPage && ((address) => around.fetchPage!(address, access)),
    onProblem: (problem) => around.err(problemLine(problem, language)),
  };
}
