/** Writes docs/configuration.md and docs/errors.md from the tables of the code, docs/acceptance.md from the tests, and the pages of the manual from the help; `npm run docs`. A test checks that they are up to date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { acceptancePage } from './acceptance.ts';
import { MANUAL_PAGES, manualPage } from './manual.ts';
import { configurationPage, errorsPage } from './reference.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsPage());
writeFileSync(new URL('../docs/acceptance.md', import.meta.url), acceptancePage().text);
for (const [file, language] of MANUAL_PAGES) {
  const place = new URL(`../${file}`, import.meta.url);
  mkdirSync(new URL('.', place), { recursive: true });
  writeFileSync(place, await manualPage(language));
}
