/** What an answer is worth, before its body is looked at. */
import type { OutcomeName } from './visit-log.ts';

export type ResponseClass =
  /** Of a request for the head alone. */
  | 'head'
  /** The page is what it was. */
  | 'unchanged'
  | 'redirect'
  /** The host says that it is too much. */
  | 'busy'
  /** The server failed; it may not fail again. */
  | 'broken'
  | 'page'
  | 'error';

interface Answer {
  readonly status: number;
  readonly requestHead: string;
}

/** `askedIfChanged`: the request said what the page was like before; a 304 that nobody asked for says nothing about any page. */
export function responseClass(response: Answer, askedIfChanged: boolean): ResponseClass {
  const { status } = response;
  if (status === 429 || status === 503) return 'busy';
  if (status === 500 || status === 502 || status === 504) return 'broken';
  if (status < 500 && isHead(response)) return 'head';
  if (status === 304) return askedIfChanged ? 'unchanged' : 'error';
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 200 && status < 300 ? 'page' : 'error';
}

/** The answer to a HEAD is no capture: archived, it would be replayed, and found again, as a page without content. */
export function isHead({ requestHead }: Answer): boolean {
  return requestHead.startsWith('HEAD ');
}

/** How a visit ends that brought an error. */
export function outcomeOfError(status: number): OutcomeName {
  if (status === 404 || status === 410) return 'gone';
  return status === 401 || status === 403 ? 'blocked' : 'failed';
}
