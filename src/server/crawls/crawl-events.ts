/**
 * A crawl as it runs, as server-sent events: `crawl` with its picture whenever that has changed, at most once a second; `end` with the
 * last one when nothing runs any more. A reader that has gone, or that does not keep up, is let go.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../words/index.ts';
import { Gate } from '../gate.ts';
import type { CrawlDesk } from './crawl-desk.ts';
import type { CrawlState, CrawlView } from './crawl-view.ts';

/** Calls `work` every so many ms until the function given back is called. */
export type Ticker = (ms: number, work: () => void) => () => void;

export const realTicker: Ticker = (ms, work) => {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
};

const SECOND = 1_000;
/** A line of nothing keeps proxies from closing a quiet stream. */
const HEARTBEAT = 15;
/** Seconds that a reader may leave its buffer full. */
const PATIENCE = 30;
const MOST_READERS = 32;

const LIVE: readonly CrawlState[] = ['starting', 'running', 'pausing', 'stopping'];

export class CrawlEvents {
  readonly #desk: CrawlDesk;
  readonly #ticker: Ticker;
  readonly #gate: Gate;
  readonly #closers = new Set<() => void>();

  constructor(desk: CrawlDesk, ticker: Ticker = realTicker, mostReaders = MOST_READERS) {
    this.#desk = desk;
    this.#ticker = ticker;
    this.#gate = new Gate('events', mostReaders);
  }

  get readers(): number {
    return this.#gate.inside;
  }

  /** Takes the reply over. */
  follow(view: CrawlView, reply: FastifyReply, language: Language): void {
    const leave = this.#gate.enter();
    // Headers that the hooks have set belong to this answer too.
    const headers = { ...reply.getHeaders() } as Record<string, string>;
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    let last = '';
    let quiet = 0;
    let stuck = 0;
    let stopTicking = () => {};
    const close = () => {
      stopTicking();
      this.#closers.delete(close);
      leave();
      raw.end();
    };
    const tick = () => {
      if (raw.writableNeedDrain) {
        if (++stuck >= PATIENCE) raw.destroy();
        return;
      }
      stuck = 0;
      const picture = this.#desk.picture(view, language);
      const text = JSON.stringify(picture);
      const live = LIVE.includes(picture.state);
      if (text !== last || !live) {
        last = text;
        quiet = 0;
        send(raw, live ? 'crawl' : 'end', text);
      } else if (++quiet >= HEARTBEAT) {
        quiet = 0;
        raw.write(': \n\n');
      }
      if (!live) close();
    };
    raw.once('close', close);
    this.#closers.add(close);
    stopTicking = this.#ticker(SECOND, tick);
    tick();
  }

  close(): void {
    for (const close of [...this.#closers]) close();
  }
}

function send(raw: ServerResponse, event: string, data: string): void {
  // JSON has no line feeds of its own.
  raw.write(`event: ${event}\ndata: ${data}\n\n`);
}
