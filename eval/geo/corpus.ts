/** The files of a corpus of geographic data: loose files, and the members of its zips unpacked into a folder of their own. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Budget, FileSource, openArchive } from '../../src/geo/index.ts';

export interface Corpus {
  /** Folder with its files, by the name of the zip or folder that they came from. */
  readonly parts: readonly {
    readonly name: string;
    readonly folder: string;
    readonly files: readonly string[];
  }[];
  close(): void;
}

function filesBelow(folder: string): string[] {
  const files: string[] = [];
  const open = [folder];
  while (open.length > 0) {
    const next = open.pop()!;
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}

/** Null when there is no such folder. */
export async function openCorpus(data: string): Promise<Corpus | null> {
  if (!existsSync(data)) return null;
  const scratch = mkdtempSync(join(tmpdir(), 'tarrafa-geo-'));
  const parts: { name: string; folder: string; files: string[] }[] = [];
  const isFolder = statSync(data).isDirectory();
  const all = isFolder ? filesBelow(data) : [data];
  const loose = all.filter((path) => !/\.zip$/i.test(path));
  if (loose.length > 0)
    parts.push({ name: basename(data), folder: isFolder ? data : dirname(data), files: loose });
  for (const zip of all.filter((path) => /\.zip$/i.test(path))) {
    const name = basename(zip).replace(/\.zip$/i, '');
    const folder = join(scratch, `${parts.length}-${name}`);
    const source = new FileSource(zip);
    const archive = await openArchive({ name: zip, source }, new Budget({ maxMs: 600_000 }));
    for (const member of archive?.members ?? []) {
      if (member.refused !== null) continue;
      const path = join(folder, member.name);
      mkdirSync(dirname(path), { recursive: true });
      const bytes = await member.open();
      writeFileSync(path, await bytes.read(0, bytes.size));
    }
    source.close();
    if (existsSync(folder)) parts.push({ name, folder, files: filesBelow(folder) });
  }
  return { parts, close: () => rmSync(scratch, { recursive: true, force: true }) };
}
