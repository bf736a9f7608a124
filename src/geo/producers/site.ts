/** The site that an address belongs to: its host without `www.` and without the port that goes without saying. */
export function siteOf(url: string): string {
  let host: string;
  try {
    host = new URL(url).host;
  } catch {
    host = url.split(/[/?#]/, 1)[0] ?? '';
  }
  return host
    .toLowerCase()
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '');
}
