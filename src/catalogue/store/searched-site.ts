/**
 * The site of what was collected, as people count and ask for it: the host of its address without `www.`. `site:` asks for it with its
 * subdomains; facets, summaries and lists of sites count it, so that all of them say the same number.
 */
export function searchedSite(url: string, otherwise: string): string {
  const read = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(?:www\d?\.)?([^/?#:@[\]]+)/i.exec(url);
  return (read === null ? otherwise : read[1]!).toLowerCase();
}
