/** What the links of a page are resolved against. */

/** `<base href>` is itself relative to the page; one that is no address of the Web is as good as none. */
export function baseAddress(base: string | null, url: string): string {
  if (base === null || !URL.canParse(base, url)) return url;
  const resolved = new URL(base, url);
  return resolved.protocol === 'http:' || resolved.protocol === 'https:' ? resolved.href : url;
}
