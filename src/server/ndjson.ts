/**
 * Long answers as lines of JSON, a line an item. Parts are asked for only as fast as the reader takes them, other requests get their turn
 * between two parts, and an error on the way is the last line, in the usual form.
 */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TarrafaError } from '../errors.ts';
import { SENT, type Sent } from './endpoint.ts';
import { failureBody } from './failure.ts';
import type { Gate } from './gate.ts';
import { type Language, languageOf } from './language.ts';

export const NDJSON = 'application/x-ndjson';

/** Lines of one answer at most. */
export const MOST_LINES = 10_000;

export interface Part<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export function wantsLines(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').toLowerCase().includes(NDJSON);
}

async function* lines<T>(
  first: Part<T>,
  more: (cursor: string) => Part<T>,
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
      part = more(part.next);
    }
  } catch (error) {
    const failure = error instanceof TarrafaError ? error : new TarrafaError('TRF_INTERNAL', []);
    yield `${JSON.stringify(failureBody(failure, language))}\n`;
  }
}

/** The first part is asked for before anything is sent, so that what is wrong with the request still has its status. */
export function sendLines<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
  usual: Language,
  ask: (cursor: string | undefined) => Part<T>,
  cursor: string | undefined,
): Sent {
  const leave = gate.enter();
  let first: Part<T>;
  try {
    first = ask(cursor);
  } catch (error) {
    leave();
    throw error;
  }
  const language = languageOf(request.headers['accept-language'], usual);
  const stream = Readable.from(lines(first, ask, language), { objectMode: false, highWaterMark: 1 << 16 });
  stream.once('close', leave);
  void reply
    .header('content-type', `${NDJSON}; charset=utf-8`)
    .header('cache-control', 'no-cache')
    .send(stream);
  return SENT;
}
