/**
 * Dates with a name: feasts fixed and movable, of Portugal, of Brazil and regional, and events of history. `rule` is written as a local
 * calendar has it; where the countries differ it is that of Portugal, and `pt-br.ts` has the other.
 */
import type { Pattern } from '../../pattern.ts';
import type { LocalCalendar } from '../../resolve/local-calendar.ts';

interface Holiday {
  readonly name: string;
  readonly rule: string;
  /** Forms in the pattern language. */
  readonly forms: readonly string[];
  /** The name is also that of something else: ask for a preposition or a year. */
  readonly guarded?: boolean;
}

const HOLIDAYS: readonly Holiday[] = [
  {
    name: 'ano-novo',
    rule: '01-01',
    forms: [
      'dia? (de|do)? ano -? novo',
      'primeiro de ano',
      '(reveillon)',
      'dia da fraternidade universal',
      'dia de ano bom',
      'confraternizacao universal',
    ],
  },
  { name: 'reis', rule: '01-06', forms: ['dia de reis', 'epifania', 'noite de reis'] },
  {
    name: 'carnaval',
    rule: 'e-47',
    forms: [
      'carnaval',
      'terca -? feira de carnaval',
      'terca -? feira gorda',
      'terca de carnaval',
      'terca gorda',
      'dia de carnaval',
      'entrudo',
    ],
  },
  {
    name: 'segunda-de-carnaval',
    rule: 'e-48',
    forms: ['segunda -? feira de carnaval', 'segunda de carnaval'],
  },
  { name: 'sábado-de-carnaval', rule: 'e-50', forms: ['sabado de carnaval'] },
  { name: 'domingo-de-carnaval', rule: 'e-49', forms: ['domingo de carnaval', 'domingo gordo'] },
  { name: 'cinzas', rule: 'e-46', forms: ['quarta -? feira de cinzas', 'quarta de cinzas'] },
  { name: 'quaresma', rule: 'e-46~43', forms: ['quaresma'], guarded: true },
  { name: 'semana-santa', rule: 'e-7~6', forms: ['semana santa'] },
  { name: 'ramos', rule: 'e-7', forms: ['domingo de ramos'] },
  {
    name: 'quinta-santa',
    rule: 'e-3',
    forms: ['quinta -? feira santa', 'quinta santa', 'quinta -? feira de endoencas'],
  },
  {
    name: 'sexta-santa',
    rule: 'e-2',
    forms: ['sexta -? feira santa', 'sexta santa', 'sexta -? feira da paixao', 'paixao de cristo'],
  },
  { name: 'sabado-aleluia', rule: 'e-1', forms: ['sabado de aleluia', 'sabado santo'] },
  { name: 'páscoa', rule: 'e0', forms: ['pascoa', 'domingo de pascoa', 'dia de pascoa'] },
  { name: 'segunda-de-páscoa', rule: 'e1', forms: ['segunda -? feira de pascoa'] },
  { name: 'pascoela', rule: 'e7', forms: ['pascoela'] },
  {
    name: 'ascensão',
    rule: 'e39',
    forms: [
      'quinta -? feira da ascensao',
      'quinta -? feira da espiga',
      'dia da espiga',
      'dia da ascensao',
      'ascensao',
    ],
    guarded: true,
  },
  { name: 'pentecostes', rule: 'e49', forms: ['pentecostes', 'domingo de pentecostes'] },
  { name: 'corpo-de-deus', rule: 'e60', forms: ['corpo de deus', 'dia do corpo de deus', 'corpus christi'] },
  { name: 'trindade', rule: 'e56', forms: ['domingo da (santissima)? trindade'] },
  { name: 'sagrado-coração', rule: 'e68', forms: ['dia do sagrado coracao de jesus'] },
  { name: 'liberdade', rule: '04-25', forms: ['dia da liberdade'] },
  {
    name: 'trabalhador',
    rule: '05-01',
    forms: [
      'dia do trabalhador',
      'dia do trabalho',
      'dia dos trabalhadores',
      'dia internacional do trabalhador',
      'dia mundial do trabalho',
    ],
  },
  {
    name: 'portugal',
    rule: '06-10',
    forms: ['dia de portugal', 'dia de camoes', 'dia de portugal , de camoes e das comunidades portuguesas'],
  },
  {
    name: 'santo-antónio',
    rule: '06-13',
    forms: ['dia de santo antonio', 'santo antonio'],
    guarded: true,
  },
  {
    name: 'são-joão',
    rule: '06-24',
    forms: ['dia de sao joao', 'festa de sao joao', 'sao joao'],
    guarded: true,
  },
  { name: 'são-pedro', rule: '06-29', forms: ['dia de sao pedro', 'sao pedro'], guarded: true },
  { name: 'são-josé', rule: '03-19', forms: ['dia de sao jose'] },
  { name: 'são-martinho', rule: '11-11', forms: ['dia de sao martinho', 'magusto'] },
  {
    name: 'assunção',
    rule: '08-15',
    forms: ['dia da assuncao', 'assuncao de nossa senhora', 'nossa senhora da assuncao', 'assuncao'],
    guarded: true,
  },
  {
    name: 'república',
    rule: '10-05',
    forms: ['implantacao da republica', 'dia da implantacao da republica', 'dia da republica'],
  },
  { name: 'todos-os-santos', rule: '11-01', forms: ['dia de todos os santos', 'todos os santos'] },
  {
    name: 'finados',
    rule: '11-02',
    forms: ['dia de finados', 'finados', 'dia dos fieis defuntos', 'fieis defuntos'],
  },
  {
    name: 'restauração',
    rule: '12-01',
    forms: ['restauracao da independencia', 'dia da restauracao', 'dia da restauracao da independencia'],
  },
  {
    name: 'imaculada',
    rule: '12-08',
    forms: ['imaculada conceicao', 'dia da imaculada conceicao', 'dia de nossa senhora da conceicao'],
  },
  {
    name: 'consoada',
    rule: '12-24',
    forms: ['vespera de natal', 'consoada', 'noite de consoada', 'noite de natal'],
  },
  { name: 'natal', rule: '12-25', forms: ['dia de natal', 'natal'], guarded: true },
  {
    name: 'passagem-de-ano',
    rule: '12-31',
    forms: [
      'passagem de ano',
      'passagem do ano',
      'vespera (de|do) ano -? novo',
      'noite de sao silvestre',
      'dia de sao silvestre',
      'fim de ano',
      'noite de fim de ano',
      'virada (de|do) ano',
    ],
  },
  { name: 'mãe', rule: 'w:5:7:1', forms: ['dia da mae', 'dia das maes'] },
  { name: 'pai', rule: '03-19', forms: ['dia do pai', 'dia dos pais'] },
  { name: 'namorados', rule: '02-14', forms: ['dia dos namorados', 'dia de sao valentim'] },
  { name: 'tiradentes', rule: '04-21', forms: ['dia de tiradentes', 'tiradentes'], guarded: true },
  {
    name: 'independência',
    rule: '09-07',
    forms: ['dia da independencia', 'independencia do brasil', 'feriado da independencia', 'dia da patria'],
  },
  {
    name: 'aparecida',
    rule: '10-12',
    forms: [
      'dia de nossa senhora aparecida',
      'nossa senhora aparecida',
      'dia da padroeira do brasil',
      'dia das criancas',
    ],
    guarded: true,
  },
  { name: 'criança', rule: '06-01', forms: ['dia da crianca', 'dia mundial da crianca'] },
  {
    name: 'proclamação',
    rule: '11-15',
    forms: ['proclamacao da republica', 'dia da proclamacao da republica'],
  },
  {
    name: 'consciência',
    rule: '11-20',
    forms: [
      'dia (nacional)? da consciencia negra',
      'dia nacional de zumbi',
      'dia de zumbi',
      'consciencia negra',
    ],
  },
  { name: 'mulher', rule: '03-08', forms: ['dia (internacional|mundial)? da mulher'] },
  { name: 'índio', rule: '04-19', forms: ['dia do indio', 'dia dos povos indigenas'] },
  { name: 'professor', rule: '10-15', forms: ['dia do professor'] },
  { name: 'bandeira', rule: '11-19', forms: ['dia da bandeira'] },
  { name: 'mentiras', rule: '04-01', forms: ['dia das mentiras', 'dia da mentira'] },
  { name: 'halloween', rule: '10-31', forms: ['halloween', 'dia das bruxas', 'noite das bruxas'] },
  { name: 'folclore', rule: '08-22', forms: ['dia (nacional)? do folclore'] },
  { name: 'jornalista', rule: '04-07', forms: ['dia do jornalista'] },
  { name: 'paz', rule: '09-21', forms: ['dia (internacional|mundial) da paz'] },
  { name: 'amigo', rule: '07-20', forms: ['dia do amigo'] },
  { name: 'orgulho', rule: '06-28', forms: ['dia (internacional|mundial)? do orgulho (lgbt|gay)'] },
  { name: 'rock', rule: '07-13', forms: ['dia mundial do rock'] },
  { name: 'trabalhador-rural', rule: '05-25', forms: ['dia do trabalhador rural'] },
  { name: 'iemanjá', rule: '02-02', forms: ['dia de iemanja', 'festa de iemanja'] },
  { name: 'fico', rule: '01-09', forms: ['dia do fico'] },
  { name: 'saúde-mental', rule: '10-10', forms: ['dia mundial da saude mental'] },
  { name: 'livro-nacional', rule: '10-29', forms: ['dia nacional do livro'] },
  { name: 'saci', rule: '10-31', forms: ['dia do saci'] },
  { name: 'secretária', rule: '09-30', forms: ['dia da secretaria'] },
  { name: 'bombeiro', rule: '07-02', forms: ['dia do bombeiro'] },
  {
    name: 'enfermagem',
    rule: '05-12',
    forms: ['dia (internacional|mundial)? da enfermagem', 'dia (internacional|mundial)? do enfermeiro'],
  },
  { name: 'motorista', rule: '07-25', forms: ['dia do motorista'] },
  { name: 'psicólogo', rule: '08-27', forms: ['dia do psicologo'] },
  { name: 'músico', rule: '11-22', forms: ['dia do musico'] },
  { name: 'sem-tabaco', rule: '05-31', forms: ['dia mundial sem tabaco'] },
  { name: 'refugiado', rule: '06-20', forms: ['dia mundial do refugiado'] },
  { name: 'alfabetização', rule: '09-08', forms: ['dia (internacional|mundial) da alfabetizacao'] },
  { name: 'marinheiro', rule: '12-13', forms: ['dia do marinheiro'] },
  { name: 'abolição', rule: '05-13', forms: ['dia da abolicao', 'dia da abolicao da escravatura'] },
  { name: 'teatro', rule: '03-27', forms: ['dia mundial do teatro'] },
  { name: 'música', rule: '10-01', forms: ['dia mundial da musica'] },
  { name: 'coração', rule: '09-29', forms: ['dia mundial do coracao'] },
  { name: 'diabetes', rule: '11-14', forms: ['dia mundial (da|do) diabetes'] },
  { name: 'juventude', rule: '08-12', forms: ['dia (internacional|mundial) da juventude'] },
  { name: 'oceanos', rule: '06-08', forms: ['dia mundial dos oceanos'] },
  { name: 'museus', rule: '05-18', forms: ['dia internacional dos museus'] },
  { name: 'família', rule: '05-15', forms: ['dia internacional (da|das) (familia|familias)'] },
  { name: 'imprensa', rule: '05-03', forms: ['dia mundial da liberdade de imprensa'] },
  { name: 'fotografia', rule: '08-19', forms: ['dia mundial da fotografia'] },
  { name: 'cosme-e-damião', rule: '09-27', forms: ['dia de (sao)? cosme e (sao)? damiao'] },
  { name: 'cultura', rule: '11-05', forms: ['dia nacional da cultura'] },
  { name: 'professor-mundial', rule: '10-05', forms: ['dia mundial (do|dos) (professor|professores)'] },
  { name: 'samba', rule: '12-02', forms: ['dia nacional do samba'] },
  {
    name: 'homofobia',
    rule: '05-17',
    forms: ['dia (internacional|mundial) (de|da)? (luta)? contra a homofobia'],
  },
  {
    name: 'violência',
    rule: '11-25',
    forms: ['dia internacional (para|pela) a? eliminacao da violencia contra (a|as) (mulher|mulheres)'],
  },
  { name: 'bahia', rule: '07-02', forms: ['independencia da bahia'] },
  { name: 'farroupilha', rule: '09-20', forms: ['dia do gaucho', 'revolucao farroupilha'] },
  { name: 'constitucionalista', rule: '07-09', forms: ['revolucao constitucionalista'] },
  {
    name: 'açores',
    rule: 'e50',
    forms: ['dia dos acores', 'dia da autonomia dos acores', 'segunda -? feira do espirito santo'],
  },
  { name: 'madeira', rule: '07-01', forms: ['dia da madeira'] },
  { name: 'ação-de-graças', rule: 'w:11:4:4', forms: ['dia de (accao|acao) de gracas', 'thanksgiving'] },
  { name: 'terra', rule: '04-22', forms: ['dia (mundial|internacional)? da terra'] },
  { name: 'descobrimento', rule: '04-22', forms: ['dia do descobrimento do brasil'] },
  { name: 'estudante-pt', rule: '03-24', forms: ['dia nacional do estudante'] },
  { name: 'estudante', rule: '08-11', forms: ['dia do estudante', 'dia do advogado'] },
  { name: 'água', rule: '03-22', forms: ['dia mundial da agua'] },
  { name: 'poesia', rule: '03-21', forms: ['dia mundial da poesia', 'dia mundial da arvore'] },
  { name: 'árvore', rule: '09-21', forms: ['dia da arvore'] },
  { name: 'livro', rule: '04-23', forms: ['dia mundial do livro'] },
  { name: 'saúde', rule: '04-07', forms: ['dia mundial da saude'] },
  { name: 'dança', rule: '04-29', forms: ['dia (mundial|internacional) da danca'] },
  { name: 'língua', rule: '05-05', forms: ['dia mundial da lingua portuguesa'] },
  { name: 'europa', rule: '05-09', forms: ['dia da europa'] },
  { name: 'áfrica', rule: '05-25', forms: ['dia de africa'] },
  { name: 'avós', rule: '07-26', forms: ['dia (mundial)? dos avos'] },
  { name: 'soldado', rule: '08-25', forms: ['dia do soldado'] },
  { name: 'amazônia', rule: '09-05', forms: ['dia da amazonia'] },
  { name: 'turismo', rule: '09-27', forms: ['dia mundial do turismo'] },
  { name: 'idoso', rule: '10-01', forms: ['dia (mundial|internacional|nacional)? do idoso'] },
  { name: 'alimentação', rule: '10-16', forms: ['dia mundial da alimentacao'] },
  { name: 'médico', rule: '10-18', forms: ['dia do medico'] },
  { name: 'servidor', rule: '10-28', forms: ['dia do servidor publico'] },
  { name: 'direitos-humanos', rule: '12-10', forms: ['dia (internacional|mundial) dos direitos humanos'] },
  { name: 'aids', rule: '12-01', forms: ['dia mundial (de|da) luta contra a (aids|sida)'] },
  { name: 'black-friday', rule: 'w:11:4:4+1', forms: ['black friday'] },
  { name: 'cyber-monday', rule: 'w:11:4:4+4', forms: ['cyber monday'] },
  { name: 'santo-estêvão', rule: '12-26', forms: ['dia de santo estevao'] },
  { name: 'santa-luzia', rule: '12-13', forms: ['dia de santa luzia'] },
  { name: 'são-jorge', rule: '04-23', forms: ['dia de sao jorge'] },
  { name: 'são-sebastião', rule: '01-20', forms: ['dia de sao sebastiao'] },
  { name: 'são-vicente', rule: '01-22', forms: ['dia de sao vicente'] },
  { name: 'fátima', rule: '05-13', forms: ['dia de nossa senhora de fatima'] },
  { name: 'são-paulo', rule: '01-25', forms: ['aniversario de sao paulo'] },
  { name: 'páscoa-dos-judeus', rule: 'h:1:15', forms: ['pessach', 'pascoa judaica'] },
  { name: 'rosh-hashaná', rule: 'h:7:1', forms: ['rosh hashana', 'ano novo judaico'] },
  { name: 'yom-kippur', rule: 'h:7:10', forms: ['(yom|iom) (kippur|kipur)'] },
  { name: 'hanukkah', rule: 'h:9:25', forms: ['(hanukkah|chanuca|hanuca|chanuka)'] },
  { name: 'ramadão', rule: 'i:9:1', forms: ['(ramadao|ramada)'] },
  { name: 'eid', rule: 'i:10:1', forms: ['eid al - fitr', 'fim do ramadao'] },
  // The Sundays of Advent: `meaning/holiday-meaning.ts` counts them.
  { name: 'advento-1', rule: 'a:1', forms: [] },
  { name: 'advento-2', rule: 'a:2', forms: [] },
  { name: 'advento-3', rule: 'a:3', forms: [] },
  { name: 'advento-4', rule: 'a:4', forms: [] },
  { name: 'nowruz', rule: '03-21', forms: ['(nowruz|noruz)'] },
  { name: 'ano-novo-chinês', rule: 'c:1:1', forms: ['ano novo (chines|lunar)'] },
  {
    name: 'ambiente',
    rule: '06-05',
    forms: ['dia mundial do ambiente', 'dia do meio ambiente', 'dia mundial do meio ambiente'],
  },
];

/** On another day in Brazil (`pt-br.ts`). */
const OF_ONE_COUNTRY = /^(?:mãe|pai|namorados|criança|estudante-pt)$/;

interface HistoricEvent {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly forms: readonly string[];
}

/** Events whose name is a date; used by the `modern` profile only. */
const EVENTS: readonly HistoricEvent[] = [
  {
    name: 'primeira-guerra',
    start: '1914-07-28',
    end: '1918-11-11',
    forms: [
      'primeira guerra mundial',
      'i guerra mundial',
      'N:ORD guerra mundial',
      'primeira grande guerra',
      'grande guerra',
    ],
  },
  {
    name: 'segunda-guerra',
    start: '1939-09-01',
    end: '1945-09-02',
    forms: ['segunda guerra mundial', 'ii guerra mundial', 'segunda grande guerra'],
  },
  { name: 'revolução-dos-cravos', start: '1974-04-25', end: '1974-04-25', forms: ['revolucao dos cravos'] },
  // Called by their day alone (`o 25 de Abril`): `date-meaning.ts` knows them.
  { name: '25-de-abril', start: '1974-04-25', end: '1974-04-25', forms: [] },
  { name: '28-de-maio', start: '1926-05-28', end: '1926-05-28', forms: [] },
  { name: '5-de-outubro', start: '1910-10-05', end: '1910-10-05', forms: [] },
  {
    name: '11-de-setembro',
    start: '2001-09-11',
    end: '2001-09-11',
    forms: ['ataques de 11 de setembro', 'atentados de 11 de setembro'],
  },
];

export const HOLIDAY_PATTERNS: readonly Pattern[] = [
  ...HOLIDAYS.map(
    (h): Pattern => ({
      id: `holiday.${h.name}`,
      make: 'holiday',
      as: 'HOL',
      forms: h.forms,
      with: { name: h.name, guarded: h.guarded ? 1 : 0 },
    }),
  ),
  {
    id: 'holiday.advento',
    make: 'advent-sunday',
    as: 'HOL',
    forms: ['N:ORD domingo (de|do) advento'],
  },
  ...EVENTS.map(
    (e): Pattern => ({
      id: `event.${e.name}`,
      make: 'event',
      as: 'EVENT',
      forms: e.forms,
      with: { name: e.name },
    }),
  ),
];

/** Feasts on one date in both countries, by name. */
export const FIXED_FEASTS: ReadonlyMap<string, string> = new Map(
  HOLIDAYS.filter(({ name, rule }) => /^\d/.test(rule) && !OF_ONE_COUNTRY.test(name)).map(
    ({ name, rule }) => [name, rule],
  ),
);

/** The calendar that both countries share. */
export const PT_CALENDAR: LocalCalendar = {
  southern: false,
  // Those of Portugal; `pt-br.ts` has the others.
  daysOff: [
    'ano-novo', 'sexta-santa', 'páscoa', 'liberdade', 'trabalhador', 'corpo-de-deus', 'portugal', 'assunção', 'república', 'todos-os-santos',
    'restauração', 'imaculada', 'natal',
  ], // biome-ignore format: one list
  feasts: new Map(HOLIDAYS.map(({ name, rule }) => [name, rule])),
  events: new Map(EVENTS.map(({ name, start, end }) => [name, { start, end }])),
};
