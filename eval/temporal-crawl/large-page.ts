/** Pages of the size the source had (88 to 90 KB): the texts of several generated articles under one head and one frame. */
import type { HistoryWeb } from '../../samples/history/index.ts';

/** The page that begins with this article and has at least so many bytes. */
export function largePage(web: HistoryWeb, id: number, bytes: number): string {
  const first = web.pageOf(id);
  const end = first.indexOf('</main>');
  let html = first.slice(0, end);
  let size = Buffer.byteLength(first);
  for (let next = id + 1; size < bytes; next++) {
    const page = web.pageOf(next % web.articles);
    const text = page.slice(page.indexOf('<main>') + '<main>'.length, page.indexOf('</main>'));
    html += text;
    size += Buffer.byteLength(text);
  }
  return html + first.slice(end);
}
