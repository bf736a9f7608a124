/** `tarrafa report <folder>` and `tarrafa status <folder>`: what happened in a crawl, and how it stands now. Both only read the crawl. */
import { Command } from 'commander';
import { type ReportOptions, report, status, statusText } from '../../app/report.ts';
import type { Language } from '../../words/index.ts';
import { REPORT_COMMAND_WORDS } from '../../words/report-command.ts';
import { chooseLanguage } from '../language.ts';
import { colours as pc } from '../terminal/colours.ts';

const STYLE: ReportOptions['style'] = { heading: (text) => pc.bold(text), faint: (text) => pc.dim(text) };

function languageOf(lang: string | undefined): Language {
  // Given before the command's name or behind it, the program itself may have taken it.
  return chooseLanguage(lang === undefined ? process.argv : ['--lang', lang], process.env);
}

/** Writes the report's files and prints it. */
export async function reportOn(
  folder: string,
  options: { readonly language: Language; readonly json?: boolean; readonly out?: string },
): Promise<void> {
  const { language } = options;
  const { report: found, page, text } = await report(folder, { language, out: options.out, style: STYLE });
  process.stdout.write(
    options.json
      ? `${JSON.stringify(found)}\n`
      : `${text}\n${REPORT_COMMAND_WORDS[language].written} ${page}\n`,
  );
}

export function reportCommand(): Command {
  const texts = REPORT_COMMAND_WORDS[chooseLanguage(process.argv, process.env)];
  return new Command('report')
    .description(texts.report)
    .argument('<folder>', texts.folder)
    .option('--json', texts.json)
    .option('--out <folder>', texts.out)
    .option('--lang <language>', texts.lang)
    .action(async (folder: string, options: { json?: boolean; out?: string; lang?: string }) => {
      await reportOn(folder, { ...options, language: languageOf(options.lang) });
    });
}

export function statusCommand(): Command {
  const texts = REPORT_COMMAND_WORDS[chooseLanguage(process.argv, process.env)];
  return new Command('status')
    .description(texts.status)
    .argument('<folder>', texts.folder)
    .option('--json', texts.json)
    .option('--lang <language>', texts.lang)
    .action(async (folder: string, options: { json?: boolean; lang?: string }) => {
      const found = await status(folder);
      process.stdout.write(
        options.json
          ? `${JSON.stringify(found)}\n`
          : await statusText(found, { language: languageOf(options.lang), style: STYLE }),
      );
    });
}
