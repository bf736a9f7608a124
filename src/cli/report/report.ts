/** `tarrafa report <folder>` and `tarrafa status <folder>`: what happened in a crawl, and how it stands now. Both only read the crawl. */
import { Command } from 'commander';
import pc from 'picocolors';
import { reportText, statusText, type TextStyle } from '../../app/report/as-text.ts';
import { report, status } from '../../app/report.ts';
import { chooseLanguage, type Language } from '../language.ts';

const STYLE: TextStyle = { heading: (text) => pc.bold(text), faint: (text) => pc.dim(text) };

function languageOf(lang: string | undefined): Language {
  // Given before the command's name or behind it, the program itself may have taken it.
  return chooseLanguage(lang === undefined ? process.argv : ['--lang', lang], process.env);
}

const TEXTS = {
  'pt-BR': {
    report: 'relatório de uma coleta: tabela, JSON, gráficos e página',
    status: 'situação de uma coleta',
    folder: 'pasta de uma coleta (a dada a --out) ou de uma coleção importada',
    json: 'escreve os números em JSON',
    out: 'pasta para os arquivos do relatório (padrão: <pasta>/report)',
    lang: 'língua: pt-BR, pt-PT ou en',
    written: 'Relatório gravado em',
  },
  'pt-PT': {
    report: 'relatório de uma recolha: tabela, JSON, gráficos e página',
    status: 'estado de uma recolha',
    folder: 'pasta de uma recolha (a dada a --out) ou de uma coleção importada',
    json: 'escreve os números em JSON',
    out: 'pasta para os ficheiros do relatório (por omissão: <pasta>/report)',
    lang: 'língua: pt-BR, pt-PT ou en',
    written: 'Relatório gravado em',
  },
  en: {
    report: 'report of a crawl: table, JSON, plots and a page',
    status: 'present state of a crawl',
    folder: 'folder of a crawl (the one given to --out) or of an imported collection',
    json: 'print the figures as JSON',
    out: 'folder for the files of the report (default: <folder>/report)',
    lang: 'language: pt-BR, pt-PT or en',
    written: 'Report written to',
  },
} as const;

/** Writes the report's files and prints it. */
export async function reportOn(
  folder: string,
  options: { readonly language: Language; readonly json?: boolean; readonly out?: string },
): Promise<void> {
  const { language } = options;
  const { report: found, page } = await report(folder, { language, out: options.out });
  process.stdout.write(
    options.json
      ? `${JSON.stringify(found)}\n`
      : `${reportText(found, language, STYLE)}\n${TEXTS[language].written} ${page}\n`,
  );
}

export function reportCommand(): Command {
  const texts = TEXTS[chooseLanguage(process.argv, process.env)];
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
  const texts = TEXTS[chooseLanguage(process.argv, process.env)];
  return new Command('status')
    .description(texts.status)
    .argument('<folder>', texts.folder)
    .option('--json', texts.json)
    .option('--lang <language>', texts.lang)
    .action(async (folder: string, options: { json?: boolean; lang?: string }) => {
      const found = await status(folder);
      process.stdout.write(
        options.json ? `${JSON.stringify(found)}\n` : statusText(found, languageOf(options.lang), STYLE),
      );
    });
}
