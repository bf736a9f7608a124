import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Part, partsOf, type Tree, treeOf } from './structure.ts';

const told = (text: string, parts: readonly Part[]): string[] =>
  parts.map((part) => {
    const path = part.path
      .map((one) => (one.kind === 'item' ? `item${one.number ?? ''}` : one.kind))
      .join('/');
    const { shape } = part;
    const words =
      shape.kind === 'row'
        ? shape.cells.map(({ start, end }) => `[${text.slice(start, end)}]`).join('')
        : text.slice(part.start, part.end);
    return `${path}${path === '' ? '' : ' '}${shape.kind}${shape.kind === 'heading' ? shape.level : ''}: ${words}`;
  });

describe('what a text is made of', () => {
  it('is told by the HTML, at the offsets of the text', () => {
    const text = [
      'A obra',
      'Fica na rua & perto do rio.',
      '- uma\n  - duas\n- três',
      '4. quatro\n5. cinco',
      'Ano | Cheia\n1941 | 4,76 m\n2024 | ',
      'Disse ele.',
      'a = 1\nb = 2',
      'Foto: Ana',
      'Sem marca nenhuma.',
    ].join('\n\n');
    const html = `<h2>A obra</h2>
<p>Fica na <strong>rua</strong> &amp; perto do <a href="https://x.br/">rio</a>.</p>
<ul>
<li>uma
<ul>
<li>duas</li>
</ul>
</li>
<li>três</li>
</ul>
<ol start="4">
<li>quatro</li>
<li>cinco</li>
</ol>
<table>
<tr><th>Ano</th><th>Cheia</th></tr>
<tr><td>1941</td><td>4,76 m</td></tr>
<tr><td>2024</td><td></td></tr>
</table>
<blockquote>
<p>Disse ele.</p>
</blockquote>
<pre><code>a = 1
b = 2</code></pre>
<p><small>Foto: Ana</small></p>`;
    expect(told(text, partsOf(text, html))).toEqual([
      'heading2: A obra',
      'paragraph: Fica na rua & perto do rio.',
      'list/item paragraph: uma',
      'list/item/list/item paragraph: duas',
      'list/item paragraph: três',
      'list/item4 paragraph: quatro',
      'list/item5 paragraph: cinco',
      'table row: [Ano][Cheia]',
      'table row: [1941][4,76 m]',
      'table row: [2024][]',
      'quote paragraph: Disse ele.',
      'code: a = 1\nb = 2',
      'caption: Foto: Ana',
      'paragraph: Sem marca nenhuma.',
    ]);
  });

  it('takes the mark of an item for no text, and a text that looks like one for what it is', () => {
    const text = '1. 1. de maio\n2. 2';
    const html = '<ol>\n<li>1. de maio</li>\n<li>2</li>\n</ol>';
    expect(told(text, partsOf(text, html))).toEqual([
      'list/item1 paragraph: 1. de maio',
      'list/item2 paragraph: 2',
    ]);
  });

  it('is paragraphs where the HTML says nothing, or something else', () => {
    const text = 'Um.\n\nDois.\nTrês.';
    for (const html of ['', '<p>Nada disto.</p>', '<table><tr><td>x</td></tr></table>', '<li>', '</ul></li>'])
      expect(told(text, partsOf(text, html))).toEqual([
        'paragraph: Um.',
        'paragraph: Dois.',
        'paragraph: Três.',
      ]);
    expect(told(text, partsOf(text, '<p>Dois.</p>'))).toHaveLength(3);
  });

  it('says the whole text once and in order, whatever the HTML is', () => {
    const word = fc.constantFrom('a', 'rio', '|', '-', '1.', ' ', '\n', '&', '<b>');
    const tag = fc.constantFrom(
      ...[
        'p',
        'ul',
        'ol',
        'li',
        'table',
        'tr',
        'td',
        'th',
        'pre',
        'blockquote',
        'h3',
        'br',
        'small',
        'x',
      ].flatMap((name) => [`<${name}>`, `</${name}>`]),
      '&amp;',
      '&#0;',
      '&#9999999;',
    );
    const text = fc.array(word, { maxLength: 40 }).map((all) => all.join(''));
    const html = fc.array(fc.oneof(word, tag), { maxLength: 60 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, html, (of, markup) => {
        const parts = partsOf(of, markup);
        let at = 0;
        for (const { start, end, shape } of parts) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThanOrEqual(start);
          // Nothing is left out but white space and the marks of items.
          expect(of.slice(at, start)).toMatch(/^\s*(?:(?:-|\d+\.) )?\s*$/);
          if (shape.kind === 'row') for (const cell of shape.cells) expect(cell.end).toBeLessThanOrEqual(end);
          at = end;
        }
        expect(of.slice(at).trim()).toBe('');
        const count = (nodes: readonly Tree<Part>[]): number =>
          nodes.reduce((sum, node) => sum + (node.kind === 'part' ? 1 : count(node.children)), 0);
        expect(count(treeOf(parts))).toBe(parts.length);
      }),
      { seed: 21, numRuns: 1000 },
    );
  });

  it('reads megabytes of markup that leads nowhere in a moment', () => {
    const text = 'uma linha de texto\n'.repeat(20_000);
    const html = `${'<ul><li>'.repeat(50_000)}${'<p>outra coisa</p>'.repeat(20_000)}`;
    expect(partsOf(text, html).length).toBe(20_000);
  });
});
