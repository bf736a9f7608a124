/** Writes docs/configuration.md and docs/errors.md from the tables of the code, docs/acceptance.md from the tests; `npm run docs`. A test checks that they are up to date. */
import { writeFileSync } from 'node:fs';
import { acceptancePage } from './acceptance.ts';
import { configurationPage, errorsPage } from './reference.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsPage());
writeFileSync(new URL('../docs/acceptance.md', import.meta.url), acceptancePage().text);
