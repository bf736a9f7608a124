/** What Tarrafa is made of, and what is said of it: packages, licences, the list of parts, how it is installed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { openEngine } from '../src/entities/engine/open-engine.ts';
import { carriedPackages } from '../web/bundled-licences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function script(name: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(ROOT, 'scripts', name), ...args], { encoding: 'utf8' });
}

interface Listed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly shipped: boolean;
}

const listed = (): Listed[] => JSON.parse(script('licences.mjs', '--json').stdout);

describe('graph databases', () => {
  it('are not installed with Tarrafa', () => {
    const shipped = listed().filter((one) => one.shipped);
    expect(shipped.map(({ name }) => name)).toContain('libsql');
    expect(shipped.filter(({ name }) => /grafeo|neo4j/.test(name))).toEqual([]);
  });

  it('that are missing are said with how to get them', async () => {
    vi.doMock('neo4j-driver', () => {
      throw new Error('Cannot find package');
    });
    const error = await openEngine('bolt://localhost:7687').then(
      () => null,
      (problem) => problem,
    );
    expect(error).toMatchObject({ code: 'TRF_ENGINE_MISSING', exit: 2 });
    expect(error.explain('en').advice).toContain('npm install neo4j-driver');
  });
});

describe('licences', () => {
  it('of everything that is installed with Tarrafa have been looked at', () => {
    const { status, stdout, stderr } = script('licences.mjs');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('fastify');
  });

  it('of what the page carries stand beside it in full', () => {
    const text = read('dist/web/licences.txt');
    const names = [...text.matchAll(/^=== (\S+) /gm)].map(([, name]) => name);
    for (const name of [
      'svelte',
      'maplibre-gl',
      'topojson-client',
      'world-atlas',
      '@fontsource-variable/inter',
    ])
      expect(names).toContain(name);
    expect(text).toContain('Permission is hereby granted, free of charge');
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });

  it('without a text stop the build of the page', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'licences-')), 'node_modules', 'mudo');
    mkdirSync(join(folder, 'lib'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"mudo","version":"1.0.0","license":"MIT"}');
    const files = [join(folder, 'lib', 'index.js?url'), '/ours/page.ts'];
    expect(() => carriedPackages(files)).toThrow('mudo has no text of its licence');
    writeFileSync(join(folder, 'LICENSE.md'), 'Do what you like.\n');
    expect(carriedPackages(files)).toEqual([
      { name: 'mudo', version: '1.0.0', licence: 'MIT', text: 'Do what you like.' },
    ]);
  });
});

describe('the list of parts (SBOM)', () => {
  it('names every package of the lockfile that is installed with Tarrafa, and is the same each time', () => {
    const { status, stdout } = script('sbom.mjs');
    expect(status).toBe(0);
    const bom = JSON.parse(stdout);
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'tarrafa' } } });
    const parts = new Set(
      bom.components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`),
    );
    const missing = listed().filter((one) => one.shipped && !parts.has(`${one.name}@${one.version}`));
    expect(missing).toEqual([]);
    expect(script('sbom.mjs').stdout).toBe(stdout);
  });
});

describe.skipIf(process.platform === 'win32')('an installation', () => {
  /** Installs a folder with an `npm` that refuses the commands named; what it was asked for. */
  function asked(refused: string): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'install-'));
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    writeFileSync(
      join(folder, 'npm'),
      `#!/bin/sh\necho "$1" >> "${folder}/asked"\n[ "$1" != "${refused}" ]\n`,
    );
    chmodSync(join(folder, 'npm'), 0o755);
    const prepare = pathToFileURL(join(ROOT, 'scripts', 'prepare.mjs')).href;
    const code = `(await import(${JSON.stringify(prepare)})).install(${JSON.stringify(folder)})`;
    spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    });
    return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  }

  it('is exactly what the lockfile says', () => {
    expect(asked('')).toEqual(['ci']);
  });

  it('takes what there is for this platform where the lockfile does not have the others', () => {
    expect(asked('ci')).toEqual(['ci', 'install']);
  });
});
