/** The members of a gzip body, found by their headers. */

/** Whether a body begins as gzip does, as far as it goes. */
export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && (body.length === 1 || body[1] === 0x8b);
}

/** Checksum and length, which follow the stream of a member. */
export const TRAILER = 8;

/** Where the stream of the gzip member at `from` begins, or -1 when there is none. */
export function streamAt(body: Buffer, from: number): number {
  if (body.length < from + 10 || body[from] !== 0x1f || body[from + 1] !== 0x8b || body[from + 2] !== 8)
    return -1;
  const flags = body[from + 3]!;
  let at = from + 10;
  if (flags & 4) at += 2 + (at + 2 <= body.length ? body.readUInt16LE(at) : 0);
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = body.indexOf(0, at);
    if (end < 0) return -1;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  return at <= body.length ? at : -1;
}
