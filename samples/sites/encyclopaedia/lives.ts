/** Lives of invented people, told in dated paragraphs and tied to true events that happened in their time. */
import { addDays, isoDay, longDate, utc } from '../../language/dates.ts';
import { expand } from '../../language/expand.ts';
import { people } from '../../language/people.ts';
import { TOWNS } from '../../language/places.ts';
import type { Random } from '../../language/random.ts';
import { EVENTS, type HistoricalEvent } from './events.ts';

export interface Entry {
  readonly title: string;
  readonly category: string;
  readonly sections: readonly {
    readonly heading: string | null;
    readonly paragraphs: HistoricalEvent['paragraphs'];
  }[];
}

interface Calling {
  readonly m: string;
  readonly f: string;
  readonly category: string;
  readonly early: readonly string[];
  readonly works: readonly string[];
}

const CALLINGS: readonly Calling[] = [
  {
    m: 'botânico',
    f: 'botânica',
    category: 'Cientistas',
    early: [
      'Estudou ciências naturais e começou, em [ano1], a recolher plantas das serras vizinhas de [terra].',
      'Em [ano1] ingressou na universidade, onde organizou um herbário com mais de [num] espécimes.',
    ],
    works: [
      'A sua obra mais conhecida, um catálogo das plantas da raia, saiu em [ano2] e teve várias edições.',
      'Descreveu em [ano2] três espécies de líquenes até então desconhecidas.',
      'Em [ano2] dirigiu a instalação do jardim botânico de [terra2], que ainda hoje existe.',
    ],
  },
  {
    m: 'compositor',
    f: 'compositora',
    category: 'Músicos',
    early: [
      'Aprendeu piano com a mãe e estreou-se em público em [ano1], no teatro de [terra].',
      'Em [ano1] partiu para a capital com uma bolsa e frequentou as aulas do conservatório.',
    ],
    works: [
      'A sua primeira sinfonia foi tocada em [ano2], com aplausos do público e reservas da crítica.',
      'Em [ano2] publicou uma recolha de [num] cantos populares, transcritos de ouvido nas aldeias.',
      'A ópera que terminou em [ano2] só subiu à cena depois da sua morte.',
    ],
  },
  {
    m: 'engenheiro',
    f: 'engenheira',
    category: 'Engenheiros',
    early: [
      'Formou-se em engenharia civil em [ano1] e trabalhou primeiro na construção de estradas perto de [terra].',
      'Em [ano1] foi admitido no corpo técnico dos caminhos de ferro.',
    ],
    works: [
      'Projetou a ponte de ferro de [terra2], aberta ao trânsito em [ano2].',
      'Em [ano2] apresentou um plano de abastecimento de água que serviu [num] povoações.',
      'O viaduto que desenhou, concluído em [ano2], tem sete arcos de pedra.',
    ],
  },
  {
    m: 'jornalista',
    f: 'jornalista',
    category: 'Escritores e jornalistas',
    early: [
      'Publicou as primeiras crónicas em [ano1], num semanário de [terra].',
      'Em [ano1] fundou, com dois amigos, um jornal que durou apenas [num2] números.',
    ],
    works: [
      'Reuniu em livro, em [ano2], as reportagens que escrevera sobre a vida dos pescadores.',
      'O romance que publicou em [ano2] foi apreendido pela censura e circulou em cópias feitas à mão.',
      'Em [ano2] recebeu um prémio da academia pelo conjunto da sua obra.',
    ],
  },
  {
    m: 'médico',
    f: 'médica',
    category: 'Médicos',
    early: [
      'Concluiu o curso de medicina em [ano1] e abriu consultório em [terra].',
      'Em [ano1] foi trabalhar para um hospital de província, onde faltava tudo menos doentes.',
    ],
    works: [
      'Fundou em [ano2] um dispensário gratuito para crianças, mantido por subscrição pública.',
      'O seu estudo sobre as febres dos arrozais, de [ano2], foi traduzido para francês.',
      'Durante a epidemia de [ano2] atendeu, segundo os registos, [num] famílias.',
    ],
  },
  {
    m: 'cartógrafo',
    f: 'cartógrafa',
    category: 'Geógrafos e cartógrafos',
    early: [
      'Entrou em [ano1] para os serviços geográficos, como desenhador de segunda classe.',
      'Em [ano1] participou no levantamento da carta do concelho de [terra].',
    ],
    works: [
      'A carta da região de [terra2], impressa em [ano2], foi a primeira a mostrar curvas de nível.',
      'Em [ano2] mediu a altitude de [num] picos com um barómetro construído pelas suas mãos.',
      'Deixou um atlas manuscrito, terminado em [ano2], que a biblioteca municipal conserva.',
    ],
  },
];

// The title of an event stands in quotation marks, so that no article has to agree with it.
const WITNESS = [
  'Acompanhou com {atenção|entusiasmo|inquietação} os acontecimentos de [anoEvento], descritos em «[[[evento]]]», e sobre eles deixou algumas cartas.',
  'O diário que manteve em [anoEvento] é uma fonte curiosa para quem estuda esse ano (ver «[[[evento]]]»).',
  'Em [anoEvento] (ver «[[[evento]]]») interrompeu o trabalho e viveu alguns meses em [terra2].',
] as const;

const TEACHING = [
  'Entre [ano3] e [ano4] deu aulas na escola industrial de [terra2], onde era conhecido o rigor com que corrigia os trabalhos. Alguns dos que passaram por essas aulas vieram a ocupar cargos de relevo na administração pública.',
  'Em [ano3] viajou por Espanha, França e Itália, com uma mala pequena e um caderno que encheu de desenhos e de contas. O relato da viagem, corrigido durante anos, foi publicado em [ano4].',
  'O município de [terra] encomendou-lhe em [ano3] um parecer sobre as obras do mercado. O documento, que ficou na gaveta até [ano4], é hoje citado como exemplo de clareza.',
  'Fez parte, a partir de [ano3], da sociedade de estudos de [terra2], que reunia professores, padres e proprietários. Apresentou ali, em [ano4], uma comunicação que foi muito discutida e que acabou por ser impressa à sua custa.',
] as const;

const PRIVATE = [
  'Gostava de longas caminhadas, colecionava relógios e nunca aprendeu a andar de bicicleta.',
  'Quem privou de perto com a família lembra uma casa cheia de livros, sempre aberta a quem chegava.',
  'Correspondeu-se com colegas de vários países, e boa parte dessas cartas está guardada num arquivo particular.',
  'Era de poucas falas, mas tinha fama de contar bem uma história quando o serão se prolongava.',
] as const;

export function lives(random: Random, count: number): Entry[] {
  return people(random.fork('names'), 'pt', count).map((someone, i) => {
    const here = random.fork('life', i);
    const calling = CALLINGS[i % CALLINGS.length]!;
    const f = someone.gender === 'f';
    const birth = addDays(utc(here.int(1790, 1930), 1, 1), here.int(0, 364));
    const age = here.int(48, 86);
    const death = addDays(utc(birth.getUTCFullYear() + age, 1, 1), here.int(0, 364));
    const [terra, terra2] = here.shuffle(TOWNS.pt);
    const born = birth.getUTCFullYear();
    const ano1 = String(born + here.int(19, 26));
    const year = () => String(born + here.int(29, Math.min(age, 64) - 2));
    const slots = (extra: Record<string, string>) => ({
      terra: terra!,
      terra2: terra2!,
      num: String(here.int(30, 240)),
      num2: String(here.int(11, 40)),
      ano1,
      ...extra,
    });
    const agree = (text: string) => (f ? text.replace('foi admitido no', 'foi admitida no') : text);

    const lived = EVENTS.map((e) => ({ e, y: Number(e.paragraphs[0]![1][0]!.slice(0, 4)) })).filter(
      ({ y }) => y >= born + 18 && y < death.getUTCFullYear(),
    );
    const witnessed = here.sample(lived, Math.min(lived.length, here.int(1, 3)));

    const works = here.sample(calling.works, here.int(2, 3)).map((w) => {
      const ano2 = year();
      return [agree(expand(w, slots({ ano2 }), here)), [ano2]] as const;
    });
    works.sort((a, b) => Number(a[1][0]) - Number(b[1][0]));
    const died = `${f ? 'Faleceu' : 'Morreu'} em ${terra2}, em ${longDate(death, 'pt')}, com ${wholeYears(birth, death)} anos. Uma rua da cidade tem o seu nome desde ${death.getUTCFullYear() + 8}.`;
    const sections: Entry['sections'] = [
      {
        heading: null,
        paragraphs: [
          [
            `${someone.name} (${terra}, ${longDate(birth, 'pt')} – ${terra2}, ${longDate(death, 'pt')}) foi ${f ? 'uma' : 'um'} ${f ? calling.f : calling.m} ${f ? 'portuguesa' : 'português'}, ${f ? 'lembrada' : 'lembrado'} sobretudo em [[${terra}]], sua terra natal.`,
            [isoDay(birth), isoDay(death)],
          ],
          [agree(expand(here.pick(calling.early), slots({}), here)), [ano1]],
        ],
      },
      { heading: 'Obra', paragraphs: works },
      {
        heading: 'Viagens e ensino',
        paragraphs: here.sample(TEACHING, 2).map((t) => {
          const ano3 = born + here.int(28, 36);
          const ano4 = ano3 + here.int(2, 9);
          return [
            expand(t, slots({ ano3: String(ano3), ano4: String(ano4) }), here),
            [String(ano3), String(ano4)],
          ] as const;
        }),
      },
      {
        heading: 'O seu tempo',
        paragraphs: witnessed.map(
          ({ e, y }) =>
            [
              expand(here.pick(WITNESS), slots({ evento: e.title, anoEvento: String(y) }), here),
              [String(y)],
            ] as const,
        ),
      },
      {
        heading: 'Vida privada',
        paragraphs: [
          [here.pick(PRIVATE), []],
          [died, [isoDay(death), String(death.getUTCFullYear() + 8)]],
        ],
      },
    ];
    return {
      title: someone.name,
      category: calling.category,
      sections: sections.filter((s) => s.paragraphs.length > 0),
    };
  });
}

function wholeYears(from: Date, to: Date): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const before =
    to.getUTCMonth() < from.getUTCMonth() ||
    (to.getUTCMonth() === from.getUTCMonth() && to.getUTCDate() < from.getUTCDate());
  return before ? years - 1 : years;
}
