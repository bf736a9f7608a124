/** TimeML documents with their TIMEX3 elements: the text of each page, with the values of its temporal expressions. */
import type { StoredPage, TimeMark } from '../../catalogue/index.ts';
import { timeText } from './columns.ts';

export const TIMEX3_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<TimeMLCollection>\n';
export const TIMEX3_END = '</TimeMLCollection>\n';

/** What XML 1.0 has no way to write becomes the sign for that. */
const IMPOSSIBLE =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text
    .replace(IMPOSSIBLE, '\ufffd')
    .replace(/[&<>"\r]/g, (c) =>
      c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : c === '"' ? '&quot;' : '&#13;',
    );
}

/** An attribute loses its line breaks and tabs unless they are written as numbers. */
function attribute(text: string): string {
  return escaped(text).replace(/[\t\n]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Marks in order that do not overlap: elements cannot. */
function* apart(marks: readonly TimeMark[], length: number): Generator<TimeMark> {
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > length) continue;
    at = mark.end;
    yield mark;
  }
}

export function timeMlOf(page: StoredPage): string {
  const { published, text } = page;
  let body = '';
  let at = 0;
  let id = 0;
  for (const { start, end, type, value } of apart(page.marks, text.length)) {
    body += `${escaped(text.slice(at, start))}<TIMEX3 tid="t${++id}" type="${attribute(type)}" value="${attribute(value)}">${escaped(text.slice(start, end))}</TIMEX3>`;
    at = end;
  }
  body += escaped(text.slice(at));
  const created =
    published === null
      ? ''
      : `<TIMEX3 tid="t0" type="DATE" value="${attribute(published.date)}" temporalFunction="false" functionInDocument="CREATION_TIME">${escaped(published.date)}</TIMEX3>`;
  return (
    `<TimeML>\n<DOCID>${escaped(page.url)}</DOCID>\n<DCT>${created}</DCT>\n<TITLE>${escaped(page.title)}</TITLE>\n` +
    `<EXTRAINFO>${escaped(`fetched ${timeText(page.fetchedAt)}`)}</EXTRAINFO>\n<TEXT>${body}</TEXT>\n</TimeML>\n`
  );
}
