/**
 * Files that are there whole or not at all.
 *
 *   writeFileWhole(path, content)              a small file, from memory, at once
 *   writeWholeFile(path, async (file) => …)    a large one, piece by piece
 *   putInPlace(fresh, path)                    one that somebody else has made beside its place
 */
export { type WholeFile, writeWholeFile } from './growing-file.ts';
export { clearParts, partName, putInPlace } from './place.ts';
export { writeFileWhole } from './write-file.ts';
