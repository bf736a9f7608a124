/** The example of README and LEIAME, run as it stands there: only where names lead, and how long they are spared, is the sample web's. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../samples/server.ts';
import { type Collected, type CollectOptions, type CollectSettings, collect } from './index.ts';
import { loopbackResolver } from './input/loopback-resolver.ts';

const here = (path: string) => new URL(`../../${path}`, import.meta.url);
const MOST_LINES = 11;

let web: SampleWeb;
let root: string;
beforeAll(async () => {
  web = await startSampleWeb({ sites: ['www.enciclopedia-exemplo.pt'] });
  root = mkdtempSync(join(tmpdir(), 'tarrafa-example-'));
});
afterAll(async () => {
  await web.close();
  rmSync(root, { recursive: true, force: true });
});

/** The first block of code that imports the package itself. */
function exampleOf(document: string): string {
  for (const [, code] of readFileSync(here(document), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm))
    if (code!.includes("from 'tarrafa';")) return code!;
  throw new Error(`no example in ${document}`);
}

describe('the library example', () => {
  it.each(['README.md', 'LEIAME.md'])(
    'of %s makes a whole crawl along a period, with what sites repeat',
    async (document) => {
      const code = exampleOf(document);
      expect(code.trim().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
      const body = code.replace("import { collect } from 'tarrafa';", '');
      expect(body).not.toContain('import');
      const folder = join(root, document);
      let collected: Collected | null = null;
      const onSampleWeb = async (_: string, settings: CollectSettings, options?: CollectOptions) => {
        collected = await collect(
          folder,
          { ...settings, delay: 0, addressDelay: 0, workers: 0 },
          { ...options, resolver: loopbackResolver((hostname) => web.resolve(hostname)) },
        );
        return collected;
      };
      const printed: string[] = [];
      const run = new Function('collect', 'console', `return (async () => {${body}})();`);
      await run(onSampleWeb, { log: (text: string) => printed.push(text) });
      expect(collected).toMatchObject({ interrupted: false, resumed: false });
      const { pages, policy } = collected! as Collected;
      // The sample is small: so many of its articles speak of the war and are linked where they do.
      expect(pages).toBe(3);
      expect(policy!.precision).toBeGreaterThan(0.5);
      expect(printed.join('\n')).toContain(String(pages));
      expect(readdirSync(join(folder, 'content'))).toContain('enciclopedia-exemplo.pt.memory');
      expect(existsSync(join(folder, 'policy.log'))).toBe(true);
    },
  );

  it('imports what the package gives under its own name', () => {
    const { exports } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
    expect(exports['.']).toEqual({
      types: './dist/src/app/index.d.ts',
      default: './dist/src/app/index.js',
    });
  });
});
