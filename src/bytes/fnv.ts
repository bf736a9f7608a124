/**
 * Hashes of the FNV-1a family: an exclusive or and a multiplication a unit, fast enough to run along with any reading of a text. Not
 * against people who choose the input: what is found by one is confirmed by comparing.
 *
 * Several stand in files that people keep (memories of sites, states of policies, catalogues), so that none may ever give another number.
 */

/** With what a hash of 32 bits begins. */
export const FNV_SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** The hash of what came before and one more unit. For loops that see each unit for another reason. */
export function fnvStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}

/** 32 bits, signed, over the code units of a text. */
export function fnv32(text: string, seed: number = FNV_SEED): number {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

/**
 * Spreads 32 bits so that each depends on all (the end of MurmurHash3). Signed. The one mixer of the house: of FNV, of sums and of products
 * alone the low bits are poor, and those are what tables and draws go by. It is a bijection: what differed before differs after.
 *
 * Others stand only where what they gave is kept and may never be another number: the ends of `fnv47` and `fnv53` here, places of blocks
 * (`src/content/block-places.ts`), names of rules (`src/entities/rules/rule.ts`), draws by the seed of a crawl (`src/time/crawl/steering.ts`).
 * Hashes that mix a shift into every step (`src/frontier/fingerprint.ts`, the checksum of the journal) are no mixers, and stand in files too.
 */
export function mix32(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 47 bits, six bytes in SQLite: a second lane takes in what the first overflows. */
export function fnv47(text: string): number {
  let low = FNV_SEED;
  let high = 0x9747b28c | 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, PRIME);
    high = Math.imul(high ^ unit, 0x5bd1e995) ^ (low >>> 15);
  }
  high ^= high >>> 16;
  low ^= low >>> 13;
  return (high & 0x7fff) * 0x1_0000_0000 + (low >>> 0);
}

/** 53 bits, as many as a number holds exactly, from two lanes, each mixed over the whole text; never 0. */
export function fnv53(text: string, seed = 0): number {
  let a = FNV_SEED ^ seed;
  let b = (0x9e3779b1 + seed) | 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ unit, 0x85ebca6b);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ (b >>> 13);
  b = Math.imul(b ^ (b >>> 16), 0x297a2d39) ^ (a >>> 11);
  return (a >>> 0) + (b & 0x1fffff) * 0x1_0000_0000 || 1;
}

/** FNV-1a of 64 bits over bytes, in hexadecimal, as other programs compute it. */
export function fnv64(bytes: Uint8Array): string {
  // Four limbs of 16 bits: products stay exact in doubles, without BigInt.
  let h0 = 0x2325;
  let h1 = 0x8422;
  let h2 = 0x9ce4;
  let h3 = 0xcbf2;
  for (const byte of bytes) {
    h0 ^= byte;
    // × 0x100000001b3 = × 0x1b3 + << 40
    const t0 = h0 * 0x1b3;
    const t1 = h1 * 0x1b3 + (t0 >>> 16);
    const t2 = h2 * 0x1b3 + h0 * 0x100 + (t1 >>> 16);
    const t3 = h3 * 0x1b3 + h1 * 0x100 + (t2 >>> 16);
    h0 = t0 & 0xffff;
    h1 = t1 & 0xffff;
    h2 = t2 & 0xffff;
    h3 = t3 & 0xffff;
  }
  return [h3, h2, h1, h0].map((limb) => limb.toString(16).padStart(4, '0')).join('');
}
