/** TimeML documents with their TIMEX3 elements: the text of each page, with the values of its temporal expressions. */
import type { StoredPage, TimeMark } from '../../catalogue/index.ts';
import { escapeXml, escapeXmlAttribute } from '../../formats/index.ts';
import { timeText } from './columns.ts';

export const TIMEX3_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<TimeMLCollection>\n';
export const TIMEX3_END = '</TimeMLCollection>\n';

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
    body += `${escapeXml(text.slice(at, start))}<TIMEX3 tid="t${++id}" type="${escapeXmlAttribute(type)}" value="${escapeXmlAttribute(value)}">${escapeXml(text.slice(start, end))}</TIMEX3>`;
    at = end;
  }
  body += escapeXml(text.slice(at));
  const created =
    published === null
      ? ''
      : `<TIMEX3 tid="t0" type="DATE" value="${escapeXmlAttribute(published.date)}" temporalFunction="false" functionInDocument="CREATION_TIME">${escapeXml(published.date)}</TIMEX3>`;
  return (
    `<TimeML>\n<DOCID>${escapeXml(page.url)}</DOCID>\n<DCT>${created}</DCT>\n<TITLE>${escapeXml(page.title)}</TITLE>\n` +
    `<EXTRAINFO>${escapeXml(`fetched ${timeText(page.fetchedAt)}`)}</EXTRAINFO>\n<TEXT>${body}</TEXT>\n</TimeML>\n`
  );
}
