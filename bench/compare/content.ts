/** Content of pages, parse included, from each page alone and with the memory of its site. `size` is how often each page is read. */
import { loadPages } from '../peers/html-pages.ts';
import { given, measured, room } from './program.ts';

const PAGES = 40;

const { parseHtml } = await room('html');
const { analysePage, extractContent, SiteMemory } = await room('content');
const pages = await loadPages({ data: given.data, wanted: PAGES });
await measured(async () => {
  const work = { characters: 0, remembered: 0 };
  for (let round = 0; round < given.size; round++) {
    const memory = new SiteMemory();
    for (const [n, html] of pages.entries()) {
      const page = analysePage(parseHtml(html), { url: `https://jornal.exemplo.br/cidade/noticia-${n}` });
      work.characters += extractContent(page).text.length;
      const counted = memory.learn(page.facts);
      work.remembered += extractContent(page, { memory, counted }).text.length;
    }
  }
  return work;
});
