/** `tarrafa content memory`: what a site repeats, learned from its pages, shown and written; or shown from where it was written. */
import { Command } from 'commander';
import { type RememberedSite, siteMemories } from '../../app/content.ts';
import { printableLines } from '../../formats/index.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import { formatBytes, formatNumber, type Language, say } from '../../words/index.ts';
import type { CommandSurroundings } from '../input/surroundings.ts';
import { ToldReading } from './content-told.ts';

interface MemoryFlags {
  readonly out?: string;
  readonly json?: boolean;
}

export function memoryCommand(language: Language, around: CommandSurroundings): Command {
  const m = CONTENT_WORDS[language];
  return new Command('memory')
    .description(m.memoryAbout)
    .argument('<input...>', m.memoryInputs)
    .option('--out <file>', m.memoryOut)
    .option('--json', m.json)
    .action(async (inputs: string[], { out, json }: MemoryFlags) => {
      const told = new ToldReading(around, language);
      try {
        for await (const remembered of siteMemories(inputs, { ...told.options(), out })) {
          told.clear();
          const { file, ...facts } = remembered;
          if (around.isTerminal && json !== true) around.out(memoryText(remembered, language));
          else around.out(`${JSON.stringify(facts)}\n`);
          if (file !== null) around.err(`${say(m.written, { file })}\n`);
        }
      } finally {
        told.clear();
      }
    });
}

function memoryText(
  { site, pages, nearDuplicates, bytes, templates }: RememberedSite,
  language: Language,
): string {
  const m = CONTENT_WORDS[language];
  const n = (value: number): string => formatNumber(value, language);
  const rows = templates.map(
    (one) =>
      `  ${one.prefix.padEnd(32)} ${m.version} ${one.version}  ${n(one.pages).padStart(7)} ${one.pages === 1 ? m.page : m.pages}`,
  );
  return printableLines(
    `${site}: ${n(pages)} ${pages === 1 ? m.page : m.pages} (${m.nearDuplicates}: ${n(nearDuplicates)}), ${formatBytes(bytes, language)} ${m.bytes}\n${m.templates}:\n${rows.join('\n')}\n`,
  );
}
