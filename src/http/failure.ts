/** Which of our reasons a socket's, TLS's or parser's error means. */
import { ProxyError } from './proxy-error.ts';
import type { FailureReason } from './request-and-outcome.ts';
import type { ResolveErrorCode } from './resolution.ts';
import { undici } from './undici.ts';

const TLS_CODES = new Set([
  'EPROTO',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
]);

export type Phase = 'resolve' | 'connect' | 'headers' | 'body';

export function reasonOf(error: Error, phase: Phase, secure: boolean): FailureReason {
  if (error instanceof ProxyError) return error.reason;
  const { errors } = undici();
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError)
    return 'protocol';
  if (phase === 'connect') {
    if (code === 'ETIMEDOUT') return 'connect-timeout';
    if (
      TLS_CODES.has(code) ||
      code.startsWith('ERR_TLS') ||
      code.startsWith('ERR_SSL') ||
      code.startsWith('ERR_OSSL')
    )
      return 'tls';
    // A peer that hangs up between TCP and the end of the handshake.
    if (secure && (code === 'ECONNRESET' || code === 'EPIPE')) return 'tls';
    return 'connect-refused';
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'protocol';
  // undici's words for an answer that nobody asked for: an unexpected 100, an upgrade, bytes before the request.
  if (error instanceof errors.SocketError && /^bad /.test(error.message)) return 'protocol';
  // Two lengths that contradict each other, met while still in the header.
  if (error instanceof errors.ResponseContentLengthMismatchError) return 'protocol';
  return 'reset';
}

export const RESOLVE_REASON: Readonly<Record<ResolveErrorCode, FailureReason>> = {
  'not-found': 'dns-not-found',
  timeout: 'dns-failed',
  failed: 'dns-failed',
  private: 'private-address',
};

/** Failures that say something lasting about the host or the address; the others may pass. */
const LASTING = new Set<FailureReason>(['dns-not-found', 'private-address', 'protocol', 'aborted']);

export function isRetryable(reason: FailureReason): boolean {
  return !LASTING.has(reason);
}
