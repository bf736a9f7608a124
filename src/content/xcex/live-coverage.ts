/**
 * Pages that follow an event minute by minute. They are built otherwise than the articles of their site, so the published runs left
 * them out (docs/methods.md, "X-CEX"); here they are found: many more blocks than the site's pages have, and many of them begin with the
 * time of day or the minute of play.
 */
const TIMES_THE_MEDIAN = 3;
const FEWEST_STAMPS = 8;
/** `15h32`, `15:32`, `78'`, `78 min`, at the start of a block. */
const STAMP = /^[^\p{L}\p{N}]{0,3}(?:\d{1,2}\s?[h:]\s?\d{2}|\d{1,3}(?:\+\d{1,2})?\s?(?:['’′]|min\b))/u;

export function isTimeStamped(text: string): boolean {
  return STAMP.test(text);
}

/** For each page, given the texts of its blocks, whether it is live coverage. */
export function liveCoveragePages(pages: readonly (readonly string[])[]): boolean[] {
  const sizes = pages.map((blocks) => blocks.length).sort((a, b) => a - b);
  const middle = sizes.length >>> 1;
  const median =
    sizes.length === 0
      ? 0
      : sizes.length % 2 === 1
        ? sizes[middle]!
        : (sizes[middle - 1]! + sizes[middle]!) / 2;
  return pages.map(
    (blocks) =>
      blocks.length > TIMES_THE_MEDIAN * median && blocks.filter(isTimeStamped).length >= FEWEST_STAMPS,
  );
}
