/** Pages as these tests see them: of an address and a text, and of nothing that is not said. */
import type { PageRecord } from '../../catalogue/index.ts';
import { page } from '../../catalogue/records.suite.ts';

export function pageRecord(parts: Partial<PageRecord> & { readonly url: string }): PageRecord {
  const { url, text = '' } = parts;
  return page(url, {
    key: url,
    site: new URL(url).hostname,
    fetchedAt: Date.UTC(2024, 4, 6, 12),
    digest: `sha1:${url}`,
    title: '',
    text,
    html: '',
    segments: [{ start: 0, end: text.length, periods: [] }],
    archive: null,
    ...parts,
  });
}
