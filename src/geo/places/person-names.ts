/** Given names, common in Brazil and Portugal: almost every one is also the name of some town, so they tell persons from places. */
import { foldWords } from '../../text/index.ts';

const GIVEN = new Set(
  'adriana adriano alberto alessandra alexandre alice aline amanda ana andre andrea andreia angela antonia antonio armando arthur artur augusto beatriz bernardo bianca bruna bruno camila carla carlos carolina catarina cecilia celia cesar clara claudia claudio cristiane cristiano cristina daniel daniela danilo david debora denise diana diego diogo douglas edson eduarda eduardo elaine eliana elisa emanuel emilia enzo erica ester evandro fabiana fabio fatima felipe fernanda fernando filipa filipe flavia flavio francisca francisco gabriel gabriela geraldo gilberto giovanna gisele goncalo guilherme gustavo helena heitor henrique hugo ines isabel isabela ivan jaime janaina jaqueline jessica joana joao joaquim jorge jose josefa juliana juliano julia julio karina larissa laura leandro leonardo leticia lorena lucas lucia luciana luciano luis luisa luiz luiza manuel manuela marcela marcelo marcia marcio marco marcos margarida maria mariana marina mario marta mateus matheus mauricio miguel monica natalia nelson nuno otavio patricia paula paulo pedro priscila rafael rafaela raimundo raquel raul regina renata renato ricardo rita roberta roberto rodrigo rogerio rosa rosana rui samuel sandra sara sebastiao sergio silvia simone sofia sonia susana tania tatiana teresa thiago tiago valeria vanessa vasco vera vicente victor vinicius vitor viviane wagner william'.split(
    ' ',
  ),
);
/** Places whose name begins as a person's does. */
const TOWNS = new Set([
  'joao pessoa',
  'maria da fe',
  'joao monlevade',
  'jose bonifacio',
  'julio de castilhos',
  'teresa cristina',
]);
/** `Vicente Pires`, but `Barão de …`, `Presidente …` and `São …` begin with what they are. */
export function looksLikePerson(value: string): boolean {
  const folded = foldWords(value.slice(0, 100));
  const blank = folded.indexOf(' ');
  const first = blank < 0 ? folded : folded.slice(0, blank);
  return GIVEN.has(first) && !TOWNS.has(folded);
}
