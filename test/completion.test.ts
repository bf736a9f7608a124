/** Completion as a person has it: the script that the built command writes, in a shell, with the Tab key. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN, spawnTarrafa } from './tarrafa-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-completion-'));
const scripts: Record<string, string> = {};

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { status, stdout, stderr } = await spawnTarrafa(['completion', shell, '--lang', 'pt-BR']);
    expect([status, stderr]).toEqual([0, '']);
    scripts[shell] = stdout;
    writeFileSync(join(folder, `tarrafa.${shell}`), stdout);
  }
  mkdirSync(join(folder, 'minha coleta'));
  writeFileSync(join(folder, 'jornal.warc.gz'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** What bash has to offer for the last of some words. */
function offered(...lines: (readonly string[])[]): string[][] {
  const asked = lines.map((words) => `offer ${words.map((word) => `'${word}'`).join(' ')}`).join('\n');
  const script = `source ./tarrafa.bash
offer() { COMP_WORDS=(tarrafa "$@"); COMP_CWORD=$#; _tarrafa; printf '%s\\t' "\${COMPREPLY[@]}"; echo; }
${asked}
`;
  return execFileSync('bash', ['--norc', '--noprofile', '-c', script], { cwd: folder, encoding: 'utf8' })
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').filter((word) => word !== ''));
}

describe('completion', () => {
  it('offers commands, commands below them, options and the values of options, as they are typed', () => {
    const [command, options, below, value, equals, behind, folders, mixed, number, shells] = offered(
      ['cr'],
      ['crawl', '--max'],
      ['content', 'gold', ''],
      ['crawl', '--policy', 'h'],
      ['--lang', '=', 'pt'],
      // The value of an option is no command.
      ['--lang', 'en', 'crawl', '--out', 'report', '--time'],
      ['warc', 'ls', 'jor'],
      ['report', ''],
      ['crawl', '--max-pages', ''],
      ['completion', ''],
    );
    expect(command).toEqual(['crawl']);
    expect(options).toContain('--max-pages');
    expect(options?.every((option) => option.startsWith('--max-'))).toBe(true);
    expect(below).toEqual(['choose', 'mark', 'score']);
    expect(value).toEqual(['horizontal', 'horizontal-compat']);
    expect(equals).toEqual(['pt-BR', 'pt-PT']);
    expect(behind).toEqual(['--timeout', '--time-to-live']);
    // Left to the shell, which knows best how to complete a path.
    expect(folders).toEqual([]);
    expect(mixed).toEqual(expect.arrayContaining(['time', 'minha coleta', 'jornal.warc.gz']));
    expect(number).toEqual([]);
    expect(shells).toEqual(['bash', 'zsh', 'fish']);
  });

  it.runIf(has('script'))('works with the Tab key in bash, paths too', () => {
    const typed = [
      'PS1=; source ./tarrafa.bash; bind "set bell-style none"',
      `tarrafa() { printf '<%s>' "$@"; echo; }`,
      'tarrafa cra\t--max-pages-p\t5 --out min\t --when-uni\tcl\t',
      'tarrafa warc l\tjor\t',
      'exit',
      '',
    ].join('\n');
    const { stdout } = spawnSync('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
      cwd: folder,
      input: typed,
      encoding: 'utf8',
      env: { ...process.env, TERM: 'dumb' },
    });
    expect(stdout).toContain('<crawl><--max-pages-per-host><5><--out><minha coleta/><--when-unit><clause>');
    expect(stdout).toContain('<warc><ls><jornal.warc.gz>');
  });

  it.runIf(has('fish'))('works in fish', () => {
    const lines = [
      'tarrafa cr',
      'tarrafa crawl --max-pages-',
      'tarrafa crawl --policy b',
      'tarrafa warc ls jor',
    ];
    const script = `source ./tarrafa.fish\n${lines.map((line) => `complete -C '${line}' | cut -f1`).join('\n')}`;
    const { stdout } = spawnSync('fish', ['--no-config', '-c', script], { cwd: folder, encoding: 'utf8' });
    expect(stdout.trimEnd().split('\n')).toEqual([
      'crawl',
      '--max-pages-per-host',
      'breadth-first',
      'jornal.warc.gz',
    ]);
  });

  it.runIf(has('zsh'))('is a script that zsh can read', () => {
    expect(spawnSync('zsh', ['-n', 'tarrafa.zsh'], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('says in zsh and fish what each is for, in the language, and leaves nothing of it to the shell to run', () => {
    for (const shell of ['zsh', 'fish']) expect(scripts[shell]).toContain('parar depois de n páginas');
    // Every word of the help stands between single quotes.
    const outside = scripts.fish!.replaceAll(/'(?:[^'\\]|\\.)*'/g, '');
    expect(outside).not.toMatch(/`|página/);
    expect(scripts.zsh!.replaceAll("'\\''", '').replaceAll(/'[^']*'/g, '')).not.toMatch(/`|página/);
  });

  it('tells in its help how it is installed, and refuses a shell that it does not know', async () => {
    const { stdout } = await spawnTarrafa(['completion', '--help', '--lang', 'pt-BR']);
    expect(stdout).toContain('tarrafa completion bash > ~/.local/share/bash-completion/completions/tarrafa');
    const refused = spawnSync(process.execPath, [MAIN, 'completion', 'tcsh', '--lang', 'pt-BR'], {
      encoding: 'utf8',
    });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('escolha entre bash, zsh, fish');
  });
});
