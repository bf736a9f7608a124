/** Inverse block document frequency, and the limit above which a block is content. */
import type { XcexParameters } from './parameters.ts';

/** Given to a block with an exact copy elsewhere. */
export const EXACT_COPY_IBDF = -1;

/** 1 for a block with no similar block anywhere, as for one with similar blocks on one page. */
export function ibdf(similarPages: number): number {
  return similarPages <= 1 ? 1 : 1 / similarPages;
}

/** Fractions are read to the millionth, so that 0.29 of 100 is 29 and not the 28 of floating point. */
const MILLION = 1_000_000;

/** ⌊τN⌋ in whole numbers. */
function pagesOf(pageFraction: number, pageCount: number): number {
  return Math.floor((Math.round(pageFraction * MILLION) * pageCount) / MILLION);
}

/** k: from this many pages with a similar block on, a block is not content. */
export function pageLimit(pageFraction: number, pageCount: number): number {
  return Math.max(1, pagesOf(pageFraction, pageCount));
}

export function isContent(
  similarPages: number,
  pageCount: number,
  parameters: Pick<XcexParameters, 'pageFraction' | 'limitRule'>,
): boolean {
  if (parameters.limitRule === 'integer') {
    return similarPages < pageLimit(parameters.pageFraction, pageCount);
  }
  const pages = pagesOf(parameters.pageFraction, pageCount);
  return pages > 0 && ibdf(similarPages) > 1 / pages;
}
