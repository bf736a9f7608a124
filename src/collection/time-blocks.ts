/**
 * The parts of a page's content as the time room reads them: blocks with their sections, and with offsets into exactly the text that the
 * catalogue keeps. The title stands before the text (at negative offsets), because what follows it speaks of the same time.
 */
import type { ContentPart, Run } from '../content/index.ts';
import type { TextBlock } from '../time/index.ts';

/** The line of a part in the text, without the mark of a list item. */
function lineOf(part: ContentPart): string | null {
  switch (part.kind) {
    case 'image':
      return null;
    case 'code':
      return part.text;
    case 'row':
      return part.cells.map(plain).join(' | ');
    default:
      return plain(part.runs);
  }
}

function plain(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) text += run.text;
  return text;
}

export interface TimeBlocks {
  /** The title first, when there is one, then the blocks of the text. */
  readonly blocks: readonly TextBlock[];
  /** Offset of the title: minus its length and one. */
  readonly titleAt: number;
}

/** `text` is what `src/content` wrote of the parts, or the beginning of it. */
export function timeBlocks(title: string, parts: readonly ContentPart[], text: string): TimeBlocks {
  const blocks: TextBlock[] = [];
  const titleAt = title === '' ? 0 : -title.length - 1;
  if (title !== '') blocks.push(block(0, title, titleAt, 0));
  let section = 0;
  let at = 0;
  for (const part of parts) {
    const line = lineOf(part);
    if (line === null) continue;
    if (part.kind === 'heading') section++;
    if (line === '') continue;
    // What stands between two parts is white space and the mark of an item.
    const found = text.indexOf(line, at);
    if (found < 0) break;
    blocks.push(block(blocks.length, line, found, section));
    at = found + line.length;
  }
  return { blocks, titleAt };
}

function block(index: number, text: string, docOffset: number, sectionId: number): TextBlock {
  return { index, text, docOffset, sectionId, boilerplate: false, links: [] };
}
