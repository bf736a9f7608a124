/** Years of the copyright line: they bound when the page can have been made. */
import type { TextBlocks } from '../../html/index.ts';

export interface CopyrightYears {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly block: number;
}

const LINE =
  /(?:©|\(c\)|copyright|todos os direitos reservados|direitos autorais)[^\d]{0,40}((?:19|20)\d\d)(?:\s?(?:-|–|—|a|to|\/|,)\s?((?:19|20)\d\d))?(?!\d)|(?<!\d)((?:19|20)\d\d)(?:\s?(?:-|–)\s?((?:19|20)\d\d))?\s?(?:©|\(c\))/i;
const LONGEST = 600;
/** Copyright lines stand at the end. */
const LAST_BLOCKS = 80;

export function copyrightYears(blocks: TextBlocks): CopyrightYears | null {
  const stop = Math.max(0, blocks.count - LAST_BLOCKS);
  for (let i = blocks.count - 1; i >= stop; i--) {
    const text = blocks.text[i]!;
    if (text.length > LONGEST) continue;
    const m = LINE.exec(text);
    if (m === null) continue;
    const first = Number(m[1] ?? m[3]);
    const last = Number(m[2] ?? m[4] ?? first);
    return { first: Math.min(first, last), last: Math.max(first, last), text: m[0].slice(0, 80), block: i };
  }
  return null;
}
