/** Names that exist nowhere but in a web of our own: each leads to loopback, with a synthetic address for the politeness clocks. */
import { connect } from 'node:net';
import { TarrafaError } from '../../errors.ts';
import { isPrivateAddress, type Resolution, ResolveError, type Resolver } from '../../http/index.ts';
import { reason } from '../../words/why.ts';

/** Loaded only when asked for: the sample web is no part of a real crawl. */
export async function sampleResolver(port: number): Promise<Resolver> {
  const { sampleAddress } = await import('../../../samples/resolver.ts');
  return loopbackResolver((hostname) => sampleAddress(hostname, port));
}

/**
 * The same for who asks again for what a crawl found: that web was there, and when it is not any more, each of its names would be tried again
 * and again. Throws TRF_CONFIG_INVALID when nobody answers on the port.
 */
export async function servedSampleResolver(port: number): Promise<Resolver> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
  } catch (cause) {
    throw new TarrafaError('TRF_CONFIG_INVALID', [`--sample-web ${port}`, reason('sample-web-away')], {
      cause,
    });
  } finally {
    socket.destroy();
  }
  return sampleResolver(port);
}

/** A resolver over a table of one's own. */
export function loopbackResolver(find: (hostname: string) => Omit<Resolution, 'expires'> | null): Resolver {
  return {
    ownWeb: true,
    resolve: async (hostname) => {
      const found = find(hostname);
      if (!found) throw new ResolveError('not-found', hostname, 'not in the sample web');
      // The synthetic addresses come from the ranges for benchmarks and documentation; one that is private otherwise is meant to be refused.
      if (isPrivateAddress(found.address) && !/^(198\.1[89]\.|2001:db8:)/.test(found.address))
        throw new ResolveError('private', hostname, found.address);
      return { ...found, expires: Number.POSITIVE_INFINITY };
    },
  };
}
