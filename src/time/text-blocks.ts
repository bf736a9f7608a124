/** Plain text cut into blocks: an empty line ends a paragraph. */
import type { TextBlock } from './block.ts';

export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let at = 0;
  while (at < text.length) {
    const gap = /\r?\n[ \t]*\r?\n\s*/g;
    gap.lastIndex = at;
    const m = gap.exec(text);
    const end = m ? m.index : text.length;
    if (text.slice(at, end).trim() !== '') {
      blocks.push({
        index: blocks.length,
        text: text.slice(at, end),
        docOffset: at,
        sectionId: 0,
        boilerplate: false,
        links: [],
      });
    }
    at = m ? m.index + m[0].length : text.length;
  }
  return blocks;
}
