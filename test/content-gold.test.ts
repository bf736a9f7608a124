/** A data set of content made and scored as a person does it: pages chosen, marked in a browser on a server of this machine, methods measured. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsSite } from '../samples/news-templates/index.ts';
import { BROWSER, launchBrowser } from './browser.ts';
import { MAIN, spawnTarrafa } from './tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-gold-'));
const TEMPLATE = 'recorde';
const site = newsSite(TEMPLATE, 1, 30);
const run = (...words: string[]) => spawnTarrafa([...words, '--lang', 'en'], { cwd: root });

beforeAll(() => {
  mkdirSync(join(root, 'paginas'));
  for (const { id, html } of site.pages) writeFileSync(join(root, 'paginas', `${id}.html`), html);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const truthOf = (url: string): Set<string> =>
  new Set(
    site.pages
      .find((page) => page.url === url || url.endsWith(`${page.id}.html`))!
      .truth.filter(({ kind }) => kind === 'content')
      .map(({ text }) => text),
  );

interface Line {
  readonly url: string;
  readonly digest: string;
  readonly state: string;
  readonly blocks: readonly { readonly id: string; readonly text: string }[];
}
const goldLines = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Line);

/** Starts the server; answers with its address. */
async function serving(folder: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [MAIN, 'content', 'gold', 'mark', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await new Promise<string[]>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n')));
  });
  return { child, url: (JSON.parse(line!) as { url: string }).url };
}

describe('tarrafa content gold', () => {
  it('chooses the same pages for the same seed, and leaves an earlier choice as it is', async () => {
    const flags = ['--pages', '8', '--seed', '5'];
    const [one, two, other] = await Promise.all([
      run('content', 'gold', 'choose', 'paginas', '--out', 'set', ...flags),
      run('content', 'gold', 'choose', 'paginas', '--out', 'again', ...flags),
      run('content', 'gold', 'choose', 'paginas', '--out', 'other', '--pages', '8', '--seed', '6'),
    ]);
    const pages = ({ stdout }: { readonly stdout: string }) =>
      (JSON.parse(stdout) as { pages: string[]; found: number }).pages;
    expect(pages(one)).toHaveLength(8);
    expect(pages(two)).toEqual(pages(one));
    expect(pages(other)).not.toEqual(pages(one));
    const again = await run('content', 'gold', 'choose', 'paginas', '--out', 'set');
    expect([again.status, again.stderr.includes('TRF_CONFIG_INVALID')]).toEqual([2, true]);
    const none = await run('content', 'gold', 'choose', 'paginas', '--out', 'no', '--match', 'nowhere');
    expect([none.status, existsSync(join(root, 'no'))]).toEqual([2, false]);
  });

  it.skipIf(BROWSER === null)(
    '[X-A34] [X-A35] [X-A45] content is marked in the browser, kept, saved into the data set, and every method scored by it',
    async () => {
      const name = readdirSync(join(root, 'set')).find((file) => file.endsWith('.html'))!;
      const { child, url } = await serving('set');
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        await page.goto(`${url}${name.replace(/\.html$/, '')}`);
        for (let n = 0; n < 8; n++) {
          const where = await page.textContent('#where');
          const truth = truthOf(where!.split(' · ')[1]!);
          const texts = await page.locator('.b').allTextContents();
          const wanted = texts.flatMap((text, i) => (truth.has(text.replace(/\s+/g, ' ').trim()) ? [i] : []));
          // The first by keyboard, the rest by mouse.
          await page.locator('.b').nth(wanted[0]!).focus();
          await page.keyboard.press('Space');
          for (const i of wanted.slice(1))
            await page
              .locator('.b')
              .nth(i)
              .evaluate((one: { click(): void }) => one.click());
          if (n === 7) await page.keyboard.press('x');
          await page.keyboard.press('n');
        }
        await page.keyboard.press('s');
        await page.getByText('Gravado no conjunto').or(page.getByText('Saved in the data set')).waitFor();
        // What was saved is there when the page is opened again.
        await page.reload();
        await page.getByText('8 / 8', { exact: true }).waitFor();
        // The same page as a file keeps the marks by itself and gives them as a download.
        const file = await browser.newPage();
        await file.goto(`file://${join(root, 'set', name)}`);
        await file.locator('.b').first().click();
        const [download] = await Promise.all([file.waitForEvent('download'), file.locator('#save').click()]);
        expect(download.suggestedFilename()).toMatch(/\.gold\.jsonl$/);
        // Nobody else is served, by another name or without the word.
        expect((await fetch(new URL('/', url))).status).toBe(404);
        const foreign = await fetch(`${url}${name.replace(/\.html$/, '')}`, {
          method: 'POST',
          body: 'x',
          headers: { origin: 'http://evil.example' },
        });
        expect(foreign.status).toBe(404);
      } finally {
        await browser.close();
        child.kill('SIGINT');
      }
      const gold = join(root, 'set', name.replace(/\.html$/, '.gold.jsonl'));
      const lines = goldLines(gold);
      expect(lines.map(({ state }) => state).sort()).toEqual([
        'excluded',
        ...Array<string>(7).fill('marked'),
      ]);
      for (const { url: address, state, blocks } of lines)
        if (state === 'marked') {
          const truth = truthOf(address);
          expect(blocks.length).toBeGreaterThan(3);
          expect(blocks.every(({ text }) => truth.has(text.replace(/\s+/g, ' ').trim()))).toBe(true);
        }

      const scored = await run(
        ...[
          'content',
          'gold',
          'score',
          'set',
          '--site',
          'paginas',
          '--report',
          'scores.csv',
          '--plots',
          'plots',
        ],
      );
      expect([scored.status, scored.stderr.includes('TRF_')]).toEqual([0, false]);
      interface Scores {
        readonly method: string;
        readonly byBlock: {
          readonly precision: number;
          readonly recall: number;
          readonly f1: number;
          readonly fnOutsideCandidates: number;
        };
      }
      const { pages, methods } = JSON.parse(scored.stdout) as { pages: number; methods: Scores[] };
      expect(pages).toBe(7);
      const f = Object.fromEntries(methods.map(({ method, byBlock }) => [method, byBlock.f1]));
      expect(Object.keys(f)).toEqual(['xcex', 'content-extractor', 'page-alone', 'site-memory']);
      expect(f.xcex! - f['content-extractor']!).toBeGreaterThan(0.05);
      expect(f['site-memory']!).toBeGreaterThan(f.xcex!);
      // Headlines are no candidates of X-CEX: each is missed.
      expect(methods[0]!.byBlock.fnOutsideCandidates).toBeGreaterThanOrEqual(7);
      expect(readFileSync(join(root, 'scores.csv'), 'utf8')).toMatch(
        /^config,site,blocks,precision,recall,f1,accuracy_as_printed,time_printed,time_seconds,.*\r\nxcex,\S+,\d+,0\.\d\d,/,
      );
      expect(readdirSync(join(root, 'plots')).sort()).toEqual([
        'scores-site-1.svg',
        'scores.csv',
        'scores.html',
      ]);
      const bad = join(root, 'bad.gold.jsonl');
      writeFileSync(bad, '{"form":"other"}\n');
      const wrong = await run('content', 'gold', 'score', 'bad.gold.jsonl');
      expect([wrong.status, wrong.stderr.includes('TRF_CONTENT_GOLD')]).toEqual([2, true]);
    },
  );
});
