/** What `tarrafa geo judge` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const GEO_JUDGE_WORDS = inLanguages(
  {
    judge:
      'mostra como páginas são julgadas na busca de dados geográficos: as palavras que contam, a classe de cada link e as palavras em volta dele',
    inputs:
      'páginas, pastas de páginas, pastas de coletas, arquivos WARC ou ARC, endereços, ou - para a entrada padrão',
    url: 'endereço da página, quando se dá um arquivo ou a entrada padrão; sem isto, links relativos ficam em pagina.invalid',
    profile: 'modern, ou compat: uma palavra em qualquer parte basta, como em 2006',
    json: 'uma linha JSON por página, também no terminal',
    verdicts: {
      files: 'tem o que olhar por dentro',
      words: 'fala de dados geográficos, mas não liga para nenhum',
      none: 'não é geográfica',
    },
    words: 'palavras: {words} (juntas valem {score})',
    noWords: 'nenhuma palavra geográfica',
    pages: '{count} {count|link para página|links para páginas}',
    scale: 'escala 1:{scale}',
    classes: {
      GEO_EXPLICIT: 'arquivo geográfico',
      GEO_NAMED: 'arquivo, geográfico pelo nome',
      GEO_CONTEXT: 'arquivo, geográfico pelas palavras',
      GEO_COMPONENT: 'parte de um arquivo geográfico',
      GEO_SERVICE: 'serviço geográfico',
      ARCHIVE_REJECTED: 'compactado, nada diz que é geográfico: não é pedido',
    },
    because: {
      anchor: 'texto do link',
      page: 'texto da página',
      around: 'em volta do link',
      script: 'citado num script',
      'world file': 'com arquivo de georreferência',
    },
  },
  {
    judge:
      'mostra como páginas são julgadas na procura de dados geográficos: as palavras que contam, a classe de cada ligação e as palavras à volta dela',
    inputs:
      'páginas, pastas de páginas, pastas de recolhas, ficheiros WARC ou ARC, endereços, ou - para a entrada padrão',
    url: 'endereço da página, quando se dá um ficheiro ou a entrada padrão; sem isto, ligações relativas ficam em pagina.invalid',
    pages: '{count} {count|ligação para página|ligações para páginas}',
    classes: {
      GEO_EXPLICIT: 'ficheiro geográfico',
      GEO_NAMED: 'ficheiro, geográfico pelo nome',
      GEO_CONTEXT: 'ficheiro, geográfico pelas palavras',
      GEO_COMPONENT: 'parte de um ficheiro geográfico',
      ARCHIVE_REJECTED: 'comprimido, nada diz que é geográfico: não é pedido',
    },
    because: {
      anchor: 'texto da ligação',
      around: 'à volta da ligação',
      'world file': 'com ficheiro de georreferenciação',
    },
  },
  {
    judge:
      'show how a search for geographic data judges pages: the words that count, the class of each link and the words around it',
    inputs:
      'pages, folders of pages, folders of crawls, archives (WARC or ARC), addresses, or - for standard input',
    url: 'the address of the page, when a file or standard input is given; without it relative links are at pagina.invalid',
    profile: 'modern, or compat: one word anywhere is enough, as in 2006',
    json: 'one line of JSON per page, also on a terminal',
    verdicts: {
      files: 'has something to look into',
      words: 'speaks of geographic data, but links to none',
      none: 'is not geographic',
    },
    words: 'words: {words} (together worth {score})',
    noWords: 'no geographic word',
    pages: '{count} {count|link to a page|links to pages}',
    scale: 'scale 1:{scale}',
    classes: {
      GEO_EXPLICIT: 'geographic file',
      GEO_NAMED: 'file, geographic by its name',
      GEO_CONTEXT: 'file, geographic by the words',
      GEO_COMPONENT: 'part of a geographic file',
      GEO_SERVICE: 'geographic service',
      ARCHIVE_REJECTED: 'archive that nothing speaks for: not asked for',
    },
    because: {
      anchor: 'anchor',
      page: 'text of the page',
      around: 'around the link',
      script: 'named in a script',
      'world file': 'with a world file',
    },
  },
);

export type GeoJudgeWords = (typeof GEO_JUDGE_WORDS)[Language];
