/** What `tarrafa geo check` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const GEO_CHECK_WORDS = inLanguages(
  {
    check:
      'pergunta de novo por cada link para arquivo ou serviço geográfico, visita de novo as páginas dos produtores e mostra como está cada endereço',
    folder: 'pasta da coleta, com o seu geo-index.jsonl',
    every: 'não pergunta pelo que foi visitado há menos tempo que isto, como 12h ou 7d (padrão: 1d)',
    badTime: 'dê um tempo, como 12h ou 7d',
    profile:
      'modern, ou compat: tira o link do índice na primeira vez em que falta e não descreve nada de novo, como em 2006',
    show: 'não pergunta a ninguém: mostra como ficou cada endereço',
    errors: 'não pergunta a ninguém: mostra o registro de erros',
    limit: 'quantos endereços mostra, os que têm problemas primeiro',
    json: 'uma linha JSON por endereço e uma com o resumo, também no terminal',
    checking: '{done} de {total}',
    checked:
      '{pages} {pages|página visitada|páginas visitadas} de novo, {links} {links|link perguntado|links perguntados}; {deferred} {deferred|ficou|ficaram} para depois, por {deferred|ter|terem} sido {deferred|visto|vistos} há pouco',
    links:
      '{unchanged} {unchanged|está|estão} como {unchanged|estava|estavam}, {changed} {changed|mudou|mudaram} e {changed|foi descrito|foram descritos} de novo, {found} {found|é novo|são novos}, {rejected} já não {rejected|é geográfico|são geográficos}',
    gone: '{struck} {struck|faltou|faltaram}, {left} {left|saiu|saíram} do índice, {back} {back|voltou|voltaram} a ele; {errors} {errors|linha|linhas} a mais no registro de erros',
    stopped: 'Interrompido: o resto fica para a próxima vez.',
    nothing: 'Nenhum endereço.',
    noErrors: 'Nenhum erro.',
    more: '… e mais {count}; --limit mostra mais',
    indexed: 'última indexação',
    status: 'status',
    indicator: 'indicador',
    url: 'endereço',
    note: 'observação',
    when: 'quando',
    why: 'por quê',
    never: 'nunca',
    left: 'fora do índice',
    strikes: '{days} {days|dia|dias} em falta',
    of: { page: 'páginas', file: 'arquivos' },
    statuses: { 0: '0 (nunca)', 1: '1 (em dia)', 2: '2 (falhou)' },
    reasons: {
      robots: 'robots.txt não permite',
      unreachable: 'sem resposta',
      malformed: 'endereço malformado',
      'private-address': 'endereço privado',
      'out-of-scope': 'fora do alcance',
      'too-many-redirects': 'redirecionamentos demais',
      'page-instead': 'uma página no lugar do arquivo',
      'no-page': 'já não é uma página',
      unreadable: 'não pôde ser lido',
    },
  },
  {
    check:
      'pergunta de novo por cada ligação para ficheiro ou serviço geográfico, visita de novo as páginas dos produtores e mostra como está cada endereço',
    folder: 'pasta da recolha, com o seu geo-index.jsonl',
    every: 'não pergunta pelo que foi visitado há menos tempo do que isto, como 12h ou 7d (por omissão: 1d)',
    profile:
      'modern, ou compat: tira a ligação do índice à primeira vez que falta e não descreve nada de novo, como em 2006',
    errors: 'não pergunta a ninguém: mostra o registo de erros',
    checked:
      '{pages} {pages|página visitada|páginas visitadas} de novo, {links} {links|ligação perguntada|ligações perguntadas}; {deferred} {deferred|ficou|ficaram} para depois, por {deferred|ter|terem} sido {deferred|visto|vistos} há pouco',
    gone: '{struck} {struck|faltou|faltaram}, {left} {left|saiu|saíram} do índice, {back} {back|voltou|voltaram} a ele; {errors} {errors|linha|linhas} a mais no registo de erros',
    of: { file: 'ficheiros' },
    statuses: { 0: '0 (nunca)', 1: '1 (em dia)', 2: '2 (falhou)' },
    reasons: { 'page-instead': 'uma página no lugar do ficheiro' },
  },
  {
    check:
      'ask again for every link to a geographic file or service, visit the pages of producers again, and show how each address stands',
    folder: 'folder of a crawl, with its geo-index.jsonl',
    every: 'does not ask for what was visited less than this ago, as in 12h or 7d (default: 1d)',
    badTime: 'give a time, as in 12h or 7d',
    profile:
      'modern, or compat: takes a link out of the index the first time it is gone, and describes nothing anew, as in 2006',
    show: 'asks nobody: shows how each address was left',
    errors: 'asks nobody: shows the error log',
    limit: 'how many addresses to show, those in trouble first',
    json: 'one line of JSON per address and one with the summary, on a terminal too',
    checking: '{done} of {total}',
    checked:
      '{pages} {pages|page|pages} visited again, {links} {links|link|links} asked; {deferred} left for later, seen too short a time ago',
    links:
      '{unchanged} as {unchanged|it was|they were}, {changed} changed and described anew, {found} new, {rejected} no longer geographic',
    gone: '{struck} missing, {left} left the index, {back} came back to it; {errors} more {errors|row|rows} in the error log',
    stopped: 'Interrupted: the rest is left for the next time.',
    nothing: 'No address.',
    noErrors: 'No error.',
    more: '… and {count} more; --limit shows more',
    indexed: 'last indexed',
    status: 'status',
    indicator: 'indicator',
    url: 'address',
    note: 'note',
    when: 'when',
    why: 'why',
    never: 'never',
    left: 'left the index',
    strikes: 'missing {days} {days|day|days}',
    of: { page: 'pages', file: 'files' },
    statuses: { 0: '0 (never)', 1: '1 (up to date)', 2: '2 (failed)' },
    reasons: {
      robots: 'robots.txt forbids it',
      unreachable: 'no answer',
      malformed: 'malformed address',
      'private-address': 'private address',
      'out-of-scope': 'out of scope',
      'too-many-redirects': 'too many redirects',
      'page-instead': 'a page in place of the file',
      'no-page': 'no page any more',
      unreadable: 'could not be read',
    },
  },
);

export type GeoCheckWords = (typeof GEO_CHECK_WORDS)[Language];
