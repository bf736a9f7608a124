/** Where something stands in a folder that was to be forgotten: in the bytes of every file, in what archives inflate to, and in what a catalogue unpacks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedCatalogue } from '../src/catalogue/index.ts';
import { readWarc } from '../src/warc/index.ts';

export async function tracesOf(folder: string, needles: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const look = (where: string, bytes: Buffer): void => {
    for (const needle of needles) if (bytes.includes(needle)) found.add(`${where}: ${needle}`);
  };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    look(path, bytes);
    if (entry.name.includes('.warc'))
      for await (const record of readWarc(bytes)) {
        const heads = [...record.fields].map(([name, value]) => `${name}: ${value}`).join('\n');
        look(`${path} @${record.offset}`, Buffer.concat([Buffer.from(heads), record.block, record.payload]));
      }
    if (entry.name === 'catalogue.db') {
      const catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
      try {
        let cursor: string | undefined;
        do {
          const slice = await catalogue.pages({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
          for (const one of slice.items) look(`${path} page`, Buffer.from(JSON.stringify(one)));
          cursor = slice.next ?? undefined;
        } while (cursor !== undefined);
      } finally {
        await catalogue.close();
      }
    }
  }
  return [...found];
}
