/**
 * Where the desk reads what answers are known by: in threads, for a page of a stranger may be large, or made to be hard to read, and who stands at the
 * desk, or asks the same server for something else, must not wait for it.
 */
import { type FetchResponse, ReceivedResponse } from '../http/index.ts';
import { ThreadPool, threadModule, threadsReadSources } from '../page/pool/index.ts';
import type { PageMarks } from './agreement.ts';
import { marksOf } from './page-marks.ts';

/** Of an answer, what its marks are read from. */
type AnswerParts = Pick<FetchResponse, 'url' | 'status' | 'rawHeaders' | 'body'>;

export type MarksAnswer = { readonly kind: 'marks'; readonly marks: PageMarks };

const TIMEOUT = 30_000;

export class MarksPool {
  readonly #pool = new ThreadPool<null, AnswerParts, MarksAnswer>({
    thread: threadModule('./marks-thread', import.meta.url),
    inPlace: createMarksReader,
    setup: null,
    threads: threadsReadSources(import.meta.url) ? 'auto' : 0,
    timeout: TIMEOUT,
    heap: 384,
    youngHeap: 24,
    memory: 1_024,
    weigh: ({ body }) => body.length,
  });

  /** Null when it cannot be read. */
  async read({ url, status, rawHeaders, body }: FetchResponse): Promise<PageMarks | null> {
    const answer = await this.#pool.run({ url, status, rawHeaders, body });
    return answer.kind === 'marks' ? answer.marks : null;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

export async function createMarksReader(): Promise<(parts: AnswerParts) => Promise<MarksAnswer>> {
  return async ({ url, status, rawHeaders, body }) => ({
    kind: 'marks',
    marks: marksOf(
      new ReceivedResponse({
        url,
        status,
        rawHeaders,
        // It comes through as plain bytes.
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        statusText: '',
        httpVersion: '1.1',
        truncated: null,
        requestHead: '',
        address: '',
        certificateProblem: null,
        startedAt: 0,
        firstByteAt: 0,
        endedAt: 0,
      }),
    ),
  });
}
