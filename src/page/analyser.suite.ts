/** What every `Analyser` must be: pure, bounded by the page, and its facts plain data that crosses between threads. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import type { Analyser, AnalyserContext } from './analyser.ts';

const PAGES = [
  '',
  '<title>Só um título</title>',
  `<html lang="pt-BR"><title>A ponte</title><nav><a href="/">Início</a> <a href="/mapas/sp.zip">Mapas</a></nav><article>
<h1>Reforma da ponte</h1><p>Em 12 de maio de 1942 a prefeitura abriu <a href="/obras/1942.html">a obra</a>, que durou até 1945.</p>
<p>O arquivo <a href="dados/escolas.shp">shapefile das escolas</a> está em SIRGAS 2000.</p></article></html>`,
  '<table><tr><td><a href=x>1</a><td>',
];

export function describeAnalyser(name: string, make: () => Analyser, context: AnalyserContext): void {
  const facts = (html: string): unknown => make().analyse(parseHtml(html), context);

  it('has the name under which its facts are found', () => {
    expect(make().name).toBe(name);
  });

  it('gives facts that survive the way between threads, the same each time', () => {
    for (const html of PAGES) {
      const given = facts(html);
      expect(structuredClone(given)).toEqual(given);
      expect(facts(html)).toEqual(given);
    }
  });

  it('keeps nothing of a page for the next', () => {
    const analyser = make();
    for (const html of PAGES) analyser.analyse(parseHtml(html), context);
    expect(analyser.analyse(parseHtml(PAGES[2]!), context)).toEqual(facts(PAGES[2]!));
  });

  it('never throws, whatever the page', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        '<table>',
        '<li>',
        '12/05/1942',
        ' em ',
        '<script>',
        '&#0;',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        facts(pieces.join(''));
      }),
      { numRuns: 60, seed: 14 },
    );
  });
}
