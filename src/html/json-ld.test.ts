import { describe, expect, it } from 'vitest';
import { parseHtml } from './flat-document.ts';
import { isJsonLd, jsonLd } from './json-ld.ts';
import { SCRIPT } from './tags.ts';

describe('the JSON-LD of a page', () => {
  it('is its scripts of that type, as written and as values', () => {
    const scripts = jsonLd(
      parseHtml('<script type="application/ld+json">{"a":"<b>&amp;"}</script><script>var x</script>'),
    );
    expect(scripts.map(({ source, values }) => [source, values])).toEqual([
      ['{"a":"<b>&amp;"}', [{ a: '<b>&amp;' }]],
    ]);
  });

  it.each([
    ['application/ld+json', true],
    [' Application/LD+JSON ; charset=utf-8', true],
    ['application/ld+json charset=utf-8', true],
    ['application/ld+json-seq', false],
    ['application/json', false],
    ['', false],
  ])('is what calls itself %j: %s', (type, expected) => {
    const doc = parseHtml(`<script type="${type}">{}</script>`);
    expect(isJsonLd(doc, doc.find(SCRIPT))).toBe(expected);
    expect(jsonLd(doc)).toHaveLength(expected ? 1 : 0);
  });

  it('is found and read once, whoever asks', () => {
    const doc = parseHtml('<script type="application/ld+json">{"a":1}</script>');
    expect(jsonLd(doc)).toBe(jsonLd(doc));
    expect(jsonLd(doc)[0]!.values).toBe(jsonLd(doc)[0]!.values);
  });
});
