/**
 * What a saved search finds as an Atom feed (RFC 4287). The identity of an entry is made of the collection and the address of the page, so that a
 * reader of feeds knows it again whatever the server is called; it is updated when another version of the page was fetched.
 */
import { createHash } from 'node:crypto';
import type { Kept, SearchHit } from '../../catalogue/index.ts';
import { escapeXml, escapeXmlAttribute } from '../../formats/index.ts';

export const FEED_TYPE = 'application/atom+xml';

export interface Feed {
  /** `https://acervo.exemplo.br`. */
  readonly origin: string;
  readonly collection: string;
  readonly title: string;
  readonly saved: Kept<'saved-search'>;
  readonly hits: readonly SearchHit[];
}

/** What XML cannot hold, however it is escaped. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;

const text = (value: string): string => escapeXml(value.replace(UNWRITABLE, '\ufffd'));
const attribute = (value: string): string => escapeXmlAttribute(value.replace(UNWRITABLE, '\ufffd'));
const moment = (ms: number): string => new Date(ms).toISOString();

/** A name-based UUID: the same words, the same identity. */
function identity(...words: readonly string[]): string {
  const hash = createHash('sha1').update(words.join('\n')).digest('hex');
  const variant = ((Number.parseInt(hash[16]!, 16) & 3) | 8).toString(16);
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export function atomFeed({ origin, collection, title, saved, hits }: Feed): string {
  const { id, value } = saved;
  const self = `${origin}/api/v1/collections/${collection}/saved/${id}/feed`;
  const search = `${origin}/busca?${new URLSearchParams({ c: collection, q: value.line })}`;
  const updated = hits.reduce((latest, { fetchedAt }) => Math.max(latest, fetchedAt ?? 0), value.since);
  const entries = hits.map((hit) => {
    const at = moment(hit.fetchedAt ?? value.since);
    const summary = hit.snippets.map((snippet) => snippet.text).join(' … ');
    const page = hit.kind === 'page' ? `${origin}/pagina/${collection}/${hit.id}` : hit.url;
    return [
      '  <entry>',
      `    <id>${identity(collection, hit.kind, hit.url)}</id>`,
      `    <title>${text(hit.title || hit.url)}</title>`,
      `    <link rel="alternate" href="${attribute(page)}"/>`,
      `    <link rel="via" href="${attribute(hit.url)}"/>`,
      `    <updated>${at}</updated>`,
      ...(hit.published === null || !/^\d{4}-\d{2}-\d{2}$/.test(hit.published)
        ? []
        : [`    <published>${hit.published}T00:00:00Z</published>`]),
      `    <author><name>${text(hit.site)}</name></author>`,
      `    <summary>${text(summary)}</summary>`,
      '  </entry>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${identity(collection, 'saved-search', id)}</id>
  <title>${text(`${value.name} – ${title}`)}</title>
  <link rel="self" type="${FEED_TYPE}" href="${attribute(self)}"/>
  <link rel="alternate" href="${attribute(search)}"/>
  <updated>${moment(updated)}</updated>
  <generator>Tarrafa</generator>
${entries.join('\n')}
</feed>
`;
}
