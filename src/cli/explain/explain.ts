/** `tarrafa explain <folder> <url>`: every rule that decided about a URL, in order, and everything that happened to it. */
import { Command } from 'commander';
import { explain } from '../../app/explain.ts';
import { printable } from '../../formats/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { type ClusterFlags, withClusterFlags } from '../cluster/cluster-flags.ts';
import { folderOrCluster, missing } from '../cluster/folder-or-cluster.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { eventLine, visitLine } from './event-lines.ts';
import { explainedText } from './explained-in-cluster.ts';
import { referencesLine, ruleLines } from './rule-lines.ts';

export function explainCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  const command = new Command('explain')
    .description(m.explain)
    .argument('[folder]', m.out)
    .argument('[url]', m.explainUrl)
    .option('--json', m.oneJson);
  return withClusterFlags(command, language).action(
    async (
      first: string | undefined,
      second: string | undefined,
      flags: ClusterFlags & { json?: boolean },
      self: Command,
    ) => {
      // Of a shared crawl there is no folder to name.
      const [folder, raw] = second === undefined ? [undefined, first] : [first, second];
      const crawl = folderOrCluster(folder, flags, self);
      if (raw === undefined) return missing('url', self);
      if (typeof crawl !== 'string') {
        const { explainCluster } = await import('../../app/cluster/cluster-explain.ts');
        const found = await explainCluster(crawl, raw);
        process.stdout.write(
          printsTable(flags.json) ? explainedText(found, language) : `${JSON.stringify(found)}\n`,
        );
        return;
      }
      const answer = await explain(crawl, raw);
      if (!printsTable(flags.json)) {
        process.stdout.write(`${JSON.stringify(answer)}\n`);
        return;
      }
      const lines = ruleLines(answer, language);
      if (answer.events.length > 0) lines.push('', `${m.explainEvents}:`);
      const fetch = answer.url?.fetch ?? null;
      for (const event of answer.events) lines.push(eventLine(event, fetch, language));
      for (const visit of answer.visits) lines.push(visitLine(visit, language));
      if (answer.references !== null) lines.push('', referencesLine(answer.references, language));
      if (answer.period.length > 0) lines.push('', `${m.explainPeriod}:`);
      for (const { page, anchor, segment, text, dates, inside, counted } of answer.period)
        lines.push(
          `  ${page}`,
          `    «${printable(anchor)}» · ${m.explainSegment} ${segment}: ${dates.slice(0, 8).join(', ') || '–'} · ${inside}/${counted}`,
          `    ${printable(text)}`,
        );
      process.stdout.write(`${lines.join('\n')}\n`);
    },
  );
}
