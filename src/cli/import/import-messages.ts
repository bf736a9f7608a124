/** What `tarrafa import` says, in the three languages. */
import type { Language } from '../language.ts';

const PT_BR = {
  about: 'traz arquivos WARC, ARC e WACZ de outros para uma coleção, e os analisa',
  inputs: 'arquivos WARC, ARC ou WACZ',
  out: 'pasta da coleção; o que já foi importado para ela fica',
  link: 'ligar os arquivos em vez de copiá-los, onde o sistema de arquivos permite',
  noAnalyse: 'só trazer e indexar; analisar depois, com tarrafa analyse',
  json: 'o resultado em JSON, também no terminal',
  copying: 'copiando',
  analysing: 'analisando',
  problem: 'Aviso: %s: %s',
  moreProblems: '… e mais %s avisos.',
  done: '%s arquivos (%s) em %s: %s capturas. Já estavam: %s.',
  analysed: '%s páginas analisadas. Veja-as com: tarrafa serve %s',
};

export type ImportMessages = typeof PT_BR;

const PT_PT: ImportMessages = {
  ...PT_BR,
  about: 'traz ficheiros WARC, ARC e WACZ de outros para uma coleção, e analisa-os',
  inputs: 'ficheiros WARC, ARC ou WACZ',
  link: 'ligar os ficheiros em vez de os copiar, onde o sistema de ficheiros o permite',
  copying: 'a copiar',
  analysing: 'a analisar',
  done: '%s ficheiros (%s) em %s: %s capturas. Já lá estavam: %s.',
};

const EN: ImportMessages = {
  about: 'bring WARC, ARC and WACZ files of others into a collection, and analyse them',
  inputs: 'WARC, ARC or WACZ files',
  out: 'folder of the collection; what was imported into it before stays',
  link: 'link the files instead of copying them, where the file system can',
  noAnalyse: 'only bring and index them; analyse later, with tarrafa analyse',
  json: 'the result as JSON, on a terminal too',
  copying: 'copying',
  analysing: 'analysing',
  problem: 'Warning: %s: %s',
  moreProblems: '… and %s more warnings.',
  done: '%s files (%s) in %s: %s captures. There already: %s.',
  analysed: '%s pages analysed. See them with: tarrafa serve %s',
};

export function importMessages(language: Language): ImportMessages {
  return language === 'en' ? EN : language === 'pt-PT' ? PT_PT : PT_BR;
}
