/** What `tarrafa warc` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const WARC_WORDS = inLanguages(
  {
    about: 'lista, mostra, confere e serve arquivos WARC (ls, cat, check, index, replay)',
    paths: 'arquivos WARC ou ARC, pastas deles, ou pastas de coletas',
    path: 'arquivo WARC ou ARC, pasta deles, ou pasta de uma coleta',
    folders: 'pastas de arquivos WARC ou ARC, ou de coletas',
    ls: 'lista os registros: uma tabela no terminal, linhas JSON fora dele',
    json: 'linhas JSON, também no terminal',
    types: 'só registros destes tipos',
    cat: 'escreve um registro na saída: o seu conteúdo decodificado, se não se pede outra coisa',
    url: 'endereço da captura',
    time: 'a captura mais próxima deste momento (20240131…); sem isto, a mais nova',
    offset: 'o registro que está nesta posição do arquivo',
    headers: 'os campos do registro e o cabeçalho HTTP',
    raw: 'o bloco como foi arquivado: cabeçalho e corpo HTTP como vieram',
    payload: 'o conteúdo decodificado (é o que se faz sem opção)',
    check:
      'verifica somas de verificação, tamanhos, campos e o índice de uma pasta; termina com o código 5 quando algo está danificado. Com --cluster, de uma coleta dividida: pastas de trabalhadores que estão aqui e o armazém; diz que registros são órfãos',
    index: 'refaz o índice CDXJ de uma pasta a partir dos seus arquivos',
    replay: 'abre arquivos no navegador, só nesta máquina',
    port: 'porta em 127.0.0.1; 0 usa qualquer uma que esteja livre',
    badNumber: 'dê um número inteiro',
    badPort: 'uma porta vai até 65535',
    badMoment: 'dê algarismos como em 20240131235959, ou só os primeiros',
    columns: {
      type: 'tipo',
      status: 'est.',
      mime: 'tipo de mídia',
      date: 'data',
      offset: 'posição',
      length: 'tamanho',
      url: 'endereço',
    },
    severities: { error: 'erro', warning: 'aviso', orphan: 'órfão' },
    codings: {
      bomb: 'grande demais',
      corrupt: 'danificada',
      'unknown-encoding': 'desconhecida',
    },
    notDecoded: 'a codificação do conteúdo não pôde ser desfeita ({why}): ele é dado como veio',
    checked:
      '{files} {files|arquivo|arquivos}, {records} {records|registro|registros} ({kinds}), {digests} {digests|soma verificada|somas verificadas}: {errors} {errors|erro|erros}, {warnings} {warnings|aviso|avisos}',
    orphans:
      '{orphans} {orphans|registro órfão, com que nenhuma visita conta e que nada mostra|registros órfãos, com que nenhuma visita conta e que nada mostra}',
    indexed:
      '{folder}: {files} {files|arquivo|arquivos}, {captures} {captures|captura indexada|capturas indexadas}',
    stop: 'Ctrl-C encerra',
  },
  {
    about: 'lista, mostra, verifica e serve ficheiros WARC (ls, cat, check, index, replay)',
    paths: 'ficheiros WARC ou ARC, pastas deles, ou pastas de recolhas',
    path: 'ficheiro WARC ou ARC, pasta deles, ou pasta de uma recolha',
    folders: 'pastas de ficheiros WARC ou ARC, ou de recolhas',
    ls: 'lista os registos: uma tabela no terminal, linhas JSON fora dele',
    types: 'só registos destes tipos',
    cat: 'escreve um registo na saída: o seu conteúdo descodificado, se não se pede outra coisa',
    time: 'a captura mais próxima deste momento (20240131…); sem isto, a mais recente',
    offset: 'o registo que está nesta posição do ficheiro',
    headers: 'os campos do registo e o cabeçalho HTTP',
    payload: 'o conteúdo descodificado (é o que se faz sem opção)',
    check:
      'verifica somas de verificação, tamanhos, campos e o índice de uma pasta; termina com o código 5 quando algo está danificado. Com --cluster, de uma recolha dividida: pastas de trabalhadores que estão aqui e o armazém; diz que registos são órfãos',
    index: 'refaz o índice CDXJ de uma pasta a partir dos seus ficheiros',
    replay: 'abre ficheiros WARC e ARC no navegador, só nesta máquina',
    port: 'porto em 127.0.0.1; 0 usa qualquer um que esteja livre',
    badPort: 'um porto vai até 65535',
    columns: { mime: 'tipo de conteúdo' },
    codings: { bomb: 'demasiado grande' },
    checked:
      '{files} {files|ficheiro|ficheiros}, {records} {records|registo|registos} ({kinds}), {digests} {digests|soma verificada|somas verificadas}: {errors} {errors|erro|erros}, {warnings} {warnings|aviso|avisos}',
    orphans:
      '{orphans} {orphans|registo órfão, com que nenhuma visita conta e que nada mostra|registos órfãos, com que nenhuma visita conta e que nada mostra}',
    indexed:
      '{folder}: {files} {files|ficheiro|ficheiros}, {captures} {captures|captura indexada|capturas indexadas}',
  },
  {
    about: 'list, show, check and serve WARC files (ls, cat, check, index, replay)',
    paths: 'archive files, folders of them, or folders of crawls',
    path: 'archive file, folder of them, or folder of a crawl',
    folders: 'folders of archives or of crawls',
    ls: 'list the records: a table on a terminal, JSON Lines otherwise',
    json: 'JSON Lines, also on a terminal',
    types: 'only records of these types',
    cat: 'write a record to standard output: its decoded payload unless asked otherwise',
    url: 'address of the capture',
    time: 'the capture nearest to this moment (20240131…); the newest otherwise',
    offset: 'the record at this place of the file',
    headers: 'the fields of the record and the HTTP head',
    raw: 'the block as archived: HTTP head and body as received',
    payload: 'the decoded payload (the default)',
    check:
      'verify checksums, lengths, digests, fields and the index of a folder; exit code 5 when something is damaged. With --cluster, of a shared crawl: folders of workers that are here and the store; tells which records are orphans',
    index: 'make the CDXJ index of a folder anew from its archives',
    replay: 'serve archives on this machine so that they can be browsed',
    port: 'port on 127.0.0.1; 0 takes any free one',
    badNumber: 'give a whole number',
    badPort: 'a port is at most 65535',
    badMoment: 'give digits as in 20240131235959, or the first of them',
    columns: {
      type: 'type',
      status: 'stat',
      mime: 'media type',
      date: 'date',
      offset: 'offset',
      length: 'length',
      url: 'address',
    },
    severities: { error: 'error', warning: 'warning', orphan: 'orphan' },
    codings: { bomb: 'too large', corrupt: 'damaged', 'unknown-encoding': 'unknown' },
    notDecoded: 'the content encoding could not be undone ({why}): the payload is given as received',
    checked:
      '{files} {files|file|files}, {records} {records|record|records} ({kinds}), {digests} {digests|digest|digests} verified: {errors} {errors|error|errors}, {warnings} {warnings|warning|warnings}',
    orphans:
      '{orphans} {orphans|orphan record|orphan records}: no visit of the crawl counts on {orphans|it|them}, and nothing shows {orphans|it|them}',
    indexed: '{folder}: {files} {files|file|files}, {captures} {captures|capture|captures} indexed',
    stop: 'Ctrl-C to stop',
  },
);

export type WarcWords = (typeof WARC_WORDS)[Language];
