/** What is known of a name whatever the text: who bears it, how great they are, and whether it is a word of the language. */
import { INFLECTED_WORDS, RICH_WORDS } from '../data/ordinary-words.ts';
import { isHeard, isHome } from '../heard-names.ts';
import { ORDINARY_NAMES } from '../ordinary-names.ts';
import { PLACE_KINDS } from '../pack.ts';
import type { PackedPlaces } from '../packed-places.ts';
import { priorOf } from '../place-weight.ts';

export interface NameEvidence {
  /** The likeliest bearer; -1 for a name that nobody bears. */
  readonly row: number;
  readonly folded: string;
  readonly bearers: number;
  /** 0–15: inhabitants of the greatest, 0 where nobody counted them. */
  readonly size: number;
  /** 0–31: how likely a place of this name is meant at all. */
  readonly prior: number;
  /** 0: none; 1: Brazil, 2: Portugal, 3: another country of Portuguese, 4: elsewhere, 5: of no country. */
  readonly country: number;
  /** 0: of several words, 8: which mean something else as often; 1: no word; 2: a word, 3: one with many forms; 4 more: a word before it is a place (`ordinary-names.ts`). */
  readonly wordness: number;
}

const NOBODY: NameEvidence = { row: -1, folded: '', bearers: 0, size: 0, prior: 0, country: 0, wordness: 0 };

/** Names of several words that saints, feasts and good wishes have too. */
const PHRASES = new Set(
  'espirito santo,bom jesus,santa cruz,santo antonio,sao joao,sao jose,sao pedro,sao paulo apostolo,sao francisco,sao sebastiao,sao miguel,sao jorge,sao bento,sao tome,sao vicente,sao martinho,sao lourenco,santa maria,santa rita,santa luzia,santa clara,santa barbara,santa teresa,santa rosa,santa fe,nossa senhora,nossa senhora da conceicao,nossa senhora de fatima,nossa senhora aparecida,boa vista,bela vista,boa esperanca,boa viagem,boa hora,bom sucesso,bom retiro,bom principio,novo horizonte,nova esperanca,nova era,nova vida,nova alianca,novo mundo,campo grande,campo alegre,campo limpo,campo novo,campo belo,porto seguro,porto alegre do norte,passo fundo,monte alegre,monte belo,monte santo,rio grande,rio claro,rio novo,rio branco,ponte nova,ponto novo,alto alegre,vista alegre,vera cruz,corpus christi,terra nova,terra boa,terra santa,agua boa,agua branca,agua fria,ouro branco,ouro verde,pedra branca,pedra preta,mar vermelho,dois irmaos,tres coracoes,sete lagoas,padre eterno,vila nova,vila velha,vila rica,alto paraiso,santo amaro'.split(
    ',',
  ),
);

const wordness = new Map<string, number>([
  ...INFLECTED_WORDS.split(' ').map((word) => [word, 2] as const),
  ...RICH_WORDS.split(' ').map((word) => [word, 3] as const),
]);

export function nameEvidence(places: PackedPlaces, name: number): NameEvidence {
  if (name < 0) return NOBODY;
  const { table } = places;
  let row = -1;
  let most = -1;
  let size = 0;
  let bearers = 0;
  for (let at = table.firstBearer(name); at < table.endOfBearers(name); at++) {
    const id = table.bearerAt(at);
    const people = places.size10[id]!;
    if (!isHeard(PLACE_KINDS[places.kind[id]!]!, places.country(id), people)) continue;
    bearers++;
    size = Math.max(size, people);
    const prior = priorOf(places, id);
    if (prior > most) {
      most = prior;
      row = id;
    }
  }
  if (row < 0) return NOBODY;
  const country = places.country(row);
  const folded = table.nameText(name);
  return {
    row,
    folded,
    bearers,
    size: size === 0 ? 0 : Math.max(1, Math.min(15, Math.floor((size - 28) / 3))),
    prior: Math.max(0, Math.min(31, Math.floor(most / 3.2))),
    country: country === '' ? 5 : country === 'BR' ? 1 : country === 'PT' ? 2 : isHome(country) ? 3 : 4,
    wordness: folded.includes(' ')
      ? PHRASES.has(folded)
        ? 8
        : 0
      : (wordness.get(folded) ?? 1) + (ORDINARY_NAMES.has(folded) ? 4 : 0),
  };
}
