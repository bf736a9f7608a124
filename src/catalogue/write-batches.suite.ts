/** Writes page after page until it is killed, and tells each batch. `name` says which file of the archive they come from, and whose they are. */
import type { CatalogueWriting } from './ports/index.ts';
import { entity, page } from './records.suite.ts';

export async function writeForever(catalogue: CatalogueWriting, name = ''): Promise<never> {
  const file = `A${name}.warc.gz`;
  const begun = (await catalogue.marks()).find((mark) => mark.file === file);
  for (let n = begun?.offset ?? 0; ; n++) {
    const urls = Array.from({ length: 10 }, (_, i) => `https://s${i % 3}.br/${name}${n}-${i}`);
    await catalogue.write({
      pages: urls.map((url, i) =>
        page(url, {
          text: `loteria ${n} ${i} ${'palavras '.repeat(50)}`,
          links: [{ url: `https://s0.br/${name}${n - 1}-0`, text: `elo ${n}` }],
          entities: [entity(url, `Pessoa ${n}-${i}`)],
        }),
      ),
      marks: [{ file, offset: n + 1 }],
    });
    if (n % 7 === 6) await catalogue.settle();
    process.stdout.write(`${n}\n`);
  }
}
