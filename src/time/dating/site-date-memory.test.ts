import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { datePage, SiteDateMemory } from './index.ts';

const FETCHED = Date.UTC(2022, 5, 15);

/** A site that hides its date at the foot of the text, below two lists of other dates. */
function page(day: string, metadata: boolean): string {
  const meta = metadata
    ? `<meta property="article:published_time" content="2021-03-${day}T10:00:00-03:00">`
    : '';
  return `<html lang="pt"><head><title>Nota ${day} da câmara</title>${meta}</head><body>
    <h1>Nota ${day} da câmara</h1><p>01/02/2021</p><p>${'Texto da nota. '.repeat(40)}</p>
    <div class="caixa"><div class="rodapezinho"><i>${day}/03/2021</i></div></div></body></html>`;
}

function read(html: string, memory?: SiteDateMemory, host = 'camara.example'): string | undefined {
  return datePage(parseHtml(html), { url: `https://${host}/nota`, fetchedAt: FETCHED }, memory).published
    ?.date;
}

describe('SiteDateMemory', () => {
  it('learns the place from pages with metadata and uses it on one without', () => {
    const memory = new SiteDateMemory();
    expect(read(page('20', false), memory)).toBe('2021-02-01');
    for (const day of ['10', '11', '12']) read(page(day, true), memory);
    expect(read(page('20', false), memory)).toBe('2021-03-20');
  });

  it('keeps sites apart', () => {
    const memory = new SiteDateMemory();
    for (const day of ['10', '11', '12']) read(page(day, true), memory);
    expect(read(page('20', false), memory, 'outra.example')).toBe('2021-02-01');
  });

  it('learns nothing from pages without metadata', () => {
    const memory = new SiteDateMemory();
    for (const day of ['10', '11', '12']) read(page(day, false), memory);
    expect(memory.size).toBe(0);
  });

  it('is the same after JSON', () => {
    const memory = new SiteDateMemory();
    for (const day of ['10', '11', '12']) read(page(day, true), memory);
    const again = SiteDateMemory.fromJSON(JSON.parse(JSON.stringify(memory)));
    expect(again.toJSON()).toEqual(memory.toJSON());
    expect(read(page('20', false), again)).toBe('2021-03-20');
  });

  it('reads nothing from what it did not write', () => {
    for (const data of [
      null,
      7,
      'x',
      [],
      {},
      { format: 2, sites: {} },
      { format: 1, sites: { a: { b: ['x', 1] }, c: 4 } },
    ])
      expect(SiteDateMemory.fromJSON(data).size).toBe(0);
  });

  it('is bounded in sites and in places', () => {
    const memory = new SiteDateMemory();
    const html = page('10', true);
    const doc = parseHtml(html);
    for (let i = 0; i < 2100; i++)
      datePage(doc, { url: `https://s${i}.example/nota`, fetchedAt: FETCHED }, memory);
    expect(memory.size).toBe(2000);
    for (let i = 0; i < 60; i++)
      read(
        html.replace(
          'rodapezinho',
          `lugar-${String.fromCharCode(97 + (i % 26))}${i > 25 ? 'x' : 'y'}${i > 51 ? 'z' : ''}`,
        ),
        memory,
        'uma.example',
      );
    expect(Object.keys(memory.toJSON().sites['uma.example']!).length).toBeLessThanOrEqual(24);
  });
});
