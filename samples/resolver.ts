/**
 * Where the sample hosts are. A pure function, so that a collector in another process can resolve the
 * sample web knowing only the port of its server.
 */
import { HOSTS } from './hosts.ts';
import { nationalAddress } from './national-hosts.ts';

export interface SampleResolution {
  /** The synthetic address, for the clocks of politeness. */
  readonly address: string;
  /** Where the connection really goes. */
  readonly connect: { readonly host: '127.0.0.1'; readonly port: number };
}

const addresses = new Map<string, string>(Object.values(HOSTS).map((h) => [h.host, h.address]));

/**
 * @example sampleAddress('www.gazetadaserra-exemplo.com.br', 8080) // { address: '198.18.0.10', connect: … }
 * @returns null for a name the sample web does not have, as when a name does not exist.
 */
export function sampleAddress(hostname: string, port: number): SampleResolution | null {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const address = addresses.get(name) ?? nationalAddress(name);
  return address === null ? null : { address, connect: { host: '127.0.0.1', port } };
}
