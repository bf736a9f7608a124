/** What the reading of pages tells, as lines on standard error: a line of progress for whoever watches, and what was left out. */

import type { ContentNotice, ContentProgress, ContentReading } from '../../app/content/pages.ts';
import type { AccessOptions } from '../../app/input/access.ts';
import { printableLines } from '../../formats/index.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import { formatBytes, type Language, type Message, say } from '../../words/index.ts';
import { sayWhy } from '../../words/why.ts';
import { type CommandSurroundings, pagesFrom } from '../input/surroundings.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

/** Lines about single files; the rest is counted. */
const MOST_TOLD = 10;

export class ToldReading {
  readonly #around: CommandSurroundings;
  readonly #language: Language;
  #stage: ContentProgress['stage'] = 'reading';
  #line: ProgressLine;
  #told = 0;
  /** Whether a large page is announced, on a line that is taken away when it was read. */
  #announced = false;

  constructor(around: CommandSurroundings, language: Language) {
    this.#around = around;
    this.#language = language;
    this.#line = this.#newLine();
  }

  /** Where the pages come from, and who is told. */
  options(url?: string, access?: AccessOptions): ContentReading {
    const { onProblem: _, ...pages } = pagesFrom(this.#around, this.#language, url, access);
    return {
      ...pages,
      onProgress: (progress) => this.#progress(progress),
      onNotice: (notice) => this.#notice(notice),
    };
  }

  /** Takes the line of progress away: something else is about to be written to the same screen. */
  clear(): void {
    if (this.#announced) this.#around.err('\r\x1b[2K');
    this.#announced = false;
    this.#line.clear();
  }

  #newLine(): ProgressLine {
    return new ProgressLine(
      {
        isWatched: this.#around.isWatched ?? this.#around.isTerminal,
        err: (text) => this.#around.err(text),
        now: () => this.#around.now(),
      },
      this.#language,
    );
  }

  #progress({ stage, pages }: ContentProgress): void {
    const m = CONTENT_WORDS[this.#language];
    if (this.#announced) this.clear();
    if (stage !== this.#stage) {
      this.#line.clear();
      this.#line = this.#newLine();
      this.#stage = stage;
    }
    const what = { learning: m.learning, comparing: m.comparing, reading: m.read }[stage];
    this.#line.show(what, pages, null);
  }

  #notice(notice: ContentNotice): void {
    const m = CONTENT_WORDS[this.#language];
    const said = (why: Parameters<typeof sayWhy>[0]): string => sayWhy(why, this.#language);
    switch (notice.kind) {
      case 'left-out':
        return this.#tell(say(m.skipped, { name: said(notice.name), why: said(notice.why) }));
      case 'damaged': {
        const { path, offset, why } = notice;
        return this.#tell(say(m.damaged, { path, offset, why: said(why) }));
      }
      case 'all-left-out':
        this.#told = 0;
        return this.#write(say(m.leftOut, { count: notice.count, summary: said(notice.kinds) }));
      case 'several-sites':
        if (this.#around.isTerminal) this.#write(say(m.mixed, { sites: notice.sites }));
        return;
      case 'of-site': {
        const { site, count, detail } = notice;
        return this.#tell(say(m.ofSite[notice.what] as Message, { site, count, detail }));
      }
      case 'large': {
        if (this.#around.isWatched !== true) return;
        const size = formatBytes(notice.bytes, this.#language);
        this.#announced = true;
        this.#around.err(`\r\x1b[2K${printableLines(say(m.large, { page: notice.name, size }))}\r`);
      }
    }
  }

  #tell(text: string): void {
    if (++this.#told <= MOST_TOLD) this.#write(text);
  }

  #write(text: string): void {
    this.clear();
    this.#around.err(`${printableLines(text)}\n`);
  }
}
