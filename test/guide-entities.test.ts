/** The commands for tables that the guides and docs/entities.md show, run word for word by the built command against the sample web. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { startSampleWeb } from '../samples/server.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const docs = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), 'utf8');

/** Lines of code blocks; addresses of single pages only, not places for one's own (`<example>`, `…`). */
const commands = (name: string): string[] =>
  [...docs(name).matchAll(/^tarrafa entities http[^\n]*$/gm)]
    .map(([line]) => line)
    .filter((line) => !/[<…]/.test(line));

let folder: string;
let web: Awaited<ReturnType<typeof startSampleWeb>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-guide-'));
  web = await startSampleWeb({ sites: [HOSTS.championship.host, HOSTS.councilBr.host] });
});
afterAll(async () => {
  await web?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the commands for tables that are shown', () => {
  it.each(['entities.md', 'guides/journalist.md'])('of %s do what is said of them', async (name) => {
    const lines = commands(name);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const words = line.split(' ').slice(1);
      const sample = words.includes('--from') ? [] : ['--sample-web', String(web.port), '--delay', '0'];
      const { status, stderr } = await spawnTarrafa([...words, ...sample], { cwd: folder });
      expect([line, status, stderr]).toEqual([line, 0, expect.stringMatching(/\d+ linhas, \d+ colunas/)]);
      expect(readFileSync(join(folder, words[words.indexOf('-o') + 1]!), 'utf8')).not.toBe('');
    }
  });
});
