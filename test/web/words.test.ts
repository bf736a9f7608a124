/** No English stands inside Portuguese: every view of the page is walked, and what it says of itself looked through for English words. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { type ServedSample, serveSample, TOKEN } from './served-sample.ts';

/** Words that no Portuguese text has. Names of formats and programs are no words. */
const ENGLISH =
  /(?<![\p{L}\p{N}])(?:the|of|and|with|from|must|not|page|pages|search|results?|entity|service|seeds|priority|unreachable|found|published|archive|where|when|loading|file|files|all|none|more|download|unknown|error|failed|England|Beijing|New York|London|Moscow)(?![\p{L}\p{N}])/giu;

/** What the page quotes: titles, passages, addresses, names of sites and collections, what is typed, and code. */
const QUOTED =
  'script, style, noscript, code, pre, kbd, input, textarea, mark, .snippet, .hit, .host, .path, .kwic, .quote, blockquote, time, svg title, [lang]:not(html), iframe, .url, .address, td, tbody th, .tag, .name, h1, .reading, .evidence, .figure-number, .collection';

const VIEWS = [
  '/?c=amostra',
  '/busca?c=amostra&q=enchentes',
  '/busca?c=amostra&q=xilofone',
  '/busca?c=amostra,armadilha&q=cidade%20tipo:p%C3%A1gina',
  '/tempo?c=amostra',
  '/concordancia?c=amostra&palavras=cidade',
  '/mapa?c=amostra',
  '/entidades?c=amostra',
  '/dossies?c=amostra',
  '/coletas',
  '/nada',
  '/simples?c=amostra&q=enchentes',
  '/simples/geo',
  '/simples/nada',
  '/replay/amostra/2020/http://nada.example/',
];

describe.skipIf(BROWSER === null)(
  BROWSER === null ? `words of the page (${NO_BROWSER})` : 'the words of the page',
  { timeout: 180_000 },
  () => {
    let sample: ServedSample;
    let browser: Browser;
    beforeAll(async () => {
      await buildWeb();
      [sample, browser] = await Promise.all([serveSample(), launchBrowser()]);
    }, 240_000);
    afterAll(async () => {
      await browser?.close();
      await sample?.close();
    });

    it('are Portuguese in every view', async () => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        locale: 'pt-BR',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const said: string[] = [];
      let characters = 0;
      for (const view of VIEWS) {
        const token =
          view.startsWith('/simples') || view.startsWith('/replay')
            ? ''
            : `${view.includes('?') ? '&' : '?'}token=${TOKEN}`;
        await page.goto(sample.origin + view + token);
        await page.locator('main h1, main h2').first().waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        const text = (await page.evaluate(
          `(() => {
            const whole = document.body.cloneNode(true);
            const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((e) => ['aria-label', 'title', 'placeholder'].map((a) => e.closest(${JSON.stringify(QUOTED)}) ? '' : e.getAttribute(a) ?? ''));
            for (const quoted of whole.querySelectorAll(${JSON.stringify(QUOTED)})) quoted.replaceWith(' ');
            return (whole.innerText ?? whole.textContent) + '\\n' + names.join('\\n');
          })()`,
        )) as string;
        characters += text.length;
        for (const line of text.split('\n')) {
          // Names of files and addresses are quoted wherever they stand.
          const own = line.replace(/\S*[./:_]\S*/g, ' ');
          for (const [word] of own.matchAll(ENGLISH))
            said.push(`${view}: ${word} in "${line.trim().slice(0, 120)}"`);
        }
      }
      await context.close();
      expect(characters).toBeGreaterThan(5_000);
      expect(said).toEqual([]);
    });

    it('are Portuguese in what a person is refused with', async () => {
      const asked = [
        'search?c=amostra&limit=1000',
        'search?c=amostra&limit=x',
        'search?limit=3',
        'search?c=amostra&order=best',
        'collections/nada/search',
      ];
      for (const path of asked) {
        const answer = await fetch(`${sample.origin}/api/v1/${path}`, {
          headers: { 'accept-language': 'pt-BR' },
        });
        const { error } = (await answer.json()) as { error: { message: string; advice: string } };
        // Commands are called what they are called.
        const own = `${error.message} ${error.advice}`
          .replace(/`[^`]*`/g, ' ')
          .replace(/\S*[./:_]\S*/g, ' ')
          .replace(/best|relevance|newest|oldest/g, ' ');
        expect([path, own.match(ENGLISH)]).toEqual([path, null]);
      }
    });
  },
);
