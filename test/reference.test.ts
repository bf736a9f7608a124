import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { acceptancePage } from '../scripts/acceptance.ts';
import { MANUAL_PAGES, manualPage } from '../scripts/manual.ts';
import { configurationPage, errorsPage } from '../scripts/reference.ts';

it('the reference pages say what the code does (npm run docs writes them)', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage());
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
});

it('the pages of the manual say what the help says (npm run docs writes them), and man finds nothing wrong in them', async () => {
  const { man } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(MANUAL_PAGES.map(([file]) => file)).toEqual(expect.arrayContaining(man));
  for (const [file, language] of MANUAL_PAGES) {
    const text = readFileSync(file, 'utf8');
    expect(text, file).toBe(await manualPage(language));
    // Each line is a request that man knows, a comment, or text; nothing of the help became a request.
    for (const line of text.split('\n'))
      expect(line, file).toMatch(/^(?:\.(?:TH|SH|SS|PP|TP|B|\\")(?: |$)|[^.']|$)/);
    expect(text).toMatch(/^\.B tarrafa crawl /m);
    expect(text).toContain('\\-\\-max\\-pages <n>');
    const told = spawnSync('man', ['--warnings', '-E', 'UTF-8', '-l', '-P', 'cat', file], {
      encoding: 'utf8',
    });
    // Not every machine has a man.
    if (told.error === undefined) expect(told, file).toMatchObject({ status: 0, stderr: '' });
  }
});

it('the page of acceptance cases says which test goes the way of a person (npm run docs writes it), and excuses no case that has one', () => {
  const { text, idle } = acceptancePage();
  expect(readFileSync('docs/acceptance.md', 'utf8')).toBe(text);
  expect(idle).toEqual([]);
});
