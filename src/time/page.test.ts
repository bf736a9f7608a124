import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import {
  analysePage,
  annotateDocument,
  formatChronon,
  MODERN,
  pageBlocks,
  parseScope,
  THESIS,
} from './index.ts';

const PAGE = `<html lang="pt"><head><title>Exemplo</title></head><body>
<h1>Exemplo</h1>
<p>A <a href="/wiki/Segunda_Guerra_Mundial">Segunda Guerra Mundial</a> começou em 1 de Setembro de 1939 com a <a href="/wiki/Invas%C3%A3o_da_Pol%C3%B4nia">invasão da Polónia</a>.</p>
<p>Em 22 de Junho de 1941 começou a <a href="/wiki/Opera%C3%A7%C3%A3o_Barbarossa">Operação Barbarossa</a>; o memorial abriu em 1950.</p>
<p>Ver também a <a href="/wiki/Frente_Oriental">frente oriental</a>.</p>
<h2>Portugal</h2>
<p>Entre 1939 e 1945 o país manteve-se <a href="/wiki/Neutralidade">neutral</a> na <a href="/wiki/Segunda_Guerra_Mundial">guerra</a>.</p>
<p>No ano seguinte aderiu a novas <a href="/wiki/Organiza%C3%A7%C3%B5es">organizações</a>.</p>
<p>A sede fica na <a href="/wiki/Lisboa">rua 1º de Maio</a>.</p>
<h2>Referências</h2>
<p><a href="/wiki/Ajuda">Ajuda</a></p>
</body></html>`;

describe('page', () => {
  it.each([MODERN, THESIS])('cuts and judges the page of the fixture: $name', (profile) => {
    const blocks = pageBlocks(parseHtml(PAGE), 'https://pt.example.test/wiki/P1');
    const timexes = annotateDocument(blocks, { profile });
    const result = analysePage(blocks, timexes, parseScope('1939..1945'), profile);
    const dates = result.segments.map((s) => s.chronons.map(formatChronon).join(' '));
    const event = profile.events ? '1939-09-01 1945-09-02 ' : '';
    expect(dates).toEqual([
      '',
      `${event}1939-09-01`,
      '1941-06-22 1950-XX-XX',
      '',
      '1939-XX-XX 1945-XX-XX',
      '1946-XX-XX',
      '',
    ]);
    expect(result.segments.map((s) => s.verdict.inScope)).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(result.validLinks.map((l) => l.rawHref.slice(6))).toEqual([
      'Segunda_Guerra_Mundial',
      'Invas%C3%A3o_da_Pol%C3%B4nia',
      'Neutralidade',
    ]);
    expect(result.relevant).toBe(true);
  });
});
