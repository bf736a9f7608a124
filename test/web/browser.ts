/** The browser of the tests: Debian's chromium, Google's, or the one that CHROME_PATH names. Without one its tests are skipped. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

export const BROWSER: string | null = PLACES.find((path) => path && existsSync(path)) ?? null;

export const NO_BROWSER =
  'skipped: no Chromium found (looked for chromium, chromium-browser and google-chrome in /usr/bin; CHROME_PATH may name another). ' +
  'On Debian: apt install chromium';

export function launchBrowser(): Promise<Browser> {
  if (BROWSER === null) throw new Error(NO_BROWSER);
  return chromium.launch({
    executablePath: BROWSER,
    // The sandbox of Chromium does not work for root; the pages of these tests are our own. No name but our server's is resolved.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}
