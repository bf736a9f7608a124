/** Numbers and bytes below every room: hashes, checksums, arrays that grow. */
export { bitCount } from './bit-count.ts';
export { crc32 } from './crc32.ts';
export { FNV_SEED, fnv32, fnv47, fnv53, fnv64, fnvStep, mix32 } from './fnv.ts';
export { grown, withRoom, withRow } from './grown.ts';
export { dropFirst, heapify, sink } from './merge-heap.ts';
