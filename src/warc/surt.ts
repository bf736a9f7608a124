/**
 * SURT keys: the form under which indexes sort captures, host reversed (`pt,gov,ine)/path?a=1&b=2`). The main rules of pywb and
 * OpenWayback, so that their look-ups find our lines: scheme, `www.`, user, default port and fragment dropped; session ids dropped;
 * everything in lower case; path cleaned; query sorted.
 */

const HEX32 = /^[0-9a-z]{32}$/;

/** Percent-escapes undone as often as they nest, then minimally done again: `%2541` and `%41` and `A` are one key. */
function minimalEscapes(text: string): string {
  let bytes = text;
  for (let round = 0; round < 8; round++) {
    if (!bytes.includes('%')) break;
    const plain = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (plain === bytes) break;
    bytes = plain;
  }
  return bytes.replace(/[\x00-\x20%#\x7f-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function cleanPath(pathname: string): string {
  let path = pathname;
  if (path.includes('%')) path = minimalEscapes(path);
  path = path.toLowerCase();
  if (path.includes('//') || path.includes('/.')) {
    const kept: string[] = [];
    for (const segment of path.split('/')) {
      if (segment === '' || segment === '.') continue;
      if (segment === '..') kept.pop();
      else kept.push(segment);
    }
    path = `/${kept.join('/')}`;
  } else if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  const jsession = path.indexOf(';jsessionid=');
  if (jsession >= 0 && HEX32.test(path.slice(jsession + 12, jsession + 44))) {
    path = path.slice(0, jsession) + path.slice(jsession + 44);
  }
  if (path.includes('.aspx'))
    path = path.replace(/\/\((?:[a-z]\([0-9a-z]{24}\)){1,8}\)\/|\/\([0-9a-z]{24}\)\//, '/');
  return path === '' ? '/' : path;
}

function isSession(arg: string): boolean {
  const equals = arg.indexOf('=');
  if (equals < 0) return false;
  const name = arg.slice(0, equals);
  const value = arg.slice(equals + 1);
  if (name === 'jsessionid' || name === 'phpsessid' || name === 'sid') return HEX32.test(value);
  if (name.startsWith('aspsessionid')) return /^[a-z]{8}$/.test(name.slice(12)) && /^[a-z]{24}$/.test(value);
  return false;
}

function byNameThenValue(a: string, b: string): number {
  const ea = a.indexOf('=');
  const eb = b.indexOf('=');
  const na = ea < 0 ? a : a.slice(0, ea);
  const nb = eb < 0 ? b : b.slice(0, eb);
  if (na !== nb) return na < nb ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function cleanQuery(search: string): string {
  if (search.length < 2) return '';
  let query = search.slice(1);
  if (query.includes('%')) query = minimalEscapes(query);
  query = query.toLowerCase();
  let args = query.split('&').filter((arg) => !isSession(arg));
  const cfid = args.findIndex((arg) => arg.startsWith('cfid='));
  if (cfid >= 0 && args[cfid + 1]?.startsWith('cftoken=') === true)
    args = args.filter((_, i) => i !== cfid && i !== cfid + 1);
  if (args.length > 1) args.sort(byNameThenValue);
  const clean = args.join('&');
  return clean === '' ? '' : `?${clean}`;
}

/** The key of an address. Never throws and never holds a space: what is no web address is its own key, in lower case. */
export function surt(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return opaque(url);
  }
  if (!/^(https?|ftp|wss?):$/.test(parsed.protocol)) return opaque(url);
  const host = parsed.hostname.replace(/^www\d{0,3}\.(?=.)/, '');
  const turned = host.startsWith('[') ? host : host.split('.').reverse().join(',');
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return `${turned}${port})${cleanPath(parsed.pathname)}${cleanQuery(parsed.search)}`;
}

function opaque(url: string): string {
  return minimalEscapes(Buffer.from(url.trim().toLowerCase(), 'utf8').toString('latin1')) || '-';
}
