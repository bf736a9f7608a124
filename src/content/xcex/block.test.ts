import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { extractBlocks, readBlocks } from './block.ts';
import { getBlockSet } from './block-set.ts';
import { PRESETS, TAG_LISTS } from './parameters.ts';

const EXAMPLES = {
  E1: '<body><header><p>H</p></header><main><article><h1>T</h1><div><p>A</p><p>B</p></div><p>C</p><section><div><p>S</p></div></section></article></main></body>',
  E2: '<body><div>Texto solto</div></body>',
  E3: '<body><div id="o"><div id="i"><p>A</p></div><p>B</p></div></body>',
  E4: '<body><div id="o">solto<p>A</p><div id="i">texto</div></div></body>',
  E5: '<body><p>Um <span>dois</span> tres</p></body>',
  E6: '<body><div><p> </p><p><img src="x.png"></p><p>Ok</p></div></body>',
  E7: '<body><section><p>Vazia nao</p></section><section></section><div><p>Fora</p></div></body>',
};

const shown = (html: string, list: readonly string[]) =>
  extractBlocks(html, list).map(({ tag, text }) => `${tag}:${text}`);

describe('block extraction', () => {
  it('[X-A01] gives the blocks of E1–E7 for the three tag lists', () => {
    const expected: Record<string, readonly [string[], string[], string[]]> = {
      E1: [['p:A', 'p:B', 'p:S'], ['p:S'], ['p:H', 'p:A', 'p:B', 'p:C', 'p:S']],
      E2: [['div:Texto solto'], ['div:Texto solto'], ['div:Texto solto']],
      E3: [
        ['p:A', 'p:B'],
        ['p:A', 'p:B'],
        ['p:A', 'p:B'],
      ],
      E4: [['p:A', 'div:texto'], ['p:A', 'div:texto'], ['p:A']],
      E5: [['p:Um dois tres'], ['p:Um dois tres'], ['span:dois']],
      E6: [['p:Ok'], ['p:Ok'], ['p:Ok']],
      E7: [['p:Fora'], ['p:Vazia nao'], ['p:Vazia nao', 'p:Fora']],
    };
    for (const [id, html] of Object.entries(EXAMPLES)) {
      const lists = [TAG_LISTS.xcex, TAG_LISTS.list1, TAG_LISTS.list2];
      expect([id, ...lists.map((list) => shown(html, list))]).toEqual([id, ...expected[id]!]);
    }
  });

  it('[X-A02] keeps a parent without the tag, and loses what stands outside the tag in one with it', () => {
    expect(shown('<body><div>um</div><div>fora <p>dentro</p></div></body>', ['div', 'p'])).toEqual([
      'div:um',
      'p:dentro',
    ]);
    expect(shown('<body><article><h1>Título</h1><p>Texto</p></article></body>', TAG_LISTS.xcex)).toEqual([
      'p:Texto',
    ]);
  });

  it('[X-A03] counts a node once, whatever number of nested parents lead to it', () => {
    const html = '<body><div><div><div><p>uma vez</p></div></div></div></body>';
    expect(shown(html, TAG_LISTS.xcex)).toEqual(['p:uma vez']);
    const nested = '<body><div>a<div>b<div>c</div></div></div></body>';
    expect(extractBlocks(nested).map(({ text }) => text)).toEqual(['a b c', 'b c', 'c']);
  });

  it('[X-A04] drops blocks without a word, keeps document order and stable ids', () => {
    const html =
      '<body><div>...<p>—</p></div><div><p>Não!</p><div>solto<p>7</p></div><p><script>x()</script></p><p>fim</p></div></body>';
    const first = extractBlocks(html, TAG_LISTS.xcex, { pageId: 'n1' });
    expect(first.map(({ text }) => text)).toEqual(['Não!', '7', 'fim']);
    expect(first.map(({ id }) => id)).toEqual(['n1#0', 'n1#1', 'n1#2']);
    expect(extractBlocks(html, TAG_LISTS.xcex, { pageId: 'n1' })).toEqual(first);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<div>', '</div>', '<p>', '</p>', 'a ', ' - ', '<b>')),
        (parts) => {
          const blocks = extractBlocks(parts.join(''));
          for (const block of blocks) expect(block.text).toMatch(/[\p{L}\p{N}]/u);
          expect(blocks.map(({ node }) => node)).toEqual(
            blocks.map(({ node }) => node).sort((a, b) => a - b),
          );
        },
      ),
    );
  });

  it('[X-A05] finds blocks where main or article is missing', () => {
    expect(shown('<body><div><p>A</p></div></body>', TAG_LISTS.xcex)).toEqual(['p:A']);
    expect(shown('<body><article><div><p>A</p></div></article></body>', TAG_LISTS.xcex)).toEqual(['p:A']);
    expect(shown('<body><main><div><p>A</p></div></main></body>', TAG_LISTS.xcex)).toEqual(['p:A']);
    expect(shown('<body><p>A</p></body>', TAG_LISTS.xcex)).toEqual(['p:A']);
    expect(shown('Sem marcação', TAG_LISTS.xcex)).toEqual(['body:Sem marcação']);
  });

  it('[X-A06] has no section in the default list, and goes through a list in its order', () => {
    expect(PRESETS.faithful.tagList).toEqual(['body', 'main', 'article', 'div', 'p']);
    const html = '<body><p>a <span>b</span></p><span>c <em>d</em></span></body>';
    expect(shown(html, ['p', 'span'])).toEqual(['span:b']);
    expect(shown(html, ['span', 'p'])).toEqual(['span:b', 'span:c d']);
    expect(shown('<body><x-parte>um</x-parte> dois</body>', ['x-parte'])).toEqual(['x-parte:um']);
  });

  it('[X-A07] reads malformed pages as the standard says', () => {
    expect(shown('<div><p>um<p>dois</div></p></b>três', TAG_LISTS.xcex)).toEqual(['p:um', 'p:dois']);
    expect(shown('</p></div><table><p>fora</p><tr><td>dentro</table>', TAG_LISTS.list2)).toEqual([
      'tr:dentro',
    ]);
    const piece = fc.constantFrom(
      '<p',
      '<div>',
      '</table',
      '<tr>',
      '>',
      '<!--',
      '-->',
      '<svg>',
      '\0',
      'é',
      '&#x',
      '"',
      '<b ',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (parts) => void extractBlocks(parts.join(''))));
  });

  it('agrees with the procedure as it is written, on random trees', () => {
    const tags = ['div', 'p', 'span', 'section', 'article'];
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('a', 'b'),
        fc
          .tuple(
            fc.constantFrom('div', 'section', 'article', 'span'),
            fc.array(tie('node'), { maxLength: 3 }),
          )
          .map(([tag, children]) => `<${tag}>${children.join('')}</${tag}>`),
        fc.constantFrom('<p>c</p>', '<p>d <span>e</span></p>'),
      ),
    })).node;
    fc.assert(
      fc.property(tree, fc.shuffledSubarray(tags), (body, list) => {
        const doc = parseHtml(`<body>${body}</body>`);
        // Written down from the specification, with sets of nodes.
        let blocks = [0];
        for (const name of list) {
          const next: number[] = [];
          for (const block of blocks) {
            const found: number[] = [];
            for (let row = block + 1; row < doc.end[block]!; row++)
              if (doc.isElement(row) && doc.tagName(row) === name) found.push(row);
            next.push(...(found.length === 0 ? [block] : found));
          }
          blocks = [...new Set(next)];
        }
        expect([...getBlockSet(doc, list)]).toEqual(blocks.sort((a, b) => a - b));
      }),
    );
  });

  it('reads canonical HTML: sorted attributes, collapsed white space, no comments', () => {
    const [a] = extractBlocks('<p id="x"  class="b a">um\n  <b>dois</b><!-- nota --></p>');
    const [b] = extractBlocks('<p class="b a" id=x>um <b>dois</b></p>');
    expect(a!.html).toBe('<p class="b a" id="x">um <b>dois</b></p>');
    expect(a!.html).toBe(b!.html);
  });

  it('puts comments among the tags of the element they stand in', () => {
    const html = '<div><p>um<!-- a --></p><!-- b --><p><!-- c --><b>dois</b></p><p>três</p></div><!-- d -->';
    expect(extractBlocks(html).map(({ tags }) => tags)).toEqual([
      ['p', 'comment'],
      ['p', 'comment', 'b'],
      ['p'],
    ]);
    const nested = '<div>x<div>y</div><!-- fora do de dentro --></div>';
    expect(extractBlocks(nested).map(({ tags }) => tags)).toEqual([['div', 'div', 'comment'], ['div']]);
  });

  it('separates words at the borders of blocks and not inside them', () => {
    expect(shown('<div>um<ul><li>dois</li><li>três</li></ul>qua<b>tro</b></div>', ['div'])).toEqual([
      'div:um dois três quatro',
    ]);
  });

  it('keeps, with fallbacks, a parent that a tag would empty, and titles and items of the main region', () => {
    const html =
      '<body><nav><ul><li>Menu</li></ul></nav><main><h1>O título</h1><div>Um texto longo solto na divisão com muitas palavras<p>só isto</p></div>' +
      '<ul><li>um item</li></ul></main></body>';
    const texts = extractBlocks(html, TAG_LISTS.xcex, { fallbacks: true }).map(({ text }) => text);
    expect(texts).toEqual([
      'O título',
      'Um texto longo solto na divisão com muitas palavras só isto',
      'um item',
    ]);
  });

  it('reads a page of 20,000 nested blocks within its budget, and says what it left out', () => {
    const depth = 20_000;
    const { blocks, leftOut } = readBlocks(`${'<div>'.repeat(depth)}palavra`, TAG_LISTS.xcex);
    const read = blocks.reduce((sum, { html, tags }) => sum + html.length + tags.length, 0);
    expect(leftOut).toBeGreaterThan(0);
    expect(blocks.length + leftOut).toBe(depth);
    expect(read).toBeLessThan(2 ** 28);
  });
});
