/** An answer of which a volunteer sent no content: what it tells is put into the form of a page that says nothing but its links. */
import type { Errand } from '../crawl/index.ts';
import { escapeHtml } from '../formats/index.ts';
import { type FetchResponse, ReceivedResponse } from '../http/index.ts';
import type { PageMarks } from './agreement.ts';
import { linkKeys } from './page-marks.ts';
import type { ToldResult } from './protocol.ts';

/** Headers that a crawl acts on; the others say nothing without the content. */
const HEADERS = ['location', 'x-robots-tag', 'retry-after', 'last-modified', 'etag', 'refresh'];

export function toldResponse(
  told: ToldResult,
  { lease, address }: Errand,
  at: number,
): { readonly response: FetchResponse; readonly marks: PageMarks } {
  const links = told.links.map((link) => `<a href="${escapeHtml(link)}"></a>`);
  const body = Buffer.from(`<!doctype html><title></title>${links.join('\n')}`);
  const named = Object.fromEntries(
    Object.entries(told.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const kept = HEADERS.flatMap((name) => (named[name] === undefined ? [] : [name, named[name]]));
  const response = new ReceivedResponse({
    url: lease.url,
    status: told.status,
    statusText: '',
    httpVersion: '1.1',
    rawHeaders: ['content-type', 'text/html; charset=utf-8', ...kept],
    body,
    truncated: null,
    requestHead: '',
    address,
    certificateProblem: null,
    hearsay: 'told',
    startedAt: at,
    firstByteAt: at,
    endedAt: at,
  });
  const redirect = told.status >= 300 && told.status < 400 ? named.location : undefined;
  return {
    response,
    marks: {
      status: told.status,
      location: redirect === undefined ? null : (linkKeys([redirect], lease.url)[0] ?? null),
      digest: told.digest,
      simhash: told.simhash,
      links: linkKeys(told.links, lease.url),
      told: true,
    },
  };
}
