/** Who collects from the public Web says how to be reached: that is asked for before the first request. */
import { TarrafaError } from '../errors.ts';
import type { Resolver } from '../http/index.ts';

export interface Reachable {
  readonly contact?: string | null | undefined;
  readonly allowPrivate?: boolean | undefined;
}

/** Throws TRF_CONTACT_MISSING, unless the web is one's own: reached by a resolver that says so, or on private addresses. */
export function requireContact({ contact, allowPrivate }: Reachable, resolver: Resolver | undefined): void {
  if ((contact ?? null) === null && allowPrivate !== true && resolver?.ownWeb !== true)
    throw new TarrafaError('TRF_CONTACT_MISSING');
}
