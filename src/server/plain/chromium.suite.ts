/** A real browser for tests: Debian's chromium, or the one that CHROMIUM names. Where there is none, those tests are skipped by name. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const CHROMIUM: string | null = PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;

export async function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('no chromium here; set CHROMIUM to its path');
  // Nothing of this browser may leave the machine, whatever a page under test tries.
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
}
