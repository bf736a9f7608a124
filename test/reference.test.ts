import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationPage, errorsPage } from '../scripts/reference.ts';

it('the reference pages say what the code does (npm run docs writes them)', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage());
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
});
