/** What `tarrafa export` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const EXPORT_WORDS = inLanguages(
  {
    about: 'leva os dados de uma coleção: CSV, JSON Lines, Parquet, GeoJSON, WARC, WACZ, TIMEX3',
    collection: 'pasta de uma coleta ou coleção, ou arquivos WARC',
    format: 'formato; sem isto, pelo nome do arquivo',
    what: 'o que exportar: pages (páginas), entities (entidades), geo (dados geográficos), links, segments (segmentos temporais), timeline (números da linha do tempo) ou visits (visitas da coleta)',
    query:
      'só o que esta busca acha, na mesma língua da busca da página: "enchentes quando:1941 onde:\\"Porto Alegre\\""',
    table: 'só as linhas desta tabela de entidades, com as colunas dela',
    type: 'só as entidades deste tipo: Person, NewsArticle…',
    csv: 'CSV; com "excel", para planilhas do Brasil e de Portugal: ponto e vírgula, vírgula decimal, UTF-8 com marca',
    badCsv: 'depois de --csv só pode vir "excel"',
    csvNotFormat: '--csv e --format {format} não combinam',
    out: 'arquivo a escrever; aparece inteiro ou não aparece',
    json: 'o resultado em JSON, também no terminal',
    badFormat: 'é um destes: {formats}',
    reading: 'lendo o arquivo da coleção',
    kinds: {
      pages: 'páginas',
      entities: 'valores de entidades',
      geo: 'arquivos e serviços geográficos',
      links: 'links',
      segments: 'segmentos',
      timeline: 'números da linha do tempo',
      visits: 'visitas',
    },
    counted: {
      pages: '{count} {count|página|páginas}',
      entities: '{count} {count|valor|valores} de entidades',
      geo: '{count} {count|arquivo ou serviço geográfico|arquivos e serviços geográficos}',
      links: '{count} {count|link|links}',
      segments: '{count} {count|segmento|segmentos}',
      timeline: '{count} {count|número|números} da linha do tempo',
      visits: '{count} {count|visita|visitas}',
    },
    rows: '{count} {count|linha|linhas}',
    done: '{file}: {items}, {size}',
    missing:
      'Aviso: de {pages} {pages|página|páginas} o registro não está no arquivo WARC; {pages|ficou|ficaram} de fora.',
    unknownPlace: 'Aviso: não se conhece o lugar "{place}"; a busca não o considerou.',
  },
  {
    reading: 'a ler o arquivo da coleção',
    collection: 'pasta de uma recolha ou coleção, ou ficheiros WARC',
    format: 'formato; sem isto, pelo nome do ficheiro',
    query:
      'só o que esta pesquisa encontra, na mesma língua da pesquisa da página: "cheias quando:1967 onde:Lisboa"',
    out: 'ficheiro a escrever; aparece inteiro ou não aparece',
    csv: 'CSV; com "excel", para folhas de cálculo de Portugal e do Brasil: ponto e vírgula, vírgula decimal, UTF-8 com marca',
    what: 'o que exportar: pages (páginas), entities (entidades), geo (dados geográficos), links (ligações), segments (segmentos temporais), timeline (números da linha do tempo) ou visits (visitas da recolha)',
    kinds: { geo: 'ficheiros e serviços geográficos', links: 'ligações' },
    counted: {
      links: '{count} {count|ligação|ligações}',
      geo: '{count} {count|ficheiro ou serviço geográfico|ficheiros e serviços geográficos}',
    },
    missing:
      'Aviso: de {pages} {pages|página|páginas} o registo não está no ficheiro WARC; {pages|ficou|ficaram} de fora.',
    unknownPlace: 'Aviso: não se conhece o lugar "{place}"; a pesquisa não o considerou.',
  },
  {
    about: 'take the data of a collection away: CSV, JSON Lines, Parquet, GeoJSON, WARC, WACZ, TIMEX3',
    collection: 'folder of a crawl or collection, or WARC files',
    format: 'format; by the name of the file if not given',
    what: 'what to export: pages, entities, geo (geographic data), links, segments (of time), timeline (its figures) or visits (of the crawl)',
    query:
      'only what this search finds, in the language of the search page: "floods when:1941 where:\\"Porto Alegre\\""',
    table: 'only the rows of this table of entities, with its columns',
    type: 'only entities of this type: Person, NewsArticle…',
    csv: 'CSV; with "excel", for spreadsheets of Brazil and Portugal: semicolons, decimal commas, UTF-8 with its mark',
    badCsv: 'nothing but "excel" may follow --csv',
    csvNotFormat: '--csv and --format {format} do not go together',
    out: 'file to write; it appears whole or not at all',
    json: 'the result as JSON, on a terminal too',
    badFormat: 'it is one of: {formats}',
    reading: 'reading the archive of the collection',
    kinds: {
      pages: 'pages',
      entities: 'values of entities',
      geo: 'geographic files and services',
      links: 'links',
      segments: 'segments',
      timeline: 'figures of the timeline',
      visits: 'visits',
    },
    counted: {
      pages: '{count} {count|page|pages}',
      entities: '{count} {count|value|values} of entities',
      geo: '{count} {count|geographic file or service|geographic files and services}',
      links: '{count} {count|link|links}',
      segments: '{count} {count|segment|segments}',
      timeline: '{count} {count|figure|figures} of the timeline',
      visits: '{count} {count|visit|visits}',
    },
    rows: '{count} {count|row|rows}',
    done: '{file}: {items}, {size}',
    missing:
      'Warning: of {pages} {pages|page|pages} the record is not in the archive; {pages|it was|they were} left out.',
    unknownPlace: 'Warning: the place "{place}" is not known; the search did not consider it.',
  },
);

export type ExportWords = (typeof EXPORT_WORDS)[Language];
