import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { extractBlocks, type XcexBlock } from './block.ts';
import { binaryCosine, contentSimilarity, distanceSimilarity } from './content-similarity.ts';
import { type ContentMeasure, type StyleMeasure, type XcexParameters, xcexParameters } from './parameters.ts';
import { sequenceRatio } from './sequence-ratio.ts';
import { isSimilar, similarity, weighed } from './similarity.ts';
import {
  type CodePoints,
  codePoints,
  damerau,
  hamming,
  jaroWinkler,
  levenshtein,
} from './string-distance.ts';
import {
  classSimilarity,
  featureSimilarity,
  griazevSimilarity,
  Names,
  styleProfile,
} from './style-similarity.ts';

const NO_STOP_WORDS = { stopWords: {} };
const COSTS = xcexParameters().griazev;

/** The plain table: the definition that the faster one is tested against. */
function levenshteinByTable(a: CodePoints, b: CodePoints): number {
  let previous = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(change, previous[j]! + 1, row[j - 1]! + 1);
    }
    const held = previous;
    previous = row;
    row = held;
  }
  return previous[b.length]!;
}

function block(html: string): XcexBlock {
  return extractBlocks(`<body><x-alone>${html}</x-alone></body>`, [
    html.slice(1).match(/^[a-z0-9]+/)![0],
  ])[0]!;
}

/** Some elements side by side, as one fragment. */
function fragment(html: string): XcexBlock {
  const [whole] = extractBlocks(`<body><x-alone>${html}</x-alone></body>`, ['x-alone']);
  return { ...whole!, tags: whole!.tags.slice(1), depths: whole!.depths.slice(1).map((depth) => depth - 1) };
}

function scores(a: string | XcexBlock, b: string | XcexBlock, changes: Partial<XcexParameters> = {}) {
  const parameters = xcexParameters({ ...NO_STOP_WORDS, ...changes });
  const of = (x: string | XcexBlock) => (typeof x === 'string' ? block(x) : x);
  return similarity(of(a), of(b), parameters);
}

const importance = (percent: number) => ({
  contentImportance: percent / 100,
  structureImportance: (100 - percent) / 100,
});

const namer = () => {
  const ids = new Names();
  return (text: string) => text.split(',').map((name) => ids.id(name));
};

describe('structure and style', () => {
  it('[X-A13] gives the values of S1–S5', () => {
    const ssim = (a: string | XcexBlock, b: string | XcexBlock) => scores(a, b).ssim;
    expect(ssim('<p>x</p>', '<p>y</p>')).toBeCloseTo(1, 6);
    expect(ssim('<p class="txt">..a</p>', '<p class="txt lead">.. <b>a</b></p>')).toBeCloseTo(0.678571, 6);
    expect(ssim('<p>a</p>', '<div>a</div>')).toBeCloseTo(0.833333, 6);
    expect(ssim('<p class="a">a</p>', '<p class="b">a</p>')).toBeCloseTo(0.5, 6);
    expect(
      ssim(
        fragment('<h1>T</h1><ul class="l"><li>um</li><li>dois</li></ul>'),
        fragment('<h1>T</h1><ul class="l"><li>um</li></ul>'),
      ),
    ).toBeCloseTo(0.954545, 6);
  });

  it('[X-A14] calls two empty class sets alike, and one empty set unlike any other', () => {
    const empty = new Int32Array(0);
    expect(classSimilarity(empty, empty)).toBe(1);
    expect(classSimilarity(empty, Int32Array.of(1))).toBe(0);
    expect(classSimilarity(Int32Array.of(1), empty)).toBe(0);
    expect(classSimilarity(Int32Array.of(1, 2), Int32Array.of(2, 3))).toBeCloseTo(1 / 3, 12);
  });

  it('[X-A15] is not symmetric', () => {
    const of = namer();
    const [a, b] = [of('table,i,div,em'), of('div,i,em,table')];
    expect(sequenceRatio(a, b)).toBeCloseTo(0.25, 6);
    expect(sequenceRatio(b, a)).toBeCloseTo(0.5, 6);
    const prefix = of('html,body');
    expect(sequenceRatio([...prefix, ...a], [...prefix, ...b])).toBeCloseTo(0.5, 6);
    expect(sequenceRatio([...prefix, ...b], [...prefix, ...a])).toBeCloseTo(0.666667, 6);
  });

  it('[X-A16] has no junk heuristic for long sequences', () => {
    const a = Array.from({ length: 300 }, (_, i) => i % 2);
    const b = Array.from({ length: 300 }, (_, i) => (i + 1) % 2);
    expect(sequenceRatio(a, b)).toBeCloseTo(0.9967, 4);
  });

  it('[X-A17] gives the values of the adapted Griazev measure', () => {
    const griazev = (a: string, b: string) => scores(a, b, { styleMeasure: 'griazev' }).ssim;
    expect(griazev('<p>x <b>y</b><i>z</i></p>', '<p>x <b>y</b><a>z</a></p>')).toBeCloseTo(0.741667, 6);
    expect(griazev('<p>x</p>', '<p>x <b>y</b></p>')).toBeCloseTo(0.5, 6);
    expect(griazev('<p>x <b>y</b></p>', '<p>z <b>w</b></p>')).toBe(1);
  });

  it('counts words and elements for the cosine of features', () => {
    const words = (count: number) => `<p>${'a '.repeat(count)}</p>`;
    const ssim = scores(words(50), words(100), { styleMeasure: 'cosine' }).ssim;
    expect(ssim).toBeCloseTo(0.99995, 5);
  });
});

describe('content', () => {
  it('[X-A18] cosine: disjoint 0, identical 1, empty 0', () => {
    const cosine = (a: number[], b: number[]) =>
      contentSimilarity(
        { terms: Uint32Array.from(a), text: new Uint32Array(0) },
        { terms: Uint32Array.from(b), text: new Uint32Array(0) },
        'cosine',
      );
    expect(cosine([1, 2], [3, 4])).toBe(0);
    expect(cosine([1, 2, 3], [1, 2, 3])).toBe(1);
    expect(cosine([], [])).toBe(0);
    expect(cosine([], [1])).toBe(0);
    expect(cosine([1, 2, 3, 4], [2, 9])).toBeCloseTo(1 / Math.sqrt(8), 12);
    expect(binaryCosine(3, 4, 4)).toBe(0.75);
  });

  /** Adjacent transposition of untouched characters only: the table's column beside the unrestricted one. */
  function restrictedDamerau(a: string, b: string): number {
    const d = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    );
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++) {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1;
        d[i]![j] = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + cost);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1);
      }
    return d[a.length]![b.length]!;
  }

  it('[X-A19] gives the table of string distances', () => {
    const rows: [string, string, number, number, number, number, number, number, number, number][] = [
      ['jellyfish', 'smellyfish', 2, 0.8, 2, 2, 0.8, 9, 0.1, 0.896296],
      ['jellyfish', 'jellyfihs', 2, 0.777778, 1, 1, 0.888889, 2, 0.777778, 0.977778],
      ['apple', 'pear', 4, 0.2, 4, 4, 0.2, 5, 0, 0.483333],
      ['ca', 'abc', 3, 0, 3, 2, 0.333333, 3, 0, 0],
      ['kitten', 'sitting', 3, 0.571429, 3, 3, 0.571429, 3, 0.571429, 0.746032],
      ['martha', 'marhta', 2, 0.666667, 1, 1, 0.833333, 2, 0.666667, 0.961111],
      [
        'Benfica venceu o Porto na Luz',
        'Sporting empatou com o Braga em casa',
        27,
        0.25,
        27,
        27,
        0.25,
        31,
        0.138889,
        0.577267,
      ],
    ];
    for (const [a, b, lev, levSim, osa, dam, damSim, ham, hamSim, jw] of rows) {
      const x = codePoints(a);
      const y = codePoints(b);
      const sim = (distance: number) => distanceSimilarity(distance, x.length, y.length);
      expect([a, levenshtein(x, y), restrictedDamerau(a, b), damerau(x, y), hamming(x, y)]).toEqual([
        a,
        lev,
        osa,
        dam,
        ham,
      ]);
      expect(sim(levenshtein(x, y))).toBeCloseTo(levSim, 6);
      expect(sim(damerau(x, y))).toBeCloseTo(damSim, 6);
      expect(sim(hamming(x, y))).toBeCloseTo(hamSim, 6);
      expect(jaroWinkler(x, y)).toBeCloseTo(jw, 6);
    }
  });

  it('computes Levenshtein by bits as by the table, over texts of any length', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ã', '😀'), maxLength: 90 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const x = codePoints(a);
        const y = codePoints(b);
        const plain = levenshteinByTable(x, y);
        expect(levenshtein(x, y)).toBe(plain);
        const exchanged = damerau(x, y);
        expect(exchanged).toBeLessThanOrEqual(plain);
        expect(exchanged * 2).toBeGreaterThanOrEqual(plain);
        expect(damerau(y, x)).toBe(exchanged);
        expect(hamming(x, y)).toBeGreaterThanOrEqual(plain);
      }),
    );
  });

  it('counts code points, not code units', () => {
    expect(hamming(codePoints('😀a'), codePoints('😁a'))).toBe(1);
  });
});

describe('combined similarity', () => {
  it('[X-A20] gives C1–C7, and ties are not similar', () => {
    const cases: [string, string, number, number, Record<number, number>][] = [
      [
        '<p>Benfica venceu Porto Luz</p>',
        '<p>Benfica perdeu Porto Luz</p>',
        1,
        0.75,
        { 70: 0.825, 50: 0.875, 55: 0.8625, 60: 0.85, 80: 0.8 },
      ],
      [
        '<p class="txt">Benfica venceu</p>',
        '<p class="txt lead">Sporting empatou <b>ontem</b></p>',
        0.678571,
        0,
        { 70: 0.203571, 50: 0.339286, 55: 0.305357, 60: 0.271429, 80: 0.135714 },
      ],
      [
        '<p>abc def</p>',
        '<div>abc def</div>',
        0.833333,
        1,
        { 70: 0.95, 50: 0.916667, 55: 0.925, 60: 0.933333, 80: 0.966667 },
      ],
      [
        '<p>um texto novo</p>',
        '<p>outra frase distinta</p>',
        1,
        0,
        { 70: 0.3, 50: 0.5, 55: 0.45, 60: 0.4, 80: 0.2 },
      ],
      [
        '<p>golo marcado cedo ontem</p>',
        '<p>golo anulado tarde hoje</p>',
        1,
        0.25,
        { 70: 0.475, 50: 0.625, 55: 0.5875, 60: 0.55, 80: 0.4 },
      ],
      [
        '<p class="a">leia mais aqui</p>',
        '<p class="b">leia mais aqui</p>',
        0.5,
        1,
        { 70: 0.85, 50: 0.75, 55: 0.775, 60: 0.8, 80: 0.9 },
      ],
      ['<p>aa ab ac ad ae af ag</p>', '<p>aa ab bc bd be bf bg</p>', 1, 2 / 7, { 70: 0.5 }],
    ];
    for (const [a, b, ssim, csim, sims] of cases) {
      for (const [percent, sim] of Object.entries(sims)) {
        const got = scores(a, b, importance(Number(percent)));
        expect(got.ssim).toBeCloseTo(ssim, 6);
        expect(got.csim).toBeCloseTo(csim, 6);
        expect(got.sim).toBeCloseTo(sim, 6);
        expect(got.similar).toBe(sim > 0.5 + 1e-9);
      }
    }
    expect(scores('<p>um texto novo</p>', '<p>outra frase distinta</p>', importance(50)).similar).toBe(false);
    expect(scores('<p>aa ab ac ad ae af ag</p>', '<p>aa ab bc bd be bf bg</p>').similar).toBe(false);
  });

  it('[X-A21] stays in [0, 1], is 1 for a block with itself, and refuses importances that do not sum to 1', () => {
    const inline = fc.constantFrom(
      'a',
      'b c',
      'ação',
      '<b>x</b>',
      '<i>y z</i>',
      '<!-- n -->',
      '9',
      '<a class="k">l</a>',
    );
    const html = fc
      .tuple(fc.constantFrom('', ' class="k"', ' class="k m"'), fc.array(inline, { maxLength: 6 }))
      .map(([attributes, parts]) => `<p${attributes}>w ${parts.join(' ')}</p>`);
    const styles: StyleMeasure[] = ['html-similarity', 'griazev', 'cosine'];
    const contents: ContentMeasure[] = ['cosine', 'hamming', 'levenshtein', 'damerau', 'jaro-winkler'];
    fc.assert(
      fc.property(
        html,
        html,
        fc.constantFrom(...styles),
        fc.constantFrom(...contents),
        (a, b, style, content) => {
          const changes = { styleMeasure: style, contentMeasure: content, tokenizer: 'unicode' } as const;
          const { ssim, csim, sim } = scores(a, b, changes);
          for (const value of [ssim, csim, sim]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
          expect(scores(a, a, changes).sim).toBeCloseTo(1, 12);
        },
      ),
    );
    expect(scores('<p>ã</p>', '<p>ã</p>').csim).toBe(0);
    expect(() => xcexParameters({ contentImportance: 0.6 })).toThrow(TarrafaError);
    expect(() => xcexParameters({ contentImportance: 0.6, structureImportance: 0.5 })).toThrow(/sum/);
    expect(() => xcexParameters({ contentImportance: 0.6, structureImportance: 0.4 })).not.toThrow();
  });

  it('[X-A22] decides at the boundary of the table, and nowhere else', () => {
    const table: Record<string, Record<number, number>> = {
      1: { 50: 0, 55: 0.0909, 60: 0.1667, 70: 0.2857, 75: 0.3333, 80: 0.375 },
      0.75: { 50: 0.25, 55: 0.2955, 60: 0.3333, 70: 0.3929, 75: 0.4167, 80: 0.4375 },
      0.5: { 50: 0.5, 55: 0.5, 60: 0.5, 70: 0.5, 75: 0.5, 80: 0.5 },
      0: { 50: 1, 55: 0.9091, 60: 0.8333, 70: 0.7143, 75: 0.6667, 80: 0.625 },
    };
    for (const [ssim, row] of Object.entries(table)) {
      for (const [percent, boundary] of Object.entries(row)) {
        const parameters = xcexParameters(importance(Number(percent)));
        fc.assert(
          fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (csim) => {
            if (Math.abs(csim - boundary) < 1e-4) return;
            expect(isSimilar(weighed(Number(ssim), csim, parameters), parameters)).toBe(csim > boundary);
          }),
        );
      }
    }
    // On the boundary itself: not similar.
    expect(isSimilar(weighed(0.5, 0.5, xcexParameters()), xcexParameters())).toBe(false);
  });

  it('reads the three style measures from one profile', () => {
    const ids = new Names();
    const a = styleProfile(block('<p>x <b>y</b></p>'), ids);
    expect(griazevSimilarity(a, a, COSTS)).toBe(1);
    expect(featureSimilarity(a, a)).toBe(1);
  });
});
