/** Gzip: one file, or a tar. Its size is known only when it is unpacked, so it is held, within the limit. */
import { gunzipSync } from 'node:zlib';
import { reason } from '../../words/why.ts';
import type { Budget } from '../readers/budget.ts';
import { MemorySource, type NamedSource } from '../readers/byte-source.ts';
import { GeoProblem } from '../readers/problem.ts';
import { type Archive, refusalByName, safeName } from './member.ts';
import { openTar } from './tar.ts';

export async function openGzip(file: NamedSource, budget: Budget): Promise<Archive> {
  const { maxHeldBytes } = budget.limits;
  budget.hold(file.source.size, reason('gzip-file'));
  budget.enter(1);
  const packed = await file.source.read(0, file.source.size);
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(packed, { maxOutputLength: maxHeldBytes });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new GeoProblem('bomb', reason('gzip-too-large', { bytes: maxHeldBytes }));
    throw new GeoProblem(
      code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt',
      reason('packed-damaged', { why: (cause as Error).message.slice(0, 100) }),
      { cause },
    );
  }
  budget.unpack(bytes.length);
  const source = new MemorySource(bytes);
  if (new TextDecoder('latin1').decode(bytes.subarray(257, 262)) === 'ustar')
    return openTar({ name: file.name, source }, budget);
  const base = file.name.slice(Math.max(file.name.lastIndexOf('/'), file.name.lastIndexOf('\\')) + 1);
  const name = safeName(base.replace(/\.(?:gz|gzip|tgz)$/i, '') || 'data');
  return {
    kind: 'gzip',
    members: [
      {
        name,
        size: bytes.length,
        packed: packed.length,
        refused: refusalByName(name),
        open: async () => source,
      },
    ],
  };
}
