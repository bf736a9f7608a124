/** Members of invented councils, with the attributes their pages show. */
import { addDays, shortDate, utc } from '../language/dates.ts';
import { capital } from '../language/expand.ts';
import { people, type Spelling } from '../language/people.ts';
import { QUARTERS, TOWNS } from '../language/places.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';

export interface Member {
  readonly name: string;
  readonly gender: 'm' | 'f';
  readonly slug: string;
  readonly letter: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const PARTIES: Readonly<Record<Spelling, readonly string[]>> = {
  br: [
    'Partido da Serra (PSE)',
    'União Popular (UP)',
    'Movimento Verde (MV)',
    'Aliança Cidadã (AC)',
    'Partido dos Bairros (PB)',
  ],
  pt: [
    'Movimento pelo Concelho (MC)',
    'Lista Independente (LI)',
    'Partido do Interior (PI)',
    'União Cívica (UC)',
  ],
};

const JOBS: readonly (readonly [string, string])[] = [
  ['professor', 'professora'],
  ['agricultor', 'agricultora'],
  ['comerciante', 'comerciante'],
  ['enfermeiro', 'enfermeira'],
  ['advogado', 'advogada'],
  ['motorista', 'motorista'],
  ['engenheiro', 'engenheira'],
  ['contabilista', 'contabilista'],
];

export function members(random: Random, spelling: Spelling, count: number): Member[] {
  return people(random.fork('members'), spelling, count)
    .sort((a, b) => a.name.localeCompare(b.name, 'pt'))
    .map((someone) => {
      const here = random.fork('member', someone.name);
      const f = someone.gender === 'f';
      const birth = addDays(utc(here.int(1948, 1995), 1, 1), here.int(0, 364));
      const town = here.pick(TOWNS[spelling]);
      const job = capital(here.pick(JOBS)[f ? 1 : 0]);
      const party = here.pick(PARTIES[spelling]);
      const room = String(here.int(101, 340));
      const address = slug(someone.name).replaceAll('-', '.');
      const attributes: Record<string, string> =
        spelling === 'br'
          ? {
              Partido: party,
              'Data de nascimento': shortDate(birth),
              Naturalidade: town,
              Profissão: job,
              Legislaturas: String(here.int(1, 5)),
              Votos: String(here.int(612, 4890)),
              Gabinete: `Sala ${room}`,
              Telefone: `(00) 3555-${here.int(1000, 9999)}`,
              'E-mail': `${address}@camara-serraverde-exemplo.leg.br`,
            }
          : {
              'Grupo municipal': party,
              Nascimento: shortDate(birth),
              'Local de nascimento': town,
              Profissão: job,
              Mandato: '2021-2025',
              Freguesia: here.pick(QUARTERS.pt),
              Presenças: `${here.int(71, 100)}%`,
            };
      // Some pages leave a line out, as real ones do.
      if (here.chance(0.15)) delete attributes[spelling === 'br' ? 'Telefone' : 'Presenças'];
      return {
        name: someone.name,
        gender: someone.gender,
        slug: slug(someone.name),
        letter: slug(someone.name).charAt(0).toUpperCase(),
        attributes,
      };
    });
}
