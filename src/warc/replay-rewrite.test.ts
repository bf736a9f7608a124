import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtmlAscii } from '../formats/index.ts';
import { type RewriteContext, rewriteCss, rewriteHtml as rewritten } from './replay-rewrite.ts';

const rewriteHtml = (html: string, context: RewriteContext) => [...rewritten(html, context)].join('');

describe('rewriting', () => {
  const context: RewriteContext = {
    replayPath: (url) => `/1/${url}`,
    resolve: (written) =>
      URL.canParse(written, 'https://a.pt/') ? new URL(written, 'https://a.pt/').href : null,
    banner: '',
  };

  it('never throws, and leaves what has no tags as it is', () => {
    const words = [
      '<a href=',
      '"',
      "'",
      '<style>',
      '</style>',
      '<script>',
      '</script',
      '<!--',
      '-->',
      '<base href=x>',
      '>',
      ' srcset="a 1x, b"',
      'url(',
      ')',
      '=',
      '<meta http-equiv=refresh content=1;url=x>',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 })), { maxLength: 40 }),
        (parts) => {
          rewriteHtml(parts.join(''), context);
          rewriteCss(parts.join(''), context);
        },
      ),
      { numRuns: 500, seed: 13 },
    );
    expect(rewriteHtml('a < b & c > d', context)).toBe('a < b & c > d');
  });

  it('reads a null character in an address as the standard does', () => {
    expect(rewriteHtml('<a href="/nor\0mal">', context)).toBe('<a href="/1/https://a.pt/nor%EF%BF%BDmal">');
  });

  it('takes time in proportion to the page, whatever is left open', () => {
    for (const piece of ['<style>', '<a href="', '<!--', 'url(', '<a ', '<title>', "<a b='", '@import ']) {
      rewriteHtml(piece.repeat(60_000), context);
      rewriteCss(piece.repeat(60_000), context);
    }
  });

  it('escapes every character that could end a text or an attribute', () => {
    expect(escapeHtmlAscii(`<a b="c" d='e'>&ção`)).toBe(
      '&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;&#231;&#227;o',
    );
  });
});
