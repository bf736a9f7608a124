/** What happened to an address in a crawl, for a terminal; the fields of the journal stand in the JSON. */
import type { Visit } from '../../crawl/index.ts';
import { printable } from '../../formats/index.ts';
import type { UrlEvent } from '../../frontier/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { formatBytes, formatNumber, type Language, say } from '../../words/index.ts';
import { visitReasonName } from '../../words/visit-names.ts';
import { outcomeName } from './rule-lines.ts';

const moment = (at: number): string => (at > 0 ? new Date(at).toISOString() : '–'.padEnd(24));

/** `fetch`: the address as it was asked about; it is told of an event only where it was written otherwise. */
export function eventLine({ event, at, detail }: UrlEvent, fetch: string | null, language: Language): string {
  const m = COMMAND_WORDS[language];
  const number = (name: string): number | null => {
    const value = detail[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const n = (value: number): string => formatNumber(value, language);
  const facts: string[] = [];
  const fact = (value: number | null, words: (value: number) => string): void => {
    if (value !== null) facts.push(words(value));
  };
  if (typeof detail.url === 'string' && detail.url !== fetch) facts.push(printable(detail.url));
  fact(number('priority'), (value) => say(m.eventPriority, { priority: n(value) }));
  fact(number('hops'), (value) => say(m.eventHops, { hops: n(value) }));
  // Nearly every address is asked for once.
  fact(number('attempt'), (value) => (value > 1 ? say(m.eventAttempt, { attempt: n(value) }) : ''));
  fact(number('notBefore'), (value) => say(m.eventNotBefore, { at: moment(value) }));
  if (typeof detail.outcome === 'string' && detail.outcome !== '')
    facts.push(outcomeName(detail.outcome, language));
  fact(number('status'), (value) => (value > 0 ? `HTTP ${value}` : ''));
  fact(number('bytes'), (value) => formatBytes(value, language));
  if (typeof detail.reason === 'string') facts.push(visitReasonName(detail.reason, language));
  return `  ${moment(at)}  ${[m.events[event], ...facts.filter(Boolean)].join(' · ')}`;
}

export function visitLine(
  { n, at, outcome, status, reason, bytes, title, warc }: Visit,
  language: Language,
): string {
  const m = COMMAND_WORDS[language];
  const facts = [
    `#${n} ${outcomeName(outcome, language)}`,
    status > 0 ? `HTTP ${status}` : '',
    // `http-404` says what the status says.
    reason === undefined || reason === `http-${status}` ? '' : visitReasonName(reason, language),
    formatBytes(bytes, language),
    title ? `«${printable(title)}»` : '',
    warc
      ? say(m.visitArchived, { file: printable(warc.file), offset: formatNumber(warc.offset, language) })
      : '',
  ];
  return `  ${moment(at)}  ${facts.filter(Boolean).join(' · ')}`;
}
