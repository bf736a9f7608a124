/** Random small sites whose blocks repeat, resemble and differ: for the properties of the comparison. */
import fc from 'fast-check';
import type { ContentMeasure, StyleMeasure, XcexParameters } from './parameters.ts';
import type { SitePage } from './read-page.ts';
import { sitePage } from './site-page.suite.ts';

const WORDS =
  'bola golo jogo casa rua cidade obra ponte chuva festa escola museu livro barco peixe vento serra campo ação'.split(
    ' ',
  );

const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 0, maxLength: 9 })
  .map((words) => words.join(' '));
const block = fc
  .tuple(
    fc.constantFrom('p', 'p', 'p', 'div'),
    fc.constantFrom('', '', ' class="a"', ' class="a b"', ' class="b"'),
    sentence,
    fc.constantFrom('', '', '<b>leia mais</b>', '<i>x</i><b>y</b>', '<!-- n -->'),
  )
  .map(
    ([tag, attributes, words, inner]) => `<section><${tag}${attributes}>${words} ${inner}</${tag}></section>`,
  );

/** Pages of a few sections, each one block (its `p`, or itself); some blocks come from a small stock, so that exact copies occur on one page and on many. */
export const randomSite: fc.Arbitrary<SitePage[]> = fc
  .array(block, { minLength: 2, maxLength: 5 })
  .chain((stock) =>
    fc
      .array(fc.array(fc.oneof(block, fc.constantFrom(...stock)), { maxLength: 6 }), {
        minLength: 1,
        maxLength: 14,
      })
      .map((pages) => pages.map((blocks, i) => sitePage(`p${i}`, `<body>${blocks.join('')}</body>`))),
  );

const styles: StyleMeasure[] = ['html-similarity', 'html-similarity', 'griazev', 'cosine'];
const contents: ContentMeasure[] = ['cosine', 'cosine', 'hamming', 'levenshtein', 'damerau', 'jaro-winkler'];

export const randomParameters: fc.Arbitrary<Partial<XcexParameters>> = fc
  .record({
    styleMeasure: fc.constantFrom(...styles),
    contentMeasure: fc.constantFrom(...contents),
    importance: fc.constantFrom(0, 0.3, 0.5, 0.55, 0.6, 0.7, 0.8, 1),
    similarityLimit: fc.constantFrom(0.3, 0.5, 0.8, 0.9),
    pageFraction: fc.constantFrom(0.1, 0.2, 0.25, 0.35, 0.5),
    exactRule: fc.constantFrom('off', 'html', 'text'),
    exactScope: fc.constantFrom('other-pages', 'whole-collection'),
    compareOwnPage: fc.boolean(),
    tokenizer: fc.constantFrom('ascii-compat', 'unicode'),
  })
  .map(({ importance, ...rest }) => ({
    ...rest,
    contentImportance: importance,
    structureImportance: 1 - importance,
    tagList: ['section', 'p'],
    stopWords: { xx: [] },
  })) as fc.Arbitrary<Partial<XcexParameters>>;
