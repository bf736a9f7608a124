/** Errors on their way out: every one has a code of `src/errors.ts`, the status that fits it, and the reader's language. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, EXIT, StaleError, TarrafaError } from '../errors.ts';
import { acceptedLanguage, type Language } from '../words/index.ts';
import { isForReading, tellingPage, tokenPage } from './refusal-page.ts';

const STATUS: Partial<Record<ErrorCode, number>> = {
  TRF_REQUEST_INVALID: 400,
  TRF_CURSOR_INVALID: 400,
  TRF_URL_MALFORMED: 400,
  TRF_CONCORDANCE_WORDS: 400,
  TRF_TOKEN_MISSING: 401,
  TRF_HOST_REFUSED: 403,
  TRF_ORIGIN_REFUSED: 403,
  TRF_REPLAY_KEY: 403,
  TRF_NOT_FOUND: 404,
  TRF_CRAWL_EXISTS: 409,
  TRF_CRAWL_STATE: 409,
  TRF_FOLDER_BUSY: 409,
  TRF_KEPT_STALE: 409,
  TRF_KEPT_LARGE: 413,
  TRF_LEASE_UNKNOWN: 410,
  TRF_SERVER_BUSY: 429,
  TRF_TIME_OUT: 503,
  TRF_CLUSTER_UNREACHABLE: 503,
  TRF_CLUSTER_REFUSED: 503,
  TRF_ARCHIVE_AWAY: 503,
  TRF_STORAGE_FULL: 507,
};

/** What a person may meet who follows an address, and is told on a page. */
const SHOWN: ReadonlySet<ErrorCode> = new Set(['TRF_TOKEN_MISSING', 'TRF_HOST_REFUSED', 'TRF_REPLAY_KEY']);

/** 422: the request was understood, but what it asks for does not work out (no page like the example, a period that is none). */
export function statusOf(error: TarrafaError): number {
  const known = STATUS[error.code];
  if (known !== undefined) return known;
  return error.exit === EXIT.usage ? 422 : error.exit === EXIT.busy ? 409 : 500;
}

export interface FailureBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly advice: string;
    readonly status: number;
  };
  /** Of a change that came too late: what there is now. */
  readonly present?: unknown;
}

export function failureBody(error: TarrafaError, language: Language, status = statusOf(error)): FailureBody {
  return {
    error: { code: error.code, ...error.explain(language), status },
    ...(error instanceof StaleError ? { present: error.present } : {}),
  };
}

/** What the framework refuses by itself (a body too large, JSON that is none) in our words, with its status. */
function ofFramework(error: FastifyError): readonly [TarrafaError, number] | null {
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return null;
  return [new TarrafaError('TRF_REQUEST_INVALID', [error.message]), status];
}

export function failureHandler(usual: Language, log: (error: unknown, request: FastifyRequest) => void) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = error instanceof TarrafaError ? error : null;
    const framework = known === null ? ofFramework(error as FastifyError) : null;
    const failure = known ?? framework?.[0] ?? new TarrafaError('TRF_INTERNAL', [], { cause: error });
    const status = framework?.[1] ?? statusOf(failure);
    if (status >= 500) log(error, request);
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="tarrafa"');
    if (status === 429) reply.header('retry-after', '2');
    const language = acceptedLanguage(request.headers['accept-language'], usual);
    if (SHOWN.has(failure.code) && isForReading(request))
      return sendRefusal(reply, failure, language, status);
    return (
      reply
        .code(status)
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-language', language)
        .header('cache-control', 'no-store')
        // Also for what is refused before the hooks that say it for everything else.
        .header('x-content-type-options', 'nosniff')
        .send(JSON.stringify(failureBody(failure, language, status)))
    );
  };
}

/** To somebody who opened an address in a browser, words instead of data. */
function sendRefusal(
  reply: FastifyReply,
  failure: TarrafaError,
  language: Language,
  status: number,
): FastifyReply {
  const { message, advice } = failure.explain(language);
  // It stands in the frame of a page that has no origin by which it could be allowed.
  if (failure.code === 'TRF_REPLAY_KEY')
    void reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(
      failure.code === 'TRF_TOKEN_MISSING'
        ? tokenPage(language)
        : tellingPage(
            language,
            failure.code === 'TRF_REPLAY_KEY' ? 'keyTitle' : 'nameTitle',
            message,
            advice,
          ),
    );
}
