/** What `tarrafa time mine` says. */
import { inLanguages } from './in-languages.ts';

export const MINE_WORDS = inLanguages(
  {
    about: 'minera, num corpus, os padrões das expressões de tempo',
    inputs: 'textos, JSON Lines, pastas de coletas, arquivos WARC ou ARC, coleções em XML, registros WPT',
    json: 'os padrões em JSON, na forma do anotador, também no terminal',
    lang: 'língua das mensagens',
    window: 'palavras antes e depois de um marcador',
    minFrequency: 'menor frequência de um padrão',
    fresh: 'só os padrões que a gramática em uso ainda não lê',
    rows: 'linhas da tabela',
    limit: 'lê no máximo este número de documentos',
    found:
      '{patterns} {patterns|padrão|padrões} em {sentences} {sentences|frase|frases}; {cancelled} de {occurrences} {occurrences|marcador|marcadores} junto de palavras negativas; cobertura {covered} %',
    error: 'tabela cheia: as frequências podem estar até {bound} abaixo',
    wholeNumber: 'dê um número inteiro, de 1 para cima',
    windowSize: 'dê um número de 1 a {most}',
    header: ['freq.', 'padrão', 'tipo', 'classe', 'lido hoje por', 'exemplos'],
    none: '— novo',
  },
  { inputs: 'textos, JSON Lines, pastas de recolhas, ficheiros WARC ou ARC, coleções em XML, registos WPT' },
  {
    about: 'mine the patterns of time expressions from a corpus',
    inputs: 'texts, JSON Lines, folders of crawls, WARC or ARC files, collections in XML, WPT records',
    json: 'the patterns as JSON, in the form of the annotator, on a terminal too',
    lang: 'language of messages',
    window: 'words before and after a marker',
    minFrequency: 'least frequency of a pattern',
    fresh: 'only the patterns that the grammar in use does not read yet',
    rows: 'rows of the table',
    limit: 'read at most this many documents',
    found:
      '{patterns} {patterns|pattern|patterns} in {sentences} {sentences|sentence|sentences}; {cancelled} of {occurrences} {occurrences|marker|markers} beside negative words; coverage {covered} %',
    error: 'table full: frequencies may be up to {bound} too low',
    wholeNumber: 'give a whole number from 1',
    windowSize: 'give a number from 1 to {most}',
    header: ['freq.', 'pattern', 'type', 'class', 'read today by', 'examples'],
    none: '— new',
  },
);
