import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { isOf, jsonLdObjects, plainText } from './json-ld-objects.ts';

const page = (...scripts: string[]) =>
  parseHtml(scripts.map((json) => `<script type="application/ld+json">${json}</script>`).join('\n'));

describe('the objects of JSON-LD', () => {
  it('are those of the page, outermost first, not what hangs on them', () => {
    const { objects } = jsonLdObjects(
      page(
        '{"@graph":[{"@type":"WebPage","mainEntity":{"@type":"Article","comment":[{"@type":"Comment"}]}}]}',
        '[{"@type":"WebSite"}]',
      ),
    );
    expect(objects.map((object) => object['@type'])).toEqual([undefined, 'WebPage', 'Article', 'WebSite']);
  });

  it('are read once', () => {
    const doc = page('{"@type":"Article"}');
    expect(jsonLdObjects(doc)).toBe(jsonLdObjects(doc));
  });

  it('are found by their id, wherever in the graph they say their name', () => {
    const { byId } = jsonLdObjects(
      page(
        '{"@graph":[{"@type":"Article","author":{"@id":"#ana"}},{"@type":"WebPage","author":{"@id":"#rui","name":"Rui"}},{"@id":"#ana","name":"Ana"}]}',
      ),
    );
    expect(byId('#ana')?.name).toBe('Ana');
    expect(byId('#rui')?.name).toBe('Rui');
    expect(byId('#eva')).toBeUndefined();
  });

  it.each([
    ['line breaks in a string', '{"@type":"Article","name":"Ponte\nnova"}', 'Ponte\nnova'],
    ['a comma too many', '{"@type":"Article","name":"Ponte nova",}', 'Ponte nova'],
    ['a comment around it', '<!-- {"@type":"Article","name":"Ponte nova"} -->', 'Ponte nova'],
    ['CDATA', '//<![CDATA[\n{"@type":"Article","name":"Ponte nova"}\n//]]>', 'Ponte nova'],
    ['a semicolon', '{"@type":"Article","name":"Ponte nova"};', 'Ponte nova'],
    [
      'what PHP escapes',
      '{"@type":"Article","name":"Jo\\u00e3o \\/ Concei\\u00e7\\u00e3o"}',
      'João / Conceição',
    ],
  ])('are read in spite of %s', (_, json, name) => {
    expect(jsonLdObjects(page(json)).objects[0]?.name).toBe(name);
  });

  it('are bounded in number and size', () => {
    const many = JSON.stringify(Array.from({ length: 5000 }, () => ({ '@graph': [{}, {}, {}] })));
    expect(jsonLdObjects(page(many, many, many)).objects.length).toBeLessThanOrEqual(500);
    const long = JSON.stringify({ '@type': 'Article', text: 'x'.repeat(500_000) });
    expect(jsonLdObjects(page(long)).objects).toEqual([]);
    expect(jsonLdObjects(page(`${'['.repeat(100_000)}`)).objects).toEqual([]);
    expect(jsonLdObjects(page(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).objects).toEqual([]);
    expect(jsonLdObjects(page(`{"a":1} ${' '.repeat(300_000)}]]>x`)).objects).toEqual([{ a: 1 }]);
  });

  it('have types, with and without the address of the vocabulary', () => {
    for (const type of ['Article', 'https://schema.org/Article', 'schema:Article', ['Thing', 'Article']])
      expect(isOf({ '@type': type }, /^Article$/)).toBe(true);
    for (const type of ['Articles', '', 7, null, {}, [[]], `${'a'.repeat(200_000)}/`])
      expect(isOf({ '@type': type }, /^Article$/)).toBe(false);
  });

  it('are none when there is nothing to read, and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 3 }), (scripts) => {
        const { objects, byId } = jsonLdObjects(page(...scripts));
        for (const object of objects) expect(typeof object).toBe('object');
        byId('x');
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('have texts that some write with markup and references', () => {
    expect(plainText('Jo&atilde;o &amp; <b>Ana</b>')).toBe('João & Ana');
    expect(plainText('a < b')).toBe('a < b');
  });
});
