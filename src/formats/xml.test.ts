import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeXml,
  escapeXmlAttribute,
  parseXml,
  textOf,
  XML_END,
  XmlScanner,
  XmlStream,
  xmlElements,
} from './index.ts';

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

type Event = readonly [kind: 'open' | 'text' | 'close', what: string, attributes?: unknown];

/** What a stream tells of a text given in pieces; texts that follow one another are one. */
function eventsOf(pieces: Iterable<string>): { events: Event[]; stream: XmlStream; longest: number } {
  const events: Event[] = [];
  let longest = 0;
  const stream = new XmlStream({
    open: (name, attributes, qualified) => events.push(['open', qualified, { name, ...attributes }]),
    text(text) {
      longest = Math.max(longest, text.length);
      const last = events[events.length - 1];
      if (last?.[0] === 'text') events[events.length - 1] = ['text', last[1] + text];
      else if (text !== '') events.push(['text', text]);
    },
    close: (name) => events.push(['close', name]),
  });
  for (const piece of pieces) stream.write(piece);
  stream.end();
  return { events, stream, longest };
}

function* pieces(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** Cuts a text after as many characters as the lengths say, over and over. */
function* cut(text: string, lengths: readonly number[]): Generator<string> {
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = lengths[i % lengths.length]!;
    yield text.slice(at, at + length);
    at += length;
  }
}

const scrap = fc.constantFrom(
  '<',
  '>',
  '/',
  '</',
  '/>',
  '<a',
  '<gml:pos ',
  '</a>',
  '</gml:pos>',
  '"',
  "'",
  '=',
  ' b',
  ' b="1"',
  " c='x>y'",
  '<!--',
  '--',
  '-->',
  '<![CDATA[',
  ']]',
  ']]>',
  '<?x ',
  '?>',
  '<!DOCTYPE x [',
  '<!',
  '[',
  ']>',
  '&',
  '&amp;',
  '&#233;',
  '&nada;',
  '&#x1f600;',
  'x',
  'título',
  '\r\n',
  '\r',
  '\t',
  '😀',
  '<𝐀>',
);

describe('XML as a stream', () => {
  it('tells the same however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(scrap, { maxLength: 40 }).map((parts) => parts.join('')),
          made.map((one) => `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>${written(one)}`),
        ),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        (text, lengths) => {
          const whole = eventsOf([text]);
          const inPieces = eventsOf(cut(text, lengths));
          expect(inPieces.events).toEqual(whole.events);
          expect(inPieces.stream.complaint).toBe(whole.stream.complaint);
          expect(inPieces.stream.depth).toBe(whole.stream.depth);
        },
      ),
      { numRuns: 3000, seed: 14 },
    );
  });

  it('can be cut anywhere', () => {
    const text =
      '<?x a?><!DOCTYPE x [<!ENTITY a "b">] ><!-- - -- --><x a="1" b=2 c>é &amp; &#233;\r\n< <![CDATA[]]\r\n]>]]]></x ><y/>';
    const whole = eventsOf([text]).events;
    expect(whole).toHaveLength(5);
    for (let at = 0; at <= text.length; at++)
      expect(eventsOf([text.slice(0, at), text.slice(at)]).events).toEqual(whole);
    expect(eventsOf(text).events).toEqual(whole);
  });

  it('has the tokens that the text as a whole has', () => {
    const tokens = (scanner: XmlScanner, into: string[]): void => {
      for (let kind = scanner.next(); kind !== XML_END; kind = scanner.next()) {
        const text = scanner.source.slice(scanner.from, scanner.to);
        into.push(kind < 3 ? `${kind}${text}` : `${kind}${scanner.name} ${scanner.empty} ${text}`);
      }
    };
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const whole: string[] = [];
        tokens(new XmlScanner(text), whole);
        const fed: string[] = [];
        const scanner = new XmlScanner('', false);
        scanner.feed(text, true);
        tokens(scanner, fed);
        expect(fed).toEqual(whole);
      }),
    );
  });

  it('tells what was written, with line breaks and blanks as XML wants them', () => {
    const { events, stream } = eventsOf([
      '\ufeff<k:a b="1\t2" c=\'&lt;\'>um\r',
      '\ndois &am',
      'p; <![CDATA[<&amp;]',
      ']]]><e/></k:a>',
    ]);
    expect(events.slice(1)).toEqual([
      ['open', 'k:a', { name: 'a', b: '1 2', c: '<' }],
      ['text', 'um\ndois & <&amp;]]'],
      ['open', 'e', { name: 'e' }],
      ['close', 'e'],
      ['close', 'a'],
    ]);
    expect(stream).toMatchObject({ complaint: null, depth: 0, tooDeep: false });
  });

  it('goes on behind what is wrong, and says what it was', () => {
    const complaint = (text: string): unknown => eventsOf([text]).stream.complaint;
    expect(complaint('<a>1 < 2</a>')).toContain('opens nothing');
    expect(complaint('<a></b></a>')).toBe('</b> closes nothing');
    expect(complaint('<a><b></a>')).toBe('<b> is not closed');
    expect(complaint('<a b></a>')).toContain('without a value');
    expect(complaint('<a b="1" b="2"></a>')).toContain('twice');
    expect(eventsOf(['<a><b>x</a>']).events).toEqual([
      ['open', 'a', { name: 'a' }],
      ['open', 'b', { name: 'b' }],
      ['text', 'x'],
      ['close', 'b'],
      ['close', 'a'],
    ]);
    expect(eventsOf(['<a>se x <y e z <b>1</b></a>']).events[1]).toEqual(['text', 'se x <y e z ']);
    expect(eventsOf(['<a><b>x']).stream.depth).toBe(2);
  });

  it('holds no more than a piece and the longest tag, and reads on behind a tag that is longer', () => {
    const long = 'x'.repeat(3 << 20);
    for (const [text, expected] of [
      [
        `<a><b c="1" d="${long}">y</b></a>`,
        [
          ['open', 'b', { name: 'b', c: '1' }],
          ['text', 'y'],
          ['close', 'b'],
        ],
      ],
      [
        `<a><b c="1" d="${long}"/>y</a>`,
        [
          ['open', 'b', { name: 'b', c: '1' }],
          ['close', 'b'],
          ['text', 'y'],
        ],
      ],
      [`<a></${long}>y</a>`, [['text', 'y']]],
      [
        `<a><${long}>y</${long}></a>`,
        [
          ['open', long.slice(0, 1024), { name: long.slice(0, 1024) }],
          ['text', 'y'],
          ['close', long.slice(0, 1024)],
        ],
      ],
    ] as const) {
      for (const length of [1000, 1 << 16, text.length]) {
        const found = eventsOf(pieces(text, length)).events.slice(1, -1);
        expect(found).toEqual(expected);
      }
    }
    for (const text of [`<a>${long}</a>`, `<a><![CDATA[${long}]]></a>`]) {
      const { events, longest } = eventsOf(pieces(text, 1 << 16));
      expect(events[1]![1]).toBe(long);
      expect(longest).toBeLessThanOrEqual(1 << 16);
    }
    // One character at a time: a cut tag is not looked at again for each.
    const slow = eventsOf(pieces(`<a b="${'>'.repeat(100_000)}">y</a>`, 1));
    expect(slow.events).toHaveLength(3);
  });

  it('ends, whatever comes', () => {
    for (const hostile of [
      '<',
      '<a>',
      '</a>',
      '<a',
      '<a b="',
      '<a b=\'"',
      '<a b',
      '<a b=',
      '<a/',
      '</a',
      '<!a>',
      '<!a[',
      '<!--',
      '<![CDATA[',
      '<![CDATA[]]',
      '<?',
      '&',
      '&a;',
      '\r',
      ']',
    ]) {
      const { stream, longest } = eventsOf(pieces(`<x>${hostile.repeat(500_000)}`, 1 << 14));
      expect(stream.depth).toBeLessThanOrEqual(256);
      expect(longest).toBeLessThanOrEqual(1 << 15);
    }
    const deep = eventsOf(pieces(`${'<a>'.repeat(100_000)}x${'</a>'.repeat(100_000)}`, 1 << 14));
    expect(deep.stream).toMatchObject({ tooDeep: true, depth: 0 });
    expect(deep.events).toHaveLength(2 * 256 + 1);
  });

  it('expands no entity of a DTD', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};&a${i};&a${i};">`);
    const { events } = eventsOf([`<!DOCTYPE x [<!ENTITY a0 "ha">${lines.join('')}]><x y="&a20;">&a20;</x>`]);
    expect(events).toEqual([
      ['open', 'x', { name: 'x', y: '&a20;' }],
      ['text', '&a20;'],
      ['close', 'x'],
    ]);
  });
});
