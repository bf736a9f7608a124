/** Addresses inside a style sheet (`url(…)`, `@import "…"`): what a replay of the page will ask for. */

const MOST_LINKS = 2_000;

export function styleLinks(css: string): string[] {
  const found: string[] = [];
  // Every part is bounded or a negated class: linear whatever the text is.
  const pattern =
    /url\(\s{0,20}(?:"([^"\n]{1,2048})"|'([^'\n]{1,2048})'|([^)"'\s]{1,2048}))|@import\s{1,20}(?:"([^"\n]{1,2048})"|'([^'\n]{1,2048})')/gi;
  for (const match of css.matchAll(pattern)) {
    const url = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5];
    if (url && !/^(?:data|about|blob):/i.test(url) && !url.startsWith('#')) found.push(url);
    if (found.length >= MOST_LINKS) break;
  }
  return found;
}
