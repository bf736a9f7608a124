/** What `tarrafa analyse` says, in the three languages. */
import type { Language } from '../language.ts';

const PT_BR = {
  about: 'analisa o arquivo de uma coleta (ou WARC de qualquer origem) e faz o catálogo em que se busca',
  inputs: 'pasta de uma coleta, pasta com arquivos WARC, ou arquivos WARC',
  out: 'arquivo do catálogo (padrão: catalogue.db ao lado dos WARC)',
  rebuild: 'refaz o catálogo inteiro; o antigo responde até o novo ficar pronto',
  threads: 'threads de leitura (padrão: uma por núcleo, menos uma)',
  json: 'escreve o andamento e o resumo em linhas JSON',
  quiet: 'não mostra o andamento nem a tabela',
  badThreads: 'dê um número de 0 a 64',
  phases: {
    learning: 'aprendendo o que os sites repetem',
    reading: 'analisando',
    geo: 'arquivos geográficos',
    settling: 'arrumando o índice',
  },
  pagesDone: 'páginas',
  perSecond: '/s',
  left: 'faltam',
  pages: 'páginas',
  versions: 'versões',
  sites: 'sites',
  links: 'links',
  entities: 'entidades',
  geoFiles: 'arquivos geográficos',
  services: 'serviços',
  size: 'catálogo',
  time: 'tempo',
  fresh: 'novas agora',
  upToDate: 'O catálogo já estava em dia.',
  problems: '%s problemas; os primeiros:',
  interrupted: 'Interrompido. O mesmo comando continua daqui.',
  nothing: 'nenhum registro de arquivo da Web nele',
  next: 'Para buscar: tarrafa serve %s',
  noArchive: 'Nada a analisar: %s ainda não tem nenhum arquivo WARC.',
};

export type AnalyseMessages = typeof PT_BR;

const PT_PT: AnalyseMessages = {
  ...PT_BR,
  about: 'analisa o arquivo de uma recolha (ou WARC de qualquer origem) e faz o catálogo em que se pesquisa',
  inputs: 'pasta de uma recolha, pasta com ficheiros WARC, ou ficheiros WARC',
  out: 'ficheiro do catálogo (por omissão: catalogue.db ao lado dos WARC)',
  threads: 'threads de leitura (por omissão: uma por núcleo, menos uma)',
  phases: {
    ...PT_BR.phases,
    learning: 'a aprender o que os sites repetem',
    reading: 'a analisar',
    geo: 'ficheiros geográficos',
    settling: 'a arrumar o índice',
  },
  links: 'ligações',
  geoFiles: 'ficheiros geográficos',
  interrupted: 'Interrompido. O mesmo comando continua a partir daqui.',
  nothing: 'nenhum registo de arquivo da Web nele',
  next: 'Para pesquisar: tarrafa serve %s',
  noArchive: 'Nada a analisar: %s ainda não tem nenhum ficheiro WARC.',
};

const EN: AnalyseMessages = {
  about: "analyses a crawl's archive (or anybody's WARC) and makes the catalogue that is searched",
  inputs: 'folder of a crawl, folder with WARC files, or WARC files',
  out: 'file of the catalogue (default: catalogue.db beside the WARC files)',
  rebuild: 'make the whole catalogue anew; the old one answers until the new one is ready',
  threads: 'reading threads (default: one less than the cores)',
  json: 'print progress and summary as JSON lines',
  quiet: 'show neither progress nor table',
  badThreads: 'give a number from 0 to 64',
  phases: {
    learning: 'learning what sites repeat',
    reading: 'analysing',
    geo: 'geographic files',
    settling: 'settling the index',
  },
  pagesDone: 'pages',
  perSecond: '/s',
  left: 'left',
  pages: 'pages',
  versions: 'versions',
  sites: 'sites',
  links: 'links',
  entities: 'entities',
  geoFiles: 'geographic files',
  services: 'services',
  size: 'catalogue',
  time: 'time',
  fresh: 'new now',
  upToDate: 'The catalogue was up to date.',
  problems: '%s problems; the first:',
  interrupted: 'Stopped. The same command goes on from here.',
  nothing: 'no record of a Web archive in it',
  next: 'To search: tarrafa serve %s',
  noArchive: 'Nothing to analyse: %s has no WARC file yet.',
};

export function analyseMessages(language: Language): AnalyseMessages {
  return language === 'en' ? EN : language === 'pt-PT' ? PT_PT : PT_BR;
}
