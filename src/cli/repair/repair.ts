/** `tarrafa repair <crawl>`: frontier, visits, state and index made again from the archive. */
import { Command } from 'commander';
import { repair } from '../../app/repair.ts';
import { printable } from '../../formats/index.ts';
import { formatNumber, type Language, say } from '../../words/index.ts';
import { REPAIR_WORDS } from '../../words/repair.ts';
import { sayWhy } from '../../words/why.ts';
import { DATA_PROCESS, type DataSurroundings, stoppable } from '../export/export.ts';
import { ProgressLine } from '../terminal/progress-line.ts';

const SHOWN = 30;

export function repairCommand(language: Language, around: DataSurroundings = DATA_PROCESS): Command {
  const m = REPAIR_WORDS[language];
  return new Command('repair')
    .description(m.about)
    .argument('<folder>', m.folder)
    .option('--json', m.json)
    .action(async (folder: string, flags: { readonly json?: boolean }) => {
      await stoppable(around, (signal) => run(folder, flags.json === true, signal));
    });

  async function run(folder: string, json: boolean, signal: AbortSignal): Promise<void> {
    const n = (value: number): string => formatNumber(value, language);
    const line = new ProgressLine(around, language);
    try {
      const { visits, pages, queued, told } = await repair(folder, {
        signal,
        onProgress: (done, total) => line.show(m.reading, done, total, n),
      });
      line.clear();
      if (json || !around.isTerminal) {
        const messages = told.map((why) => ({ ...why, message: sayWhy(why, language) }));
        around.out(`${JSON.stringify({ folder, visits, pages, queued, told: messages })}\n`);
        return;
      }
      for (const why of told.slice(0, SHOWN)) around.err(`- ${printable(sayWhy(why, language))}\n`);
      if (told.length > SHOWN) around.err(`${say(m.more, { count: n(told.length - SHOWN) })}\n`);
      around.out(
        `${say(m.done, { folder, visits: n(visits), pages: n(pages), queued: n(queued) })}\n${say(m.next, { folder })}\n`,
      );
    } finally {
      line.clear();
    }
  }
}
