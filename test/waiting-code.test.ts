/** The list of what waits for its command or page holds nothing that has arrived, and nothing that is gone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';
import { TO_COME } from '../knip.config.ts';

const root = resolve(import.meta.dirname, '..');
const fromRoot = (file: string): string => relative(root, file).replaceAll(sep, '/');

/** What each file of the product imports, as paths from the root. */
const imported = new Map<string, string>();
for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
  if (!/(?<!\.(?:test|suite|fixture))\.ts$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
    imported.set(fromRoot(resolve(dirname(file), path!)), fromRoot(file));
}

it.each(Object.keys(TO_COME))('%s still waits', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(imported.get(file), 'reached: its line can go').toBeUndefined();
});

it('looks at imports as they are written', () => {
  expect(imported.has('src/frontier/revisit/importance.ts')).toBe(true);
});
