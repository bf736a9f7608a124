import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml, escapeXmlAttribute, parseXml, textOf, xmlElements } from './index.ts';

interface Made {
  readonly name: string;
  readonly attribute: string;
  readonly text: string;
  readonly children: readonly Made[];
}

const element = (children: fc.Arbitrary<readonly Made[]>): fc.Arbitrary<Made> =>
  fc.record({
    name: fc.constantFrom('a', 'Capa', 'gml:pos', 'título'),
    attribute: fc.string({ unit: 'grapheme' }),
    text: fc.string({ unit: 'grapheme' }),
    children,
  });

const leaf = element(fc.constant([]));
const made = element(fc.array(element(fc.array(leaf, { maxLength: 3 })), { maxLength: 3 }));

const written = ({ name, attribute, text, children }: Made): string =>
  `<${name} nome="${escapeXmlAttribute(attribute)}">${escapeXml(text)}${children.map(written).join('')}</${name}>`;

describe('XML as a tree', () => {
  it('is what was written, where it was written well', () => {
    fc.assert(
      fc.property(made, (one) => {
        const { root, problems } = parseXml(`<?xml version="1.0"?><!-- < -->${written(one)}`);
        const expected = (of: Made): unknown => ({
          name: of.name.replace('gml:', ''),
          attributes: { nome: of.attribute },
          children: of.children.map(expected),
          text: of.text,
        });
        expect(problems).toEqual([]);
        expect(root).toEqual(expected(one));
      }),
    );
  });

  it('is had of anything, in time that grows with the text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<',
            '>',
            '/',
            '<a',
            '</a>',
            '"',
            "'",
            '=',
            ' b',
            '<!--',
            '-->',
            '<![CDATA[',
            ']]>',
            '<!',
            '[',
            '&',
            '&amp;',
            'x',
          ),
        ),
        (parts) => {
          parseXml(parts.join(''));
          for (const { text } of xmlElements(parts.join(''))) expect(typeof text).toBe('string');
        },
      ),
      { numRuns: 500 },
    );
    for (const hostile of [
      '<a>',
      '<',
      '<!a>',
      '<!--',
      '<![CDATA[',
      '<a b="',
      '</a',
      '<a b=',
      '<?',
      '&',
      '<!a[',
    ]) {
      const text = hostile.repeat(100_000);
      parseXml(text);
      let leaves = 0;
      for (const _ of xmlElements(text)) leaves++;
      expect(leaves).toBeLessThanOrEqual(100_000);
    }
  });

  it('expands no entity of a DTD', () => {
    const { root } = parseXml('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;&lt;</x>');
    expect(textOf(root)).toBe('&b;<');
  });
});

describe('leaf elements of XML', () => {
  it('have the text up to the next tag, with its references and CDATA', () => {
    const found = [
      ...xmlElements('<URL><g:Loc a="1>0">um &amp; <!-- não --><![CDATA[dois & três]]></g:Loc><x/></URL>'),
    ];
    expect(found.filter(({ closing }) => !closing)).toEqual([
      { name: 'url', prefix: '', attributes: '', text: '', closing: false },
      { name: 'loc', prefix: 'g', attributes: ' a="1>0"', text: 'um & dois & três', closing: false },
      { name: 'x', prefix: '', attributes: '', text: '', closing: false },
    ]);
  });

  it('are had of a document that is cut', () => {
    expect([...xmlElements('<a><b>fim')].map(({ text }) => text)).toEqual(['', 'fim']);
  });
});
