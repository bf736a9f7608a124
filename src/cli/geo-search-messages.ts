/** What the commands of geographic search say, in the three languages. */
import type { Language } from './language.ts';

const PT_BR = {
  search: 'busca arquivos e serviços geográficos por lugar, tema ou texto',
  searchQuery: 'o que se procura, como em "uso do solo em Goiás"',
  in: 'pasta da coleta, arquivo geo-index.jsonl, ou pasta de arquivos geográficos',
  within: 'só o que está dentro desta área: um lugar, ou oeste,sul,leste,norte em graus',
  intersects: 'só o que toca esta área: um lugar, ou oeste,sul,leste,norte em graus',
  expanded: 'procura também nas palavras em volta dos links e no texto das páginas',
  profile: 'modern, ou compat: ordena só pelos produtores, como em 2006',
  limit: 'quantas respostas, no máximo',
  format: 'só estes formatos, separados por vírgulas',
  explain: 'mostra como a consulta foi entendida e de onde vem cada resposta',
  json: 'uma linha JSON por resposta, também no terminal',
  producers: 'lista quem produz dados geográficos, do mais ao menos recomendado',
  vocabulary: 'as palavras que denunciam páginas com dados geográficos',
  build: 'refaz a lista de palavras a partir de páginas de produtores conhecidos',
  buildInputs: 'páginas, pastas de páginas, arquivos WARC ou pastas de coletas',
  descriptionWeight: 'peso das palavras na descrição da página (2,5 na fórmula, 2 no texto da tese)',
  top: 'mostra só as primeiras palavras',
  all: 'mostra também as palavras abaixo da média',
  show: 'mostra a lista de palavras em uso',
  both: 'use --within ou --intersects, não os dois',
  badProfile: 'é modern ou compat',
  badNumber: 'dê um número maior que zero',
  nothing: 'Nada encontrado.',
  tryExpanded: 'Tente com --expanded, ou com menos palavras.',
  found: 'respostas: %s',
  area: 'área',
  placeIs: 'lugar',
  textIs: 'texto',
  classIs: 'tema',
  near: 'perto de',
  inside: 'em',
  from: 'de',
  by: 'por',
  producer: 'produtor',
  score: 'escore',
  files: 'arquivos',
  downloads: 'descargas',
  term: 'palavra',
  relevance: 'R',
  selected: '%s páginas lidas, %s palavras acima da média de %s',
  broken: '%s linhas do índice não puderam ser lidas',
  reading: 'lendo %s',
  weight: 'peso',
  harvest:
    'olha dentro dos arquivos e serviços geográficos ligados pelas páginas de uma coleta e faz o índice da busca',
  harvestInputs: 'pastas de coletas ou arquivos WARC',
  harvestOut: 'onde fica o índice; sem isto, na primeira pasta',
  contact: 'página ou e-mail de quem coleta, para o User-Agent',
  sampleWeb: 'a Web de amostra nesta porta, em vez da Web',
  harvesting: '%s páginas · %s arquivos',
  harvested: '%s arquivos e serviços de %s produtores; %s recusados, %s nem abertos; %s lidos',
  kinds: {
    placeExact: 'lugar',
    placePartial: 'parte de um lugar',
    anchor: 'texto do link',
    fileClass: 'nome ou tema',
    extended: 'em volta do link',
    context: 'página',
    authority: 'produtor',
    spatial: 'área comum',
    overlap: 'área comum',
  } as Readonly<Record<string, string>>,
};

export type GeoSearchMessages = typeof PT_BR;

const PT_PT: GeoSearchMessages = {
  ...PT_BR,
  search: 'procura ficheiros e serviços geográficos por lugar, tema ou texto',
  in: 'pasta da recolha, ficheiro geo-index.jsonl, ou pasta de ficheiros geográficos',
  expanded: 'procura também nas palavras à volta das ligações e no texto das páginas',
  buildInputs: 'páginas, pastas de páginas, ficheiros WARC ou pastas de recolhas',
  explain: 'mostra como a consulta foi entendida e de onde vem cada resposta',
  files: 'ficheiros',
  downloads: 'descargas',
  harvest:
    'olha para dentro dos ficheiros e serviços geográficos ligados pelas páginas de uma recolha e faz o índice da pesquisa',
  harvestInputs: 'pastas de recolhas ou ficheiros WARC',
  contact: 'página ou e-mail de quem recolhe, para o User-Agent',
  harvesting: '%s páginas · %s ficheiros',
  harvested: '%s ficheiros e serviços de %s produtores; %s recusados, %s nem abertos; %s lidos',
  kinds: { ...PT_BR.kinds, anchor: 'texto da ligação', extended: 'à volta da ligação' },
};

const EN: GeoSearchMessages = {
  search: 'find geographic files and services by place, theme or text',
  searchQuery: 'what is looked for, as in "uso do solo em Goiás"',
  in: 'folder of a crawl, a file geo-index.jsonl, or a folder of geographic files',
  within: 'only what lies in this area: a place, or west,south,east,north in degrees',
  intersects: 'only what touches this area: a place, or west,south,east,north in degrees',
  expanded: 'also looks at the words around links and at the text of pages',
  profile: 'modern, or compat: orders by producers alone, as in 2006',
  limit: 'how many answers at most',
  format: 'only these formats, separated by commas',
  explain: 'shows how the query was understood and where each answer comes from',
  json: 'one line of JSON per answer, on a terminal too',
  producers: 'list who produces geographic data, the most recommended first',
  vocabulary: 'the words that give away pages with geographic data',
  build: 'make the list of words anew from pages of known producers',
  buildInputs: 'pages, folders of pages, WARC files or folders of crawls',
  descriptionWeight: 'weight of words in the description (2.5 by the formula, 2 by the prose of the thesis)',
  top: 'shows only the first words',
  all: 'also shows the words below the mean',
  show: 'show the list of words in use',
  both: 'use --within or --intersects, not both',
  badProfile: 'it is modern or compat',
  badNumber: 'give a number greater than zero',
  nothing: 'Nothing found.',
  tryExpanded: 'Try with --expanded, or with fewer words.',
  found: 'answers: %s',
  area: 'area',
  placeIs: 'place',
  textIs: 'text',
  classIs: 'theme',
  near: 'near',
  inside: 'in',
  from: 'from',
  by: 'by',
  producer: 'producer',
  score: 'score',
  files: 'files',
  downloads: 'downloads',
  term: 'word',
  relevance: 'R',
  selected: '%s pages read, %s words above the mean of %s',
  broken: '%s lines of the index could not be read',
  reading: 'reading %s',
  weight: 'weight',
  harvest:
    'look into the geographic files and services that the pages of a crawl link to, and make the index for searching',
  harvestInputs: 'folders of crawls, or WARC files',
  harvestOut: 'where the index goes; the first folder if not given',
  contact: 'web page or e-mail address of who collects, for the User-Agent',
  sampleWeb: 'the sample web on this port instead of the Web',
  harvesting: '%s pages · %s files',
  harvested: '%s files and services of %s producers; %s rejected, %s not even opened; %s read',
  kinds: {
    placeExact: 'place',
    placePartial: 'part of a place',
    anchor: 'anchor',
    fileClass: 'name or theme',
    extended: 'around the link',
    context: 'page',
    authority: 'producer',
    spatial: 'shared area',
    overlap: 'shared area',
  },
};

export function geoSearchMessages(language: Language): GeoSearchMessages {
  return language === 'en' ? EN : language === 'pt-PT' ? PT_PT : PT_BR;
}

/** `%s` replaced in order. */
export function fill(template: string, ...values: readonly (string | number)[]): string {
  let at = 0;
  return template.replace(/%s/g, () => String(values[at++] ?? ''));
}

/** Controls could command the terminal of whoever looks at hostile data. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
