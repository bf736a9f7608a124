// The browser of the end-to-end tests: found where systems keep it, or installed where that is one command (Debian and its kin, as root).
// Without one those tests, and only those, are skipped, and it is said here.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const findBrowser = () => PLACES.find((path) => path && existsSync(path)) ?? null;

export function ensureBrowser() {
  if (findBrowser() !== null) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('installing chromium for the tests of the page …\n');
    const quiet = {
      stdio: 'ignore',
      timeout: 240_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    if (spawnSync('apt-get', install, quiet).status !== 0) {
      spawnSync('apt-get', ['update'], quiet);
      spawnSync('apt-get', install, quiet);
    }
  }
  if (findBrowser() === null)
    process.stderr.write(
      'no Chromium was found and none could be installed: the tests that need a browser are skipped. Install chromium, or give its path in CHROME_PATH.\n',
    );
}
