/** One extraction with its reasons in a few lines, from the archive of a crawl: for the demonstration. */
import { tellingPage } from '../../app/content/telling-page.ts';
import { printableLines } from '../../formats/index.ts';
import { blockReason } from '../../words/block-reasons.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import { type Language, say } from '../../words/index.ts';

const LINES = 12;
const WIDTH = 66;

/**
 * The extraction of the page that shows most, as text of about fifteen lines; '' when the archive has no site with enough pages.
 * `host` chooses the site.
 */
export async function demoExtraction(folder: string, language: Language, host?: string): Promise<string> {
  const m = CONTENT_WORDS[language];
  const content = await tellingPage(folder, host);
  if (content === null) return '';
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
    return `  ${mark} ${text.padEnd(WIDTH)}  ${blockReason(block.reason, language)}${repeated}`;
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
