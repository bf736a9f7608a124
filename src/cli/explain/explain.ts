/** `tarrafa explain <folder> <url>`: every rule that decided about a URL, in order, and everything that happened to it. */
import { Command } from 'commander';
import { explain } from '../../app/explain.ts';
import { printable } from '../../formats/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { FAILURE_WORDS } from '../../words/failures.ts';
import type { Language } from '../../words/index.ts';

export function explainCommand(language: Language): Command {
  const m = COMMAND_WORDS[language];
  return new Command('explain')
    .description(m.explain)
    .argument('<folder>', m.out)
    .argument('<url>')
    .option('--json')
    .action(async (folder: string, raw: string, flags: { json?: boolean }) => {
      const answer = await explain(folder, raw);
      if (flags.json) {
        process.stdout.write(`${JSON.stringify(answer)}\n`);
        return;
      }
      const lines: string[] = [];
      if (answer.url) {
        lines.push(
          `${m.explainUrl}: ${answer.url.fetch}`,
          `${m.explainKey}: ${answer.url.key}`,
          `${m.explainSite}: ${answer.url.site}`,
          '',
        );
      }
      if (!answer.known) lines.push(m.unknownUrl);
      for (const { rule, accepted, detail } of answer.rules) {
        // A refusal is said in the person's language where there are words for it.
        const words: Readonly<Record<string, string>> = FAILURE_WORDS[language].address;
        const said = accepted ? detail : (words[rule] ?? detail);
        lines.push(
          `  ${accepted ? '✓' : '✗'} ${rule}: ${accepted ? m.accepted : m.refusedBy}${said ? ` (${said})` : ''}`,
        );
      }
      if (answer.events.length > 0) lines.push('', `${m.explainEvents}:`);
      for (const event of answer.events) {
        const detail = Object.entries(event.detail).map(([name, value]) => `${name}=${value}`);
        lines.push(
          `  ${event.at > 0 ? new Date(event.at).toISOString() : '–'.padEnd(24)}  ${event.event}${detail.length > 0 ? `  ${detail.join(' ')}` : ''}`,
        );
      }
      for (const visit of answer.visits) {
        const { n, at, outcome, status, reason, bytes, title, warc } = visit;
        lines.push(
          `  ${new Date(at).toISOString()}  #${n} ${outcome} ${status}${reason ? ` ${reason}` : ''} ${bytes} B${title ? ` «${printable(title)}»` : ''}${warc ? ` ${warc.file}@${warc.offset}` : ''}`,
        );
      }
      if (answer.period.length > 0) lines.push('', `${m.explainPeriod}:`);
      for (const { page, anchor, segment, text, dates, inside, counted } of answer.period)
        lines.push(
          `  ${page}`,
          `    «${printable(anchor)}» · ${m.explainSegment} ${segment}: ${dates.slice(0, 8).join(', ') || '–'} · ${inside}/${counted}`,
          `    ${printable(text)}`,
        );
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}
