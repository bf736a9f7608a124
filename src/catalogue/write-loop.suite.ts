/** A process that writes page after page until it is killed. Run with the path of a catalogue; it tells when it has begun. */
import { EmbeddedCatalogue } from './embedded-catalogue.ts';
import { entity, page } from './records.suite.ts';

const catalogue = EmbeddedCatalogue.open(process.argv[2]!);
for (let n = (await catalogue.marks())[0]?.offset ?? 0; ; n++) {
  const urls = Array.from({ length: 10 }, (_, i) => `https://s${i % 3}.br/${n}-${i}`);
  await catalogue.write({
    pages: urls.map((url, i) =>
      page(url, {
        text: `loteria ${n} ${i} ${'palavras '.repeat(50)}`,
        links: [{ url: `https://s0.br/${n - 1}-0`, text: `elo ${n}` }],
        entities: [entity(url, `Pessoa ${n}-${i}`)],
      }),
    ),
    marks: [{ file: 'A.warc.gz', offset: n + 1 }],
  });
  if (n % 7 === 6) await catalogue.settle();
  process.stdout.write(`${n}\n`);
}
