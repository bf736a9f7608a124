import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from './flat-document.ts';
import { type TextBlocks, textBlocks } from './text-blocks.ts';

const texts = (html: string): readonly string[] => textBlocks(parseHtml(html)).text;
/** Each link as `block: anchor text`. */
const linked = (blocks: TextBlocks): string[] =>
  Array.from(
    { length: blocks.linkCount },
    (_, i) =>
      `${blocks.linkBlock[i]}: ${blocks.text[blocks.linkBlock[i]!]!.slice(blocks.linkStart[i], blocks.linkEnd[i])}`,
  );

describe('textBlocks', () => {
  it('splits at block elements and keeps inline text together', () => {
    expect(texts('<p>um <b>do</b>is<p>três<div>quatro<p>cinco</p>seis</div><ul><li>a<li>b</ul>')).toEqual([
      'um dois',
      'três',
      'quatro',
      'cinco',
      'seis',
      'a',
      'b',
    ]);
    expect(texts('<dl><dt>t<dd>d</dl><blockquote>q</blockquote><pre>a\n b</pre><h2>h</h2><td>x')).toEqual([
      't',
      'd',
      'q',
      'a b',
      'h',
      'x',
    ]);
  });

  it('has the title as block 0', () => {
    const blocks = textBlocks(parseHtml('<title> A  página </title><p>x'));
    expect([blocks.hasTitle, ...blocks.text]).toEqual([true, 'A página', 'x']);
    expect(textBlocks(parseHtml('<p>x')).hasTitle).toBe(false);
    expect(texts('<svg><title>desenho</title></svg><p>x')).toEqual(['x']);
  });

  it('joins the cells of a row, unless they hold paragraphs of their own', () => {
    expect(
      texts('<table><tr><th>Ano<td>1889<td></td><td> <b>Rio</b> <tr><td><p>a</p><td><div>b</div></table>'),
    ).toEqual(['Ano · 1889 · Rio', 'a · b']);
    expect(texts('<table><tr><td>menu<td><h1>t</h1><p>um</p><p>dois</p></table>')).toEqual([
      'menu',
      't',
      'um',
      'dois',
    ]);
  });

  it('splits at two line breaks, not at one', () => {
    expect(texts('<p>a<br>b<br> <br>c<br><b></b><br>d')).toEqual(['a b', 'c', 'd']);
  });

  it('collapses white space, no-break spaces too, and composes letters', () => {
    expect(texts('<p>\n a \t b&nbsp;\u00a0&nbsp;c\r\n</p><p>Sa\u0303o&#32;</p>')).toEqual(['a b c', 'São']);
  });

  it('does not read scripts, styles, noscript, templates, fields and hidden elements', () => {
    expect(
      texts(`<script>a</script><style>b</style><noscript>c</noscript><template>d</template><p hidden>e</p>
        <p style="color:red;DISPLAY : none">f</p><div style="visibility:hidden">g</div><textarea>h</textarea>
        <svg><text>i</text></svg><iframe>j</iframe><p>k`),
    ).toEqual(['k']);
  });

  it('numbers sections and marks boilerplate', () => {
    const blocks = textBlocks(
      parseHtml(
        '<header>a</header><h1>b</h1><p>c<nav>d<p>e</nav><p>f<h2>g</h2><aside><a href=x>h</a></aside>',
      ),
    );
    const rows = blocks.text.map((text, i) => [text, blocks.section[i], blocks.boilerplate[i]]);
    expect(rows).toEqual([
      ['a', 2, 1],
      ['b', 4, 0],
      ['c', 4, 0],
      ['d', 5, 1],
      ['e', 5, 1],
      ['f', 6, 0],
      ['g', 7, 0],
      ['h', 8, 1],
    ]);
    expect([...blocks.linkBoilerplate]).toEqual([1]);
  });

  it('remembers where each anchor text stands', () => {
    const blocks = textBlocks(
      parseHtml('<p>veja <a href=1>o  mapa</a>, <a href=2><b>aqui</b></a><a name=x>y</a><a href=3></a>'),
    );
    expect(blocks.text).toEqual(['veja o mapa, aquiy']);
    expect(linked(blocks)).toEqual(['0: o mapa', '0: aqui', '0: ']);
    expect([blocks.linkStart[0], blocks.linkEnd[0]]).toEqual([5, 11]);
  });

  it('gives the links of an empty block to the previous one of the section', () => {
    const blocks = textBlocks(
      parseHtml(
        '<p>a<p><a href=1><img></a><h2>t</h2><div><a href=2></a></div><nav><a href=3><img></a></nav><p>z',
      ),
    );
    expect(blocks.text).toEqual(['a', 't', 'z']);
    expect([...blocks.linkBlock]).toEqual([0, 1, 2]);
    expect([blocks.linkStart[0], blocks.linkEnd[0]]).toEqual([1, 1]);
  });

  it('gives a link around blocks to the first with text, and a hidden link to its place', () => {
    expect(
      linked(
        textBlocks(
          parseHtml('<a href=1><div></div><h3>a</h3><p>b</p></a><p>c<span hidden><a href=2>x</a></span>'),
        ),
      ),
    ).toEqual(['0: a', '2: ']);
    const wordless = textBlocks(parseHtml('<a href=1><img></a><p><a href=2></a>'));
    expect([wordless.count, wordless.text[0], ...wordless.linkBlock]).toEqual([1, '', 0, 0]);
  });

  it('knows the offset of each block in the text of the page, and its path', () => {
    const doc = parseHtml('<title>t</title><ul><li>um<li>dois</ul>');
    const blocks = textBlocks(doc);
    const whole = blocks.text.join('\n');
    blocks.text.forEach((text, i) => {
      expect(whole.slice(blocks.offset[i]!, blocks.offset[i]! + text.length)).toBe(text);
    });
    expect(doc.path(blocks.node[2]!)).toBe('html/body/ul/li');
  });

  it('puts every link of any page into exactly one block, and loses no visible word', () => {
    const part = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<div>',
        '</div>',
        '<a href=x>',
        '</a>',
        '<table>',
        '<tr>',
        '<td>',
        '</table>',
        '<br>',
        '<h2>',
        '</h2>',
      ],
      ...[
        '<nav>',
        '</nav>',
        '<li>',
        '<b>',
        '</b>',
        '<span hidden>',
        '</span>',
        'um ',
        'dois',
        ' &amp; ',
        '<img>',
        '<select><option>',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const doc = parseHtml(parts.join(''));
        const blocks = textBlocks(doc);
        let anchors = 0;
        for (let node = 1; node < doc.count; node++)
          if (doc.isElement(node) && doc.tagName(node) === 'a') anchors++;
        expect(blocks.linkCount).toBe(anchors);
        expect(new Set(blocks.linkNode).size).toBe(anchors);
        for (let i = 0; i < blocks.linkCount; i++) {
          const text = blocks.text[blocks.linkBlock[i]!]!;
          expect(blocks.linkStart[i]).toBeGreaterThanOrEqual(0);
          expect(blocks.linkEnd[i]).toBeGreaterThanOrEqual(blocks.linkStart[i]!);
          expect(blocks.linkEnd[i]).toBeLessThanOrEqual(text.length);
        }
        for (const text of blocks.text) expect(text).toBe(text.trim().replace(/\s+/g, ' '));
        if (!parts.includes('<span hidden>')) {
          const letters = (text: string): string => text.replace(/[\s·]/g, '');
          expect(letters(blocks.text.join(''))).toBe(letters(doc.textContent(0)));
        }
      }),
      { numRuns: 800, seed: 23 },
    );
  });
});
