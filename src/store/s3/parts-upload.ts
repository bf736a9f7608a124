/**
 * A file too large for one request, sent in parts. A part that fails is sent again by itself; an upload that fails is taken back, because
 * its parts cost room until somebody does; so is one that an earlier process began and did not live to end.
 */
import { createHash } from 'node:crypto';
import { escapeXml } from '../../formats/index.ts';
import { reason } from '../../words/why.ts';
import type { DigestedFile } from './file-digests.ts';
import { isCompleted, readRefusal, readUploadId, readUploads } from './s3-answers.ts';
import type { S3Body, S3Requests } from './s3-requests.ts';

/** Parts under way at a time. */
const AT_ONCE = 3;

/**
 * Sends the parts and has them put together. `headers` are those of the object, `conditions` those under which it may come to stand there.
 * Whether it did is to be looked at afterwards: another may have been there first, or the answer was lost.
 */
export async function uploadParts(
  requests: S3Requests,
  key: string,
  file: DigestedFile,
  headers: Readonly<Record<string, string>>,
  conditions: () => Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<number> {
  await abortLeftovers(requests, key, signal);
  const begun = await requests.ask({ method: 'POST', key, query: { uploads: '' }, headers, signal });
  const uploadId = readUploadId(begun.text);
  if (uploadId === null) throw requests.refused(reason('store-torn'), key);
  try {
    const etags = await sendParts(requests, key, uploadId, file.parts, signal);
    const { status } = etags === null ? { status: 404 } : await complete(etags);
    // Gone without an object, or not to be put there: what was sent is of no use.
    if (status !== 200) await abort(requests, key, uploadId);
    return status;
  } catch (error) {
    await abort(requests, key, uploadId);
    throw error;
  }

  async function complete(etags: readonly string[]): Promise<{ readonly status: number }> {
    const body = bodyOf(completion(etags));
    for (let n = 1; ; n++) {
      const answer = await requests.ask({
        method: 'POST',
        key,
        query: { uploadId: uploadId! },
        headers: conditions(),
        body,
        expects: [404, 412, 501],
        // To put a large file together takes a store minutes.
        leisure: 10,
        signal,
      });
      if (answer.status !== 200 || isCompleted(answer.text)) return answer;
      const { code } = readRefusal(answer.text) ?? { code: '' };
      const why = reason('store-answered', { answer: `200 ${code}`.trim() });
      if (n >= requests.limits.attempts) throw requests.unreachable(why);
      await requests.pause(n, key, signal);
    }
  }
}

/** The names that the store gave the parts; null when it knows nothing of the upload any more. */
async function sendParts(
  requests: S3Requests,
  key: string,
  uploadId: string,
  parts: readonly S3Body[],
  signal: AbortSignal | undefined,
): Promise<string[] | null> {
  const etags: string[] = new Array(parts.length).fill('');
  // When one fails, the others need not go on.
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  let next = 0;
  let gone = false;
  const sender = async (): Promise<void> => {
    for (let i = next++; i < parts.length && !gone; i = next++) {
      const query = { partNumber: String(i + 1), uploadId };
      const request = { method: 'PUT', key, query, body: parts[i]!, expects: [404] } as const;
      const answer = await requests.ask({ ...request, signal: stop.signal });
      if (answer.status === 404) gone = true;
      etags[i] = answer.header('etag') ?? '';
    }
  };
  try {
    const senders = Array.from({ length: Math.min(AT_ONCE, parts.length) }, () =>
      sender().catch((error) => {
        stop.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(senders);
    await Promise.all(senders);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  return gone ? null : etags;
}

function completion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
}

function bodyOf(text: string): S3Body {
  const bytes = Buffer.from(text, 'utf8');
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('base64'),
    async *bytes() {
      yield bytes;
    },
  };
}

/** Takes back what dead processes began under the key. Whoever may not look at uploads leaves it to the rules of the bucket. */
async function abortLeftovers(
  requests: S3Requests,
  key: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const query = { uploads: '', prefix: key };
  const answer = await requests.ask({
    method: 'GET',
    key: '',
    query,
    expects: [400, 403, 404, 405, 501],
    signal,
  });
  if (answer.status !== 200) return;
  for (const uploadId of readUploads(answer.text, key)) await abort(requests, key, uploadId);
}

/** Also when nobody wants the file any more: what is left costs room. */
async function abort(requests: S3Requests, key: string, uploadId: string): Promise<void> {
  try {
    const expects = [400, 403, 404, 405, 501];
    await requests.ask({ method: 'DELETE', key, query: { uploadId }, expects, attempts: 3 });
  } catch {
    // The store is away, and tells so by what brought us here. The next that sends the file takes it back.
  }
}
