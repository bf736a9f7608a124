/**
 * Names where a proxy looks them up. Nobody here learns which address a name leads to: what can be refused is an address that is written out,
 * and a name that by its form is of this machine or of a network of one's own. The rest is the proxy's to refuse (SECURITY.md).
 */
import { isIP } from 'node:net';
import { registrableDomain } from '../url/index.ts';
import { isPrivateAddress } from './private-address.ts';
import type { WebProxy } from './proxy.ts';
import { type Resolution, ResolveError, type Resolver } from './resolution.ts';

/** RFC 6761, 6762, 7686 excepted, 8375, 9476, and what ICANN has set aside for private networks. */
const OWN_NETWORK = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|home|lan|corp|home\.arpa)\.?$/;

/** Whether a host is, as far as its name tells, of this machine or of a network that is not everybody's. */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(name) !== 0) return isPrivateAddress(name);
  // A single label is looked up in the proxy's own network.
  return !name.replace(/\.$/, '').includes('.') || OWN_NETWORK.test(name);
}

export class ProxiedResolver implements Resolver {
  readonly #proxy: WebProxy;
  readonly #allowPrivate: boolean;

  constructor(proxy: WebProxy, allowPrivate: boolean) {
    this.#proxy = proxy;
    this.#allowPrivate = allowPrivate;
  }

  async resolve(hostname: string): Promise<Resolution> {
    const name = hostname.replace(/^\[|\]$/g, '');
    if (!this.#allowPrivate && isPrivateName(name))
      throw new ResolveError('private', name, 'private by its name');
    const { host, port } = this.#proxy;
    return {
      // All hosts of a site keep one clock, as if they shared a server: more is not known of them.
      address: isIP(name) === 0 ? registrableDomain(name.toLowerCase()) : name,
      connect: { host, port },
      expires: Number.POSITIVE_INFINITY,
    };
  }
}
