/**
 * Addresses taken out of a journal. Records keep their places and their lengths, because everything refers to them by that: the text of an
 * address gives way to one as long that says nothing. Its fingerprint stays, so that the address is not taken for a new one; who does not have
 * the address cannot read it there. Each segment that changes is written anew beside its place, whole.
 */
import { DISK, writeFileWhole } from '../files/index.ts';
import { changedSegments, scanFolder } from './journal.ts';
import * as addRecord from './records/add.ts';
import { KIND, kindOf } from './records/kind.ts';
import { recordLength } from './records/length.ts';

export interface BlankUrls {
  /** Whether an address is to go. */
  readonly gone: (url: string, key: string) => boolean;
  /** What stands for it, in so many bytes of ASCII. */
  readonly blanked: (url: string, bytes: number) => string;
}

/** How many addresses a journal knows that are to go; nothing is changed. */
export function countUrls(folder: string, gone: BlankUrls['gone']): number {
  let count = 0;
  scanFolder(folder, DISK, recordLength, (_seeds, words, at) => {
    if (kindOf(words, at) === KIND.add && isGone(words, at, gone)) count++;
  });
  return count;
}

/** Blanks them; how many there were. Nobody else may have the journal open. */
export function blankUrls(folder: string, { gone, blanked }: BlankUrls): number {
  let count = 0;
  const segments = changedSegments(folder, DISK, recordLength, (words, at) => {
    if (kindOf(words, at) !== KIND.add || !isGone(words, at, gone)) return false;
    addRecord.blank(words, new Uint8Array(words.buffer), at, blanked);
    count++;
    return true;
  });
  for (const { path, bytes } of segments) writeFileWhole(path, bytes);
  return count;
}

function isGone(words: Int32Array, at: number, gone: BlankUrls['gone']): boolean {
  const bytes = new Uint8Array(words.buffer);
  const url = addRecord.url(words, bytes, at);
  return gone(url, addRecord.key(words, bytes, at, url));
}
