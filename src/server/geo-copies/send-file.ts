/** A file of a disk on its way out, whole or a part of it: programs that read maps over the network ask for parts (RFC 9110 §14). */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '../attachment.ts';

export interface Span {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/** The part that is asked for; null: the whole. Several parts at once, or what is none, are answered by the whole, as a server may. */
export function askedSpan(header: string | undefined, size: number): Span | null | 'beyond' {
  const [, from = '', to = ''] = /^\s*bytes\s*=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '')
    return Number(to) === 0 || size === 0
      ? 'beyond'
      : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'beyond' : { start, end };
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, name, size }: { readonly path: string; readonly name: string; readonly size: number },
  media: string | null,
): FastifyReply {
  const span = askedSpan(request.headers.range, size);
  void reply
    .header('content-type', media ?? 'application/octet-stream')
    .header('content-disposition', attachment(name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=600')
    .header('accept-ranges', 'bytes');
  if (span === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send('');
  const { start, end } = span ?? { start: 0, end: size - 1 };
  if (span !== null) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  // Who asks for the head costs no reading.
  const empty = request.method === 'HEAD' || size === 0;
  return reply.send(empty ? Readable.from([]) : createReadStream(path, { start, end }));
}
