/**
 * Long answers as lines of JSON, a line an item. Parts are asked for only as fast as the reader takes them, other requests get their turn
 * between two parts, and an error on the way is the last line, in the usual form.
 */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SliceOptions } from '../catalogue/index.ts';
import { TarrafaError } from '../errors.ts';
import { acceptedLanguage, type Language } from '../words/index.ts';
import { SENT, type Sent } from './endpoint.ts';
import { failureBody } from './failure.ts';
import type { RouteContext } from './route-context.ts';

export const NDJSON = 'application/x-ndjson';

/** Lines of one answer at most. */
const MOST_LINES = 10_000;

export interface Part<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export function wantsLines(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').toLowerCase().includes(NDJSON);
}

async function* lines<T>(
  first: Part<T>,
  more: (cursor: string) => Promise<Part<T>>,
  language: Language,
): AsyncGenerator<string> {
  let part = first;
  let left = MOST_LINES;
  try {
    for (;;) {
      let text = '';
      for (const item of part.items.slice(0, left)) text += `${JSON.stringify(item)}\n`;
      left -= part.items.length;
      if (text !== '') yield text;
      if (part.next === null || left <= 0) return;
      await turn();
      part = await more(part.next);
    }
  } catch (error) {
    const failure = error instanceof TarrafaError ? error : new TarrafaError('TRF_INTERNAL', []);
    yield `${JSON.stringify(failureBody(failure, language))}\n`;
  }
}

/** Who asked, and how to answer. */
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The first part is asked for before anything is sent, so that what is wrong with the request still has its status. */
export async function sendLines<T>(
  { request, reply }: Asked,
  context: Pick<RouteContext, 'streams' | 'language'>,
  ask: (cursor: string | undefined) => Promise<Part<T>>,
  cursor: string | undefined,
): Promise<Sent> {
  const leave = context.streams.enter();
  let first: Part<T>;
  try {
    first = await ask(cursor);
  } catch (error) {
    leave();
    throw error;
  }
  const language = acceptedLanguage(request.headers['accept-language'], context.language);
  const stream = Readable.from(lines(first, ask, language), { objectMode: false, highWaterMark: 1 << 16 });
  stream.once('close', leave);
  void reply
    .header('content-type', `${NDJSON}; charset=utf-8`)
    .header('cache-control', 'no-cache')
    .send(stream);
  return SENT;
}

/** The slice of a list that was asked for; to those who want lines, all that follows it too, `atOnce` items at a time. */
export async function sliceOrLines<S extends Part<unknown>>(
  asked: Asked & { readonly query: SliceOptions },
  context: Pick<RouteContext, 'streams' | 'language'>,
  ask: (slice: SliceOptions) => Promise<S>,
  atOnce = 500,
): Promise<S | Sent> {
  const { cursor, limit } = asked.query;
  if (!wantsLines(asked.request)) return ask({ cursor, limit });
  return sendLines(asked, context, (from) => ask({ cursor: from, limit: atOnce }), cursor);
}
