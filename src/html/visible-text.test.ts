import { describe, expect, it } from 'vitest';
import { parseHtml } from './flat-document.ts';
import { looksScriptOnly, visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('is what a reader sees, block by block', () => {
    const doc = parseHtml(
      '<title>t</title><script>s</script><h1>Um  <b>tí</b>tulo</h1><p>a&nbsp;&eacute;<br>b</p><p hidden>h</p><select><option>x<option>y</select>',
    );
    expect(visibleText(doc)).toBe('Um título\na é\nb\nx y');
  });

  it('stops at the limit', () => {
    const doc = parseHtml('<p>abc</p>'.repeat(1000));
    expect(visibleText(doc, 100).length).toBeLessThan(110);
  });
});

describe('looksScriptOnly', () => {
  const scripts = '<script src=/a.js></script>';

  it('knows a page that only its scripts would fill', () => {
    expect(looksScriptOnly(parseHtml(`<body><div id="root"></div>${scripts}`))).toBe(true);
    expect(looksScriptOnly(parseHtml(`<body><div id=__next><div class=spinner></div></div>${scripts}`))).toBe(
      true,
    );
    expect(looksScriptOnly(parseHtml(`<body><app-root></app-root>${scripts}`))).toBe(true);
    expect(
      looksScriptOnly(
        parseHtml(
          `<body><noscript>Ative o JavaScript para ver esta página.</noscript><div id=x></div>${scripts}`,
        ),
      ),
    ).toBe(true);
    expect(looksScriptOnly(parseHtml(`<body><p>A carregar…</p><script>${'x();'.repeat(500)}</script>`))).toBe(
      true,
    );
  });

  it('does not take a page with text, or a short page without scripts, for one', () => {
    expect(
      looksScriptOnly(parseHtml(`<div id=root><p>${'Texto que se lê. '.repeat(30)}</p></div>${scripts}`)),
    ).toBe(false);
    expect(looksScriptOnly(parseHtml('<div id=root></div><p>Página em construção'))).toBe(false);
    expect(looksScriptOnly(parseHtml(`<p>Página em construção, volte amanhã.</p>${scripts}`))).toBe(false);
    expect(looksScriptOnly(parseHtml(''))).toBe(false);
  });
});
