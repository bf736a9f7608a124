/**
 * Pages: bytes to text (`decodeHtml`), text to one flat tree (`parseHtml`), and views over that tree. Nothing here
 * throws, whatever the page.
 *
 * ```ts
 * const { text } = decodeHtml(bytes, 'text/html; charset=iso-8859-1');
 * const doc = parseHtml(text);
 * for (const { kind, href } of links(doc)) if (kind === 'navigation') console.log(href);
 * ```
 */
export { decodeHtml } from './decode-html.ts';
export * from './portable.ts';
