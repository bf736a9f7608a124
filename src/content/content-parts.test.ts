import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { type ContentPart, contentParts, type Run } from './content-parts.ts';
import { blockText, readPageBlocks } from './page-blocks.ts';
import { safeAddress } from './safe-address.ts';
import { toHtml, toMarkdown, toText } from './written-forms.ts';

const URL_OF_PAGE = 'https://jornal.exemplo.br/cidade/noticia';

/** The parts of a page of which every block is kept, or those that hold no `×`. */
function parts(html: string, url: string | undefined = URL_OF_PAGE): ContentPart[] {
  const blocks = readPageBlocks(parseHtml(html));
  const keep = new Uint8Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) keep[i] = blockText(blocks, i).includes('×') ? 0 : 1;
  return contentParts(blocks, keep, url);
}

function runsOf(part: ContentPart | undefined): readonly Run[] {
  return part !== undefined && 'runs' in part ? part.runs : [];
}

const kinds = (list: readonly ContentPart[]): string[] => list.map((part) => part.kind);
const images = (list: readonly ContentPart[]): string[] =>
  list.flatMap((part) => (part.kind === 'image' ? [part.src] : []));

describe('inline runs', () => {
  it('a paragraph that begins with a link is linked only where the page links it', () => {
    const [paragraph, item] = parts(
      '<p><a href="/f">Fulano</a> disse ontem.</p><ul><li><a href="/1">Um</a>: explicação.</li></ul>',
    );
    expect(runsOf(paragraph)).toEqual([
      { text: 'Fulano', href: 'https://jornal.exemplo.br/f' },
      { text: ' disse ontem.' },
    ]);
    expect(runsOf(item)).toEqual([
      { text: 'Um', href: 'https://jornal.exemplo.br/1' },
      { text: ': explicação.' },
    ]);
  });

  it('a link around blocks links them whole', () => {
    const [heading, paragraph] = parts('<a href="/n"><h3>Título</h3><p>Resumo <b>breve</b></p></a>');
    expect(runsOf(heading)).toEqual([{ text: 'Título', href: 'https://jornal.exemplo.br/n' }]);
    expect(runsOf(paragraph).every((run) => run.href === 'https://jornal.exemplo.br/n')).toBe(true);
  });

  it('styles at the beginning of a block are kept, with the blanks outside of them', () => {
    const [paragraph, item] = parts(
      '<p><b>Fulano </b>disse <em>vai </em>e foi.</p><ul><li><code>npm install</code> instala.</li></ul>',
    );
    expect(runsOf(paragraph)).toEqual([
      { text: 'Fulano', strong: true },
      { text: ' disse ' },
      { text: 'vai', emphasis: true },
      { text: ' e foi.' },
    ]);
    expect(runsOf(item)[0]).toEqual({ text: 'npm install', code: true });
  });

  it('controls are apart from each other and from the text', () => {
    const [paragraph] = parts(
      '<p>Cor<select><option>azul<option>verde</select>tamanho<label>P</label><label>M</label><button>Comprar</button>já</p>',
    );
    expect(toText([paragraph!])).toBe('Cor tamanho P M Comprar já');
  });
});

describe('pictures', () => {
  const P = '<p>Um parágrafo com palavras bastantes, de uma notícia sobre a ponte da cidade.</p>';

  it('the picture before the first paragraph is kept, with its caption', () => {
    const list = parts(
      `<article><h1>× Título</h1><figure><img src="/a.jpg" alt="Ponte"><figcaption>A ponte</figcaption></figure>${P}</article>`,
    );
    expect(kinds(list)).toEqual(['image', 'caption', 'paragraph']);
    expect(list[0]).toMatchObject({ src: 'https://jornal.exemplo.br/a.jpg', alt: 'Ponte' });
    expect(toHtml(list)).toContain(
      '<figure>\n<img src="https://jornal.exemplo.br/a.jpg" alt="Ponte">\n<figcaption>A ponte</figcaption>\n</figure>',
    );
  });

  it('a dropped credit does not take its picture with it; a dropped teaser does', () => {
    const list = parts(
      `<article>${P}<figure><img src="/a.jpg" alt="a"><figcaption>× Foto: Ana</figcaption></figure>${P}${P}` +
        `<div class="card"><a href="/x"><img src="/b.jpg" alt="b">× Outra notícia</a></div></article><aside><img src="/c.jpg" alt="c"></aside>`,
    );
    expect(images(list)).toEqual(['https://jornal.exemplo.br/a.jpg']);
  });

  it('pictures inside a paragraph, an item and a cell stay there', () => {
    const list = parts(
      '<p>Uma figura <img src="/p.png" alt="p"> no meio.</p><ul><li>Item <img src="/i.png" alt="i"> um</li></ul>' +
        '<table><tr><th>Nome</th><th>Foto</th></tr><tr><td>Ana</td><td><img src="/c.png" alt="c"></td></tr><tr><td>Rui</td><td>sem</td></tr></table>',
    );
    expect(kinds(list)).toEqual(['paragraph', 'item', 'row', 'row', 'row']);
    expect(toText(list)).toContain('Uma figura no meio.');
    expect(toMarkdown(list)).toContain('Uma figura ![p](https://jornal.exemplo.br/p.png) no meio.');
    expect(toMarkdown(list)).toContain('- Item ![i](https://jornal.exemplo.br/i.png) um');
    expect(toMarkdown(list)).toContain('| Ana | ![c](https://jornal.exemplo.br/c.png) |\n| Rui | sem |');
    expect(toHtml(list)).toContain('<td><img src="https://jornal.exemplo.br/c.png" alt="c"></td>');
  });

  it.each([
    ['data-src', '<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="x">'],
    ['data-lazy-src', '<img src="data:image/gif;base64,R0" data-lazy-src="/real.jpg" alt="x">'],
    ['a placeholder file', '<img src="/img/placeholder.gif" data-original="/real.jpg" alt="x">'],
    ['srcset', '<img srcset="/little.jpg 320w, /real.jpg 1200w, /middle.jpg 640w" alt="x">'],
    ['data-srcset', '<img src="data:," data-srcset="/real.jpg" alt="x">'],
    [
      'picture',
      '<picture><source srcset="/real.jpg 2x, /little.jpg 1x"><img src="data:image/png;base64,x" alt="x"></picture>',
    ],
    ['src', '<img src="/real.jpg" width="640" alt="">'],
  ])('the real source: %s', (_, img) => {
    expect(images(parts(`<div>${P}<p>${img}</p>${P}</div>`))).toEqual(['https://jornal.exemplo.br/real.jpg']);
  });

  it.each([
    ['a spacer', '<img src="/spacer.gif">'],
    ['a narrow one', '<img src="/a.png" width="1" alt="x">'],
    ['an icon', '<img src="/a.png" width="600" height="24" alt="x">'],
    ['an icon without words', '<img src="/icon-share.png" alt="">'],
    ['a smiley', '<img class="emoji" src="/1f600.png" alt="😀">'],
    ['nothing but data', '<img src="data:image/png;base64,xxxx" alt="x">'],
    ['a script', '<img src="javascript:alert(1)" alt="x">'],
    ['a hidden one', '<div style="display:none"><img src="/a.png" alt="x"></div>'],
    ['an advert', '<div class="publicidade"><img src="/a.png" alt="x"></div>'],
  ])('is no picture: %s', (_, img) => {
    expect(images(parts(`<div>${P}${img}${P}</div>`))).toEqual([]);
  });

  it('a caption known by its class, several pictures of one figure, a caption before its picture', () => {
    const list = parts(
      `<div>${P}<div class="wp-caption"><img src="/a.jpg" alt="a"><p class="wp-caption-text">Legenda um</p></div>${P}` +
        `<figure><img src="/b.jpg" alt="b"><img src="/c.jpg" alt="c"><figcaption>Legenda dois</figcaption></figure>` +
        `<figure><figcaption>Legenda três</figcaption><img src="/d.jpg" alt="d"></figure>${P}</div>`,
    );
    expect(kinds(list)).toEqual([
      'paragraph',
      'image',
      'caption',
      'paragraph',
      'image',
      'image',
      'caption',
      'caption',
      'image',
      'paragraph',
    ]);
    expect(toHtml(list).match(/<figure>/g)).toHaveLength(3);
    expect(toHtml(list)).toContain('<figure>\n<figcaption>Legenda três</figcaption>\n<img');
  });
});

describe('tables', () => {
  const cellsOf = (list: readonly ContentPart[]): string[][] =>
    list.flatMap((part) =>
      part.kind === 'row' ? [part.cells.map((cell) => cell.map((run) => run.text).join(''))] : [],
    );

  it('cells that span columns and rows leave the others in their column', () => {
    const list = parts(
      '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td colspan="2">ab</td><td>c</td></tr>' +
        '<tr><td rowspan="2">x</td><td>y</td><td>z</td></tr><tr><td>v</td><td>w</td></tr></table>',
    );
    expect(cellsOf(list)).toEqual([
      ['A', 'B', 'C'],
      ['ab', '', 'c'],
      ['x', 'y', 'z'],
      ['', 'v', 'w'],
    ]);
  });

  it('a cell of two paragraphs or with a list stays a cell; its words are read once', () => {
    const list = parts(
      '<table><tr><td><ul><li>um</li><li>dois</li></ul></td><td>a</td></tr><tr><td><p>p1</p><p>p2</p></td><td>b</td></tr></table>',
    );
    expect(cellsOf(list)).toEqual([
      ['um dois', 'a'],
      ['p1 p2', 'b'],
    ]);
    expect(toMarkdown(list)).toContain('| um<br>dois | a |\n| p1<br>p2 | b |');
    expect(toHtml(list)).toContain('<td>p1<br>p2</td>');
  });

  it('dropped rows are left out, dropped cells of other rows are empty', () => {
    const list = parts(
      '<table><tr><td>a</td><td>b</td></tr><tr><td>× c</td><td>d</td></tr><tr><td><p>× e</p><p>f</p></td><td><p>g</p><p>h</p></td></tr></table>',
    );
    expect(cellsOf(list)).toEqual([
      ['a', 'b'],
      ['f', 'g h'],
    ]);
  });

  it('what is no header is not made one', () => {
    const list = parts('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>');
    expect(toMarkdown(list)).toBe('|  |  |\n| --- | --- |\n| a | b |\n| c | d |');
    const bold = parts(
      '<table><tr><td><b>Ano</b></td><td><b>Custo</b></td></tr><tr><td>1</td><td>2</td></tr></table>',
    );
    expect(toMarkdown(bold)).toMatch(/^\| \*\*Ano\*\* \| \*\*Custo\*\* \|\n\| --- \|/);
  });

  it('bars in text, code and addresses do not make columns', () => {
    const list = parts(
      '<table><tr><th>x</th><th>y</th></tr><tr><td>a|b <code>c|d</code></td><td><a href="http://e.br/f|g">h</a></td></tr></table>',
    );
    expect(toMarkdown(list)).toContain('| a\\|b `c\\|d` | [h](http://e.br/f%7Cg) |');
  });

  it('the caption belongs to its table', () => {
    const list = parts(
      '<table><caption>Custos</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    );
    expect(kinds(list)).toEqual(['caption', 'row', 'row']);
    expect(toHtml(list)).toContain('<table>\n<caption>Custos</caption>\n<tr><th>a</th>');
  });

  it.each([
    ['one row', '<table><tr><td>menu</td><td>texto da página</td></tr></table>'],
    [
      'a table inside',
      '<table><tr><td>menu</td><td><table><tr><td>texto</td></tr></table></td></tr><tr><td>a</td><td>b</td></tr></table>',
    ],
    [
      'said so',
      '<table role="presentation"><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    ],
    [
      'an article in a cell',
      `<table><tr><td>menu</td><td><h1>T</h1><p>um</p><p>dois</p></td></tr><tr><td>a</td><td>b</td></tr></table>`,
    ],
  ])('a table for layout stays paragraphs: %s', (_, html) => {
    const list = parts(html);
    expect(kinds(list)).not.toContain('row');
    expect(kinds(list)).toContain('paragraph');
  });

  it('spans of a million cost nothing', () => {
    const list = parts(
      `<table>${'<tr><td colspan=1000000 rowspan=1000000>a</td><td>b</td></tr>'.repeat(200)}</table>`,
    );
    for (const part of list) if (part.kind === 'row') expect(part.cells.length).toBeLessThanOrEqual(64);
    expect(toText(list).match(/b/g)).toHaveLength(200);
  });
});

describe('lists', () => {
  it('neighbouring lists stay apart', () => {
    const list = parts(
      '<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul><ol><li>d</li></ol><ol><li>e</li></ol>',
    );
    expect(toHtml(list)).toBe(
      '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>\n<ol>\n<li>d</li>\n</ol>\n<ol>\n<li>e</li>\n</ol>',
    );
    expect(toMarkdown(list)).toBe('1. a\n2. b\n\n- c\n\n1. d\n\n1) e');
    expect(toText(list)).toBe('1. a\n2. b\n\n- c\n\n1. d\n\n1. e');
  });

  it('an item goes on: paragraphs, code and quotations in it do not end the list', () => {
    const list = parts(
      '<ol><li><p>um</p><p>mais</p></li><li>dois<pre>x\n\ny</pre></li><li>três<blockquote>dito</blockquote></li><li>quatro</li></ol>',
    );
    expect(toMarkdown(list)).toBe(
      '1. um\n\n   mais\n\n2. dois\n\n   ```\n   x\n\n   y\n   ```\n\n3. três\n\n   > dito\n\n4. quatro',
    );
    expect(toHtml(list)).toBe(
      '<ol>\n<li>um\n<p>mais</p>\n</li>\n<li>dois\n<pre><code>x\n\ny</code></pre>\n</li>\n<li>três\n<blockquote>\n<p>dito</p>\n</blockquote>\n</li>\n<li>quatro</li>\n</ol>',
    );
  });

  it('lists inside lists, and numbers as the page counts them', () => {
    const list = parts(
      '<ol start="3"><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>× fora</li><li>d</li><li value="9">e</li></ol>',
    );
    expect(toMarkdown(list)).toBe('3. a\n   - b\n     1. c\n5. d\n9. e');
    expect(toHtml(list)).toContain(
      '<ol start="3">\n<li>a\n<ul>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>',
    );
    expect(toHtml(list)).toContain('<li value="5">d</li>\n<li value="9">e</li>');
  });

  it('an item that begins with a heading, code or another list', () => {
    const list = parts(
      '<ul><li><h3>T</h3><p>t</p></li><li><pre>c</pre></li><li><ul><li>fundo</li></ul></li></ul>',
    );
    expect(toMarkdown(list)).toBe('- ### T\n\n  t\n\n- ```\n  c\n  ```\n\n- - fundo');
    expect(toText(list)).toBe('- T\n  t\n- c\n  - fundo');
  });

  it('a list that holds the whole article is none', () => {
    const body =
      '<p>Abre o texto da notícia.</p><p>Segue o texto da notícia.</p><ul><li>um</li><li>dois</li></ul>';
    for (const html of [
      `<ul><li><ul><li><article>${body}</article></li></ul></li></ul>`,
      `<ul><li>${body}</li></ul>`,
    ]) {
      const list = parts(html);
      expect(kinds(list)).toEqual(['paragraph', 'paragraph', 'item', 'item']);
      expect(list[2]).toMatchObject({ depth: 1, number: 1 });
    }
  });
});

describe('lists of sections', () => {
  it('a list whose items are sections with headings is none', () => {
    const section = `<li><h3>Produto</h3>${'<p>O texto de um parágrafo.</p>'.repeat(6)}<h4>Preço</h4>${'<p>O texto de outro.</p>'.repeat(6)}</li>`;
    const list = parts(`<ul>${section.repeat(3)}</ul>`);
    expect(kinds(list)).not.toContain('item');
    expect(list.every((part) => part.depth === undefined)).toBe(true);
  });
});

describe('code', () => {
  it('line ends of br and of elements, and the language', () => {
    const list = parts(
      '<pre>a<br>b\n  c</pre><pre><div>def f():</div><div>    return 1</div></pre><div class="highlight"><pre><code class="hljs language-ts">let x: T;<button>Copy</button></code></pre></div>',
    );
    expect(list).toEqual([
      { kind: 'code', text: 'a\nb\n  c' },
      { kind: 'code', text: 'def f():\n    return 1' },
      { kind: 'code', text: 'let x: T;', language: 'ts' },
    ]);
    expect(toMarkdown(list)).toContain('```ts\nlet x: T;\n```');
  });
});

describe('addresses', () => {
  const link = (html: string, url?: string): string | undefined => runsOf(parts(html, url)[0])[0]?.href;

  it('without the address of the page, relative ones stay as they are', () => {
    const blocks = readPageBlocks(
      parseHtml('<p><a href="rel/a b.html?x=1">elo</a></p><p><img src="f.jpg" alt="f"></p><p>fim</p>'),
    );
    const list = contentParts(blocks, new Uint8Array(blocks.count).fill(1), undefined);
    expect(runsOf(list[0])[0]!.href).toBe('rel/a%20b.html?x=1');
    expect(images(list)).toEqual(['f.jpg']);
  });

  it('base is obeyed, alone and against the address of the page', () => {
    expect(link('<base href="https://cdn.exemplo.br/b/"><p><a href="x">elo</a></p>')).toBe(
      'https://cdn.exemplo.br/b/x',
    );
    expect(link('<base href="/b/"><p><a href="x">elo</a></p>')).toBe('https://jornal.exemplo.br/b/x');
    const blocks = readPageBlocks(parseHtml('<base href="/b/"><p><a href="x">elo</a></p>'));
    expect(runsOf(contentParts(blocks, new Uint8Array([1]), undefined)[0])[0]!.href).toBe('/b/x');
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0001script:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    '#nota',
    '',
  ])('refuses %j, with and without a base', (href) => {
    expect(safeAddress(href, undefined)).toBeNull();
    expect(safeAddress(href, '/b/')).toBeNull();
    expect(safeAddress(href, URL_OF_PAGE)).toBeNull();
  });

  it('a base that is no address of the Web is not believed', () => {
    expect(link('<base href="javascript:alert(1)//"><p><a href="x">elo</a></p>')).toBe(
      'https://jornal.exemplo.br/cidade/x',
    );
  });

  it('what is let through is http(s), mailto or relative, without control characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .tuple(fc.constantFrom('javascript:', 'data:', 'vbscript:', 'http:', '//', '/', ''), fc.string())
            .map(([a, b]) => a + b),
        ),
        fc.constantFrom(undefined, '/b/', URL_OF_PAGE),
        (href, base) => {
          const safe = safeAddress(href, base);
          if (safe === null) return;
          expect(safe).not.toMatch(/\p{Cc}/u);
          const { protocol } = new URL(safe, 'https://x.br/');
          expect(['https:', 'http:', 'mailto:']).toContain(protocol);
        },
      ),
      { seed: 40, numRuns: 500 },
    );
  });
});
