/** Content during a crawl: the threads judge each page alone, and here the memory of its site says what it repeats. */
import { join } from 'node:path';
import type { CrawlEnvironment, ObservedPage, PageNotes, PageObserver } from '../crawl/index.ts';

/** Memories are written this often, in ticks of a second: what a kill takes is learned again from the archive. */
const TICKS_BETWEEN_SAVES = 60;

export async function contentEnvironment(
  out: string,
): Promise<Required<Pick<CrawlEnvironment, 'analysers' | 'observer'>>> {
  const { CONTENT_ANALYSER_MODULE, CONTENT_FACTS, SiteMemories } = await import('../content/index.ts');
  const memories = new SiteMemories(join(out, 'content'));
  let ticks = 0;
  const observer: PageObserver = {
    page({ site, facts }: ObservedPage): PageNotes | undefined {
      const found = facts.more[CONTENT_FACTS] as import('../content/index.ts').ContentFacts | undefined;
      if (found === undefined) return undefined;
      const { labels } = memories.learn(site, found.blocks);
      let words = 0;
      for (let i = 0; i < labels.length; i++) if (labels[i] === 1) words += found.blocks.words[i]!;
      return { content: { type: found.type, words, pageWords: found.pageWords } };
    },
    tick() {
      if (++ticks % TICKS_BETWEEN_SAVES === 0) memories.save();
    },
    close: () => memories.save(),
  };
  return { analysers: [{ module: CONTENT_ANALYSER_MODULE, options: null }], observer };
}
