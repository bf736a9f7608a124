/** A document that sends its reader to another must have one to send to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const DOCUMENTS = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

/** The words of a heading as an address has them. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

function anchorsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading!));
}

it('every link of README, guides and documents leads to a file, and to a heading of it', () => {
  const broken: string[] = [];
  let links = 0;
  for (const name of DOCUMENTS) {
    const path = join(ROOT, name);
    for (const [, target] of readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      links++;
      const [file, heading] = decodeURI(target!).split('#') as [string, string?];
      const whole = file === '' ? path : join(dirname(path), file);
      if (!existsSync(whole)) broken.push(`${name}: ${target}`);
      else if (heading !== undefined && whole.endsWith('.md') && !anchorsOf(whole).includes(heading))
        broken.push(`${name}: ${target} (no such heading)`);
    }
  }
  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(50);
});
