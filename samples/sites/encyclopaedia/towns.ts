/** Histories of invented towns. */
import { addDays, isoDay, longDate, utc } from '../../language/dates.ts';
import { expand } from '../../language/expand.ts';
import { grouped } from '../../language/numbers.ts';
import { TOWNS } from '../../language/places.ts';
import type { Random } from '../../language/random.ts';
import type { Entry } from './lives.ts';

const SETTING = [
  'Fica numa colina voltada a sul, entre olivais e sobreiros, e é atravessada por uma ribeira que seca no verão.',
  'Situa-se na margem de um rio largo, em terras de aluvião onde se cultivam o arroz e o milho.',
  'Ergue-se a meia encosta de uma serra de granito, a mais de seiscentos metros de altitude.',
] as const;

const PAST = [
  'Recebeu foral em [foral], o que lhe deu o direito de eleger juízes e de realizar uma feira franca.',
  'Os vestígios mais antigos, encontrados em [escavacao], são moedas e fragmentos de cerâmica da época romana.',
  'A igreja matriz, começada em [igreja], só ficou pronta três gerações mais tarde.',
  'O terramoto de 1755 fez ruir a torre sineira, que nunca voltou a ter a altura de antes; ver [[Terramoto de Lisboa de 1755]].',
] as const;

const MODERN = [
  'O comboio chegou em [comboio], e com ele os primeiros hotéis e uma fábrica de moagem.',
  'A iluminação elétrica foi inaugurada em [luz], numa noite de festa que os jornais descreveram com pormenor.',
  'Muitos habitantes partiram para o Brasil e para França, e entre [emigra1] e [emigra2] a população diminuiu para metade.',
  'Em [escola] abriu a escola secundária, que hoje recebe alunos de três concelhos.',
] as const;

export function towns(random: Random): Entry[] {
  return TOWNS.pt.map((name, i) => {
    const here = random.fork('town', i);
    const values: Record<string, string> = {
      foral: String(here.int(1150, 1520)),
      escavacao: String(here.int(1880, 1990)),
      igreja: String(here.int(1530, 1700)),
      comboio: String(here.int(1865, 1912)),
      luz: String(here.int(1905, 1935)),
      emigra1: String(here.int(1950, 1958)),
      emigra2: String(here.int(1970, 1981)),
      escola: String(here.int(1960, 1985)),
    };
    const dated = (template: string) => {
      const used = new Set<string>();
      const text = expand(template, values, here, used);
      return [text, template.includes('1755') ? ['1755'] : [...used].map((k) => values[k]!)] as const;
    };
    const flood = addDays(utc(here.int(1909, 1979), 11, 1), here.int(0, 100));
    const census = here.int(1900, 42_000);
    const neighbour = TOWNS.pt[(i + 1 + here.int(0, 3)) % TOWNS.pt.length]!;
    return {
      title: name,
      category: 'Localidades',
      sections: [
        {
          heading: null,
          paragraphs: [
            [
              `${name} é uma vila portuguesa, sede de concelho, com ${grouped(census, 'pt')} habitantes segundo o recenseamento de 2021. ${here.pick(SETTING)} Faz fronteira com [[${neighbour === name ? TOWNS.pt[0]! : neighbour}]].`,
              ['2021'],
            ],
          ],
        },
        { heading: 'História antiga', paragraphs: here.sample(PAST, 3).map((t) => expandWiki(t, dated)) },
        { heading: 'Séculos XIX e XX', paragraphs: here.sample(MODERN, 3).map((t) => expandWiki(t, dated)) },
        {
          heading: 'A cheia grande',
          paragraphs: [
            [
              `Na noite de ${longDate(flood, 'pt')}, o rio subiu mais de cinco metros e levou a ponte velha. Uma placa na rua direita assinala ainda a altura a que a água chegou.`,
              [isoDay(flood)],
            ],
          ],
        },
      ],
    };
  });
}

/** Cross references use double brackets, slots single ones: set the former aside while filling. */
function expandWiki(
  template: string,
  fill: (t: string) => readonly [string, readonly string[]],
): readonly [string, readonly string[]] {
  const references: string[] = [];
  const held = template.replace(
    /\[\[[^\]]+\]\]/g,
    (reference) => `\u0001${references.push(reference) - 1}\u0002`,
  );
  const [text, values] = fill(held);
  return [text.replace(/\u0001(\d+)\u0002/g, (_, n: string) => references[Number(n)]!), values];
}
