/** undici, loaded with the first connection: it is 4 MB of heap, and a server that asks nobody does without it. */
import { createRequire } from 'node:module';

type Undici = typeof import('undici');

const load = createRequire(import.meta.url);
let loaded: Undici | null = null;

export function undici(): Undici {
  loaded ??= load('undici') as Undici;
  return loaded;
}
