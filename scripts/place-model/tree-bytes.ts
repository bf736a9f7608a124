/** The bytes in which trees are kept; src/geo/gazetteer/mentions/place-model.ts reads them. */
import {
  LEAF_UNIT,
  LEAVES,
  NODES,
  TREE_BYTES,
  type Trees,
} from '../../src/geo/gazetteer/mentions/place-model.ts';

export function treeBytes({ count, feature, values, leaf }: Trees): Buffer {
  const bytes = Buffer.alloc(count * TREE_BYTES);
  let at = 0;
  for (let t = 0; t < count; t++) {
    for (let n = 0; n < NODES; n++, at += 5) {
      bytes[at] = feature[t * NODES + n]!;
      bytes.writeUInt32LE(values[t * NODES + n]!, at + 1);
    }
    for (let l = 0; l < LEAVES; l++, at += 2)
      bytes.writeInt16LE(
        Math.max(-32768, Math.min(32767, Math.round(leaf[t * LEAVES + l]! / LEAF_UNIT))),
        at,
      );
  }
  return bytes;
}
