import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteHtml } from './replay-rewrite.ts';
import { isScriptType, RunningScripts, scriptFile } from './replay-scripts.ts';

const PREFIX = 'delete window.RTCPeerConnection;delete window.webkitRTCPeerConnection;';
const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function rewritten(html: string): { readonly html: string; readonly digests: readonly string[] } {
  const scripts = new RunningScripts();
  const context = {
    resolve: (written: string) => new URL(written, 'http://a.pt/').href,
    replayPath: (url: string) => `/r/${url}`,
    banner: '',
    scripts,
  };
  return { html: [...rewriteHtml(html, context)].join(''), digests: scripts.digests };
}

describe('scripts of a page that run', () => {
  it('begin with what closes the ways that no policy closes, and are named by their digest', () => {
    const { html, digests } = rewritten(
      '<!DOCTYPE html><html><head><meta charset=utf-8><script>a()\r\nb()</script><script type="application/ld+json">{"a":1}</script>' +
        '<script language="JavaScript1.2">"use strict"; c()</script><script src="d.js">e()</script></head><body onload="f()"><a href="javascript:g()">x</a>',
    );
    expect(html.indexOf('<script>delete window')).toBe('<!DOCTYPE html><html><head>'.length);
    expect(html).toContain(`<script>${PREFIX}a()\nb()</script>`);
    expect(html).toContain('<script type="application/ld+json">{"a":1}</script>');
    expect(html).toContain(
      `<script language="JavaScript1.2">'use strict';${PREFIX}"use strict"; c()</script>`,
    );
    expect(html).toContain('<script src="/r/http://a.pt/d.js">e()</script>');
    expect(html).toContain('<body onload="f()"><a href="javascript:g()">x</a>');
    expect(digests).toHaveLength(3);
    expect(digests).toContain(digest(`${PREFIX}a()\nb()`));
  });

  it('are no more than a header can name', () => {
    const { html, digests } = rewritten(
      Array.from({ length: 300 }, (_, n) => `<script>f(${n})</script>`).join(''),
    );
    expect(digests).toHaveLength(101);
    expect(html).toContain(`<script>${PREFIX}f(99)</script><script>f(100)</script>`);
  });

  it('never run without it: whatever a page is made of, each digest is of a text that begins so', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>',
        '</script>',
        '<script type=module>',
        '<!--',
        '-->',
        '"use strict"',
        '<svg>',
        '\0',
        '\r',
        'a()',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { html, digests } = rewritten(pieces.join(''));
        const named = new Set(digests);
        for (const [, text] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script/gi))
          if (named.has(digest(text!)))
            expect(text!.replace(/^'use strict';/, '').startsWith(PREFIX)).toBe(true);
      }),
      { seed: 1941, numRuns: 300 },
    );
  });

  it('begin so in files too, behind the mark of their charset; in UTF-16 they are none', () => {
    expect(scriptFile(Buffer.from('a()'))?.toString()).toBe(`${PREFIX}a()`);
    expect(scriptFile(Buffer.from('/* x */ "use strict";a()'))?.toString()).toBe(
      `'use strict';${PREFIX}/* x */ "use strict";a()`,
    );
    expect(scriptFile(Buffer.from('\ufeffa()'))?.toString()).toBe(`\ufeff${PREFIX}a()`);
    expect(scriptFile(Buffer.from('\ufeffa()', 'utf16le'))).toBeNull();
    for (const mime of [
      'text/javascript',
      'application/x-javascript',
      'text/ecmascript',
      'application/javascript',
    ])
      expect(isScriptType(mime)).toBe(true);
    for (const mime of ['text/html', 'application/json', 'text/plain', 'module', ''])
      expect(isScriptType(mime)).toBe(false);
  });
});
