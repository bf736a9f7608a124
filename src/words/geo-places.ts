/** What `tarrafa geo places` says. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const GEO_PLACES_WORDS = inLanguages(
  {
    places: 'mostra os lugares que um texto ou uma página nomeia, e com que probabilidade',
    input: 'arquivo de texto ou página, ou - para a entrada padrão',
    least: 'só os que são lugares com pelo menos esta probabilidade',
    explain: 'mostra também o que pesou, a favor e contra',
    json: 'uma linha JSON por lugar, também no terminal',
    none: 'nenhum lugar',
    unknown: 'fora do dicionário de lugares',
    namesake: 'este, entre os do mesmo nome: {share} %',
  },
  {
    input: 'ficheiro de texto ou página, ou - para a entrada padrão',
  },
  {
    places: 'show the places that a text or a page names, and how likely each is one',
    input: 'a file of text or a page, or - for standard input',
    least: 'only those that are places with at least this probability',
    explain: 'show also what was weighed, for and against',
    json: 'one line of JSON per place, also on a terminal',
    none: 'no place',
    unknown: 'not in the gazetteer',
    namesake: 'this one, of those of its name: {share} %',
  },
);

export type GeoPlacesWords = (typeof GEO_PLACES_WORDS)[Language];
