/** A site of some pages and the list that names them; the links back have no text, so that the pages say what they said. */
export function listedSite(
  host: string,
  pages: readonly { readonly url: string; readonly html: string }[],
): [url: string, html: string][] {
  const list = pages.map(({ url }) => `<li><a href="/${url}">${url}</a></li>`).join('');
  const back = '<a href="/lista"></a>';
  return [
    [`http://${host}/lista`, `<html><body><ul>${list}</ul></body></html>`],
    ...pages.map(({ url, html }): [string, string] => [
      `http://${host}/${url}`,
      /<\/body>/i.test(html) ? html.replace(/<\/body>/i, (end) => `${back}${end}`) : `${html}${back}`,
    ]),
  ];
}
