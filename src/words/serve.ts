/** What `tarrafa serve` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const SERVE_WORDS = inLanguages(
  {
    about: 'abre coletas no navegador: busca, linha do tempo, mapa, entidades, novas coletas; e a API',
    collections: 'pastas de coletas, ou arquivos WARC (juntos, uma coleção)',
    port: 'porta (sem ela: 8730, ou a próxima livre)',
    host: 'endereço em que ouvir; fora desta máquina, tudo exige o token',
    tokenFile: 'arquivo com o token do servidor (sem ele: TARRAFA_TOKEN, ou um novo a cada início)',
    publicUrl: 'endereço público do servidor, atrás de um proxy: https://acervo.exemplo.br',
    allowHost: 'outro nome pelo qual o servidor atende, atrás de um proxy (pode repetir-se)',
    config: 'arquivo de configuração das coletas iniciadas pela página',
    crawls: 'pasta em que ficam as coletas iniciadas pela página',
    open: 'abrir a página no navegador',
    sampleWeb: 'as coletas iniciadas usam a Web de amostra nesta porta de loopback',
    noAnalyse: 'mostrar os catálogos como estão, sem analisar o que há de novo',
    analysing: 'analisando {collection}',
    ready: '{folder}: {pages} {pages|página|páginas}',
    notReady: 'Aviso: {folder} não pôde ser analisada ({why}); mostra-se o que já havia.',
    address: 'abra {address}',
    everything:
      'Ouvindo em {host}: tudo exige o token, que vai no endereço abaixo. Não há cifra: use uma rede de confiança.',
    closing: 'Encerrando… (Ctrl-C de novo encerra já)',
    fault: 'Falha ao atender {request}:',
  },
  {
    about: 'abre recolhas no navegador: pesquisa, linha do tempo, mapa, entidades, novas recolhas; e a API',
    collections: 'pastas de recolhas, ou ficheiros WARC (juntos, uma coleção)',
    port: 'porto (sem ele: 8730, ou o próximo livre)',
    tokenFile: 'ficheiro com o token do servidor (sem ele: TARRAFA_TOKEN, ou um novo a cada início)',
    config: 'ficheiro de configuração das recolhas iniciadas pela página',
    crawls: 'pasta em que ficam as recolhas iniciadas pela página',
    sampleWeb: 'as recolhas iniciadas usam a Web de amostra neste porto de loopback',
  },
  {
    about: 'open collections in the browser: search, timeline, map, entities, new crawls; and the API',
    collections: 'folders of crawls, or WARC files (together, one collection)',
    port: 'port (without it: 8730, or the next that is free)',
    host: 'address to listen on; outside this machine everything needs the token',
    tokenFile: 'file with the token of the server (without it: TARRAFA_TOKEN, or a new one at each start)',
    publicUrl: 'public address of the server, behind a proxy: https://acervo.exemplo.br',
    allowHost: 'another name that the server answers to, behind a proxy (may be repeated)',
    config: 'configuration file of crawls started from the page',
    crawls: 'folder for crawls started from the page',
    open: 'open the page in the browser',
    sampleWeb: 'crawls that are started use the sample web on this loopback port',
    noAnalyse: 'show catalogues as they are, without analysing what is new',
    analysing: 'analysing {collection}',
    ready: '{folder}: {pages} {pages|page|pages}',
    notReady: 'Warning: {folder} could not be analysed ({why}); what was there already is shown.',
    address: 'open {address}',
    everything:
      'Listening on {host}: everything needs the token, which is in the address below. Nothing is encrypted: use a network you trust.',
    closing: 'Closing… (Ctrl-C again ends at once)',
    fault: 'Failed to answer {request}:',
  },
);

export type ServeWords = (typeof SERVE_WORDS)[Language];
