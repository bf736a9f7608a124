/**
 * Depth of a URL: the number of slashes in it, those of the protocol part not counted (docs/methods.md, "Horizontal collector"). The
 * query is no place in the site's tree, so slashes behind `?` do not count either.
 *
 * On the comparison form, whose trailing slash is cut, `http://a.br/` has depth 0 and `http://a.br/x/y` depth 2.
 */
export function depthOf(url: string): number {
  let i = 0;
  const length = url.length;
  const colon = url.indexOf(':');
  // A colon right before the first slash is the protocol's; any other belongs to a port or to the path.
  if (colon > 0 && url.indexOf('/') === colon + 1) i = colon + 1;
  if (i > 0 || (url.charCodeAt(0) === 0x2f && url.charCodeAt(1) === 0x2f)) {
    while (i < length && url.charCodeAt(i) === 0x2f) i++;
  }
  return slashesFrom(url, i);
}

/** Slashes from an offset up to the query or the fragment. */
export function slashesFrom(url: string, from: number): number {
  let depth = 0;
  for (let i = from; i < url.length; i++) {
    const c = url.charCodeAt(i);
    if (c === 0x2f) depth++;
    else if (c === 0x3f || c === 0x23) break;
  }
  return depth;
}
