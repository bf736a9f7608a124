/** What `tarrafa serve` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const SERVE_WORDS = inLanguages(
  {
    about: 'abre coletas no navegador: busca, linha do tempo, mapa, entidades, novas coletas; e a API',
    collections: 'pastas de coletas, ou arquivos WARC (juntos, uma coleção)',
    desk: 'é também o balcão de voluntários da coleta dividida: entrega trabalho por HTTP e confere o que trazem',
    config: 'arquivo de configuração das coletas iniciadas pela página',
    crawls: 'pasta em que ficam as coletas iniciadas pela página',
    open: 'abrir a página no navegador',
    sampleWeb: 'as coletas iniciadas usam a Web de amostra nesta porta de loopback',
    noAnalyse: 'mostrar os catálogos como estão, sem analisar o que há de novo',
    analysing: 'analisando {collection}',
    ready: '{folder}: {pages} {pages|página|páginas}',
    notReady: 'Aviso: {folder} não pôde ser analisada ({why}); mostra-se o que já havia.',
    deskOver: 'A coleta acabou, e com ela o trabalho do balcão; a busca continua.',
    deskFailed: 'O balcão de voluntários parou ({why}); a busca continua.',
    address: 'abra {address}',
    everything:
      'Ouvindo em {host}: tudo exige o token, que vai no endereço abaixo. Não há cifra: use uma rede de confiança.',
    closing: 'Encerrando… (Ctrl-C de novo encerra já)',
    fault: 'Falha ao atender {request}:',
  },
  {
    about: 'abre recolhas no navegador: pesquisa, linha do tempo, mapa, entidades, novas recolhas; e a API',
    collections: 'pastas de recolhas, ou ficheiros WARC (juntos, uma coleção)',
    desk: 'é também o balcão de voluntários da recolha dividida: entrega trabalho por HTTP e confere o que trazem',
    config: 'ficheiro de configuração das recolhas iniciadas pela página',
    crawls: 'pasta em que ficam as recolhas iniciadas pela página',
    deskOver: 'A recolha acabou, e com ela o trabalho do balcão; a pesquisa continua.',
    deskFailed: 'O balcão de voluntários parou ({why}); a pesquisa continua.',
    sampleWeb: 'as recolhas iniciadas usam a Web de amostra neste porto de loopback',
  },
  {
    about: 'open collections in the browser: search, timeline, map, entities, new crawls; and the API',
    collections: 'folders of crawls, or WARC files (together, one collection)',
    desk: 'is also the desk of the volunteers of the shared crawl: hands out work over HTTP and verifies what they bring',
    config: 'configuration file of crawls started from the page',
    crawls: 'folder for crawls started from the page',
    open: 'open the page in the browser',
    sampleWeb: 'crawls that are started use the sample web on this loopback port',
    noAnalyse: 'show catalogues as they are, without analysing what is new',
    analysing: 'analysing {collection}',
    ready: '{folder}: {pages} {pages|page|pages}',
    notReady: 'Warning: {folder} could not be analysed ({why}); what was there already is shown.',
    deskOver: 'The crawl is over, and with it the work of the desk; searching goes on.',
    deskFailed: 'The desk of the volunteers has stopped ({why}); searching goes on.',
    address: 'open {address}',
    everything:
      'Listening on {host}: everything needs the token, which is in the address below. Nothing is encrypted: use a network you trust.',
    closing: 'Closing… (Ctrl-C again ends at once)',
    fault: 'Failed to answer {request}:',
  },
);

export type ServeWords = (typeof SERVE_WORDS)[Language];
