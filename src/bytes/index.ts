/** Numbers and bytes below every room: hashes, arrays that grow, numbers of variable length. Nothing here asks for Node; `crc32.ts` does and is an entrance of its own. */
export { bitCount } from './bit-count.ts';
export { ByteReader, ByteWriter, unzigzag, zigzag } from './byte-writer.ts';
export { unitsWriter } from './code-units.ts';
export { FNV_SEED, fnv32, fnv47, fnv53, fnv64, fnvStep, mix32 } from './fnv.ts';
export { grown, withRoom, withRow } from './grown.ts';
export { dropFirst, heapify, sink } from './merge-heap.ts';
