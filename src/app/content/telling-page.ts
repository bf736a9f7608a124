/** The page of a collection that shows best what extraction does: with much content, and something that its site repeats. */
import { type AnalysedPage, type Content, extractContent, SiteMemory } from '../../content/index.ts';
import { TarrafaError } from '../../errors.ts';
import { hostOf, readable } from './pages.ts';

const MOST_PAGES = 400;
/** Pages of a site below which nothing repeats. */
const FEWEST_PAGES = 3;

interface Site {
  readonly memory: SiteMemory;
  readonly pages: { readonly page: AnalysedPage; readonly counted: boolean }[];
}

/** Of the site with the most pages, or of that of `host`; null when the collection has no site with enough pages. */
export async function tellingPage(folder: string, host?: string): Promise<Content | null> {
  const wanted = host === undefined ? null : hostOf(`https://${host}`);
  const [chosen] = [...(await sitesOf(folder, wanted)).values()].sort(
    (a, b) => b.pages.length - a.pages.length,
  );
  if (chosen === undefined || chosen.pages.length < FEWEST_PAGES) return null;
  let best: Content | null = null;
  let most = -1;
  for (const { page, counted } of chosen.pages) {
    const content = extractContent(page, { memory: chosen.memory, counted });
    const worth = worthOf(content);
    if (worth > most) [best, most] = [content, worth];
  }
  return best;
}

function worthOf({ blocks, words, type }: Content): number {
  const dropped = blocks.filter(
    ({ verdict, reason }) => verdict === 'boilerplate' && reason === 'repeated-text',
  ).length;
  return Math.min(words, 400) + Math.min(dropped, 10) * 20 + (type === 'article' ? 100 : 0);
}

async function sitesOf(folder: string, wanted: string | null): Promise<Map<string, Site>> {
  const sites = new Map<string, Site>();
  let read = 0;
  try {
    const pages = readable(
      [folder],
      {},
      { wanted: ({ url = '' }) => wanted === null || hostOf(url) === wanted },
    );
    for await (const { analysed, site } of pages) {
      if (++read > MOST_PAGES) break;
      const known = sites.get(site) ?? { memory: new SiteMemory(), pages: [] };
      sites.set(site, known);
      known.pages.push({ page: analysed, counted: known.memory.learn(analysed.facts) });
    }
  } catch (error) {
    // A collection without pages has nothing to show, which is no error here.
    if (!(error instanceof TarrafaError)) throw error;
  }
  return sites;
}
