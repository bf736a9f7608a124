/** Tree, links, text blocks and visible text of pages. `size` is how often each page is read. */
import { loadPages } from '../peers/html-pages.ts';
import { given, measured, room } from './program.ts';

const PAGES = 40;

const { parseHtml, links, textBlocks, visibleText } = await room('html');
const pages = await loadPages({ data: given.data, wanted: PAGES });
await measured(async () => {
  const work = { links: 0, blocks: 0, characters: 0 };
  for (let round = 0; round < given.size; round++)
    for (const html of pages) {
      const document = parseHtml(html);
      work.links += links(document).count;
      work.blocks += textBlocks(document).count;
      work.characters += visibleText(document).length;
    }
  return work;
});
