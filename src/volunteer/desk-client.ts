/** The desk as a volunteer reaches it, over HTTP or HTTPS, with its token. */
import type { LeaseAnswer, Taken, VisitResult, VisitsAnswer } from '../desk/index.ts';
import { TarrafaError } from '../errors.ts';
import { backOff } from '../http/back-off.ts';
import { reason, systemFailure } from '../words/why.ts';

/** The lease is over, or the desk began anew. */
export class LeaseGone extends Error {}

/** How long the desk may be away before it is given up, ms. */
const PATIENCE = 5 * 60_000;
const ANSWER_TIME = 60_000;
const UPLOAD_TIME = 5 * 60_000;

export class DeskClient {
  readonly #address: string;
  readonly #token: string;
  readonly #patience: number;
  readonly #onAway: (why: string) => void;

  constructor(address: string, token: string, onAway: (why: string) => void, patience = PATIENCE) {
    this.#address = address.replace(/\/+$/, '');
    this.#token = token;
    this.#onAway = onAway;
    this.#patience = patience;
  }

  lease(sites: number, signal: AbortSignal): Promise<LeaseAnswer> {
    return this.#ask<LeaseAnswer>('POST', '/leases', json({ sites }), ANSWER_TIME, signal);
  }

  visits(
    id: string,
    results: readonly VisitResult[],
    more: number,
    signal: AbortSignal,
  ): Promise<VisitsAnswer> {
    return this.#ask<VisitsAnswer>(
      'POST',
      `/leases/${id}/visits`,
      json({ results, more }),
      ANSWER_TIME,
      signal,
    );
  }

  async page(id: string, record: Buffer, signal: AbortSignal): Promise<Taken> {
    const body = { type: 'application/warc', bytes: record };
    return (await this.#ask<{ taken: Taken }>('POST', `/leases/${id}/pages`, body, UPLOAD_TIME, signal))
      .taken;
  }

  /** Once, and without waiting for a desk that is away: what it does not hear of expires there. */
  async giveBack(id: string): Promise<void> {
    await this.#once('DELETE', `/leases/${id}`, null, AbortSignal.timeout(5_000)).catch(() => {});
  }

  async #ask<T>(method: string, path: string, body: Body, time: number, signal: AbortSignal): Promise<T> {
    const begun = performance.now();
    for (let tried = 1; ; tried++) {
      let why: unknown;
      try {
        const answer = await this.#once(
          method,
          path,
          body,
          AbortSignal.any([signal, AbortSignal.timeout(time)]),
        );
        if (answer.status < 300) return (await answer.json()) as T;
        await answer.body?.cancel();
        if (answer.status === 401)
          throw new TarrafaError('TRF_DESK_REFUSED', [this.#address, reason('token-not-taken')]);
        if (answer.status === 410) throw new LeaseGone();
        if (answer.status < 500 && answer.status !== 429)
          throw new TarrafaError('TRF_DESK_REFUSED', [this.#address, `HTTP ${answer.status}`]);
        why = new Error(`HTTP ${answer.status}`);
      } catch (error) {
        if (error instanceof TarrafaError || error instanceof LeaseGone || signal.aborted) throw error;
        why = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      }
      if (performance.now() - begun > this.#patience)
        throw new TarrafaError('TRF_DESK_UNREACHABLE', [this.#address, systemFailure(why)], { cause: why });
      this.#onAway(why instanceof Error ? why.message : String(why));
      await pause(Math.min(15_000, backOff(tried, this.#address, { baseMs: 500 })), signal);
    }
  }

  #once(method: string, path: string, body: Body | null, signal: AbortSignal): Promise<Response> {
    return fetch(`${this.#address}/api/v1${path}`, {
      method,
      signal,
      // Somebody else's server is not told the token.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === null ? {} : { 'content-type': body.type }),
      },
      ...(body === null ? {} : { body: body.bytes as Uint8Array<ArrayBuffer> }),
    });
  }
}

interface Body {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const json = (value: unknown): Body => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
});

/** Resolves after a while, or at once when nobody waits any more. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
