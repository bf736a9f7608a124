/**
 * How the help calls the values of options and arguments: `<folder>` is `<pasta>` to who reads Portuguese. The program goes by the English
 * names; what stands for itself (`<n>`, `<url>`, an example as `<10GB>`) is the same in every language.
 */
import type { Language } from './language.ts';

/** In Portuguese; of Brazil and of Portugal where they differ. */
const VALUE_NAMES: Readonly<Record<string, string | readonly [brazil: string, portugal: string]>> = {
  address: 'endereço',
  area: 'área',
  collection: 'coleção',
  collections: 'coleções',
  costs: 'custos',
  crawl: ['coleta', 'recolha'],
  date: 'data',
  desk: 'balcão',
  digits: 'algarismos',
  documents: 'documentos',
  dossier: 'dossiê',
  duration: 'duração',
  examples: 'exemplos',
  file: ['arquivo', 'ficheiro'],
  folder: 'pasta',
  folders: 'pastas',
  form: 'forma',
  format: 'formato',
  group: 'grupo',
  'host:port:addr:port': 'nome:porta:endereço:porta',
  how: 'como',
  input: 'entrada',
  kind: 'tipo',
  language: 'língua',
  levels: 'níveis',
  line: 'linha',
  list: 'lista',
  locale: 'país',
  measure: 'medida',
  method: 'método',
  moment: 'momento',
  name: 'nome',
  'name=value': 'nome=valor',
  number: 'número',
  order: 'ordem',
  orders: 'ordens',
  'other-crawl': ['outra-coleta', 'outra-recolha'],
  'page attribute': 'página atributo',
  pages: 'páginas',
  path: 'caminho',
  policy: 'política',
  port: ['porta', 'porto'],
  query: ['busca', 'pesquisa'],
  rule: 'regra',
  scope: ['escopo', 'âmbito'],
  seconds: 'segundos',
  seeds: 'sementes',
  share: 'parte',
  size: 'tamanho',
  source: 'fonte',
  table: 'tabela',
  tag: 'língua',
  text: 'texto',
  time: 'tempo',
  title: 'título',
  type: 'tipo',
  unit: 'unidade',
  view: 'vista',
  way: 'modo',
  weight: 'peso',
  what: 'o-quê',
  which: 'quais',
  who: 'quem',
  words: 'palavras',
  'words=place': 'palavras=lugar',
  worker: 'trabalhador',
  'worker-folder': 'pasta-do-trabalhador',
  wrapper: ['arquivo-de-extração', 'ficheiro-de-extração'],
};

/** What is not translated: signs, and what is written so in Portuguese too. */
export const SAME_IN_ALL: readonly string[] = [
  ...['n', 'n|auto', 'ms', 'bytes', 'url', 'url|e-mail', 'pt,…', 'shell', 'token'],
  ...['json', 'tsv', 'cypher', 'excel', 'corpus', 'item'],
];

export function valueName(name: string, language: Language): string {
  const known = language === 'en' || !Object.hasOwn(VALUE_NAMES, name) ? name : VALUE_NAMES[name]!;
  return typeof known === 'string' ? known : known[language === 'pt-PT' ? 1 : 0];
}
