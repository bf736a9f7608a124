/** Archives, whatever their format, as a list of members that can be opened one by one. Nothing is ever written to a disk. */

import { reason } from '../../words/why.ts';
import type { Budget } from '../readers/budget.ts';
import type { NamedSource } from '../readers/byte-source.ts';
import { GeoProblem } from '../readers/problem.ts';
import type { Archive } from './member.ts';
import { openZip } from './zip.ts';

const UNREAD: readonly (readonly [string, readonly number[], number])[] = [
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], 0],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 0],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 0],
  ['bzip2', [0x42, 0x5a, 0x68], 0],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 0],
  ['cab', [0x4d, 0x53, 0x43, 0x46], 0],
];

function has(head: Uint8Array, bytes: readonly number[], at = 0): boolean {
  return bytes.every((byte, i) => head[at + i] === byte);
}

/** The archive format of the first bytes: one that is opened, one that is only recognised, or none. */
function archiveKind(
  head: Uint8Array,
): { readonly opened: 'zip' | 'tar' | 'gzip' | 'exe' } | { readonly unread: string } | null {
  if (has(head, [0x50, 0x4b, 0x03, 0x04]) || has(head, [0x50, 0x4b, 0x05, 0x06])) return { opened: 'zip' };
  if (has(head, [0x1f, 0x8b])) return { opened: 'gzip' };
  if (has(head, [0x75, 0x73, 0x74, 0x61, 0x72], 257)) return { opened: 'tar' };
  // A self-extracting archive is a program with a ZIP behind it; the program is not run, the ZIP is read.
  if (has(head, [0x4d, 0x5a])) return { opened: 'exe' };
  const unread = UNREAD.find(([, bytes, at]) => has(head, bytes, at));
  return unread === undefined ? null : { unread: unread[0] };
}

/** Opens an archive; null when the bytes are of none. Throws `GeoProblem` for one that must not or cannot be opened. */
export async function openArchive(file: NamedSource, budget: Budget): Promise<Archive | null> {
  const kind = archiveKind(await file.source.read(0, 512));
  if (kind === null) return null;
  if ('unread' in kind)
    throw new GeoProblem('named-only', reason('archives-not-opened', { format: kind.unread }));
  switch (kind.opened) {
    case 'zip':
      return openZip(file, budget);
    case 'exe':
      try {
        return await openZip(file, budget);
      } catch (error) {
        if (error instanceof GeoProblem && error.code === 'corrupt')
          throw new GeoProblem('executable', reason('program-never-run'));
        throw error;
      }
    case 'gzip':
      return (await import('./gzip.ts')).openGzip(file, budget);
    case 'tar':
      return (await import('./tar.ts')).openTar(file, budget);
  }
}
