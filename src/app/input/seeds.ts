/** Seeds from the command line, a file, or standard input: one address a line; `#` begins a comment. */
import { readFileSync } from 'node:fs';
import { inputError } from '../../errors.ts';

export function readSeeds(words: readonly string[], file: string | undefined): string[] {
  const seeds = words.map(withScheme);
  if (file === undefined) return seeds;
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw inputError(file, error);
  }
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const seed = line.trim();
    if (seed && !seed.startsWith('#')) seeds.push(withScheme(seed.split(/\s/, 1)[0]!));
  }
  return seeds;
}

/** People write `www.exemplo.br`; it is taken for https. */
function withScheme(seed: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(seed) && !/^[^/:]+:\d+(?:\/|$)/.test(seed) ? seed : `https://${seed}`;
}
