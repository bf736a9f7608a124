/** Tar: headers of 512 bytes before each member, read by jumping from one to the next. */

import { reason, type Why } from '../../words/why.ts';
import type { Budget } from '../readers/budget.ts';
import { type NamedSource, SliceSource } from '../readers/byte-source.ts';
import { decodeUndeclared } from '../readers/code-pages.ts';
import { GeoProblem, type Problem, told } from '../readers/problem.ts';
import { type Archive, type Member, refusalByName, safeName } from './member.ts';

const BLOCK = 512;
const LONGEST_NAME = 64 << 10;

function text(block: Uint8Array, from: number, length: number): string {
  let end = from;
  while (end < from + length && block[end] !== 0) end++;
  return decodeUndeclared(block.subarray(from, end));
}

function octal(block: Uint8Array, from: number, length: number): number {
  const digits = text(block, from, length).trim();
  if (!/^[0-7]*$/.test(digits))
    throw new GeoProblem('corrupt', reason('tar-size', { size: digits.slice(0, 12) }));
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

export async function openTar(file: NamedSource, budget: Budget): Promise<Archive> {
  const members: Member[] = [];
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= file.source.size; ) {
    const block = await file.source.read(at, BLOCK);
    if (block.length < BLOCK || block.every((byte) => byte === 0)) break;
    budget.enter(1);
    budget.tick();
    const size = octal(block, 124, 12);
    const flag = String.fromCharCode(block[156]!);
    const from = at + BLOCK;
    at = from + Math.ceil(size / BLOCK) * BLOCK;
    if (flag === 'L' || flag === 'x') {
      const body = await file.source.read(from, Math.min(size, LONGEST_NAME));
      const written = new TextDecoder().decode(body);
      longName =
        flag === 'L' ? written.replace(/\0.*$/s, '') : (/\d+ path=([^\n]*)\n/.exec(written)?.[1] ?? null);
      continue;
    }
    const prefix = text(block, 345, 155);
    const written = longName ?? (prefix === '' ? text(block, 0, 100) : `${prefix}/${text(block, 0, 100)}`);
    longName = null;
    const name = safeName(written);
    if (flag === '5' || flag === 'g' || name === '') continue;
    if (from + size > file.source.size) throw new GeoProblem('truncated', reason('is-cut', { name }));
    const problem = (code: Problem['code'], why: Why): Problem => ({
      code,
      severity: 'warning',
      file: name,
      ...told(why),
    });
    const refused =
      flag === '1' || flag === '2'
        ? problem('symlink', reason('a-link'))
        : flag !== '0' && flag !== '\0' && flag !== '7'
          ? problem('unsupported', reason('tar-member-type', { type: flag }))
          : refusalByName(name);
    members.push({
      name,
      size,
      packed: size,
      refused,
      open: async () => {
        if (refused !== null) throw new GeoProblem(refused.code, refused.why);
        budget.unpack(size);
        return new SliceSource(file.source, from, size);
      },
    });
  }
  return { kind: 'tar', members };
}
