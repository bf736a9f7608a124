/** Invented people: a name, a gender, and the forms of a role that agree with it. */
import type { Random } from './random.ts';

export type Spelling = 'br' | 'pt';

export interface Person {
  readonly name: string;
  readonly gender: 'm' | 'f';
}

const MEN = {
  br: [
    'Antônio',
    'Márcio',
    'Cláudio',
    'Rogério',
    'Paulo',
    'Otávio',
    'Júlio',
    'Sérgio',
    'Valdir',
    'Leandro',
    'Rafael',
    'Gustavo',
    'Ubirajara',
    'Edson',
    'Fábio',
    'Ícaro',
    'Joaquim',
    'Nélson',
    'Wagner',
    'Tomás',
    'Benedito',
    'Caio',
    'Dirceu',
    'Murilo',
  ],
  pt: [
    'António',
    'Rui',
    'Duarte',
    'Henrique',
    'Gonçalo',
    'Vasco',
    'Nuno',
    'Tiago',
    'Jerónimo',
    'Américo',
    'Afonso',
    'Martim',
    'Óscar',
    'Luís',
    'Fernando',
    'Baltasar',
    'Simão',
    'Tomé',
    'Eugénio',
    'Xavier',
    'Filipe',
    'Bernardo',
  ],
} as const;

const WOMEN = {
  br: [
    'Cláudia',
    'Helena',
    'Márcia',
    'Luciana',
    'Tânia',
    'Verônica',
    'Rosângela',
    'Patrícia',
    'Letícia',
    'Jussara',
    'Iara',
    'Camila',
    'Denise',
    'Simone',
    'Débora',
    'Antônia',
    'Ângela',
    'Regina',
    'Eliane',
    'Noêmia',
    'Yasmin',
    'Olívia',
  ],
  pt: [
    'Inês',
    'Madalena',
    'Graça',
    'Conceição',
    'Leonor',
    'Beatriz',
    'Teresa',
    'Mafalda',
    'Verónica',
    'Catarina',
    'Lurdes',
    'Matilde',
    'Joana',
    'Ofélia',
    'Adelaide',
    'Constança',
    'Glória',
    'Filomena',
    'Raquel',
    'Dulce',
  ],
} as const;

const SURNAMES = {
  br: [
    'Teles',
    'Prado',
    'Nogueira',
    'Araújo',
    'Bittencourt',
    'Cavalcanti',
    'Fontes',
    'Galvão',
    'Lacerda',
    'Macedo',
    'Peçanha',
    'Queiroz',
    'Sampaio',
    'Toledo',
    'Vilela',
    'Assunção',
    'Brandão',
    'Conceição',
    'Drummond',
    'Falcão',
    'Gusmão',
    'Leitão',
    'Moraes',
    'Padilha',
    'Rezende',
    'Seixas',
    'Tavares',
    'Vasconcelos',
    'Xavier',
    'Zanetti',
  ],
  pt: [
    'Abrantes',
    'Barbosa',
    'Coutinho',
    'Dinis',
    'Esteves',
    'Fragoso',
    'Godinho',
    'Loureiro',
    'Magalhães',
    'Noronha',
    'Pestana',
    'Quaresma',
    'Rebelo',
    'Salgueiro',
    'Trindade',
    'Valadares',
    'Simões',
    'Morgado',
    'Leitão',
    'Cordeiro',
    'Bragança',
    'Antunes',
    'Falcão',
    'Guimarães',
    'Cabral',
    'Sequeira',
  ],
} as const;

export function person(random: Random, spelling: Spelling, gender?: 'm' | 'f'): Person {
  const sex = gender ?? (random.chance(0.5) ? 'f' : 'm');
  const first = random.pick(sex === 'f' ? WOMEN[spelling] : MEN[spelling]);
  const [last, other] = random.shuffle(SURNAMES[spelling]);
  return { name: random.chance(0.35) ? `${first} ${other} ${last}` : `${first} ${last}`, gender: sex };
}

/** `count` people of different names. */
export function people(random: Random, spelling: Spelling, count: number): Person[] {
  const seen = new Set<string>();
  const out: Person[] = [];
  while (out.length < count) {
    const someone = person(random, spelling);
    if (seen.has(someone.name)) continue;
    seen.add(someone.name);
    out.push(someone);
  }
  return out;
}

/**
 * The slots of a person in a role: `x` “o prefeito Ana”, `x_` “o prefeito”, `doX`, `doX_`, `aoX`, `peloX`,
 * `xNome`, `xEle`. The role is given in both genders.
 */
export function roleSlots(
  key: string,
  someone: Person,
  role: readonly [masculine: string, feminine: string],
): Record<string, string> {
  const f = someone.gender === 'f';
  const word = role[f ? 1 : 0];
  const Key = key.charAt(0).toUpperCase() + key.slice(1);
  return {
    [key]: `${f ? 'a' : 'o'} ${word} ${someone.name}`,
    [`${key}_`]: `${f ? 'a' : 'o'} ${word}`,
    [`do${Key}`]: `${f ? 'da' : 'do'} ${word} ${someone.name}`,
    [`do${Key}_`]: `${f ? 'da' : 'do'} ${word}`,
    [`ao${Key}`]: `${f ? 'à' : 'ao'} ${word} ${someone.name}`,
    [`ao${Key}_`]: `${f ? 'à' : 'ao'} ${word}`,
    [`pelo${Key}`]: `${f ? 'pela' : 'pelo'} ${word} ${someone.name}`,
    [`pelo${Key}_`]: `${f ? 'pela' : 'pelo'} ${word}`,
    [`${key}Nome`]: someone.name,
    [`${key}Ele`]: f ? 'ela' : 'ele',
  };
}
