/**
 * Portuguese words of time, both norms, old and new spelling. Everything is matched without accents and without regard to case; a word
 * whose accented twin means something else is marked PLAIN.
 */
import { UNIT_NAMES, type UnitName } from '../../expression.ts';
import {
  ABBREVIATION,
  type ClassName,
  CURRENCY,
  FUTURE_VERB,
  GRAMMAR,
  type LexiconEntry,
  MARKER,
  MEASURE,
  NAMING,
  NUMBERING,
  PAST_VERB,
  PLAIN,
  PRESENT_VERB,
} from '../../lexicon.ts';
import { CARDINAL_WORDS, ORDINAL_WORDS } from './numerals.ts';

const out: LexiconEntry[] = [];

function words(list: string, classes: readonly ClassName[], value?: number, flags = 0): void {
  for (const word of list.split(/\s+/)) {
    if (word !== '') out.push({ word, classes, flags, ...(value === undefined ? {} : { value }) });
  }
}

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
for (const [i, name] of MONTHS.entries()) words(name, ['MONTH'], i + 1, MARKER);
for (const [i, name] of 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ').entries())
  words(name, ['MABBR'], i + 1, MARKER | ABBREVIATION);
// Pages made with tools of another language leave its months and days in their dates: `Apr 19, 2018`, `Mon 15 August 2022`.
for (const [
  i,
  names,
] of 'january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,september sept sep,october oct,november nov,december dec'
  .split(',')
  .entries())
  words(names, ['EMONTH'], i + 1, MARKER);
for (const [
  i,
  names,
] of 'monday mon,tuesday tue tues,wednesday wed,thursday thu thur thurs,friday fri,saturday sat,sunday sun'
  .split(',')
  .entries())
  words(names, ['EDAY'], i + 1);

for (const [i, name] of 'segunda terça quarta quinta sexta sábado domingo'.split(' ').entries())
  words(name, ['WEEKDAY'], i + 1, MARKER);
for (const [i, name] of 'segundas terças quartas quintas sextas sábados domingos'.split(' ').entries())
  words(name, ['WDS'], i + 1, MARKER);
for (const [i, name] of 'seg ter qua qui sex sáb dom'.split(' ').entries())
  words(name, ['WDABBR'], i + 1, MARKER | ABBREVIATION);

words('primavera', ['SEASON'], 0, MARKER);
words('verão', ['SEASON'], 1, MARKER);
words('outono', ['SEASON'], 2, MARKER);
words('inverno', ['SEASON'], 3, MARKER);

const units: readonly (readonly [string, string, string])[] = [
  ['second', 'segundo', 'segundos'],
  ['minute', 'minuto min minutinho', 'minutos mins minutinhos'],
  ['hour', 'hora horinha', 'horas hrs horinhas'],
  ['day', 'dia', 'dias'],
  ['week', 'semana', 'semanas'],
  ['fortnight', 'quinzena', 'quinzenas'],
  ['month', 'mês', 'meses'],
  ['bimester', 'bimestre', 'bimestres'],
  ['quarter', 'trimestre', 'trimestres'],
  ['fourmonths', 'quadrimestre', 'quadrimestres'],
  ['semester', 'semestre', 'semestres'],
  ['year', 'ano', 'anos'],
  ['biennium', 'biénio biênio', 'biénios biênios'],
  ['triennium', 'triénio triênio', 'triénios triênios'],
  ['quadrennium', 'quadriénio quadriênio', 'quadriénios quadriênios'],
  ['lustrum', 'lustro quinquénio quinquênio', 'lustros quinquénios quinquênios'],
  ['decade', 'década', 'décadas'],
  ['century', 'século séc', 'séculos sécs'],
  ['millennium', 'milénio milênio', 'milénios milênios'],
];
for (const [name, one, many] of units) {
  const index = UNIT_NAMES.indexOf(name as UnitName);
  words(one, ['UNIT'], index, MARKER);
  words(many, ['UNITS'], index, MARKER);
}
words('séc sécs min', [], undefined, ABBREVIATION);

words('madrugada', ['PART'], 0, MARKER);
words('manhã', ['PART'], 1, MARKER);
words('tarde', ['PART'], 2, MARKER);
words('noite', ['PART'], 3, MARKER);
words('manhãs tardes noites madrugadas', [], undefined, MARKER);

words('próximo próxima próximos próximas', ['NEXT'], undefined, MARKER);
words('próx', ['NEXT'], undefined, MARKER | ABBREVIATION);
words('pretérito', ['LAST']);
words('passado passada passados passadas último última últimos últimas', ['LAST'], undefined, MARKER);
words('este esta neste nesta deste desta', ['THIS'], undefined, PLAIN | GRAMMAR);
words('corrente actual atual presente', ['THIS']);
words(
  'esse essa nesse nessa desse dessa aquele aquela naquele naquela daquele daquela',
  ['THAT'],
  undefined,
  GRAMMAR,
);
words('mesmo mesma', ['THAT'], undefined, GRAMMAR);
words('seguinte seguintes subsequente subsequentes', ['AFTER'], undefined, MARKER);
words('anterior anteriores precedente precedentes', ['BEFORE'], undefined, MARKER);
words(
  'alguns algumas vários várias poucos poucas muitos muitas uns umas inúmeros inúmeras diversos diversas tantos tantas largos longos',
  ['VAGUEQ'],
);
words('meio', ['HALF']);
words('meia', ['HALF'], undefined, MARKER);
words(
  'início começo princípio inícios começos princípios princ primórdios alvores dealbar limiar',
  ['EDGE'],
  0,
  MARKER,
);
words('meados meio', ['EDGE'], 1, MARKER);
words('ocaso crepúsculo', ['EDGE'], 2);
words('fim final fins finais', ['EDGE'], 2, MARKER);

// A word with a fixed meaning of its own makes its sentence worth a look.
words(
  'joão entrudo pascoela magusto thanksgiving epifania hashaná iom deus confraternização chanuca hanuca chanuka iemanjá defuntos instantes instantinho bocado bocadinho momentos hoje hj ontem anteontem antontem trasanteontem trasantontem dali daí halloween amanhã amn agora agorinha atualmente actualmente recentemente ultimamente outrora antigamente futuramente brevemente breve presentemente ' +
    'atrás daqui dentro instante momento véspera antevéspera vésperas ramadão ramadã hanukkah natal páscoa carnaval pentecostes ascensão assunção imaculada feriado nowruz noruz friday monday pessach kippur eid reveillon réveillon finados ' +
    'consoada quaresma advento corpus consciência tiradentes quarta-feira meia-noite meio-dia meianoite meiodia noitinha tardinha manhãzinha anoitecer amanhecer entardecer ' +
    'dia dias ano anos vez vezes diariamente semanalmente mensalmente anualmente bimestralmente trimestralmente semestralmente quinzenalmente ' +
    'diário diária diários diárias semanal semanais mensal mensais anual anuais bimestral bimestrais trimestral trimestrais semestral semestrais quinzenal quinzenais bienal trienal ' +
    'época altura tempo tempos período feriado férias guerra revolução renascimento idade império neolítico paleolítico reconquista eleição eleições olimpíada olimpíadas ' +
    'ante anno trezena novena bianual bissemanal horário quando passados volvidos decorridos zero feira ate fds yom hora h hs horas antiguidade estado república proclamação independência ' +
    'tarde cedo madrugada ac dc primeiro primeira últimos seguida futuro anteriormente sempre pouco depois antes',
  [],
  undefined,
  MARKER,
);

// Grammar: cannot be counted, ends no noun phrase of quantity.
words(
  'a o as os à às ao aos de do da dos das em no na nos nas num numa nuns numas por pelo pela pelos pelas para pra pro com sem sob sobre até desde entre durante após ' +
    'contra perante segundo conforme e ou mas porém que se como quando onde quem qual quais cujo cuja não nem já ainda só também mais menos muito pouco bem mal ' +
    'eu tu ele ela nós vós eles elas me te lhe lhes nos vos meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas ' +
    'isto isso aquilo estes estas esses essas aqueles aquelas um uma uns umas todo toda todos todas cada outro outra outros outras tal tais ' +
    'é são foi era eram foram será serão está estão estava há havia houve tem têm tinha pois então assim depois antes através apenas aliás além mês após ' +
    'porque embora enquanto senão portanto logo lá cá ali aqui às vezes pelo ter ser haver estar ' +
    'inclusive exclusive respectivamente respetivamente quase cerca',
  [],
  undefined,
  GRAMMAR,
);
words('e da das nos para dos de do', [], undefined, PLAIN);

// Negative words: a name follows.
words(
  'rua ruas avenida av praça pça praca largo travessa ponte estádio escola bairro edifício hospital biblioteca rotunda alameda estrada rodovia viaduto túnel parque colégio ' +
    'urbanização clube movimento jornal revista r tv praceta calçada ladeira beco jardim editora grupo hotel cine teatro auditório aeroporto vila jd pavilhão loteamento conjunto fundação sindicato associação município cidade instituto assentamento acampamento quartel campo estação paragem apeadeiro ginásio terminal',
  [],
  undefined,
  NAMING,
);
words(
  'av sr sra srs dr dra drs prof profa pág págs pag p pp cf ex etc lda ltda tel fax eng arq gen cel d n no nº art arts fl fls vol ed cap jan fev mar abr jun jul ago set out nov dez seg ter qua qui sex sab dom inc par min rel des st sto sta séc obs dep sen cia vs ac proc res reg op cit aprox min',
  [],
  undefined,
  ABBREVIATION,
);

// Numbers of laws, pages, cases, telephones follow.
words(
  'n nº nr num número números n° lei leis decreto decretos portaria portarias resolução resoluções art arts artigo artigos fl fls folha folhas página páginas pág págs pag pp p ' +
    'processo processos proc autos acórdão acórdãos súmula recurso agravo apelação despacho despachos ofício circular instrução provimento medida mp pec pl ' +
    'tel telef telefone telefones fax cep cp cnpj cpf nif rg isbn issn ref protocolo matrícula inscrição lote sala apto ap apt apartamento postal caixa bloco quadra km capítulo cap vol volume item inciso parágrafo ' +
    'canal linha voo voos modelo versão série código tc rr airr ed ac adi adpf hc ms re resp arr edital pregão contrato concorrência convite convênio decisão acordao enunciado informativo informações regulamento directiva diretiva regulamentação anexo complementar norma nbr iso ' +
    'respe agr pc ag rg emb inq ap pet rcl decisões súmulas adin res in bo box porta windows office photoshop intel pentium',
  [],
  undefined,
  NUMBERING,
);
words(
  'mil milhão milhões bilhão bilhões bilião biliões trilhões milhares centenas dezenas m km cm mm ha kg g mg ml l t hz mhz ghz kb mb gb w kw v c f m² metros metro quilómetros quilômetros ' +
    'pessoas cento pontos graus hectares toneladas litros bytes watts cv hp rpm caracteres folhas habitantes',
  [],
  undefined,
  MEASURE,
);
words(
  'r us eur usd brl euros euro reais real dólares dólar escudos escudo contos conto cruzeiros cruzados libras marcos francos ff ptes pte esc',
  [],
  undefined,
  CURRENCY,
);

// Verbs whose form does not show by its ending what time it speaks of.
words(
  'foi era eram foram fui fomos estava estavam esteve estiveram estive tinha tinham teve tiveram tive havia haviam houve houveram fez fizeram fiz disse disseram pôde puderam quis quiseram veio vieram vim deu deram viu viram pôs puseram trouxe soube ia iam nasceu morreu passado ' +
    // First person, where the form is none of the present: `comprei` shows it by its ending.
    'vi dei pus pude quis trouxe soube li cri ouvi dormi parti abri perdi vendi comi bebi vivi escrevi recebi conheci nasci morri cresci subi desci pedi senti ' +
    'servi segui consegui decidi resolvi assisti corri aprendi respondi entendi esqueci descobri cumpri permiti discuti dividi atendi defendi escolhi mexi bati ' +
    'vimos viemos fomos tivemos fizemos demos pudemos estivemos soubemos dissemos trouxemos quisemos pusemos houvemos fizeste foste estiveste tiveste disseste viste vieste ' +
    // Of verbs in -rar, whose ending is that of the future of others.
    'parei esperei tirei virei retirei admirei considerei respirei operei superei recuperei comparei preparei reparei separei declarei gerei alterei girei atirei',
  [],
  undefined,
  PAST_VERB,
);
words(
  // What is arranged is still to come: `foi marcada para 6 de junho`.
  'marcado marcada marcados marcadas remarcado remarcada adiado adiada adiados adiadas agendado agendada agendados agendadas previsto prevista previstos previstas programado programada programados programadas ' +
    // What runs out or sets in is told in the present before it does.
    'expira expiram encerra encerram termina terminam começa começam inicia iniciam estreia estreiam arranca arrancam ' +
    'vai vão vou vamos irá irão será serão terá terão haverá estará estarão fará farão dirá poderá poderão deverá deverão',
  [],
  undefined,
  FUTURE_VERB,
);
words('é são está estão tem têm há pode podem deve devem faz', [], undefined, PRESENT_VERB);

for (const [word, number] of Object.entries(CARDINAL_WORDS)) {
  const classes: ClassName[] = ['NUM'];
  if (number >= 1 && number <= 31) classes.push('DAY');
  if (number <= 24) classes.push('HOUR');
  if (number >= 1 && number <= 59) classes.push('MIN');
  out.push({ word, classes, number, flags: number > 1 && number < 60 ? MARKER : 0 });
}
for (const [word, number] of Object.entries(ORDINAL_WORDS)) {
  out.push({ word, classes: word === 'primeiro' ? ['ORD', 'DAY'] : ['ORD'], number });
}

// Roman numerals in small letters, for centuries: `século xix`. In capitals they are read without a lexicon.
for (const [i, word] of 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi'
  .split(' ')
  .entries())
  if (word.length > 1) out.push({ word, classes: ['ROMAN'], number: i + 2 });

export const PT_LEXICON: readonly LexiconEntry[] = out;
