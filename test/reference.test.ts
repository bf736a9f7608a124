import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { acceptancePage } from '../scripts/acceptance.ts';
import { MANUAL_PAGES, manualPage } from '../scripts/manual.ts';
import { configurationPage, errorsPage } from '../scripts/reference.ts';

it('the reference pages say what the code does (npm run docs writes them)', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage());
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
});

it('the page of acceptance cases says which test goes the way of a person (npm run docs writes it), and excuses no case that has one', () => {
  const { text, idle } = acceptancePage();
  expect(readFileSync('docs/acceptance.md', 'utf8')).toBe(text);
  expect(idle).toEqual([]);
});
