/** What `tarrafa import` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const IMPORT_WORDS = inLanguages(
  {
    about: 'traz arquivos WARC, ARC e WACZ de outros para uma coleção, e os analisa',
    inputs: 'arquivos WARC, ARC ou WACZ',
    out: 'pasta da coleção; o que já foi importado para ela fica',
    link: 'ligar os arquivos em vez de copiá-los, onde o sistema de arquivos permite',
    noAnalyse: 'só trazer e indexar; analisar depois, com tarrafa analyse',
    json: 'o resultado em JSON, também no terminal',
    copying: 'copiando',
    others: 'Registros que não são capturas, {count}: {list}.',
    kinds: {
      warcinfo: '{count} de {count|descrição|descrições} de arquivo',
      request: '{count} {count|pedido|pedidos}',
      metadata: '{count} de metadados',
      unaddressed: '{count} sem lugar próprio no arquivo',
      other: '{count} de {count|outro tipo|outros tipos}',
    },
    refused: 'Não importado: {where}: {why}',
    problem: 'Aviso: {where}: {why}',
    moreProblems: '… e mais {count} {count|aviso|avisos}.',
    done: '{files} {files|arquivo|arquivos} ({size}) em {folder}: {captures} {captures|captura|capturas}. Já estavam: {already}.',
    analysed:
      '{pages} {pages|página analisada|páginas analisadas}. {pages|Veja-a|Veja-as} com: tarrafa serve {folder}',
  },
  {
    about: 'traz ficheiros WARC, ARC e WACZ de outros para uma coleção, e analisa-os',
    inputs: 'ficheiros WARC, ARC ou WACZ',
    link: 'ligar os ficheiros em vez de os copiar, onde o sistema de ficheiros o permite',
    copying: 'a copiar',
    others: 'Registos que não são capturas, {count}: {list}.',
    kinds: {
      warcinfo: '{count} de {count|descrição|descrições} de ficheiro',
      unaddressed: '{count} sem lugar próprio no ficheiro',
    },
    done: '{files} {files|ficheiro|ficheiros} ({size}) em {folder}: {captures} {captures|captura|capturas}. Já lá estavam: {already}.',
  },
  {
    about: 'bring WARC, ARC and WACZ files of others into a collection, and analyse them',
    inputs: 'WARC, ARC or WACZ files',
    out: 'folder of the collection; what was imported into it before stays',
    link: 'link the files instead of copying them, where the file system can',
    noAnalyse: 'only bring and index them; analyse later, with tarrafa analyse',
    json: 'the result as JSON, on a terminal too',
    copying: 'copying',
    others: 'Records that are no captures, {count}: {list}.',
    kinds: {
      warcinfo: '{count} {count|description|descriptions} of a file',
      request: '{count} {count|request|requests}',
      metadata: '{count} of metadata',
      unaddressed: '{count} without a place of {count|its|their} own in the file',
      other: '{count} of {count|another kind|other kinds}',
    },
    refused: 'Not imported: {where}: {why}',
    problem: 'Warning: {where}: {why}',
    moreProblems: '… and {count} more {count|warning|warnings}.',
    done: '{files} {files|file|files} ({size}) in {folder}: {captures} {captures|capture|captures}. There already: {already}.',
    analysed:
      '{pages} {pages|page analysed|pages analysed}. See {pages|it|them} with: tarrafa serve {folder}',
  },
);

export type ImportWords = (typeof IMPORT_WORDS)[Language];
