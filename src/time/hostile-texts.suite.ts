/** Texts that would cost a careless annotator far more than their length; the first two are a megabyte, as the specification has them. */
export const HOSTILE_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['digits', '1'.repeat(1_000_000)],
  ['de de de …', 'de '.repeat(333_333)],
  ['de 1 a …', 'de 1 a '.repeat(30_000)],
  ['1/1/1/1/…', '1/1/1/1/'.repeat(25_000)],
  ['segunda, …', 'segunda, '.repeat(20_000)],
  ['há há há dois …', 'há há há dois '.repeat(15_000)],
  ['entre 1 e entre 2 e …', 'entre 1 e entre 2 e '.repeat(10_000)],
  ['às 3 e meia da …', 'às 3 e meia da '.repeat(12_000)],
];
