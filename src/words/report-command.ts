/** What `tarrafa report` and `tarrafa status` say. */
import { inLanguages } from './in-languages.ts';

export const REPORT_COMMAND_WORDS = inLanguages(
  {
    report: 'relatório de uma coleta: tabela, JSON, gráficos e página',
    status: 'situação de uma coleta',
    folder: 'pasta de uma coleta (a dada a --out) ou de uma coleção importada',
    json: 'os números em JSON, também no terminal',
    out: 'pasta para os arquivos do relatório (padrão: <pasta>/report)',
    lang: 'língua das mensagens',
    written: 'Relatório gravado em',
  },
  {
    report: 'relatório de uma recolha: tabela, JSON, gráficos e página',
    status: 'estado de uma recolha',
    folder: 'pasta de uma recolha (a dada a --out) ou de uma coleção importada',
    out: 'pasta para os ficheiros do relatório (por omissão: <pasta>/report)',
  },
  {
    report: 'report of a crawl: table, JSON, plots and a page',
    status: 'present state of a crawl',
    folder: 'folder of a crawl (the one given to --out) or of an imported collection',
    json: 'the figures as JSON, on a terminal too',
    out: 'folder for the files of the report (default: <folder>/report)',
    lang: 'language of messages',
    written: 'Report written to',
  },
);
