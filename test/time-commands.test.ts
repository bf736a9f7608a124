/** The commands of the time room as a person gives them: the built command, a file, what is printed. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnTarrafa } from './tarrafa-process.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-time-commands-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('the time commands, given options that the command above them has too', () => {
  it('`report time` speaks the language that is asked for, and knows --json and --out', async () => {
    const text = file(
      'texto.txt',
      'Em 1974 choveu na cidade do Porto, e a gente foi embora no ano passado.\n',
    );
    const out = join(folder, 'estudo');
    const english = await spawnTarrafa(['report', 'time', text, '--lang', 'en', '--out', out]);
    expect(english.stdout).toContain('Temporal study of the collection');
    expect(english.stdout).toContain(`Study written to ${join(out, 'time.html')}`);
    expect(existsSync(join(out, 'time.html'))).toBe(true);
    const { stdout } = await spawnTarrafa(['--lang', 'en', 'report', 'time', text, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ collection: { documents: 1 } });
  });

  it('`time mine` speaks the language that is asked for, and knows --json', async () => {
    const text = file('corpus.txt', 'No ano passado choveu muito.\nNo ano passado nevou.\n');
    const english = await spawnTarrafa(['time', 'mine', text, '--lang=en']);
    expect(english.stdout).toMatch(/^freq\. +pattern +type[\s\S]*1 patterns in 2 sentences/);
    const { stdout } = await spawnTarrafa(['time', 'mine', text, '--json']);
    expect(JSON.parse(stdout).patterns).toMatchObject([{ text: 'no ano passado', frequency: 2 }]);
  });
});
