/** One extraction with its reasons in a few lines, from the archive of a crawl: for the demonstration. */
import { extractContent, SiteMemory } from '../../content/index.ts';
import { TarrafaError } from '../../errors.ts';
import { printableLines } from '../../formats/index.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import type { Language } from '../../words/index.ts';
import { say } from '../../words/index.ts';
import { hostOf, readable } from '../content/content-pages.ts';
import { reasonText } from '../content/content-reasons.ts';
import type { CommandSurroundings } from '../input/surroundings.ts';

const MOST_PAGES = 400;
const LINES = 12;
const WIDTH = 66;

const SILENT: CommandSurroundings = {
  isTerminal: false,
  out: () => {},
  err: () => {},
  stdin: async () => new Uint8Array(0),
  now: Date.now,
};

/**
 * The extraction of the page that shows most, as text of about fifteen lines; '' when the archive has no site with enough pages.
 * `host` chooses the site.
 */
export async function demoExtraction(folder: string, language: Language, host?: string): Promise<string> {
  const m = CONTENT_WORDS[language];
  const sites = new Map<
    string,
    { memory: SiteMemory; pages: { page: Parameters<typeof extractContent>[0]; counted: boolean }[] }
  >();
  let read = 0;
  try {
    const wanted = host === undefined ? undefined : hostOf(`https://${host}`);
    for await (const { analysed, site } of readable([folder], { around: SILENT, m, language })) {
      if (wanted !== undefined && site !== wanted) continue;
      if (++read > MOST_PAGES) break;
      const known = sites.get(site) ?? { memory: new SiteMemory(), pages: [] };
      sites.set(site, known);
      known.pages.push({ page: analysed, counted: known.memory.learn(analysed.facts) });
    }
  } catch (error) {
    // A crawl without pages has nothing to show, which is no error here.
    if (!(error instanceof TarrafaError)) throw error;
  }
  const [chosen] = [...sites.values()].sort((a, b) => b.pages.length - a.pages.length);
  if (chosen === undefined || chosen.pages.length < 3) return '';
  // The page with the most content that also has something dropped because the site repeats it.
  let best: ReturnType<typeof extractContent> | null = null;
  let most = -1;
  for (const { page, counted } of chosen.pages) {
    const content = extractContent(page, { memory: chosen.memory, counted });
    const dropped = content.blocks.filter(
      (b) => b.verdict === 'boilerplate' && b.reason === 'repeated-text',
    ).length;
    const worth =
      Math.min(content.words, 400) + Math.min(dropped, 10) * 20 + (content.type === 'article' ? 100 : 0);
    if (worth > most) {
      best = content;
      most = worth;
    }
  }
  if (best === null) return '';
  const content = best;
  const kept = content.blocks.filter((b) => b.verdict === 'content').slice(0, LINES / 2);
  const seen = new Set<string>();
  const dropped = content.blocks
    .filter(
      (b) => b.verdict !== 'content' && b.verdict !== 'headline' && !seen.has(b.reason) && seen.add(b.reason),
    )
    .slice(0, LINES / 2);
  const line = (mark: string, block: (typeof content.blocks)[number]): string => {
    const text = block.text.length > WIDTH ? `${block.text.slice(0, WIDTH - 1)}…` : block.text;
    const repeated =
      block.repeated === undefined || block.repeated === 0 ? '' : ` (${Math.round(block.repeated * 100)} %)`;
    return `  ${mark} ${text.padEnd(WIDTH)}  ${reasonText(block.reason, language)}${repeated}`;
  };
  return printableLines(
    [
      content.title,
      `  ${content.url} · ${say(m.words, { kept: content.words, all: content.pageWords })} · ${say(m.compared, { pages: content.site?.pages ?? 0, template: content.site?.cluster ?? '/' })}`,
      ...kept.map((block) => line('+', block)),
      ...dropped.map((block) => line('-', block)),
      '',
    ].join('\n'),
  );
}
