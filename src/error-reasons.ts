/**
 * The reasons that stand inside messages, in Portuguese. Rooms give them in English, as values of an error, for they know no languages;
 * the ones that a person meets who mistypes something are said here in theirs. A reason that is not here stays as it is.
 */

const ERRNO: Readonly<Record<string, string>> = {
  ENOENT: 'este caminho não existe',
  EACCES: 'sem permissão',
  EPERM: 'sem permissão',
  EROFS: 'o sistema de arquivos só permite leitura',
  EEXIST: 'já existe algo com este nome',
  ENOTDIR: 'uma parte do caminho não é uma pasta',
  EISDIR: 'é uma pasta',
  EMFILE: 'arquivos abertos demais',
  ENOTFOUND: 'este nome não leva a nenhum endereço',
  EADDRNOTAVAIL: 'este endereço não é desta máquina',
};

const REASONS: Readonly<Record<string, string>> = {
  'no such file': 'não existe',
  'no such file or folder': 'não existe',
  'no .warc or .arc file in it': 'não há nela nenhum arquivo WARC ou ARC',
  'no archive in it': 'não há nela nenhum arquivo WARC ou ARC',
  'nothing in it that can be read': 'não há nela nada que possa ser lido',
  'no record of a Web archive in it': 'nenhum registro de arquivo da Web nele',
  'not analysed yet': 'ainda não foi analisada',
  'it is empty': 'está vazio',
  'not a WARC or ARC file': 'não é um arquivo WARC nem ARC',
  'a zip; a WACZ is taken in with `tarrafa import`': 'é um zip; um WACZ é trazido com `tarrafa import`',
  'compressed with Zstandard, which is not read': 'comprimido com Zstandard, que não é lido',
  'the file ends within this record': 'o arquivo acaba no meio deste registro',
  'bytes that belong to no record': 'bytes que não são de nenhum registro',
  'too much damage in a row: the rest is not read': 'dano demais em seguida: o resto não é lido',
  'the record is longer than its gzip member': 'o registro é maior do que o seu membro gzip',
  'no record in this gzip member': 'não há registro neste membro gzip',
  'several records share one gzip member': 'vários registros no mesmo membro gzip',
  'no gzip header': 'falta o cabeçalho gzip',
  'the gzip checksum does not match': 'a soma de verificação do gzip não confere',
  'the gzip length does not match': 'o tamanho do gzip não confere',
  'no readable Content-Length': 'falta um Content-Length legível',
  'the block is not followed by two line ends: its length is wrong':
    'o bloco não termina em duas quebras de linha: o tamanho está errado',
  'its robots.txt asks not to be read': 'o robots.txt do site pede que não seja lido',
  'too many redirects': 'redirecionamentos demais',
  'no folder or archive named': 'nenhuma pasta e nenhum arquivo foi informado',
  'no file was named': 'nenhum arquivo foi informado',
  'it is no file': 'não é um arquivo',
  'it is no ZIP file': 'não é um arquivo ZIP',
  'no name or no bytes of an archive': 'nem o nome nem os bytes são de um arquivo WARC, ARC ou WACZ',
  'the folder belongs to a crawl; choose another with --out':
    'a pasta é a de uma coleta; escolha outra com --out',
  'the folder has an archive that was not imported': 'a pasta já tem arquivos que não foram importados',
  'the folder holds an imported collection; choose another':
    'a pasta tem uma coleção importada; escolha outra',
  'there is nobody to ask here: add --yes': 'não há a quem perguntar aqui: acrescente --yes',
  'it says how to follow --when, which is not given': 'diz como seguir --when, que não foi informado',
  'it says how to look for geographic data, and --geo is not given':
    'diz como procurar dados geográficos, e --geo não foi informado',
  'it says what to keep of geographic data, and --geo is not given':
    'diz o que guardar de dados geográficos, e --geo não foi informado',
  'its log is in use by another process': 'o seu registro está em uso por outro processo',
};

/** Why an address could not be fetched, before the words of the system about it. */
const FETCH: Readonly<Record<string, string>> = {
  'dns-not-found': 'não há servidor com esse nome',
  'dns-failed': 'o nome do servidor não pôde ser consultado',
  'private-address': 'leva a um endereço privado',
  'connect-timeout': 'o servidor não responde',
  'connect-refused': 'o servidor recusa a conexão',
  tls: 'não foi possível fazer uma conexão segura',
  'headers-timeout': 'o servidor demora demais a responder',
  'body-timeout': 'o servidor demora demais a enviar a página',
  reset: 'o servidor desligou no meio',
  protocol: 'a resposta não é HTTP',
};

/** What a value should have been; the other half of `"x" is not …`. */
const EXPECTED: Readonly<Record<string, string>> = {
  'a port': 'uma porta',
  'a whole number, such as 5000 or 10k': 'um número inteiro, como 5000 ou 10k',
  'a whole number or auto': 'um número inteiro nem auto',
  'a size, such as 500kB or 2GB': 'um tamanho, como 500kB ou 2GB',
  'a time, such as 30s, 5min or 2h': 'um tempo, como 30s, 5min ou 2h',
  'a time, such as 20s': 'um tempo, como 20s',
  'a text': 'um texto',
  'a list separated by commas': 'uma lista separada por vírgulas',
  'true or false': 'true nem false',
};

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export function reasonInPortuguese(reason: string): string {
  const known = own(REASONS, reason);
  if (known !== undefined) return known;
  const neither = /^(.{1,100}) is neither a web page nor an e-mail address$/.exec(reason);
  if (neither !== null) return `${neither[1]} não é uma página da Web nem um e-mail`;
  const wrong = /^("[^\n]{0,200}") is not (.{1,200})$/.exec(reason);
  if (wrong !== null) {
    const choices = /^one of (.+)$/.exec(wrong[2]!);
    const expected = choices === null ? own(EXPECTED, wrong[2]!) : `nenhum destes: ${choices[1]}`;
    return expected === undefined ? reason : `${wrong[1]} não é ${expected}`;
  }
  const fetched = /^([a-z]+(?:-[a-z]+){0,2}): /.exec(reason);
  if (fetched !== null && own(FETCH, fetched[1]!) !== undefined) return own(FETCH, fetched[1]!)!;
  // `ENOENT: no such file or directory, open 'x'`, `listen EADDRNOTAVAIL: …`, `getaddrinfo ENOTFOUND x`: the path is in the message.
  const errno = /^(?:[a-z]+ )?(E[A-Z]{3,12})(?::|\s|$)/.exec(reason);
  return (errno === null ? undefined : own(ERRNO, errno[1]!)) ?? reason;
}
