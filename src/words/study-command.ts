/** What `tarrafa report time` says. */
import { inLanguages } from './in-languages.ts';

export const STUDY_COMMAND_WORDS = inLanguages(
  {
    about:
      'estudo temporal de uma coleção: de que épocas fala e de quando é, em tabelas, JSON, gráficos e página',
    inputs: 'pastas de coletas, arquivos WARC ou ARC, coleções em XML, registros WPT, JSON Lines, textos',
    json: 'os números em JSON, também no terminal',
    out: 'pasta para os arquivos (padrão: <pasta>/report quando há uma só pasta)',
    xml: 'grava também a coleção na forma XML neste arquivo',
    xmlLinks: 'com os endereços e as ligações na forma XML',
    creation: 'data de criação: a publicada pela página ou a do Last-Modified',
    all: 'analisa os documentos de todas as línguas',
    profile: 'parâmetros',
    locale: 'estações e feriados; sem ela, os do país do endereço ou da grafia',
    patterns: 'lê também os padrões deste arquivo, feito por tarrafa time mine --json',
    limit: 'lê no máximo este número de documentos',
    lang: 'língua das mensagens',
    wholeNumber: 'dê um número inteiro, de 1 para cima',
    written: 'Estudo gravado em',
  },
  {
    inputs: 'pastas de recolhas, ficheiros WARC ou ARC, coleções em XML, registos WPT, JSON Lines, textos',
    out: 'pasta para os ficheiros (por omissão: <pasta>/report quando há uma só pasta)',
    xml: 'grava também a coleção na forma XML neste ficheiro',
    patterns: 'lê também os padrões deste ficheiro, feito por tarrafa time mine --json',
  },
  {
    about:
      'temporal study of a collection: which times it speaks of and when it was made, as tables, JSON, plots and a page',
    inputs: 'folders of crawls, WARC or ARC files, collections in XML, WPT records, JSON Lines, texts',
    json: 'the figures as JSON, on a terminal too',
    out: 'folder for the files (default: <folder>/report when one folder is given)',
    xml: 'also write the collection in the XML form to this file',
    xmlLinks: 'with addresses and links in the XML form',
    creation: 'creation date: as published by the page, or its Last-Modified',
    all: 'study the documents of every language',
    profile: 'parameters',
    locale: 'seasons and holidays; without it those of the country of the host or of the spelling',
    patterns: 'also read the patterns of this file, made by tarrafa time mine --json',
    limit: 'read at most this many documents',
    lang: 'language of messages',
    wholeNumber: 'give a whole number from 1',
    written: 'Study written to',
  },
);
