/** The browser of the tests: Debian's chromium, Google's, or the one that CHROME_PATH names. Without one its tests are skipped. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';

export const BROWSER: string | null = findBrowser();

export const NO_BROWSER =
  'skipped: no Chromium found where systems keep it (CHROME_PATH may name another). ' +
  'On Debian: apt install chromium';

/** `names`: those under which our server is called, beside 127.0.0.1. */
export function launchBrowser(names: readonly string[] = []): Promise<Browser> {
  if (BROWSER === null) throw new Error(NO_BROWSER);
  return chromium.launch({
    executablePath: BROWSER,
    // The sandbox of Chromium does not work for root; the pages of these tests are our own. No name but our server's is resolved.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--host-resolver-rules=${names.map((name) => `MAP ${name} 127.0.0.1, `).join('')}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
}
