/** What went wrong between us and a proxy, or between the proxy and the server it was to reach. */
import type { FailureReason } from './request-and-outcome.ts';

export class ProxyError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.name = 'ProxyError';
    this.reason = reason;
  }
}
