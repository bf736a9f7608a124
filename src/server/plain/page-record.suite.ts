/** Pages for tests, of which only what matters is said. */
import type { PageRecord } from '../../catalogue/index.ts';

export function pageRecord(parts: Partial<PageRecord> & { readonly url: string }): PageRecord {
  const text = parts.text ?? '';
  return {
    key: parts.url,
    site: new URL(parts.url).hostname,
    fetchedAt: Date.UTC(2024, 4, 6, 12),
    digest: `sha1:${parts.url}`,
    status: 200,
    mime: 'text/html',
    charset: 'utf-8',
    language: 'pt',
    type: 'article',
    title: '',
    byline: '',
    published: null,
    modified: null,
    text,
    html: '',
    marks: [],
    segments: [{ start: 0, end: text.length, periods: [] }],
    places: [],
    links: [],
    entities: [],
    simhash: null,
    archive: null,
    ...parts,
  };
}
