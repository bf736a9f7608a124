/**
 * Which addresses a crawler of the public Web must never connect to. Everything that a page can name is hostile, so a link or a
 * name server must not be able to point the crawler at the machine it runs on, at its neighbours, or at a cloud's metadata.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** First address and prefix length of every IPv4 block that is not plain public unicast (IANA special-purpose registry). */
const BLOCKS_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and one cloud's metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's host agent, on an otherwise public block
  ['169.254.0.0', 16], // link-local, metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relay
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

function v4(text: string): number {
  const parts = text.split('.');
  return (
    ((Number(parts[0]) << 24) | (Number(parts[1]) << 16) | (Number(parts[2]) << 8) | Number(parts[3])) >>> 0
  );
}

const MASKED_V4 = BLOCKS_V4.map(([address, bits]) => {
  const mask = bits === 32 ? 0xffffffff : ~(0xffffffff >>> bits) >>> 0;
  return { start: v4(address), mask };
});

function privateV4(address: number): boolean {
  for (const { start, mask } of MASKED_V4) if ((address & mask) >>> 0 === start) return true;
  return false;
}

/** The eight groups of an IPv6 literal that `isIPv6` has already accepted. */
export function groupsOf(text: string): number[] {
  const zone = text.indexOf('%');
  let rest = zone < 0 ? text : text.slice(0, zone);
  const dot = rest.indexOf('.');
  if (dot >= 0) {
    // "::ffff:10.0.0.1": the last two groups written as an IPv4 address
    const colon = rest.lastIndexOf(':', dot);
    const low = v4(rest.slice(colon + 1));
    rest = `${rest.slice(0, colon + 1)}${(low >>> 16).toString(16)}:${(low & 0xffff).toString(16)}`;
  }
  const [head = '', tail] = rest.split('::');
  const left = head === '' ? [] : head.split(':').map((g) => Number.parseInt(g, 16));
  const right = tail === undefined || tail === '' ? [] : tail.split(':').map((g) => Number.parseInt(g, 16));
  return [...left, ...new Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}

function privateV6(text: string): boolean {
  const g = groupsOf(text);
  const embedded = (at: number) => ((g[at]! << 16) | g[at + 1]!) >>> 0;
  // NAT64 64:ff9b::/96 carries a public or private IPv4 address in its last 32 bits.
  if (g[0] === 0x64 && g[1] === 0xff9b && g[2] === 0 && g[3] === 0 && g[4] === 0 && g[5] === 0)
    return privateV4(embedded(6));
  // IPv4-mapped ::ffff:0:0/96
  if (g[0] === 0 && g[1] === 0 && g[2] === 0 && g[3] === 0 && g[4] === 0 && g[5] === 0xffff)
    return privateV4(embedded(6));
  // Only 2000::/3 is global unicast: this refuses loopback, unspecified, IPv4-compatible, unique-local, link-local, site-local,
  // multicast, discard-only and everything not yet assigned.
  if ((g[0]! & 0xe000) !== 0x2000) return true;
  if (g[0] === 0x2002) return privateV4(embedded(1)); // 6to4
  if (g[0] === 0x2001 && g[1]! < 0x200) return true; // protocol assignments: Teredo, benchmarking, ORCHID
  if (g[0] === 0x2001 && g[1] === 0xdb8) return true; // documentation
  if (g[0] === 0x3fff && g[1]! < 0x1000) return true; // documentation
  return false;
}

/**
 * True for an IP literal that is not plain public unicast, and for anything that is not an IP literal at all (what cannot be
 * judged is not connected to).
 */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return privateV4(v4(address));
  if (isIPv6(address)) return privateV6(address);
  return true;
}
