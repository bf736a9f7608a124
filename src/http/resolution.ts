/**
 * Where a host name leads: the address that keeps the politeness clock, and where the socket really goes. The fetcher takes a
 * `Resolver`, so that tests and the sample web can serve any number of host names from one loopback port.
 */

export interface Resolution {
  /**
   * An IP literal; the key of the politeness clock, and what the archive records as the server's address. Where a proxy looks names up, the
   * site instead.
   */
  readonly address: string;
  /** Where the socket goes instead, when it does not go to `address` (a sample web, a test server). */
  readonly connect?: { readonly host: string; readonly port: number };
  /** Until when this may be used, in ms since the epoch. */
  readonly expires: number;
}

export interface Resolver {
  /** Every name leads to a web of the caller's own on this machine, where nobody needs to be told whom to write to. */
  readonly ownWeb?: boolean;
  /** The port is the one that is asked for. Rejects only with a `ResolveError`. */
  resolve(hostname: string, port: number): Promise<Resolution>;
}

/** The port that a URL leads to. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

export type ResolveErrorCode = 'not-found' | 'timeout' | 'private' | 'failed';

export class ResolveError extends Error {
  readonly code: ResolveErrorCode;
  readonly hostname: string;

  constructor(code: ResolveErrorCode, hostname: string, detail: string) {
    super(`${hostname}: ${detail}`);
    this.name = 'ResolveError';
    this.code = code;
    this.hostname = hostname;
  }
}
