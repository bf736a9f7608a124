/**
 * How a person gets to pages that are not simply there: by way of a proxy, with headers and cookies of their own. It is nobody else's: it is sent
 * only where it is meant for, and stands in no folder, log or error; in the archive only when somebody asks for it.
 */
import type { Cookies } from './cookies.ts';
import { type OwnHeader, ownHeadersFor } from './own-headers.ts';
import type { WebProxy } from './proxy.ts';

export interface Access {
  readonly proxy?: WebProxy | null;
  /** By name, beside what is sent anyway. */
  readonly headersFor?: ((url: URL) => Readonly<Record<string, string>>) | undefined;
  /** They are written into the archive with the requests. */
  readonly archived?: boolean;
}

export interface Brought {
  readonly proxy?: WebProxy | null | undefined;
  readonly headers?: readonly OwnHeader[] | undefined;
  readonly cookies?: Cookies | null | undefined;
  readonly archived?: boolean | undefined;
}

/** `starts`: the addresses that a person named, at whose hosts the headers are sent. */
export function accessFor(
  { proxy = null, headers = [], cookies = null, archived = false }: Brought,
  starts: readonly string[],
  now: () => number = Date.now,
): Access {
  const headersOf = ownHeadersFor(headers, starts);
  return {
    proxy,
    archived,
    ...(headers.length === 0 && cookies === null
      ? {}
      : {
          headersFor: (url) => {
            const cookie = cookies?.headerFor(url, now()) ?? null;
            return { ...headersOf(url), ...(cookie === null ? {} : { Cookie: cookie }) };
          },
        }),
  };
}
