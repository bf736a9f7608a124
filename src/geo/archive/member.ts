/** A member of an archive, and what no archive may do with the names of its members. */

import { printable } from '../../formats/index.ts';
import { kindByExtension } from '../../url/index.ts';
import { reason } from '../../words/why.ts';
import type { ByteSource } from '../readers/byte-source.ts';
import { GeoProblem, type Problem, told } from '../readers/problem.ts';

export interface Member {
  /** Path inside the archive, with `/`, decoded. */
  readonly name: string;
  readonly size: number;
  /** Bytes that it takes inside the archive. */
  readonly packed: number;
  /** Why it must not be opened, or null. */
  readonly refused: Problem | null;
  open(): Promise<ByteSource>;
}

export interface Archive {
  readonly kind: 'zip' | 'tar' | 'gzip';
  readonly members: readonly Member[];
}

/** Cleans a path of an archive, or refuses it: no member may name a place outside its archive. */
export function safeName(written: string): string {
  const name = written.replace(/\\/g, '/');
  if (name.includes('\0'))
    throw new GeoProblem('path-traversal', reason('name-with-zero', { name: shown(written) }));
  if (name.startsWith('/') || /^[a-z]:/i.test(name))
    throw new GeoProblem('path-traversal', reason('name-absolute', { name: shown(written) }));
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..'))
    throw new GeoProblem('path-traversal', reason('name-climbs-out', { name: shown(written) }));
  return parts.join('/') + (name.endsWith('/') ? '/' : '');
}

function shown(name: string): string {
  return printable(name).slice(0, 80);
}

/** Why a member is left closed, from its name alone. */
export function refusalByName(name: string): Problem | null {
  return kindByExtension(name) === 'program'
    ? { code: 'executable', severity: 'warning', file: name, ...told(reason('programs-not-opened')) }
    : null;
}
