/** Writes docs/configuration.md and docs/errors.md from the tables of the code; `npm run docs`. A test checks that they are up to date. */
import { writeFileSync } from 'node:fs';
import { configurationPage, errorsPage } from './reference.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsPage());
