import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml, visibleText } from '../html/index.ts';
import {
  escapeHtml,
  escapeHtmlAscii,
  escapeXml,
  escapeXmlAttribute,
  serialisedText,
  serialisedValue,
  unescapeXml,
} from './escape.ts';
import { strictXml } from './strict-xml.suite.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '&',
      '<',
      '>',
      '"',
      "'",
      '`',
      '\r',
      '\n',
      '\t',
      '\0',
      '\x1b',
      '\ud800',
      '\uffff',
      '&amp;',
      '😀',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

/** What an XML parser makes of an element and of an attribute. */
function readBack(text: string, attribute: string): { text: string; attribute: string } {
  const { documentElement } = strictXml(`<a b="${attribute}">${text}</a>`);
  return { text: documentElement!.textContent!, attribute: documentElement!.getAttribute('b')! };
}

describe('text in HTML', () => {
  it('opens no element and ends no attribute', () => {
    expect(escapeHtml(`<a b="c" d='e'>&\``)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&#96;');
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"'`\0\x1b]|&(?!(?:amp|lt|gt|quot|#39|#96);)/);
        expect(escapeHtml(text).isWellFormed()).toBe(true);
        expect(escapeHtmlAscii(text)).toMatch(/^(?:[\t\n\x20-\x7e])*$/);
        expect(escapeHtmlAscii(text)).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
      }),
    );
  });

  it('leaves out what no page may hold, and keeps the rest as it is', () => {
    expect(escapeHtml('a\0b\x1bc\x7fd\ud800e')).toBe('abcd\ufffde');
    expect(escapeHtml('ação 😀\n\t')).toBe('ação 😀\n\t');
    expect(escapeHtmlAscii('ação 😀 <')).toBe('a&#231;&#227;o &#128512; &#60;');
  });

  it('is serialised as browsers do it', () => {
    expect(serialisedText(`a & b < c > "d" 'e'`)).toBe(`a &amp; b &lt; c &gt; "d" 'e'`);
    expect(serialisedValue(`a & b < c > "d" 'e'`)).toBe(`a &amp; b < c > &quot;d&quot; 'e'`);
  });

  it('is read back by a parser of HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(visibleText(parseHtml(`<p>${escapeHtml(text)}`))).toBe(text.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});

describe('text in XML', () => {
  it('is well-formed whatever it is, and read back but for what XML cannot hold', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = text.replace(
          /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
          '\ufffd',
        );
        expect(readBack(escapeXml(text), escapeXmlAttribute(text))).toEqual({
          text: expected,
          attribute: expected,
        });
      }),
    );
  });

  it('is undone, without expanding any entity but the five', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(unescapeXml(escapeXmlAttribute(text))).toBe(text);
      }),
    );
    expect(unescapeXml('&lt;&#x41;&#66;&apos;&nada;&#0;&#xd800;&#x110000;&')).toBe(
      "<AB'&nada;&#0;&#xd800;&#x110000;&",
    );
  });
});
