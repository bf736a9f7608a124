/** `tarrafa report` and `tarrafa status`: what happened in the crawl of a folder or a database, and how it stands now. Both only read it. */
import { Command } from 'commander';
import type { ClusterPlace } from '../../app/cluster/cluster-place.ts';
import { type ReportOptions, report, status, statusText } from '../../app/report.ts';
import type { Language } from '../../words/index.ts';
import { REPORT_COMMAND_WORDS } from '../../words/report-command.ts';
import { type ClusterFlags, withClusterFlags } from '../cluster/cluster-flags.ts';
import { folderOrCluster } from '../cluster/folder-or-cluster.ts';
import { chooseLanguage, languageOption } from '../language.ts';
import { colours as pc } from '../terminal/colours.ts';
import { printsTable } from '../terminal/printed-form.ts';

const STYLE: ReportOptions['style'] = { heading: (text) => pc.bold(text), faint: (text) => pc.dim(text) };

function languageOf(lang: string | undefined): Language {
  // Given before the command's name or behind it, the program itself may have taken it.
  return chooseLanguage(lang === undefined ? process.argv : ['--lang', lang], process.env);
}

/** Writes the report's files and prints it. */
export async function reportOn(
  folder: string,
  options: {
    readonly language: Language;
    readonly out?: string | undefined;
    /** Lines of JSON; without it, as who reads them wants them. */
    readonly json?: boolean | undefined;
  },
): Promise<void> {
  const { language } = options;
  const { report: found, page, text } = await report(folder, { language, out: options.out, style: STYLE });
  process.stdout.write(
    (options.json ?? !printsTable())
      ? `${JSON.stringify(found)}\n`
      : `${text}\n${REPORT_COMMAND_WORDS[language].written} ${page}\n`,
  );
}

interface ReportFlags extends ClusterFlags {
  readonly json?: boolean;
  readonly out?: string;
  readonly lang?: string;
}

/** Writes the report of a shared crawl and prints it. */
async function reportOnCluster(place: ClusterPlace, flags: ReportFlags): Promise<void> {
  const { reportCluster } = await import('../../app/cluster/cluster-report.ts');
  const language = languageOf(flags.lang);
  const {
    report: found,
    page,
    text,
  } = await reportCluster(place, { language, out: flags.out, style: STYLE });
  process.stdout.write(
    printsTable(flags.json)
      ? `${text}\n${REPORT_COMMAND_WORDS[language].written} ${page}\n`
      : `${JSON.stringify(found)}\n`,
  );
}

export function reportCommand(language = chooseLanguage(process.argv, process.env)): Command {
  const texts = REPORT_COMMAND_WORDS[language];
  const command = new Command('report')
    .description(texts.report)
    .argument('[folder]', texts.folder)
    .option('--json', texts.json)
    .option('--out <folder>', texts.out)
    .addOption(languageOption(texts.lang));
  return withClusterFlags(command, language).action(
    async (folder: string | undefined, flags: ReportFlags, self: Command) => {
      const crawl = folderOrCluster(folder, flags, self);
      if (typeof crawl !== 'string') return reportOnCluster(crawl, flags);
      await reportOn(crawl, { ...flags, language: languageOf(flags.lang) });
    },
  );
}

export function statusCommand(language = chooseLanguage(process.argv, process.env)): Command {
  const texts = REPORT_COMMAND_WORDS[language];
  const command = new Command('status')
    .description(texts.status)
    .argument('[folder]', texts.folder)
    .option('--json', texts.json)
    .addOption(languageOption(texts.lang));
  return withClusterFlags(command, language).action(
    async (folder: string | undefined, flags: ReportFlags, self: Command) => {
      const crawl = folderOrCluster(folder, flags, self);
      if (typeof crawl !== 'string') {
        const { printClusterStatus } = await import('../cluster/cluster.ts');
        return printClusterStatus(flags, languageOf(flags.lang));
      }
      const found = await status(crawl);
      process.stdout.write(
        printsTable(flags.json)
          ? await statusText(found, { language: languageOf(flags.lang), style: STYLE })
          : `${JSON.stringify(found)}\n`,
      );
    },
  );
}
