/** Subjects of the sample encyclopaedia: when they flourished, and the words their articles are made of. Everything named is invented. */

/** `o`, `a`, `os`, `as`, or nothing for names that take no article. */
export type Article = 'o' | 'a' | 'os' | 'as' | '';

/** A title with `{P}` for a place, `{A}` for the year, `{N}` for a small number, `{S}` for a surname; with its article and a short form. */
export type TitlePattern = readonly [article: Article, pattern: string, generic: string];

export interface Theme {
  readonly name: string;
  readonly article: Article;
  /** Share of the articles. */
  readonly weight: number;
  /** From, to, weight. */
  readonly eras: readonly (readonly [number, number, number])[];
  readonly events: readonly TitlePattern[];
  readonly organisations: readonly TitlePattern[];
  readonly works: readonly TitlePattern[];
  /** Callings in both genders. */
  readonly callings: readonly (readonly [string, string])[];
  /** Things the paragraphs speak of, with their article. */
  readonly things: readonly string[];
}

const theme = (
  name: string,
  article: Article,
  weight: number,
  eras: Theme['eras'],
  parts: Omit<Theme, 'name' | 'article' | 'weight' | 'eras'>,
): Theme => ({ name, article, weight, eras, ...parts });

export const THEMES: readonly Theme[] = [
  theme(
    'Campanhas terrestres',
    'as',
    11,
    [
      [1801, 1815, 0.14],
      [1861, 1871, 0.08],
      [1914, 1918, 0.25],
      [1936, 1945, 0.4],
      [1950, 1975, 0.13],
    ],
    {
      events: [
        ['a', 'Batalha de {P}', 'batalha'],
        ['o', 'Cerco de {P}', 'cerco'],
        ['a', 'Ofensiva de {P}', 'ofensiva'],
        ['a', 'Retirada de {P}', 'retirada'],
      ],
      organisations: [
        ['a', '{N}.ª Divisão de Infantaria de {P}', 'divisão'],
        ['o', 'Regimento de Caçadores de {P}', 'regimento'],
      ],
      works: [
        ['o', 'Forte de {P}', 'forte'],
        ['o', 'Carro de combate {P}', 'blindado'],
      ],
      callings: [
        ['general', 'enfermeira de campanha'],
        ['coronel', 'cronista militar'],
        ['estratega', 'estratega'],
      ],
      things: [
        'a artilharia',
        'o estado-maior',
        'a infantaria',
        'o quartel',
        'a frente',
        'o comando da praça',
      ],
    },
  ),
  theme(
    'Guerra naval',
    'a',
    5,
    [
      [1500, 1640, 0.2],
      [1800, 1870, 0.17],
      [1914, 1918, 0.2],
      [1939, 1945, 0.3],
      [1980, 2010, 0.13],
    ],
    {
      events: [
        ['o', 'Combate naval de {P}', 'combate'],
        ['o', 'Bloqueio de {P}', 'bloqueio'],
        ['o', 'Naufrágio de {P}', 'naufrágio'],
      ],
      organisations: [
        ['a', 'Esquadra de {P}', 'esquadra'],
        ['o', 'Arsenal de Marinha de {P}', 'arsenal'],
      ],
      works: [
        ['o', 'Cruzador {P}', 'cruzador'],
        ['o', 'Submarino {S}', 'submarino'],
        ['a', 'Fragata {S}', 'fragata'],
      ],
      callings: [
        ['almirante', 'hidrógrafa'],
        ['capitão de fragata', 'médica naval'],
      ],
      things: ['a tripulação', 'o comboio de navios', 'a doca', 'o casco', 'a capitania', 'o farol'],
    },
  ),
  theme(
    'Aviação',
    'a',
    5,
    [
      [1909, 1918, 0.2],
      [1919, 1938, 0.28],
      [1939, 1945, 0.2],
      [1946, 2012, 0.32],
    ],
    {
      events: [
        ['o', 'Raide aéreo de {P}', 'raide'],
        ['o', 'Acidente aéreo de {P}', 'acidente'],
        ['a', 'Travessia aérea de {P}', 'travessia'],
      ],
      organisations: [
        ['a', 'Esquadrilha de {P}', 'esquadrilha'],
        ['o', 'Aeroclube de {P}', 'aeroclube'],
      ],
      works: [
        ['o', 'Hidroavião {S}', 'hidroavião'],
        ['o', 'Aeródromo de {P}', 'aeródromo'],
      ],
      callings: [
        ['aviador', 'aviadora'],
        ['engenheiro aeronáutico', 'engenheira aeronáutica'],
      ],
      things: ['a pista', 'o motor', 'o hangar', 'a rota aérea', 'o protótipo'],
    },
  ),
  theme(
    'Navegações',
    'as',
    3,
    [
      [1415, 1600, 0.9],
      [1600, 1700, 0.1],
    ],
    {
      events: [
        ['a', 'Expedição a {P}', 'expedição'],
        ['a', 'Viagem de {S}', 'viagem'],
      ],
      organisations: [
        ['a', 'Feitoria de {P}', 'feitoria'],
        ['a', 'Casa da Rota de {P}', 'casa'],
      ],
      works: [
        ['a', 'Nau {S}', 'nau'],
        ['o', 'Roteiro de {S}', 'roteiro'],
      ],
      callings: [
        ['navegador', 'donatária'],
        ['cosmógrafo', 'benfeitora'],
      ],
      things: ['a armada', 'o astrolábio', 'a carta de marear', 'o piloto', 'a especiaria'],
    },
  ),
  theme(
    'Reino medieval',
    'o',
    3,
    [
      [1100, 1400, 0.85],
      [1400, 1480, 0.15],
    ],
    {
      events: [
        ['a', 'Tomada de {P}', 'tomada'],
        ['as', 'Cortes de {P}', 'cortes'],
        ['o', 'Foral de {P}', 'foral'],
      ],
      organisations: [
        ['a', 'Ordem de {P}', 'ordem'],
        ['o', 'Condado de {P}', 'condado'],
      ],
      works: [
        ['o', 'Castelo de {P}', 'castelo'],
        ['a', 'Crónica de {S}', 'crónica'],
      ],
      callings: [
        ['alcaide', 'abadessa'],
        ['cavaleiro', 'condessa'],
      ],
      things: ['a muralha', 'o mosteiro', 'a carta régia', 'o alcaide', 'a portagem'],
    },
  ),
  theme(
    'Colónia',
    'a',
    3,
    [
      [1600, 1800, 0.75],
      [1800, 1822, 0.25],
    ],
    {
      events: [
        ['a', 'Revolta de {P}', 'revolta'],
        ['a', 'Bandeira de {S}', 'bandeira'],
      ],
      organisations: [
        ['a', 'Capitania de {P}', 'capitania'],
        ['a', 'Companhia Geral de {P}', 'companhia'],
      ],
      works: [
        ['o', 'Engenho de {P}', 'engenho'],
        ['o', 'Aqueduto de {P}', 'aqueduto'],
      ],
      callings: [
        ['ouvidor', 'senhora de engenho'],
        ['missionário', 'missionária'],
      ],
      things: ['o açúcar', 'a mina', 'a alfândega', 'o governador', 'a aldeia'],
    },
  ),
  theme(
    'Eleições',
    'as',
    5,
    [
      [1910, 1926, 0.14],
      [1930, 1975, 0.22],
      [1976, 2012, 0.64],
    ],
    {
      events: [
        ['as', 'Eleições municipais de {P} de {A}', 'eleições'],
        ['o', 'Referendo de {P}', 'referendo'],
        ['a', 'Crise política de {P}', 'crise'],
      ],
      organisations: [
        ['o', 'Partido {S}', 'partido'],
        ['a', 'Assembleia de {P}', 'assembleia'],
      ],
      works: [
        ['a', 'Constituição de {P}', 'constituição'],
        ['a', 'Lei {S}', 'lei'],
      ],
      callings: [
        ['deputado', 'deputada'],
        ['ministro', 'ministra'],
        ['governador', 'governadora'],
      ],
      things: ['o parlamento', 'a campanha', 'a maioria', 'o gabinete', 'a oposição'],
    },
  ),
  theme(
    'Cinema',
    'o',
    6,
    [
      [1910, 1939, 0.18],
      [1940, 1959, 0.2],
      [1960, 1989, 0.27],
      [1990, 2012, 0.35],
    ],
    {
      events: [
        ['o', 'Festival de Cinema de {P}', 'festival'],
        ['a', 'Mostra de Cinema de {P}', 'mostra'],
      ],
      organisations: [
        ['os', 'Estúdios {S}', 'estúdios'],
        ['a', 'Cinemateca de {P}', 'cinemateca'],
      ],
      works: [
        ['o', 'O Segredo de {P} (filme de {A})', 'filme'],
        ['a', 'A Noite de {S}', 'fita'],
        ['o', 'O Comboio de {P}', 'filme'],
      ],
      callings: [
        ['realizador', 'realizadora'],
        ['ator', 'atriz'],
        ['argumentista', 'argumentista'],
      ],
      things: ['a estreia', 'o guião', 'a rodagem', 'a sala de projeção', 'o elenco'],
    },
  ),
  theme(
    'Música popular',
    'a',
    6,
    [
      [1930, 1959, 0.16],
      [1960, 1989, 0.38],
      [1990, 2012, 0.46],
    ],
    {
      events: [
        ['a', 'Digressão de {S}', 'digressão'],
        ['o', 'Festival da Canção de {P}', 'festival'],
      ],
      organisations: [
        ['o', 'Conjunto {S}', 'conjunto'],
        ['a', 'Editora Discográfica {S}', 'editora'],
      ],
      works: [
        ['o', 'Canções de {P} (álbum)', 'álbum'],
        ['a', 'Balada de {P}', 'balada'],
      ],
      callings: [
        ['cantor', 'cantora'],
        ['guitarrista', 'guitarrista'],
      ],
      things: ['o disco', 'a gravação', 'o palco', 'a banda', 'o refrão'],
    },
  ),
  theme(
    'Música erudita',
    'a',
    3,
    [
      [1700, 1850, 0.4],
      [1850, 1950, 0.45],
      [1950, 2000, 0.15],
    ],
    {
      events: [['a', 'Estreia da Ópera de {P}', 'estreia']],
      organisations: [
        ['a', 'Orquestra de {P}', 'orquestra'],
        ['o', 'Conservatório de {P}', 'conservatório'],
      ],
      works: [
        ['a', 'Sinfonia de {S}', 'sinfonia'],
        ['a', 'Missa de {S}', 'missa'],
      ],
      callings: [
        ['compositor', 'compositora'],
        ['maestro', 'pianista'],
      ],
      things: ['a partitura', 'o coro', 'o teatro', 'a temporada lírica'],
    },
  ),
  theme(
    'Literatura',
    'a',
    5,
    [
      [1820, 1899, 0.33],
      [1900, 1938, 0.2],
      [1939, 1975, 0.22],
      [1976, 2012, 0.25],
    ],
    {
      events: [
        ['o', 'Prémio Literário {S}', 'prémio'],
        ['a', 'Polémica de {P}', 'polémica'],
      ],
      organisations: [
        ['a', 'Revista {S}', 'revista'],
        ['a', 'Academia de {P}', 'academia'],
      ],
      works: [
        ['o', 'O Rio de {P} (romance)', 'romance'],
        ['os', 'Poemas de {S}', 'poemas'],
        ['as', 'Cartas de {P}', 'cartas'],
      ],
      callings: [
        ['romancista', 'romancista'],
        ['poeta', 'poetisa'],
        ['crítico', 'crítica'],
      ],
      things: ['a edição', 'o manuscrito', 'a censura', 'a crítica', 'o prefácio'],
    },
  ),
  theme(
    'Futebol',
    'o',
    8,
    [
      [1910, 1938, 0.1],
      [1939, 1969, 0.2],
      [1970, 1989, 0.22],
      [1990, 2012, 0.48],
    ],
    {
      events: [
        ['o', 'Campeonato de {P} de {A}', 'campeonato'],
        ['a', 'Taça de {P} de {A}', 'taça'],
        ['a', 'Final de {P}', 'final'],
      ],
      organisations: [
        ['o', 'Clube Desportivo de {P}', 'clube'],
        ['a', 'Associação de Futebol de {P}', 'associação'],
      ],
      works: [['o', 'Estádio de {P}', 'estádio']],
      callings: [
        ['futebolista', 'futebolista'],
        ['treinador', 'treinadora'],
        ['árbitro', 'árbitra'],
      ],
      things: ['a equipa', 'o guarda-redes', 'a segunda volta', 'o golo', 'a claque'],
    },
  ),
  theme(
    'Desportos',
    'os',
    4,
    [
      [1896, 1939, 0.15],
      [1948, 1979, 0.3],
      [1980, 2012, 0.55],
    ],
    {
      events: [
        ['a', 'Volta a {P} de {A}', 'volta'],
        ['os', 'Jogos de {P}', 'jogos'],
        ['a', 'Regata de {P}', 'regata'],
      ],
      organisations: [
        ['o', 'Ginásio Clube de {P}', 'ginásio'],
        ['a', 'Federação de {P}', 'federação'],
      ],
      works: [
        ['o', 'Velódromo de {P}', 'velódromo'],
        ['o', 'Pavilhão {S}', 'pavilhão'],
      ],
      callings: [
        ['ciclista', 'ciclista'],
        ['nadador', 'nadadora'],
        ['tenista', 'tenista'],
      ],
      things: ['a prova', 'a medalha', 'o recorde', 'o pelotão', 'a meta'],
    },
  ),
  theme(
    'Informática',
    'a',
    4,
    [
      [1955, 1979, 0.18],
      [1980, 1994, 0.36],
      [1995, 2012, 0.46],
    ],
    {
      events: [
        ['a', 'Conferência de Informática de {P}', 'conferência'],
        ['o', 'Lançamento do {S}', 'lançamento'],
      ],
      organisations: [
        ['a', 'Sistemas {S}', 'empresa'],
        ['o', 'Laboratório de Cálculo de {P}', 'laboratório'],
      ],
      works: [
        ['o', 'Computador {S}', 'computador'],
        ['a', 'Linguagem {S}', 'linguagem'],
      ],
      callings: [
        ['programador', 'programadora'],
        ['informático', 'informática'],
      ],
      things: ['o programa', 'a memória', 'o processador', 'a interface', 'a versão beta'],
    },
  ),
  theme(
    'Redes e Internet',
    'as',
    4,
    [
      [1985, 1997, 0.3],
      [1998, 2004, 0.38],
      [2005, 2012, 0.32],
    ],
    {
      events: [
        ['a', 'Bolha de {S}', 'bolha'],
        ['o', 'Leilão de Frequências de {P}', 'leilão'],
      ],
      organisations: [
        ['o', 'Portal {S}', 'portal'],
        ['a', 'Operadora {S}', 'operadora'],
      ],
      works: [
        ['o', 'Protocolo {S}', 'protocolo'],
        ['o', 'Navegador {S}', 'navegador'],
      ],
      callings: [
        ['empresário das redes', 'empresária das redes'],
        ['bloguista', 'bloguista'],
      ],
      things: ['o servidor', 'a página de entrada', 'a banda larga', 'o domínio', 'o tráfego'],
    },
  ),
  theme(
    'Caminhos de ferro',
    'os',
    4,
    [
      [1850, 1914, 0.58],
      [1915, 1960, 0.25],
      [1961, 2012, 0.17],
    ],
    {
      events: [
        ['o', 'Acidente ferroviário de {P}', 'acidente'],
        ['a', 'Inauguração da Linha de {P}', 'inauguração'],
      ],
      organisations: [['a', 'Companhia dos Caminhos de Ferro de {P}', 'companhia']],
      works: [
        ['a', 'Linha de {P}', 'linha'],
        ['a', 'Estação de {P}', 'estação'],
        ['a', 'Ponte ferroviária de {P}', 'ponte'],
      ],
      callings: [
        ['engenheiro ferroviário', 'chefe de estação'],
        ['maquinista', 'guarda-barreira'],
      ],
      things: ['a locomotiva', 'o túnel', 'a bitola', 'o viaduto', 'a gare'],
    },
  ),
  theme(
    'Indústria têxtil',
    'a',
    3,
    [
      [1780, 1850, 0.25],
      [1850, 1930, 0.45],
      [1931, 1990, 0.3],
    ],
    {
      events: [
        ['a', 'Greve de {P}', 'greve'],
        ['o', 'Incêndio da Fábrica de {P}', 'incêndio'],
      ],
      organisations: [
        ['a', 'Fábrica de Fiação de {P}', 'fábrica'],
        ['o', 'Sindicato de {P}', 'sindicato'],
      ],
      works: [['o', 'Bairro Operário de {P}', 'bairro']],
      callings: [
        ['industrial', 'industrial'],
        ['sindicalista', 'sindicalista'],
      ],
      things: ['o tear', 'a caldeira', 'o salário', 'a oficina', 'a lã'],
    },
  ),
  theme(
    'Química e física',
    'a',
    4,
    [
      [1750, 1850, 0.22],
      [1851, 1938, 0.42],
      [1939, 1945, 0.04],
      [1946, 2010, 0.32],
    ],
    {
      events: [
        ['a', 'Experiência de {S}', 'experiência'],
        ['o', 'Congresso de Química de {P}', 'congresso'],
      ],
      organisations: [
        ['o', 'Instituto de Física de {P}', 'instituto'],
        ['a', 'Sociedade de Ciências de {P}', 'sociedade'],
      ],
      works: [
        ['o', 'Teorema de {S}', 'teorema'],
        ['o', 'Aparelho de {S}', 'aparelho'],
      ],
      callings: [
        ['químico', 'química'],
        ['físico', 'física'],
        ['matemático', 'matemática'],
      ],
      things: ['o laboratório', 'a medição', 'a hipótese', 'o reagente', 'a cátedra'],
    },
  ),
  theme(
    'Medicina',
    'a',
    4,
    [
      [1800, 1880, 0.22],
      [1881, 1938, 0.36],
      [1939, 1975, 0.2],
      [1976, 2012, 0.22],
    ],
    {
      events: [
        ['a', 'Epidemia de {P}', 'epidemia'],
        ['a', 'Campanha de Vacinação de {P}', 'campanha'],
      ],
      organisations: [
        ['o', 'Hospital de {P}', 'hospital'],
        ['a', 'Escola Médica de {P}', 'escola'],
      ],
      works: [
        ['o', 'Tratado de {S} sobre as febres', 'tratado'],
        ['o', 'Método de {S}', 'método'],
      ],
      callings: [
        ['médico', 'médica'],
        ['cirurgião', 'cirurgiã'],
        ['farmacêutico', 'farmacêutica'],
      ],
      things: ['a enfermaria', 'o diagnóstico', 'a vacina', 'o dispensário', 'a cirurgia'],
    },
  ),
  theme(
    'Arquitetura religiosa',
    'a',
    4,
    [
      [1200, 1500, 0.35],
      [1501, 1800, 0.6],
      [1900, 2000, 0.05],
    ],
    {
      events: [['o', 'Sínodo de {P}', 'sínodo']],
      organisations: [
        ['a', 'Confraria de {P}', 'confraria'],
        ['a', 'Diocese de {P}', 'diocese'],
      ],
      works: [
        ['a', 'Igreja Matriz de {P}', 'igreja'],
        ['o', 'Convento de {P}', 'convento'],
        ['a', 'Capela de {S}', 'capela'],
      ],
      callings: [
        ['mestre de obras', 'abadessa'],
        ['bispo', 'benfeitora'],
      ],
      things: ['o retábulo', 'a nave', 'o campanário', 'o claustro', 'a talha dourada'],
    },
  ),
  theme(
    'Artes plásticas',
    'as',
    4,
    [
      [1500, 1800, 0.32],
      [1801, 1920, 0.32],
      [1921, 1970, 0.2],
      [1971, 2012, 0.16],
    ],
    {
      events: [
        ['a', 'Exposição de {P}', 'exposição'],
        ['o', 'Salão de {P}', 'salão'],
      ],
      organisations: [
        ['o', 'Museu de {P}', 'museu'],
        ['o', 'Grupo de {S}', 'grupo'],
      ],
      works: [
        ['o', 'Retrato de {S}', 'retrato'],
        ['o', 'Painel de {P}', 'painel'],
      ],
      callings: [
        ['pintor', 'pintora'],
        ['escultor', 'escultora'],
        ['gravador', 'gravadora'],
      ],
      things: ['o óleo', 'a gravura', 'o ateliê', 'a encomenda', 'a coleção'],
    },
  ),
  theme(
    'Diplomacia',
    'a',
    4,
    [
      [1640, 1815, 0.32],
      [1816, 1913, 0.2],
      [1914, 1936, 0.14],
      [1937, 1949, 0.14],
      [1950, 2010, 0.2],
    ],
    {
      events: [
        ['o', 'Tratado de {P}', 'tratado'],
        ['a', 'Conferência de {P}', 'conferência'],
        ['o', 'Armistício de {P}', 'armistício'],
      ],
      organisations: [
        ['a', 'Legação de {P}', 'legação'],
        ['a', 'Liga de {P}', 'liga'],
      ],
      works: [
        ['a', 'Declaração de {P}', 'declaração'],
        ['o', 'Protocolo de {P}', 'protocolo'],
      ],
      callings: [
        ['embaixador', 'embaixadora'],
        ['cônsul', 'consulesa'],
      ],
      things: ['a fronteira', 'a aliança', 'a neutralidade', 'a nota diplomática', 'o visto'],
    },
  ),
  theme(
    'Resistência e exílio',
    'a',
    8,
    [
      [1926, 1935, 0.16],
      [1936, 1945, 0.42],
      [1946, 1974, 0.42],
    ],
    {
      events: [
        ['a', 'Fuga de {P}', 'fuga'],
        ['a', 'Sublevação de {P}', 'sublevação'],
        ['a', 'Greve geral de {P}', 'greve'],
      ],
      organisations: [
        ['o', 'Campo de internamento de {P}', 'campo'],
        ['a', 'Rede {S}', 'rede'],
        ['o', 'Comité de Refugiados de {P}', 'comité'],
      ],
      works: [
        ['o', 'Jornal clandestino {S}', 'jornal'],
        ['o', 'Diário de {S}', 'diário'],
      ],
      callings: [
        ['resistente', 'resistente'],
        ['exilado político', 'exilada política'],
      ],
      things: ['a clandestinidade', 'o salvo-conduto', 'a polícia política', 'a tipografia', 'o refúgio'],
    },
  ),
  theme(
    'Segurança e atentados',
    'a',
    4,
    [
      [1968, 1989, 0.25],
      [1990, 1999, 0.22],
      [2000, 2004, 0.33],
      [2005, 2012, 0.2],
    ],
    {
      events: [
        ['o', 'Atentado de {P}', 'atentado'],
        ['o', 'Sequestro do voo {N} de {P}', 'sequestro'],
        ['a', 'Comissão de Inquérito de {P}', 'comissão'],
      ],
      organisations: [
        ['a', 'Agência de Segurança de {P}', 'agência'],
        ['a', 'Fundação de Apoio de {P}', 'fundação'],
      ],
      works: [
        ['a', 'Lei de Segurança de {P}', 'lei'],
        ['o', 'Memorial de {P}', 'memorial'],
      ],
      callings: [
        ['procurador', 'procuradora'],
        ['comissário', 'comissária'],
      ],
      things: ['o inquérito', 'o aeroporto', 'a torre', 'o socorro', 'a vigilância'],
    },
  ),
  theme(
    'Economia e moeda',
    'a',
    5,
    [
      [1850, 1913, 0.18],
      [1914, 1945, 0.18],
      [1946, 1985, 0.22],
      [1986, 1998, 0.17],
      [1999, 2003, 0.15],
      [2004, 2012, 0.1],
    ],
    {
      events: [
        ['a', 'Crise bancária de {P}', 'crise'],
        ['a', 'Privatização de {P}', 'privatização'],
        ['a', 'Feira Internacional de {P}', 'feira'],
      ],
      organisations: [
        ['o', 'Banco de {P}', 'banco'],
        ['a', 'Bolsa de {P}', 'bolsa'],
        ['a', 'Companhia {S}', 'companhia'],
      ],
      works: [
        ['a', 'Moeda de {P}', 'moeda'],
        ['o', 'Plano {S}', 'plano'],
      ],
      callings: [
        ['economista', 'economista'],
        ['banqueiro', 'banqueira'],
      ],
      things: ['a inflação', 'o câmbio', 'a taxa de juro', 'o orçamento', 'o depósito'],
    },
  ),
  theme(
    'Catástrofes',
    'as',
    3,
    [
      [1720, 1899, 0.3],
      [1900, 1950, 0.25],
      [1951, 2012, 0.45],
    ],
    {
      events: [
        ['o', 'Terramoto de {P}', 'terramoto'],
        ['as', 'Cheias de {P}', 'cheias'],
        ['o', 'Desabamento de {P}', 'desabamento'],
      ],
      organisations: [['os', 'Bombeiros Voluntários de {P}', 'bombeiros']],
      works: [['a', 'Barragem de {P}', 'barragem']],
      callings: [
        ['geólogo', 'geóloga'],
        ['meteorologista', 'meteorologista'],
      ],
      things: ['o abalo', 'a enxurrada', 'a ponte', 'o alerta', 'a reconstrução'],
    },
  ),
  theme(
    'Televisão',
    'a',
    5,
    [
      [1957, 1979, 0.22],
      [1980, 1991, 0.22],
      [1992, 2012, 0.56],
    ],
    {
      events: [
        ['a', 'Gala de {P}', 'gala'],
        ['o', 'Concurso de {P}', 'concurso'],
      ],
      organisations: [
        ['o', 'Canal {S}', 'canal'],
        ['a', 'Produtora {S}', 'produtora'],
      ],
      works: [
        ['a', 'A Casa de {P} (telenovela)', 'telenovela'],
        ['a', 'A Família {S} (série)', 'série'],
      ],
      callings: [
        ['apresentador', 'apresentadora'],
        ['humorista', 'humorista'],
      ],
      things: ['o episódio', 'a audiência', 'a emissão', 'o horário nobre', 'a temporada'],
    },
  ),
  theme(
    'Mundo rural',
    'o',
    3,
    [
      [1500, 1800, 0.35],
      [1801, 1938, 0.4],
      [1939, 2000, 0.25],
    ],
    {
      events: [
        ['a', 'Romaria de {P}', 'romaria'],
        ['a', 'Praga de {P}', 'praga'],
      ],
      organisations: [
        ['a', 'Cooperativa Agrícola de {P}', 'cooperativa'],
        ['a', 'Casa do Povo de {P}', 'casa do povo'],
      ],
      works: [
        ['o', 'Moinho de {P}', 'moinho'],
        ['a', 'Quinta de {S}', 'quinta'],
      ],
      callings: [
        ['agrónomo', 'agrónoma'],
        ['lavrador', 'lavradora'],
      ],
      things: ['a vindima', 'o lagar', 'a colheita', 'o baldio', 'a transumância'],
    },
  ),
];

const PLACE_HEADS = [
  'Vila',
  'Monte',
  'Ribeira',
  'Ponte',
  'Porto',
  'Vale',
  'Fonte',
  'Castelo',
  'Serra',
  'Aldeia',
  'Torre',
  'Lagoa',
  'Campo',
  'Barra',
  'Penha',
  'Alto',
  'Outeiro',
  'Alcaria',
  'Atalaia',
  'Pedra',
  'Santa Eulália',
  'São Gião',
  'Santa Iria',
  'São Brás',
  'Várzea',
  'Cabeço',
  'Foz',
  'Ilha',
  'Quinta',
  'Cruz',
] as const;
const PLACE_TAILS = [
  'do Arade',
  'da Raia',
  'do Sorraia',
  'das Mós',
  'do Vento',
  'de Amieiros',
  'do Basto',
  'de Alvim',
  'da Lomba',
  'do Caima',
  'de Oleiros',
  'da Mourinha',
  'do Zambujal',
  'da Gândara',
  'de Paredes',
  'do Minheu',
  'das Éguas',
  'de Torgueda',
  'do Freixo',
  'da Murta',
  'do Marmeleiro',
  'dos Cântaros',
  'de Almagre',
  'da Cerdeira',
  'do Tâmega',
  'de Covões',
  'da Azinheira',
  'do Rossim',
  'das Garças',
  'dos Ipês',
  'do Jequi',
  'da Cambucá',
  'do Guarapó',
  'de Itaúva',
  'da Piranema',
  'do Tucunã',
  'de Jaçari',
  'da Mantiqui',
  'do Araçá',
  'das Lajes',
  'da Boavista',
  'do Norte',
] as const;

export const PLACE_COUNT = PLACE_HEADS.length * PLACE_TAILS.length;

export function placeName(index: number): string {
  return `${PLACE_HEADS[index % PLACE_HEADS.length]} ${PLACE_TAILS[Math.floor(index / PLACE_HEADS.length) % PLACE_TAILS.length]}`;
}

/** Articles that every page links to from its frame. */
export const PORTALS: readonly string[] = [
  'Página principal',
  'Conteúdo destacado',
  'Artigo aleatório',
  'Portal comunitário',
  'Ajuda',
  'Esplanada',
  'Sobre a enciclopédia',
  'Avisos gerais',
  'Política de privacidade',
  'Índice alfabético',
];
