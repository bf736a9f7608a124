/**
 * Kinds of things that sites describe one page each, with what is true of each thing. An attribute has a value that does not depend
 * on the site (for comparing sites), several labels and several ways in which sites write it.
 */
import { addDays, isoDay, longDate, shortDate, two, utc } from '../language/dates.ts';
import { grouped, money } from '../language/numbers.ts';
import { person } from '../language/people.ts';
import { QUARTERS, STREETS, TOWNS } from '../language/places.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';

/** What is true, apart from how it is written. */
export type Fact =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'date'; readonly date: Date }
  | { readonly type: 'money'; readonly amount: number }
  /** In the unit of the attribute: cm, kg, m² … */
  | {
      readonly type: 'measure';
      readonly amount: number;
      readonly unit: 'cm' | 'kg' | 'm²' | 'km²' | 'km' | 'min' | 'h';
    }
  | { readonly type: 'count'; readonly amount: number };

export interface AttributeKind {
  readonly id: string;
  /** A site chooses one. */
  readonly labels: readonly string[];
  readonly make: (random: Random, thing: Making) => Fact;
  /** Sites leave it out now and then. */
  readonly optional?: boolean;
}

/** What is known while the attributes of a thing are made. */
export interface Making {
  readonly name: string;
  readonly number: number;
}

export interface ThingKind {
  readonly id: string;
  /** Words for addresses and menus, in the plural and in the singular. */
  readonly plural: string;
  readonly singular: string;
  readonly name: (random: Random) => string;
  readonly attributes: readonly AttributeKind[];
  /** An attribute by which a site may group its lists. */
  readonly groupBy: string;
  /** Another kind of the same site, with pages that look alike. */
  readonly twin: { readonly plural: string; readonly singular: string; readonly labels: readonly string[] };
}

export interface Thing {
  readonly id: string;
  readonly name: string;
  readonly facts: ReadonlyMap<string, Fact>;
}

const text = (value: string): Fact => ({ type: 'text', text: value });
const count = (amount: number): Fact => ({ type: 'count', amount });
const date = (random: Random, from: number, to: number): Fact => ({
  type: 'date',
  date: addDays(utc(random.int(from, to), 1, 1), random.int(0, 364)),
});
const oneOf =
  (...values: readonly string[]) =>
  (random: Random): Fact =>
    text(random.pick(values));
const phone = (random: Random): Fact =>
  text(
    `(${random.pick(['11', '21', '31', '47', '51', '85'])}) ${random.chance(0.4) ? `9${random.int(6000, 9999)}` : random.int(2200, 3999)}-${random.int(1000, 9999)}`,
  );
const address = (random: Random): Fact => text(`${random.pick(STREETS.br)}, ${random.int(10, 1990)}`);
const cep = (random: Random): Fact =>
  text(`${two(random.int(1, 99))}${random.int(100, 999)}-${random.int(100, 999)}`);
const human = (random: Random): Fact => text(person(random, 'br').name);
const town = (random: Random): Fact => text(random.pick(TOWNS.br));
const quarter = (random: Random): Fact => text(random.pick(QUARTERS.br));

/** The check digit of the sum of `digits` by descending weights, as tax numbers have it. */
function checkDigit(digits: readonly number[], weights: readonly number[]): number {
  const rest = digits.reduce((sum, digit, i) => sum + digit * weights[i]!, 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function cnpj(random: Random): string {
  const digits = [...Array.from({ length: 8 }, () => random.int(0, 9)), 0, 0, 0, 1];
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  digits.push(checkDigit(digits, weights.slice(1)));
  digits.push(checkDigit(digits, weights));
  const d = digits.join('');
  return `${d.slice(0, 2)}.${d.slice(2, 5)}.${d.slice(5, 8)}/${d.slice(8, 12)}-${d.slice(12)}`;
}

function isbn13(random: Random): string {
  const body = `97885${Array.from({ length: 7 }, () => random.int(0, 9)).join('')}`;
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const TITLES_A = [
  'O caminho',
  'A casa',
  'As vozes',
  'O inverno',
  'A última carta',
  'Os filhos',
  'A sombra',
  'O jardim',
  'A memória',
  'O silêncio',
  'As margens',
  'O ofício',
  'A travessia',
  'O retrato',
  'As chuvas',
  'A infância',
] as const;
const TITLES_B = [
  'do rio',
  'da serra',
  'de Helena',
  'do mar',
  'das pedras',
  'do vento',
  'de agosto',
  'do sertão',
  'da manhã',
  'dos vizinhos',
  'da fronteira',
  'de papel',
  'do norte',
  'das marés',
  'da planície',
  'do porto',
  'de vidro',
  'dos pássaros',
] as const;
const workTitle = (random: Random): string => `${random.pick(TITLES_A)} ${random.pick(TITLES_B)}`;

const PARTIES = ['PSE', 'UP', 'MV', 'AC', 'PB', 'PTS', 'PDR'] as const;

export const KINDS: readonly ThingKind[] = [
  {
    id: 'vereadores',
    plural: 'vereadores',
    singular: 'vereador',
    name: (random) => person(random, 'br').name,
    groupBy: 'partido',
    twin: {
      plural: 'comissoes',
      singular: 'comissao',
      labels: ['Presidente', 'Sala', 'Reuniões', 'Criação'],
    },
    attributes: [
      { id: 'partido', labels: ['Partido', 'Partido político', 'Sigla'], make: oneOf(...PARTIES) },
      {
        id: 'nascimento',
        labels: ['Data de nascimento', 'Nascimento', 'Nascido em'],
        make: (r) => date(r, 1948, 1996),
      },
      { id: 'naturalidade', labels: ['Naturalidade', 'Natural de', 'Local de nascimento'], make: town },
      {
        id: 'profissao',
        labels: ['Profissão', 'Ocupação'],
        make: oneOf(
          'Professora',
          'Agricultor',
          'Comerciante',
          'Enfermeira',
          'Advogado',
          'Motorista',
          'Engenheira',
          'Contador',
        ),
      },
      { id: 'votos', labels: ['Votos', 'Votação', 'Total de votos'], make: (r) => count(r.int(612, 14890)) },
      { id: 'telefone', labels: ['Telefone', 'Fone', 'Telefone do gabinete'], make: phone, optional: true },
      { id: 'gabinete', labels: ['Gabinete', 'Sala'], make: (r) => text(`Sala ${r.int(101, 340)}`) },
      {
        id: 'email',
        labels: ['E-mail', 'Correio eletrônico'],
        make: (_, t) => text(`${slug(t.name).replaceAll('-', '.')}@exemplo.leg.br`),
      },
    ],
  },
  {
    id: 'jogadores',
    plural: 'jogadores',
    singular: 'jogador',
    name: (random) => person(random, 'br', 'm').name,
    groupBy: 'clube',
    twin: { plural: 'times', singular: 'time', labels: ['Estádio', 'Fundação', 'Técnico', 'Capacidade'] },
    attributes: [
      {
        id: 'posicao',
        labels: ['Posição', 'Posição em campo'],
        make: oneOf('Goleiro', 'Zagueiro', 'Lateral', 'Volante', 'Meia', 'Atacante'),
      },
      { id: 'numero', labels: ['Número', 'Camisa', 'Nº'], make: (r) => count(r.int(1, 40)) },
      {
        id: 'clube',
        labels: ['Clube', 'Time', 'Clube atual'],
        make: (r) =>
          text(`${r.pick(['Esporte Clube', 'Atlético', 'União'])} ${r.pick(TOWNS.br.slice(0, 5))}`),
      },
      {
        id: 'nascimento',
        labels: ['Data de nascimento', 'Nascimento', 'Nasc.'],
        make: (r) => date(r, 1984, 2005),
      },
      { id: 'naturalidade', labels: ['Local de nascimento', 'Naturalidade', 'Cidade natal'], make: town },
      {
        id: 'altura',
        labels: ['Altura', 'Estatura'],
        make: (r) => ({ type: 'measure', amount: r.int(164, 198), unit: 'cm' }),
      },
      {
        id: 'peso',
        labels: ['Peso'],
        make: (r) => ({ type: 'measure', amount: r.int(58, 96), unit: 'kg' }),
        optional: true,
      },
    ],
  },
  {
    id: 'produtos',
    plural: 'produtos',
    singular: 'produto',
    name: (r) =>
      `${r.pick(['Cadeira', 'Mesa', 'Luminária', 'Rede', 'Cesto', 'Vaso', 'Tapete', 'Prateleira', 'Banco', 'Espelho'])} ${r.pick(['Ipê', 'Aurora', 'Jangada', 'Serena', 'Litoral', 'Sertão', 'Colonial', 'Modular'])} ${r.int(100, 999)}`,
    groupBy: 'marca',
    twin: { plural: 'marcas', singular: 'marca', labels: ['País', 'Fundação', 'Site', 'Linhas'] },
    attributes: [
      {
        id: 'preco',
        labels: ['Preço', 'Valor', 'Por'],
        make: (r) => ({ type: 'money', amount: r.int(1990, 459_900) / 100 }),
      },
      {
        id: 'marca',
        labels: ['Marca', 'Fabricante'],
        make: oneOf('Carnaúba', 'Oficina Azul', 'Madeira & Cia', 'Tramas', 'Barro Vivo'),
      },
      {
        id: 'codigo',
        labels: ['Código', 'Referência', 'SKU'],
        make: (r, t) => text(`${r.pick(['CB', 'TR', 'MX'])}-${1000 + t.number}`),
      },
      {
        id: 'cor',
        labels: ['Cor', 'Cor predominante'],
        make: oneOf('Natural', 'Azul', 'Terracota', 'Branco', 'Verde', 'Preto'),
      },
      {
        id: 'peso',
        labels: ['Peso', 'Peso do produto'],
        make: (r) => ({ type: 'measure', amount: r.int(1, 60), unit: 'kg' }),
        optional: true,
      },
      {
        id: 'garantia',
        labels: ['Garantia', 'Prazo de garantia'],
        make: (r) => text(`${r.pick([3, 6, 12, 24])} meses`),
      },
    ],
  },
  {
    id: 'escolas',
    plural: 'escolas',
    singular: 'escola',
    name: (r) =>
      `${r.pick(['Escola Municipal', 'Escola Estadual', 'Colégio', 'Centro de Ensino'])} ${person(r, 'br').name}`,
    groupBy: 'bairro',
    twin: { plural: 'creches', singular: 'creche', labels: ['Coordenação', 'Turnos', 'Idade', 'Vagas'] },
    attributes: [
      { id: 'endereco', labels: ['Endereço', 'Localização'], make: address },
      { id: 'bairro', labels: ['Bairro'], make: quarter },
      { id: 'cep', labels: ['CEP', 'Código postal'], make: cep },
      { id: 'telefone', labels: ['Telefone', 'Fone', 'Contato'], make: phone, optional: true },
      { id: 'direcao', labels: ['Direção', 'Diretor(a)', 'Responsável'], make: human },
      {
        id: 'alunos',
        labels: ['Alunos', 'Número de alunos', 'Matrículas'],
        make: (r) => count(r.int(80, 2400)),
      },
      {
        id: 'inep',
        labels: ['Código INEP', 'INEP'],
        make: (r) => text(String(r.int(11_000_000, 53_999_999))),
      },
    ],
  },
  {
    id: 'imoveis',
    plural: 'imoveis',
    singular: 'imovel',
    name: (r) =>
      `${r.pick(['Apartamento', 'Casa', 'Sobrado', 'Sala comercial', 'Cobertura'])} na ${r.pick(STREETS.br)}, ${r.int(10, 1990)}`,
    groupBy: 'bairro',
    twin: {
      plural: 'lancamentos',
      singular: 'lancamento',
      labels: ['Construtora', 'Entrega', 'Torres', 'Unidades'],
    },
    attributes: [
      {
        id: 'preco',
        labels: ['Preço', 'Valor de venda', 'Valor'],
        make: (r) => ({ type: 'money', amount: r.int(120, 1900) * 1000 }),
      },
      {
        id: 'area',
        labels: ['Área', 'Área útil', 'Área privativa'],
        make: (r) => ({ type: 'measure', amount: r.int(32, 420), unit: 'm²' }),
      },
      { id: 'quartos', labels: ['Quartos', 'Dormitórios'], make: (r) => count(r.int(1, 6)) },
      { id: 'bairro', labels: ['Bairro', 'Região'], make: quarter },
      {
        id: 'codigo',
        labels: ['Código', 'Ref.', 'Código do imóvel'],
        make: (_, t) => text(`IM${10_000 + t.number * 7}`),
      },
      {
        id: 'condominio',
        labels: ['Condomínio', 'Taxa de condomínio'],
        make: (r) => ({ type: 'money', amount: r.int(18_000, 190_000) / 100 }),
        optional: true,
      },
    ],
  },
  {
    id: 'livros',
    plural: 'livros',
    singular: 'livro',
    name: workTitle,
    groupBy: 'editora',
    twin: { plural: 'autores', singular: 'autor', labels: ['Nascimento', 'País', 'Obras', 'Prêmios'] },
    attributes: [
      { id: 'autor', labels: ['Autor', 'Autoria', 'Escrito por'], make: human },
      {
        id: 'editora',
        labels: ['Editora', 'Publicado por'],
        make: oneOf('Casa do Vale', 'Letra Miúda', 'Pedra Alta', 'Ed. Jangada', 'Cais Editorial'),
      },
      { id: 'isbn', labels: ['ISBN', 'ISBN-13'], make: (r) => text(isbn13(r)) },
      {
        id: 'paginas',
        labels: ['Páginas', 'Número de páginas', 'Nº de páginas'],
        make: (r) => count(r.int(64, 780)),
      },
      {
        id: 'ano',
        labels: ['Ano', 'Ano de publicação', 'Publicação'],
        make: (r) => text(String(r.int(1978, 2024))),
      },
      {
        id: 'preco',
        labels: ['Preço', 'Preço de capa', 'Valor'],
        make: (r) => ({ type: 'money', amount: r.int(1990, 14_990) / 100 }),
        optional: true,
      },
    ],
  },
  {
    id: 'pousadas',
    plural: 'pousadas',
    singular: 'pousada',
    name: (r) =>
      `Pousada ${r.pick(['Mar', 'Serra', 'Lua', 'Canto', 'Recanto', 'Vila', 'Sol', 'Brisa'])} ${r.pick(['Azul', 'Serena', 'dos Ipês', 'da Mata', 'do Norte', 'das Garças', 'Mansa', 'do Vale', 'da Praia', 'do Sossego'])} ${r.pick(['', 'I', 'II', 'Boutique'])}`.trim(),
    groupBy: 'cidade',
    twin: { plural: 'passeios', singular: 'passeio', labels: ['Saída', 'Duração', 'Guia', 'Nível'] },
    attributes: [
      { id: 'cidade', labels: ['Cidade', 'Município'], make: town },
      {
        id: 'diaria',
        labels: ['Diária', 'Diária a partir de', 'Preço da diária'],
        make: (r) => ({ type: 'money', amount: r.int(9000, 98_000) / 100 }),
      },
      {
        id: 'quartos',
        labels: ['Quartos', 'Número de quartos', 'Acomodações'],
        make: (r) => count(r.int(4, 90)),
      },
      { id: 'telefone', labels: ['Telefone', 'Reservas', 'Telefone para reservas'], make: phone },
      { id: 'endereco', labels: ['Endereço', 'Onde fica'], make: address, optional: true },
    ],
  },
  {
    id: 'medicos',
    plural: 'medicos',
    singular: 'medico',
    name: (r) => {
      const someone = person(r, 'br');
      return `${someone.gender === 'f' ? 'Dra.' : 'Dr.'} ${someone.name}`;
    },
    groupBy: 'especialidade',
    twin: {
      plural: 'clinicas',
      singular: 'clinica',
      labels: ['Horário', 'Responsável técnico', 'Convênios', 'Leitos'],
    },
    attributes: [
      {
        id: 'especialidade',
        labels: ['Especialidade', 'Área de atuação'],
        make: oneOf(
          'Cardiologia',
          'Pediatria',
          'Ortopedia',
          'Dermatologia',
          'Clínica médica',
          'Oftalmologia',
        ),
      },
      {
        id: 'crm',
        labels: ['CRM', 'Registro (CRM)'],
        make: (r) => text(`CRM-${r.pick(['SP', 'RS', 'BA'])} ${r.int(10_000, 199_999)}`),
      },
      { id: 'telefone', labels: ['Telefone', 'Agendamento', 'Consultório'], make: phone },
      { id: 'endereco', labels: ['Endereço', 'Consultório em'], make: address },
      {
        id: 'formado',
        labels: ['Formatura', 'Ano de formatura'],
        make: (r) => text(String(r.int(1975, 2016))),
        optional: true,
      },
    ],
  },
  {
    id: 'carros',
    plural: 'carros',
    singular: 'carro',
    name: (r) =>
      `${r.pick(['Jaçanã', 'Corisco', 'Tuiuti', 'Veloz', 'Sabiá', 'Mandacaru'])} ${r.pick(['1.0', '1.3', '1.6', '2.0'])} ${r.pick(['LX', 'GT', 'Sport', 'Comfort', 'Plus'])} ${r.int(1, 99)}`,
    groupBy: 'marca',
    twin: { plural: 'motos', singular: 'moto', labels: ['Cilindrada', 'Partida', 'Freios', 'Tanque'] },
    attributes: [
      {
        id: 'marca',
        labels: ['Marca', 'Montadora'],
        make: oneOf('Arara', 'Ipê Motors', 'Carcará', 'Litoral'),
      },
      { id: 'ano', labels: ['Ano', 'Ano/modelo'], make: (r) => text(String(r.int(2004, 2024))) },
      {
        id: 'km',
        labels: ['Quilometragem', 'KM', 'Km rodados'],
        make: (r) => ({ type: 'measure', amount: r.int(900, 190_000), unit: 'km' }),
      },
      { id: 'cor', labels: ['Cor'], make: oneOf('Prata', 'Branco', 'Preto', 'Vermelho', 'Cinza') },
      { id: 'combustivel', labels: ['Combustível'], make: oneOf('Flex', 'Gasolina', 'Diesel', 'Elétrico') },
      {
        id: 'preco',
        labels: ['Preço', 'Valor', 'Por'],
        make: (r) => ({ type: 'money', amount: r.int(189, 1890) * 100 }),
        optional: true,
      },
    ],
  },
  {
    id: 'cursos',
    plural: 'cursos',
    singular: 'curso',
    name: (r) =>
      `${r.pick(['Técnico em', 'Introdução a', 'Especialização em', 'Oficina de', 'Bacharelado em'])} ${r.pick(['Edificações', 'Apicultura', 'Fotografia', 'Redes', 'Gestão Pública', 'Agroecologia', 'Libras', 'Contabilidade', 'Cerâmica', 'Música', 'Enfermagem', 'Mecânica'])} ${r.pick(['', 'I', 'II', 'III'])}`.trim(),
    groupBy: 'modalidade',
    twin: {
      plural: 'eventos',
      singular: 'evento',
      labels: ['Local', 'Palestrante', 'Horário', 'Inscrições'],
    },
    attributes: [
      {
        id: 'carga',
        labels: ['Carga horária', 'Duração'],
        make: (r) => ({ type: 'measure', amount: r.int(2, 360) * 10, unit: 'h' }),
      },
      {
        id: 'modalidade',
        labels: ['Modalidade', 'Forma de oferta'],
        make: oneOf('Presencial', 'A distância', 'Híbrido'),
      },
      {
        id: 'inicio',
        labels: ['Início', 'Início das aulas', 'Data de início'],
        make: (r) => date(r, 2022, 2024),
      },
      { id: 'vagas', labels: ['Vagas', 'Número de vagas'], make: (r) => count(r.int(12, 120)) },
      {
        id: 'valor',
        labels: ['Investimento', 'Valor', 'Mensalidade'],
        make: (r) => ({ type: 'money', amount: r.int(4000, 190_000) / 100 }),
        optional: true,
      },
      { id: 'coordenacao', labels: ['Coordenação', 'Coordenador(a)'], make: human },
    ],
  },
  {
    id: 'municipios',
    plural: 'municipios',
    singular: 'municipio',
    name: (r) =>
      `${r.pick(['São', 'Santa', 'Nova', 'Vila', 'Porto', 'Campo', 'Monte', 'Ribeirão'])} ${r.pick(['Aurora', 'Bento', 'Clara', 'Alegre', 'Verde', 'Ventura', 'Sereno', 'Rita', 'Tomé', 'Esperança'])} ${r.pick(['do Sul', 'do Oeste', 'das Pedras', 'da Serra', 'do Vale', 'dos Ipês', ''])}`.trim(),
    groupBy: 'regiao',
    twin: { plural: 'distritos', singular: 'distrito', labels: ['Sede', 'Criação', 'Distância', 'Acesso'] },
    attributes: [
      { id: 'prefeito', labels: ['Prefeito', 'Prefeito(a)', 'Chefe do Executivo'], make: human },
      {
        id: 'populacao',
        labels: ['População', 'População estimada', 'Habitantes'],
        make: (r) => count(r.int(1200, 480_000)),
      },
      {
        id: 'area',
        labels: ['Área', 'Área territorial'],
        make: (r) => ({ type: 'measure', amount: r.int(60, 4900), unit: 'km²' }),
      },
      {
        id: 'fundacao',
        labels: ['Fundação', 'Aniversário', 'Emancipação'],
        make: (r) => date(r, 1780, 1992),
      },
      {
        id: 'regiao',
        labels: ['Região', 'Mesorregião'],
        make: oneOf('Vale do Araras', 'Planalto', 'Litoral Norte', 'Serra Alta'),
      },
      { id: 'cep', labels: ['CEP'], make: cep, optional: true },
    ],
  },
  {
    id: 'empresas',
    plural: 'empresas',
    singular: 'empresa',
    name: (r) =>
      `${r.pick(['Comercial', 'Indústria', 'Transportes', 'Construtora', 'Distribuidora', 'Laticínios'])} ${person(r, 'br').name.split(' ').at(-1)} ${r.pick(['Ltda.', 'S.A.', '& Filhos', 'ME'])}`,
    groupBy: 'atividade',
    twin: {
      plural: 'sindicatos',
      singular: 'sindicato',
      labels: ['Base', 'Filiação', 'Presidência', 'Sede'],
    },
    attributes: [
      { id: 'cnpj', labels: ['CNPJ'], make: (r) => text(cnpj(r)) },
      {
        id: 'atividade',
        labels: ['Atividade', 'Ramo de atividade', 'Setor'],
        make: oneOf('Comércio', 'Indústria', 'Serviços', 'Transporte', 'Agropecuária'),
      },
      {
        id: 'abertura',
        labels: ['Abertura', 'Data de abertura', 'Início das atividades'],
        make: (r) => date(r, 1965, 2022),
      },
      { id: 'telefone', labels: ['Telefone', 'Fone', 'Contato'], make: phone },
      { id: 'endereco', labels: ['Endereço', 'Logradouro'], make: address },
      {
        id: 'capital',
        labels: ['Capital social', 'Capital'],
        make: (r) => ({ type: 'money', amount: r.int(10, 5000) * 1000 }),
        optional: true,
      },
    ],
  },
];

/** `count` things of a kind, of different names. */
export function things(kind: ThingKind, random: Random, howMany: number): Thing[] {
  const out: Thing[] = [];
  const names = new Set<string>();
  for (let number = 1; out.length < howMany; number++) {
    const here = random.fork(kind.id, number);
    let name = kind.name(here);
    for (let n = 2; names.has(name); n++) name = `${kind.name(here.fork('again', n))}${n > 6 ? ` ${n}` : ''}`;
    names.add(name);
    const making: Making = { name, number };
    const facts = new Map(kind.attributes.map((a) => [a.id, a.make(here.fork(a.id), making)]));
    out.push({ id: `${kind.id}-${number}`, name, facts });
  }
  return out;
}

/** How a site writes its figures; one for the whole site. */
export interface Writing {
  readonly date: 'short' | 'long' | 'dots';
  readonly height: 'm' | 'cm';
  readonly money: 'R$ ' | 'R$';
  readonly unitSpace: string;
}

export function write(fact: Fact, how: Writing): string {
  switch (fact.type) {
    case 'text':
      return fact.text;
    case 'date':
      return how.date === 'long'
        ? longDate(fact.date)
        : how.date === 'dots'
          ? shortDate(fact.date).replaceAll('/', '.')
          : shortDate(fact.date);
    case 'money':
      return `${how.money}${money(fact.amount)}`;
    case 'count':
      return grouped(fact.amount);
    case 'measure':
      if (fact.unit === 'cm' && how.height === 'm')
        return `${(fact.amount / 100).toFixed(2).replace('.', ',')}${how.unitSpace}m`;
      return `${grouped(fact.amount)}${how.unitSpace}${fact.unit}`;
  }
}

/** A form in which two sites' statements of one fact are equal. */
export function plain(fact: Fact): string {
  switch (fact.type) {
    case 'text':
      return fact.text;
    case 'date':
      return isoDay(fact.date);
    case 'money':
      return fact.amount.toFixed(2);
    case 'measure':
      return `${fact.amount} ${fact.unit}`;
    case 'count':
      return String(fact.amount);
  }
}
