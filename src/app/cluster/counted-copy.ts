/**
 * An archive file without the answers that do not count: whoever reads it elsewhere has no database to ask. What is left keeps its bytes, and stands
 * further ahead.
 */
import { createReadStream, statSync } from 'node:fs';
import type { CountedAnswers } from '../../collection/index.ts';
import { writeWholeFile } from '../../files/index.ts';

/** What is cut out of a file, in order. */
type Cuts = readonly { readonly from: number; readonly to: number }[];

/** Writes the file anew when it has such answers. Gives what was cut out of it. */
export async function cutUncounted(path: string, answers: CountedAnswers): Promise<Cuts> {
  const cuts = await uncounted(path, answers);
  if (cuts.length === 0) return cuts;
  const { size } = statSync(path);
  await writeWholeFile(path, async (file) => {
    let at = 0;
    for (const { from, to } of [...cuts, { from: size, to: size }]) {
      if (from > at)
        for await (const bytes of createReadStream(path, { start: at, end: from - 1 }))
          await file.write(bytes);
      at = to;
    }
  });
  return cuts;
}

/** Where a record stands when that is cut out; null when it was itself. */
export function placeAfter(cuts: Cuts, offset: number): number | null {
  let before = 0;
  for (const { from, to } of cuts) {
    if (from > offset) break;
    if (to > offset) return null;
    before += to - from;
  }
  return offset - before;
}

async function uncounted(path: string, answers: CountedAnswers): Promise<Cuts> {
  const [{ readWarc }, { doesCount }] = await Promise.all([
    import('../../warc/index.ts'),
    import('../../collection/index.ts'),
  ]);
  const cuts: { from: number; to: number }[] = [];
  const gone = new Set<string>();
  for await (const record of readWarc(path, { maxBlockBytes: 0 })) {
    const { type, offset, length, id } = record;
    // The request goes with its answer.
    const isOfGone =
      type === 'request' && record.fields.all('WARC-Concurrent-To').some((answer) => gone.has(answer));
    if (!isOfGone && doesCount(answers, record, false) !== false) continue;
    if (id !== null) gone.add(id);
    cuts.push({ from: offset, to: offset + length });
  }
  return cuts;
}
