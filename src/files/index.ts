/**
 * Files that are there whole or not at all.
 *
 *   writeFileWhole(path, content)              a small file, from memory, at once
 *   writeWholeFile(path, async (file) => …)    a large one, piece by piece
 *   writeNewFile(path, async (file) => …)      the same, unless there is one of that name
 *   putInPlace(fresh, path)                    one that somebody else has made beside its place
 *
 * And files that only grow: `appendLines` adds to one of lines, DISK has the calls that they are written by, `cutOff` takes from them what cannot be used and keeps it; a file of
 * values by key, `KeyedFile`; and one that a process holds, `holdFile`. `checkRoom` says before the first byte that the last would not fit.
 */
export { appendLines } from './append-line.ts';
export { cutName, cutOff } from './cut.ts';
export { DISK, type Disk } from './disk.ts';
export { checkRoom } from './free-room.ts';
export { type WholeFile, writeNewFile, writeWholeFile } from './growing-file.ts';
export { type HeldFile, holdFile, isHeldFile, mayBeHeldElsewhere } from './held-file.ts';
export { KeyedFile } from './keyed-file.ts';
export { clearParts, partName, putInPlace, syncFolder } from './place.ts';
export { writeFileWhole } from './write-file.ts';
