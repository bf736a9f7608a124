import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml, TEXT, visibleText } from '../html/index.ts';
import { type ContentPart, contentParts, type Run } from './content-parts.ts';
import { readPageBlocks } from './page-blocks.ts';
import { toHtml, toMarkdown, toText } from './written-forms.ts';

function all(html: string, url?: string): ContentPart[] {
  const blocks = readPageBlocks(parseHtml(html));
  return contentParts(blocks, new Uint8Array(blocks.count).fill(1), url);
}

const markdown = (html: string): string => toMarkdown(all(html));

describe('Markdown: what the page says is not read as markup', () => {
  it.each([
    ['an exclamation before a link', '<p>Veja!<a href="/a">aqui</a></p>', 'Veja\\![aqui](/a)'],
    [
      'written references',
      '<p>&amp;copy; e &amp;lt;b&amp;gt; e AT&amp;T; R&amp;D</p>',
      '\\&copy; e \\&lt;b\\&gt; e AT\\&T; R&D',
    ],
    ['elements', '<p>&lt;script&gt; 1 &lt; 2 &gt; 0</p>', '\\<script> 1 \\< 2 > 0'],
    [
      'stars, brackets, bars',
      '<p>a * b [c](d) `e` ~~f~~ g | h</p>',
      'a \\* b \\[c\\](d) \\`e\\` \\~\\~f\\~\\~ g | h',
    ],
    [
      'underscores, where they would mean something',
      '<p>obra_que_vem _assim_ __b__</p>',
      'obra_que_vem \\_assim\\_ \\_\\_b\\_\\_',
    ],
    ['a number and a point', '<p>1. Não é lista</p>', '1\\. Não é lista'],
    ['a number in a heading', '<h2>1. Título #</h2>', '## 1. Título \\#'],
    ['a dash', '<p>- Disse ele.</p>', '\\- Disse ele.'],
    ['what only looks like one', '<p>-5 graus</p>', '-5 graus'],
    ['a line', '<p>---</p>', '\\---'],
    ['a heading', '<p># Tema</p>', '\\# Tema'],
    ['a hashtag', '<p>#tema</p>', '#tema'],
    ['a quotation', '<p>&gt; citado</p>', '\\> citado'],
    [
      'code with grave accents',
      '<p>Use <code>`x`</code> ou <code>a``b</code></p>',
      'Use `` `x` `` ou ```a``b```',
    ],
    ['an address with brackets', '<p><a href="/a (1)|b">x</a></p>', '[x](/a%20%281%29%7Cb)'],
  ])('%s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it('a fence is longer than the ones inside', () => {
    expect(markdown('<pre>a\n````\nb</pre>')).toBe('`````\na\n````\nb\n`````');
  });
});

describe('Markdown: emphasis that renders', () => {
  it.each([
    ['in a sentence', '<p>a <b>b</b> c</p>', 'a **b** c'],
    ['blanks outside', '<p>a<em> b </em>c</p>', 'a *b* c'],
    ['inside a word', '<p>re<b>fazer</b>emos</p>', 're**fazer**emos'],
    ['quotation marks before a word', '<p>é <b>"x"</b>para</p>', 'é "**x**"para'],
    ['brackets after a word', '<p>a<i>(b)</i>c</p>', 'a(*b*)c'],
    ['punctuation alone', '<p>a<b>:</b>b</p>', 'a:b'],
    ['both', '<p><b><i>a</i></b> b</p>', '**_a_** b'],
    ['one in the other', '<p><b>a <i>b</i> c</b></p>', '**a *b* c**'],
    ['side by side', '<p><b>a</b><i>b</i> c</p>', '__a__*b* c'],
    ['side by side in a word', '<p>c<b>a</b><i>b</i>c</p>', 'c<strong>a</strong>*b*c'],
    ['a link in bold', '<p>a<b><a href="/x">b</a></b>c</p>', 'a[**b**](/x)c'],
    ['a link of several styles is one link', '<p><a href="/x">a <b>b</b> c</a></p>', '[a **b** c](/x)'],
    ['code in bold in a word', '<p>a<b><code>b</code></b>c</p>', 'a<strong>`b`</strong>c'],
    ['a caption with its own italics', '<figure><figcaption>a <i>b</i></figcaption></figure>', '*a b*'],
  ])('%s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  const piece = fc.record({
    text: fc
      .array(fc.constantFrom('a', 'b', 'é', ' ', '"', '(', ')', '.', '!', '*', '_', '“', '…'), {
        minLength: 1,
        maxLength: 5,
      })
      .map((c) => c.join('')),
    strong: fc.boolean(),
    emphasis: fc.boolean(),
  });

  it('delimiters pair as CommonMark pairs them, and the words keep their style', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const html = pieces
          .map(({ text, strong, emphasis }) => {
            const inner = emphasis ? `<i>${text}</i>` : text;
            return strong ? `<b>${inner}</b>` : inner;
          })
          .join('');
        const list = all(`<p>z ${html} z</p>`);
        const expected = letters((list[0] as { runs: readonly Run[] }).runs);
        expect(rendered(toMarkdown(list))).toEqual(expected);
      }),
      { numRuns: 1000, seed: 41 },
    );
  });
});

/** Each letter with its styles. */
function letters(runs: readonly Run[]): string[] {
  return runs.flatMap((run) =>
    [...run.text]
      .filter((c) => /\p{L}/u.test(c))
      .map((c) => c + (run.strong === true ? 's' : '') + (run.emphasis === true ? 'e' : '')),
  );
}

/** The letters of a line of Markdown with their styles, by the rules of CommonMark for delimiter runs. */
function rendered(line: string): string[] {
  interface Token {
    text: string;
    count: number;
    opens: boolean;
    closes: boolean;
    length: number;
    means: boolean;
  }
  const tokens: Token[] = [];
  const marks: { from: number; to: number; kind: string }[] = [];
  const plain = (text: string): number =>
    tokens.push({ text, count: 0, opens: false, closes: false, length: 0, means: false });
  const blank = (c: string | undefined): boolean => c === undefined || /\s/.test(c);
  const punctuation = (c: string | undefined): boolean => c !== undefined && /[\p{P}\p{S}]/u.test(c);
  const open: { kind: string; at: number }[] = [];
  for (let i = 0; i < line.length; ) {
    const c = line[i]!;
    const element = /^<(\/?)(strong|em)>/.exec(line.slice(i));
    if (c === '\\' && punctuation(line[i + 1])) {
      plain(line[i + 1]!);
      i += 2;
    } else if (element !== null) {
      if (element[1] === '') open.push({ kind: element[2]!, at: tokens.length });
      else {
        const started = open.pop()!;
        marks.push({ from: started.at, to: tokens.length, kind: started.kind });
      }
      i += element[0].length;
    } else if (c === '*' || c === '_') {
      let past = i;
      while (line[past] === c) past++;
      const [before, after] = [line[i - 1], line[past]];
      const left = !blank(after) && (!punctuation(after) || blank(before) || punctuation(before));
      const right = !blank(before) && (!punctuation(before) || blank(after) || punctuation(after));
      const opens = left && (c === '*' || !right || punctuation(before));
      const closes = right && (c === '*' || !left || punctuation(after));
      tokens.push({ text: c, count: past - i, opens, closes, length: past - i, means: opens || closes });
      i = past;
    } else {
      plain(c);
      i++;
    }
  }
  for (let closer = 0; closer < tokens.length; closer++) {
    const b = tokens[closer]!;
    while (b.closes && b.count > 0) {
      let opener = closer - 1;
      for (; opener >= 0; opener--) {
        const a = tokens[opener]!;
        if (!a.opens || a.count === 0 || a.text !== b.text) continue;
        const odd =
          (a.closes || b.opens) &&
          (a.length + b.length) % 3 === 0 &&
          (a.length % 3 !== 0 || b.length % 3 !== 0);
        if (!odd) break;
      }
      if (opener < 0) break;
      const a = tokens[opener]!;
      const width = a.count >= 2 && b.count >= 2 ? 2 : 1;
      a.count -= width;
      b.count -= width;
      marks.push({ from: opener + 1, to: closer, kind: width === 2 ? 'strong' : 'em' });
      for (let i = opener + 1; i < closer; i++) tokens[i]!.opens = tokens[i]!.closes = false;
    }
  }
  // Nothing that could open or close is left over.
  for (const token of tokens) if (token.means) expect(token.count).toBe(0);
  return tokens.flatMap(({ text }, i) => {
    if (!/\p{L}/u.test(text)) return [];
    const inside = (kind: string): boolean => marks.some((m) => m.kind === kind && m.from <= i && i < m.to);
    return [text + (inside('strong') ? 's' : '') + (inside('em') ? 'e' : '')];
  });
}

const TAGS = new Set(
  'html head body p h1 h2 h3 h4 h5 h6 ul ol li table caption tbody tr th td pre code blockquote figure figcaption img a strong em small br'.split(
    ' ',
  ),
);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  ol: ['start'],
  li: ['value'],
};

/** Everything that is written as HTML is of these tags and attributes, and of safe addresses. */
function expectClean(html: string): void {
  const doc = parseHtml(html);
  for (let row = 1; row < doc.count; row++) {
    if (doc.tag[row] === TEXT) continue;
    const name = doc.tagName(row);
    expect(TAGS).toContain(name);
    for (const [attribute, value] of doc.attributeList(row)) {
      expect(ATTRIBUTES[name] ?? []).toContain(attribute);
      if (attribute === 'href' || attribute === 'src')
        expect(new URL(value, 'https://x.br/').protocol).toMatch(/^(?:https?|mailto):$/);
    }
  }
}

describe('any page', () => {
  it.each([
    ['lists in lists', '<ul><li>a'.repeat(20_000)],
    ['styles side by side', `<p>${'<b>a</b><i>b</i>'.repeat(10_000)}`],
    ['lines of code', `<pre>${'<div>a</div>'.repeat(20_000)}`],
    ['a row of very many cells', `<table><tr>${'<td><p>a</p><p>b</p>'.repeat(10_000)}<tr><td>x<td>y</table>`],
    ['a set of sources without end', `<p>a<p><img alt=x srcset="${'/a.jpg 1x, '.repeat(50_000)}"><p>b`],
  ])('made to run away: %s', (_, html) => {
    const list = all(html);
    const letters = toText(list).match(/[abxy]/g)!.length;
    expect(toMarkdown(list).length).toBeGreaterThanOrEqual(letters);
    expect(toHtml(list).length).toBeGreaterThanOrEqual(letters);
  });

  const tag = fc.constantFrom(
    ...'p div ul ol li table tr td th caption pre code b i a h1 h3 blockquote figure figcaption dl dt dd br img select option button article section span svg script'.split(
      ' ',
    ),
  );
  const attribute = fc.constantFrom(
    '',
    ' href="javascript:alert(1)"',
    " href='/a\"b'",
    ' href="x y|z"',
    ' src="data:text/html,x"',
    ' src="/a.jpg" alt="&lt;script&gt;"',
    ' data-src="vbscript:x"',
    ' srcset="/b.jpg 2x, javascript:x 3x"',
    ' colspan=99999999',
    ' rowspan=0',
    ' start=-7',
    ' start=99999999999 reversed',
    ' value=3',
    ' class="language-js caption"',
    ' style="display:none"',
    ' onclick="alert(1)"',
  );
  const text = fc.constantFrom(
    'palavra ',
    'outra',
    ' ',
    '&lt;img src=x onerror=y&gt;',
    '\n',
    '`',
    '*',
    '|',
    '!',
    '&amp;lt;',
    '"',
    '1. ',
    '- ',
    '[x](y)',
    '\u00a0',
  );
  const bit = fc.oneof(
    fc.tuple(tag, attribute).map(([t, a]) => `<${t}${a}>`),
    tag.map((t) => `</${t}>`),
    text,
  );
  const page = fc.array(bit, { maxLength: 60 }).map((bits) => bits.join(''));
  const words = (t: string): string[] => t.match(/\p{L}+/gu) ?? [];

  it('never throws; the HTML has clean tags, attributes and addresses only; no form has a script', () => {
    fc.assert(
      fc.property(
        page,
        fc.constantFrom(undefined, 'https://x.br/a'),
        fc.infiniteStream(fc.boolean()),
        (html, url, kept) => {
          const blocks = readPageBlocks(parseHtml(html));
          const keep = new Uint8Array(blocks.count);
          for (let i = 0; i < keep.length; i++) keep[i] = kept.next().value === true ? 1 : 0;
          const list = contentParts(blocks, keep, url);
          expectClean(toHtml(list));
          expect(toMarkdown(list)).not.toMatch(/\]\((?:javascript|data|vbscript):/i);
          toText(list);
        },
      ),
      { numRuns: 400, seed: 42 },
    );
  });

  it('the text and the HTML have the same words', () => {
    fc.assert(
      fc.property(page, (html) => {
        const list = all(html, 'https://x.br/a');
        expect(words(visibleText(parseHtml(toHtml(list))))).toEqual(words(toText(list)));
      }),
      { numRuns: 300, seed: 43 },
    );
  });

  it('Markdown of plain words has these words', () => {
    const sentence = fc
      .array(fc.stringMatching(/^[a-zçãé]{1,8}[,.;:!?]?$/), { minLength: 1, maxLength: 8 })
      .map((w) => w.join(' '));
    const block = fc.tuple(fc.constantFrom('p', 'h2', 'blockquote', 'pre', 'dt', 'dd'), sentence);
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 8 }),
        fc.array(sentence, { maxLength: 4 }),
        (pieces, items) => {
          const html = `${pieces.map(([t, s]) => `<${t}>${s}</${t}>`).join('')}<ol>${items.map((s) => `<li>${s}</li>`).join('')}</ol>`;
          const expected = [...pieces.map(([, s]) => s), ...items].join(' ');
          expect(words(markdown(html))).toEqual(words(expected));
          expect(words(toText(all(html)))).toEqual(words(expected));
        },
      ),
      { seed: 44 },
    );
  });
});
