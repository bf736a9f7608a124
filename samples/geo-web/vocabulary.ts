/**
 * Words of the generated web, for tests: what producers, shops, schools and diaries might write. They were made up by who knew what a search
 * looks for, so that no figure of how well it does may come from them: evaluations hand the generator texts of real pages.
 */

export type PlaceRow = readonly [name: string, uf: string, lon: number, lat: number];

export const PLACES: readonly PlaceRow[] = [
  ['São Paulo', 'SP', -46.63, -23.55],
  ['Campinas', 'SP', -47.06, -22.9],
  ['Taubaté', 'SP', -45.56, -23.03],
  ['São José dos Campos', 'SP', -45.88, -23.18],
  ['Jacareí', 'SP', -45.97, -23.3],
  ['Rio de Janeiro', 'RJ', -43.2, -22.91],
  ['Petrópolis', 'RJ', -43.18, -22.51],
  ['Belo Horizonte', 'MG', -43.94, -19.92],
  ['Uberlândia', 'MG', -48.28, -18.92],
  ['Montes Claros', 'MG', -43.86, -16.73],
  ['Salvador', 'BA', -38.51, -12.97],
  ['Feira de Santana', 'BA', -38.97, -12.26],
  ['Fortaleza', 'CE', -38.54, -3.72],
  ['Sobral', 'CE', -40.35, -3.69],
  ['Quixadá', 'CE', -39.01, -4.97],
  ['Recife', 'PE', -34.88, -8.05],
  ['Caruaru', 'PE', -35.98, -8.28],
  ['Natal', 'RN', -35.21, -5.79],
  ['Mossoró', 'RN', -37.34, -5.19],
  ['Goiânia', 'GO', -49.25, -16.68],
  ['Anápolis', 'GO', -48.95, -16.33],
  ['Curitiba', 'PR', -49.27, -25.43],
  ['Londrina', 'PR', -51.16, -23.31],
  ['Florianópolis', 'SC', -48.55, -27.6],
  ['Joinville', 'SC', -48.85, -26.3],
  ['Porto Alegre', 'RS', -51.22, -30.03],
  ['Caxias do Sul', 'RS', -51.18, -29.17],
  ['Manaus', 'AM', -60.02, -3.12],
  ['Belém', 'PA', -48.5, -1.46],
  ['Cuiabá', 'MT', -56.1, -15.6],
  ['Lisboa', 'PT', -9.14, 38.72],
  ['Coimbra', 'PT', -8.43, 40.2],
  ['Évora', 'PT', -7.91, 38.57],
  ['Braga', 'PT', -8.43, 41.55],
];

/** Themes of data: the stem of a file name, what an anchor says, and the shape. */
export const THEMES: readonly (readonly [stem: string, said: string, shape: 'point' | 'line' | 'polygon'])[] =
  [
    ['rios', 'rede de drenagem', 'line'],
    ['rodovias', 'malha rodoviária', 'line'],
    ['bairros', 'divisão de bairros', 'polygon'],
    ['limites', 'divisas municipais', 'polygon'],
    ['escolas', 'escolas públicas', 'point'],
    ['usosolo', 'uso do solo', 'polygon'],
    ['curvas', 'curvas de nível', 'line'],
    ['setores', 'setores de coleta', 'polygon'],
    ['sedes', 'sedes', 'point'],
    ['solos', 'levantamento de solos', 'polygon'],
    ['nascentes', 'nascentes', 'point'],
    ['ferrovias', 'linhas férreas', 'line'],
  ];

/** What a producer might write around its files. */
const PRODUCER_TEXT: readonly string[] = [
  'Nesta página estão os arquivos da base cartográfica, prontos para uso em qualquer sistema de informação.',
  'Os dados vetoriais seguem o padrão nacional e acompanham o mapa impresso.',
  'O mapeamento foi feito a partir de imagens de satélite e conferido em campo.',
  'Baixe aqui as camadas em formato shapefile, na projeção original.',
  'A equipe de geoprocessamento atualiza estes arquivos a cada semestre.',
  'Dados do censo por setor, com as coordenadas de cada ponto levantado.',
  'Vegetação e desmatamento da região, na escala de trabalho.',
  'Download the cartographic boundary files and the census layers below.',
  'GIS data for the county, with metadata and projection.',
  'Topographic sheets and thematic layers, free for any use.',
];

/** Beginnings of names of producers. */
const PRODUCER_NAMES: readonly string[] = [
  'Instituto de Cartografia de',
  'Prefeitura de',
  'Observatório do Território de',
  'Laboratório de Geografia de',
  'Secretaria do Meio Ambiente de',
  'Agência de Águas de',
  'Consórcio de Municípios de',
  'Departamento de Estradas de',
  'Companhia de Saneamento de',
  'Universidade Livre de',
];

/** What other sites are, the paragraphs they might write, and their archives. */
const OTHER_KINDS: readonly (readonly [
  name: string,
  texts: readonly string[],
  archives: readonly string[],
])[] = [
  [
    'Loja de Peças',
    [
      'Peças para motos e carros com entrega rápida.',
      'Confira o preço antes de comprar e parcele sem juros.',
      'Atendimento por telefone das oito às dezoito.',
    ],
    ['catalogo', 'tabela-de-precos'],
  ],
  [
    'Diário de Viagem',
    [
      'Ontem choveu o dia inteiro e ficamos em casa jogando cartas.',
      'A receita da minha avó leva três ovos e muita paciência.',
      'Amanhã conto o resto da história.',
    ],
    ['fotos', 'album-2019'],
  ],
  [
    'Software Livre',
    [
      'A nova versão corrige os erros conhecidos do instalador.',
      'Leia as notas antes de atualizar o servidor.',
      'O código está aberto para quem quiser ajudar.',
    ],
    ['instalador', 'fonte-2.1', 'plugin'],
  ],
  [
    'Escola Aberta',
    [
      'As matrículas vão até sexta-feira.',
      'Os alunos apresentaram a peça no pátio.',
      'O calendário de provas foi publicado.',
    ],
    ['apostila', 'provas'],
  ],
  [
    'Partituras',
    ['Partituras para coro e piano.', 'Ensaios às terças, na sala dos fundos.'],
    ['partituras', 'ensaio'],
  ],
  [
    'Jornal do Bairro',
    [
      'A festa junina reuniu mais de mil pessoas.',
      'O time da casa venceu por dois a um.',
      'O conserto da ponte foi adiado.',
    ],
    ['edicao-12'],
  ],
  [
    'Clinic',
    [
      'Opening hours and phone numbers.',
      'Book a visit with one of our doctors.',
      'We care for the whole family.',
    ],
    ['forms'],
  ],
  [
    'Record Club',
    ['New arrivals every Friday.', 'Bring your own player and enjoy the evening.'],
    ['samples', 'covers'],
  ],
];

/** Who writes, and what: the paragraphs of one site. */
export interface Voice {
  readonly name: string;
  readonly paragraphs: readonly string[];
}

/** What the sites of a generated web say. */
export interface WebTexts {
  readonly producers: readonly Voice[];
  readonly others: readonly Voice[];
}

export const MADE_UP_TEXTS: WebTexts = {
  producers: PRODUCER_NAMES.map((name) => ({ name, paragraphs: PRODUCER_TEXT })),
  others: OTHER_KINDS.map(([name, paragraphs]) => ({ name, paragraphs })),
};

/** What archives of ordinary sites are called. */
export const ORDINARY_ARCHIVES: readonly string[] = OTHER_KINDS.flatMap(([, , archives]) => archives);
