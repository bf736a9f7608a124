/** Crawls: which there are, how they stand, and what can be done with them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { crawlPaths } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { acceptedLanguage, type Language } from '../../words/index.ts';
import type { CrawlDesk } from '../crawls/crawl-desk.ts';
import type { CrawlEvents } from '../crawls/crawl-events.ts';
import { activityOf, latestVisits } from '../crawls/recent-visits.ts';
import { zoneHere } from '../crawls/schedule-times.ts';
import { asked, type Downloads, fileName, formOf } from '../downloads/send-download.ts';
import { endpoint, SENT } from '../endpoint.ts';
import { Gate } from '../gate.ts';
import type { RouteContext } from '../route-context.ts';
import {
  CrawlActivity,
  CrawlInfo,
  CrawlList,
  CrawlName,
  CrawlOrder,
  DeleteCrawl,
  Deleted,
  EditCrawl,
  RecentVisits,
  ScheduleRequest,
  StartCrawl,
  VisitOutcome,
} from '../schemas/crawls.ts';
import { Cursor, limit } from '../schemas/shapes.ts';

/** The report is a page of its own that runs and loads nothing. */
const REPORT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** A cursor of the latest visits is a place in their log. */
function placeIn(cursor: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(cursor)) throw new TarrafaError('TRF_CURSOR_INVALID', [cursor]);
  return Number(cursor);
}

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
      const crawls = desk.views().map((view) => desk.picture(view, language));
      return { crawls, mayStart: desk.mayStart, zone: zoneHere() };
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/crawls',
    id: 'startCrawl',
    summary: 'Starts a crawl, as a process of its own, now or at a time',
    tag: 'crawls',
    body: StartCrawl,
    answer: CrawlInfo,
    status: 201,
    token: true,
    errors: [
      'TRF_CRAWL_EXISTS',
      'TRF_CRAWL_REFUSED',
      'TRF_CRAWL_UNCHANGED',
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
    ['resume', 'Lets a crawl go on, or begins one that waits for its time', desk.resume.bind(desk)],
    [
      'round',
      'Begins a round: every page that was visited before is visited once more, and what is new',
      (name: string, language: Language) => desk.round(name, language),
    ],
    ['mend', 'Makes the files of a crawl again from its archive, and lets it go on', desk.mend.bind(desk)],
    ['unschedule', 'Takes away when a crawl is begun', (name: string) => desk.unschedule(name)],
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
      errors: [
        'TRF_NOT_FOUND',
        'TRF_CRAWL_STATE',
        'TRF_CRAWL_UNCHANGED',
        'TRF_SERVER_BUSY',
        'TRF_CRAWL_REFUSED',
      ],
      handle: async ({ params: { name }, request }) => {
        const language = languageFor(request);
        return desk.picture(await work(name, language), language);
      },
    });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name/order',
    id: 'crawlOrder',
    summary: 'What was asked of a crawl, for who wants to ask for the same',
    tag: 'crawls',
    params,
    answer: CrawlOrder,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_CRAWL_UNCHANGED'],
    handle: ({ params: { name } }) => desk.asked(name),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/crawls/:name/edit',
    id: 'editCrawl',
    summary: 'Changes what may be another in the next session of a crawl that does not run',
    tag: 'crawls',
    params,
    body: EditCrawl,
    answer: CrawlInfo,
    token: true,
    errors: [
      'TRF_NOT_FOUND',
      'TRF_CRAWL_STATE',
      'TRF_CRAWL_UNCHANGED',
      'TRF_URL_MALFORMED',
      'TRF_STORAGE_FULL',
    ],
    handle: ({ params: { name }, body, request }) =>
      desk.picture(desk.edit(name, body), languageFor(request)),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/crawls/:name/schedule',
    id: 'scheduleCrawl',
    summary: 'Keeps when a crawl is begun, and how often',
    tag: 'crawls',
    params,
    body: ScheduleRequest,
    answer: CrawlInfo,
    token: true,
    errors: [
      'TRF_NOT_FOUND',
      'TRF_CRAWL_UNCHANGED',
      'TRF_SERVER_BUSY',
      'TRF_STORAGE_FULL',
      'TRF_STORAGE_DAMAGED',
    ],
    handle: ({ params: { name }, body, request }) =>
      desk.picture(desk.schedule(name, body), languageFor(request)),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/crawls/:name/delete',
    id: 'deleteCrawl',
    summary: 'Takes a crawl that does not run off the disk for good, with its collection',
    tag: 'crawls',
    params,
    body: DeleteCrawl,
    answer: Deleted,
    token: true,
    errors: [
      'TRF_NOT_FOUND',
      'TRF_CRAWL_STATE',
      'TRF_CRAWL_UNCHANGED',
      'TRF_FOLDER_BUSY',
      'TRF_SERVER_BUSY',
      'TRF_STORAGE_DENIED',
    ],
    handle: async ({ params: { name }, body }) => {
      await desk.remove(name, body.name);
      return { name };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name/activity',
    id: 'crawlActivity',
    summary: 'What a crawl does just now, and how its latest visits ended',
    tag: 'crawls',
    params,
    answer: CrawlActivity,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params: { name }, request }) => {
      const view = desk.view(name);
      return {
        now: await desk.atWork(view),
        ...activityOf(crawlPaths(view.folder).visits, languageFor(request)),
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/crawls/:name/recent',
    id: 'recentVisits',
    summary: 'The latest visits of a crawl, the last first',
    tag: 'crawls',
    params,
    query: {
      outcome: Type.Optional(VisitOutcome),
      host: Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: 'a host, or a domain with all below it' }),
      ),
      cursor: Type.Optional(Cursor),
      limit: limit(200, 50),
    },
    answer: RecentVisits,
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID'],
    handle: ({ params: { name }, query, request }) => {
      const { outcome, host, cursor, limit: most } = query;
      const wanted = {
        before: cursor === undefined ? null : placeIn(cursor),
        most,
        outcomes: outcome === undefined ? null : [outcome],
        host: host === undefined ? null : host.toLowerCase(),
      };
      const { visits } = crawlPaths(desk.view(name).folder);
      const { next, ...latest } = latestVisits(visits, wanted, languageFor(request));
      return { ...latest, next: next === null ? null : String(next) };
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
