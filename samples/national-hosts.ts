/** Names and addresses of the hosts of the simulated national Web; see national-web.ts. */

/** Endings that each make `sitioN` a registrable domain of its own. */
const NATIONAL_SUFFIXES = [
  'com.br',
  'com.br',
  'com.br',
  'org.br',
  'net.br',
  'pt',
  'ind.br',
  'blog.br',
] as const;

const PATTERN = /^(?:www\.)?sitio(\d{1,7})\.(com\.br|org\.br|net\.br|pt|ind\.br|blog\.br)$/;

/** `www.sitio17.com.br`: the name of host number 17. One in four has no `www`. */
export function nationalHost(index: number): string {
  const suffix = NATIONAL_SUFFIXES[(Math.imul(index + 1, 0x9e3779b1) >>> 29) & 7];
  return (index & 3) === 3 ? `sitio${index}.${suffix}` : `www.sitio${index}.${suffix}`;
}

/** The number of a host, or -1 when the name is none of ours. */
export function nationalIndex(hostname: string): number {
  const match = PATTERN.exec(hostname);
  if (match === null) return -1;
  const index = Number(match[1]);
  return nationalHost(index) === hostname ? index : -1;
}

/** An address of the documentation range 2001:db8::/32; every tenth host lives on its neighbour's machine. */
export function nationalAddress(hostname: string): string | null {
  const index = nationalIndex(hostname);
  if (index < 0) return null;
  const machine = index % 10 === 1 ? index - 1 : index;
  // Both groups start at one, so that the text is always the canonical form of the address.
  return `2001:db8:${((machine >>> 15) + 1).toString(16)}:${((machine & 0x7fff) + 1).toString(16)}::1`;
}
