/**
 * The full licence texts of every package whose code or files the built page carries, in one file beside it (`licences.txt`), made from
 * what is really in the bundle. A package without a text of its licence stops the build: it may not be given away so.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What a bundler says of a file that it made. */
interface Made {
  readonly type: 'chunk' | 'asset';
  readonly moduleIds?: readonly string[];
  readonly originalFileNames?: readonly string[];
}

export interface CarriedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

const TEXT = /^(?:licen[cs]e|copying)(?:[.-].*)?$/i;

/** The folder of the package that a file is of; null for a file of our own. */
function packageFolder(file: string): string | null {
  if (!file.includes('/node_modules/')) return null;
  for (let at = dirname(file); at.includes('/node_modules/'); at = dirname(at))
    if (existsSync(join(at, 'package.json')) && 'version' in manifestOf(at)) return at;
  return null;
}

function manifestOf(folder: string): { name?: string; version?: string; license?: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The packages that the files are of, each once, in order of name. */
export function carriedPackages(files: Iterable<string>): CarriedPackage[] {
  const folders = new Set<string>();
  for (const file of files) {
    // Modules that a plugin makes have a mark before their name, and a question behind it.
    const folder = packageFolder(file.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/'));
    if (folder !== null) folders.add(folder);
  }
  return [...folders]
    .map((folder) => {
      const { name = '', version = '', license = '' } = manifestOf(folder);
      const found = readdirSync(folder).find((entry) => TEXT.test(entry));
      if (found === undefined) throw new Error(`${name} has no text of its licence (${license})`);
      return { name, version, licence: license, text: readFileSync(join(folder, found), 'utf8').trim() };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function licenceFile(packages: readonly CarriedPackage[]): string {
  const head =
    'What this page carries of others, under their licences. Tarrafa itself is under the Apache License 2.0.\n';
  return [
    head,
    ...packages.map(({ name, version, licence, text }) => `=== ${name} ${version} (${licence})\n\n${text}\n`),
  ].join('\n');
}

/** For the build of the page whose root is this folder. */
export function bundledLicences() {
  return {
    name: 'bundled-licences',
    apply: 'build' as const,
    generateBundle(
      this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
      _options: unknown,
      bundle: Readonly<Record<string, Made>>,
    ): void {
      const files: string[] = [];
      // Of assets (typefaces, tables) the bundler knows the way from the root.
      for (const { moduleIds = [], originalFileNames = [] } of Object.values(bundle))
        files.push(...moduleIds, ...originalFileNames.map((name) => resolve(import.meta.dirname, name)));
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: licenceFile(carriedPackages(files)),
      });
    },
  };
}
