/** Crawls: which there are, how they stand, and what can be done with them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { crawlPaths } from '../../crawl/index.ts';
import { acceptedLanguage } from '../../words/index.ts';
import type { CrawlDesk } from '../crawls/crawl-desk.ts';
import type { CrawlEvents } from '../crawls/crawl-events.ts';
import { asked, type Downloads, fileName, formOf } from '../downloads/send-download.ts';
import { endpoint, SENT } from '../endpoint.ts';
import { Gate } from '../gate.ts';
import type { RouteContext } from '../route-context.ts';
import { CrawlInfo, CrawlList, CrawlName, StartCrawl } from '../schemas/crawls.ts';

/** The report is a page of its own that runs and loads nothing. */
const REPORT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

export function crawlRoutes(
  app: FastifyInstance,
  context: RouteContext,
  desk: CrawlDesk,
  events: CrawlEvents,
  downloads: Downloads,
): void {
  const params = { name: CrawlName };
  const reports = new Gate('reports', 2);
  const languageFor = (request: FastifyRequest) =>
    acceptedLanguage(request.headers['accept-language'], context.language);

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls',
    id: 'listCrawls',
    summary: 'The crawls that the server knows',
    tag: 'crawls',
    answer: CrawlList,
    handle: ({ request }) => {
      const language = languageFor(request);
      return { crawls: desk.views().map((view) => desk.picture(view, language)), mayStart: desk.mayStart };
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/crawls',
    id: 'startCrawl',
    summary: 'Starts a crawl, as a process of its own',
    tag: 'crawls',
    body: StartCrawl,
    answer: CrawlInfo,
    status: 201,
    token: true,
    errors: [
      'TRF_CRAWL_EXISTS',
      'TRF_CRAWL_REFUSED',
      'TRF_URL_MALFORMED',
      'TRF_SERVER_BUSY',
      'TRF_STORAGE_FULL',
    ],
    handle: async ({ body, request }) => {
      const language = languageFor(request);
      return desk.picture(await desk.start(body, language), language);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name',
    id: 'crawl',
    summary: 'How a crawl stands',
    tag: 'crawls',
    params,
    answer: CrawlInfo,
    errors: ['TRF_NOT_FOUND'],
    handle: ({ params: { name }, request }) => desk.picture(desk.view(name), languageFor(request)),
  });

  const acts = [
    ['pause', 'Lets a crawl come to rest; it can go on later', (name: string) => desk.pause(name)],
    ['stop', 'Ends a crawl for good', (name: string) => desk.stop(name)],
    ['resume', 'Lets a crawl go on', desk.resume.bind(desk)],
  ] as const;
  for (const [act, summary, work] of acts)
    endpoint(app, {
      method: 'POST',
      path: `/api/v1/crawls/:name/${act}`,
      id: `${act}Crawl`,
      summary,
      tag: 'crawls',
      params,
      answer: CrawlInfo,
      status: 202,
      token: true,
      errors: ['TRF_NOT_FOUND', 'TRF_CRAWL_STATE', 'TRF_SERVER_BUSY', 'TRF_CRAWL_REFUSED'],
      handle: async ({ params: { name }, request }) => {
        const language = languageFor(request);
        return desk.picture(await work(name, language), language);
      },
    });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name/events',
    id: 'crawlEvents',
    summary: 'A crawl as it runs',
    tag: 'crawls',
    params,
    media: { 'text/event-stream': 'events "crawl" and "end", each with a CrawlInfo' },
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY'],
    head: false,
    handle: ({ params: { name }, request, reply }) => {
      events.follow(desk.view(name), reply, languageFor(request));
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name/report',
    id: 'crawlReport',
    summary: 'The report of a crawl, as a page',
    tag: 'crawls',
    params,
    media: { 'text/html': 'a page without scripts' },
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY'],
    handle: async ({ params: { name }, request, reply }) => {
      const language = languageFor(request);
      const page = await reports.run(() => desk.report(name, language));
      void reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', REPORT_POLICY)
        .header('cache-control', 'no-cache')
        .send(page);
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name/visits',
    id: 'crawlVisits',
    summary: 'Every visit of a crawl, as a file',
    tag: 'crawls',
    params,
    query: { as: asked(['csv', 'csv-excel', 'jsonl', 'parquet']) },
    media: {
      'text/csv': 'a visit a line',
      'application/x-ndjson': 'a visit a line, with all that its log has',
      'application/vnd.apache.parquet': 'a visit a row',
    },
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY', 'TRF_TIME_OUT'],
    head: false,
    handle: ({ params: { name: crawl }, query, reply }) => {
      const { visits } = crawlPaths(desk.view(crawl).folder);
      const form = formOf(query.as);
      const wish = { ...form, visits, name: fileName([crawl, 'visits'], form.format) };
      return downloads.send(reply, wish, (maker, signal) => maker.visits(wish, signal));
    },
  });
}
