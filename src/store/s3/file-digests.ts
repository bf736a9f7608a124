/** What a file is known by before it is sent, as a whole and part by part: read once, piece by piece. */
import { createHash } from 'node:crypto';
import type { LocalFile } from '../local-file.ts';
import type { S3Body } from './s3-requests.ts';

export interface DigestedFile {
  readonly size: number;
  /** Of the whole, in hexadecimal. */
  readonly sha256: string;
  /** What a store calls the object, unless it keeps it in a way of its own: the MD5 of one part, or that of the MD5s of many. */
  readonly etag: string;
  /** One at least. */
  readonly parts: readonly S3Body[];
}

/** `partBytes` is the length of all parts but the last. */
export async function digestedFile(
  file: LocalFile,
  partBytes: number,
  signal: AbortSignal | undefined,
): Promise<DigestedFile> {
  const { size } = file;
  const whole = createHash('sha256');
  const sums = createHash('md5');
  const parts: S3Body[] = [];
  let only = '';
  for (let start = 0; start < size || parts.length === 0; start += partBytes) {
    const end = Math.min(size, start + partBytes);
    const sha256 = createHash('sha256');
    const md5 = createHash('md5');
    for await (const piece of file.pieces(start, end)) {
      signal?.throwIfAborted();
      sha256.update(piece);
      md5.update(piece);
      // Of a single part both are the same.
      if (size > partBytes) whole.update(piece);
    }
    const sum = md5.digest();
    sums.update(sum);
    only = sum.toString('hex');
    parts.push({
      size: end - start,
      sha256: sha256.digest('hex'),
      md5: sum.toString('base64'),
      bytes: () => file.pieces(start, end),
    });
  }
  await file.mustBeUnchanged();
  const isOne = parts.length === 1;
  return {
    size,
    sha256: isOne ? parts[0]!.sha256 : whole.digest('hex'),
    etag: isOne ? `"${only}"` : `"${sums.digest('hex')}-${parts.length}"`,
    parts,
  };
}
