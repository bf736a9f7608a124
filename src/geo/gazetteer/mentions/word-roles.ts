/**
 * What words say of a name beside them, by their codes: prepositions, titles of persons, kinds of places, heads of the names of organisations, verbs
 * of saying and of being somewhere. One table for all, read with a look a word.
 */
import { mix32 } from '../../../bytes/index.ts';
import { foldWords } from '../../../text/index.ts';
import { GIVEN_NAMES, SURNAMES } from './person-names.ts';
import { wordHash } from './word-hash.ts';

/** Roles are features of the model and small enough for a set of bits. */
export const ROLE = {
  other: 0,
  em: 1,
  no: 2,
  de: 3,
  do: 4,
  a: 5,
  toward: 6,
  article: 7,
  and: 8,
  by: 9,
  grammar: 10,
  title: 11,
  admin: 12,
  side: 13,
  physical: 14,
  street: 15,
  organisation: 16,
  says: 17,
  placed: 18,
  given: 19,
  surname: 20,
  time: 21,
  number: 22,
  company: 23,
  capital: 24,
  capitals: 25,
  stateCode: 26,
  foreign: 27,
  initial: 28,
  edge: 29,
  sentence: 30,
  saint: 31,
} as const;

const WORDS: Readonly<Partial<Record<keyof typeof ROLE, string>>> = {
  em: 'em',
  no: 'no na nos nas num numa neste nesta nesse nessa naquele naquela',
  de: 'de d',
  do: 'do da dos das deste desta desse dessa',
  a: 'a as ao aos',
  toward: 'para pra ate desde entre rumo sobre via perante contra sob per',
  article: 'o os um uma este esta esse essa aquele aquela',
  and: 'e ou nem',
  by: 'por pelo pela pelos pelas',
  grammar:
    'com sem que como quando onde se nao mais mas seu sua seus suas foi era ser esta estao ha ja so tambem muito isso isto ele ela eles elas lhe me nos porque pois entao assim ainda mesmo cada todo toda todos todas outro outra outros outras qual quais quem cujo cuja depois antes durante apos segundo conforme enquanto embora porem portanto logo aqui ali la nunca sempre apenas',
  title:
    'sr sra srs sras dr dra drs dom dona prof profa professor professora padre pe frei irma irmao ministro ministra presidente deputado deputada senador senadora vereador vereadora juiz juiza desembargador desembargadora des desa relator relatora advogado advogada adv general coronel capitao tenente sargento cabo soldado major marechal almirante comandante rei rainha papa bispo arcebispo cardeal conde condessa barao baronesa visconde viscondessa marques marquesa duque duquesa principe princesa imperador engenheiro eng arquiteto arquitecto arq doutor doutora mestre treinador tecnico jogador atacante jornalista escritor escritora poeta cantor cantora ator atriz actor actriz pintor pintora filosofo historiador delegado delegada procurador procuradora promotor promotora conselheiro conselheira secretario secretaria prefeito prefeita governador governadora diretor diretora director directora autor autora reu paciente impetrante agravante agravado apelante apelado recorrente recorrido requerente requerido embargante embargado interessado responsavel militante vitima testemunha tio tia mr mrs miss sir lady senhor senhora san saint vossa lider filho filha esposa marido viuva viuvo mae pai',
  admin:
    'cidade cidades municipio municipios concelho concelhos vila vilas aldeia aldeias freguesia freguesias distrito distritos estado estados provincia provincias comarca comarcas prefeitura prefeituras camara governo capital pais paises republica regiao regioes localidade localidades povoado povoacao bairro bairros zona lugar lugarejo territorio ilheu condado departamento cantao metropole arraial sede subprefeitura microrregiao mesorregiao arquidiocese diocese paroquia naturais residentes',
  side: 'norte sul leste oeste este nordeste noroeste sudeste sudoeste centro interior litoral arredores periferia costa fronteira margem margens entorno redondezas perto longe dentro fora proximo proxima proximidades proximidade volta redor caminho direcao direccao',
  physical:
    'rio rios ribeira ribeirao ribeiro riacho corrego igarape arroio serra serras ilha ilhas ilheu ilhota arquipelago lago lagos lagoa lagoas laguna mar mares oceano golfo baia baias enseada estreito canal cabo peninsula monte montes morro morros montanha montanhas pico cordilheira chapada planalto planicie vale vales deserto floresta praia praias costa cachoeira cataratas cataratas represa barragem albufeira bacia ria estuario foz delta vulcao gruta falesia restinga recife atol parque reserva',
  street:
    'rua r ruas avenida av avenidas praca pc largo travessa alameda rodovia estrada ponte viaduto edificio ed palacio estacao aeroporto hotel estadio beco ladeira quadra bloco lote loteamento conjunto condominio jardim residencial shopping mercado terminal br km via autoestrada castelo torre mosteiro convento capela forte fortaleza palacete solar quinta fazenda chacara sitio porto casa autodromo',
  organisation:
    'universidade faculdade escola escolas colegio liceu ginasio hospital maternidade clinica igreja catedral santuario basilica banco bancos clube associacao federacao confederacao instituto fundacao museu biblioteca tribunal companhia cia grupo sport sporting futebol esporte atletico desportivo jornal diario gazeta folha correio revista radio tv televisao editora livraria sindicato partido ministerio secretaria empresa sociedade academia teatro orquestra banda coral festival copa taca campeonato torneio liga lei codigo tratado acordo protocolo convencao declaracao carta premio trofeu operacao projeto projecto programa plano festa missa restaurante cafe bar pizzaria comissao comite conselho camara assembleia senado congresso corpo policia exercito marinha batalhao brigada regimento delegacia vara turma procuradoria defensoria ordem cooperativa consorcio agencia departamento direcao coordenacao superintendencia seguros supermercado loja lojas farmacia laboratorio centro nucleo usina refinaria time equipe equipa selecao guerra batalha revolucao imperio dinastia reino vinho queijo cerveja santa-casa misericordia real',
  says: 'disse diz afirmou afirma declarou declara explicou explica contou conta lembrou lembra acrescentou argumentou alegou sustentou defendeu escreveu respondeu perguntou comentou ressaltou destacou salientou frisou referiu concluiu avisou prometeu criticou elogiou pediu considera considerou acredita garantiu assegurou admitiu revelou confirmou negou cantou gravou marcou interpôs impetrou ajuizou requereu votou decidiu julgou assinou presidiu casou morreu faleceu recebeu ganhou venceu perdeu jogou treinou dirigiu atuou nasceu',
  placed:
    'nasceu nascido nascida natural naturais residente residentes domiciliado domiciliada morador moradora moradores mora moram morava morou morando vive vivem vivia viveu vivendo viajou viajar viajando viagem chegou chegar chegada chegando partiu partir partida realizado realizada realizados realizadas localizado localizada localizados localizadas situado situada situados situadas sediado sediada radicado radicada instalado instalada fica ficam ficava estuda estudou trabalha trabalhou visitou visitar visita passou foi ir voltou regressou mudou emigrou fundado fundada construido construida encontrado capturado preso presa ocorrido ocorrida ocorreu aconteceu acontece inaugurado inaugurada atingiu atingiram atinge atingem afetou afetaram castigou castigaram devastou devastaram destruiu inundou inundaram alagou ligam liga ligava separa separam cruza cruzam banha banham atravessa atravessam atravessou percorre percorreu conhecer conheceu visitam deixou deixar governou administra invadiu invadiram conquistou ocupou ocuparam abandonou alcançou',
  time: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo ano anos seculo dia dias mes hora horas natal pascoa carnaval',
  company:
    'ltda sa inc corp eireli me epp fc sc ec cia gmbh ltd llc co company associados filhos irmaos produtos moveis',
  foreign:
    'the of and in on for with from to by der die das und von zu im el los las y del con por le les et du des dans pour il gli di della delle un une is are this that la lo ne van den het een ja og',
  saint: 'sao santo santa sto sta nossa senhora',
};

const STATE_CODES = 'ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to';

/** Words of reports of matches, in which names of towns are those of their clubs. */
const PLAY =
  'futebol basquete basquetebol volei voleibol andebol handebol futsal hoquei jogo jogos jogou jogaram joga jogam jogar partida partidas gol gols golo golos empate empates empatou empataram empatar vitoria vitorias venceu venceram vencer vence derrota derrotas derrotou derrotar perdeu perder goleou goleada placar resultado resultados penalti penaltis penalty marcou marcaram marcador golear atacante avancado avancados zagueiro goleiro volante ponta treinador tecnico arbitro campeonato liga divisao rodada jornada taca copa torneio estadio gramado relvado torcida adeptos torcedores equipa equipas equipe equipes time times clube clubes craque camisola camisa titular escalacao intervalo prorrogacao tabela pontos classificacao rebaixamento campeao campeoes remate canto escanteio cartao';

/** Words of faith, beside which names of saints and of virtues are no towns: `a ação do Espírito Santo`, `Batista`, `Rosário`. */
const FAITH =
  'deus jesus cristo senhor evangelho biblia biblico biblica igreja igrejas pastor pastores padre padres papa santo santa santos santas orar oracao oracoes ora rogai reza rezar missa missas batismo batismos batizado batizada batizados pecado pecados salvacao fe graca milagre milagres anjo anjos apostolo apostolos profeta profetas profecia apocalipse ressurreicao altar procissao procissoes novena tercio terco devocao devotos padroeiro padroeira diocese paroquia bispo frei freira irmas ceu diabo demonio espirito alma almas culto cultos louvor versiculo salmo salmos genesis exodo crente crentes cristao crista cristaos cristas catolico catolica catolicos evangelico evangelica evangelicos';

/** What a word of this table also is: for a role of its own, a person's name (bits 5 and 6), and the code of a state (bit 7). */
const GIVEN_BIT = 32;
const SURNAME_BIT = 64;
const CODE_BIT = 128;
const PLAY_BIT = 256;
const FAITH_BIT = 512;

const SIZE = 1 << 14;
const keys = new Int32Array(SIZE);
const values = new Uint16Array(SIZE);

function put(hash: number, value: number): void {
  let slot = mix32(hash) & (SIZE - 1);
  while (keys[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & (SIZE - 1);
  keys[slot] = hash;
  // The role that came first stays.
  values[slot] = (values[slot]! & 31) === 0 ? values[slot]! | value : values[slot]! | (value & ~31);
}

for (const [role, list] of Object.entries(WORDS))
  for (const word of foldWords(list).split(' ')) put(wordHash(word), ROLE[role as keyof typeof ROLE]);
for (const word of GIVEN_NAMES.split(' ')) put(wordHash(word), GIVEN_BIT);
for (const word of SURNAMES.split(' ')) put(wordHash(word), SURNAME_BIT);
for (const word of PLAY.split(' ')) put(wordHash(word), PLAY_BIT);
for (const word of FAITH.split(' ')) put(wordHash(word), FAITH_BIT);
for (const code of STATE_CODES.split(' ')) put(wordHash(code), CODE_BIT);

/** Role, and what else the word is, of a word by its code; 0 for one that is not in the table. */
export function wordEntry(hash: number): number {
  for (let slot = mix32(hash) & (SIZE - 1); ; slot = (slot + 1) & (SIZE - 1)) {
    const key = keys[slot]!;
    if (key === hash) return values[slot]!;
    if (key === 0) return 0;
  }
}

export const roleOf = (entry: number): number => entry & 31;
export const isGiven = (entry: number): boolean => (entry & GIVEN_BIT) !== 0;
export const isSurname = (entry: number): boolean => (entry & SURNAME_BIT) !== 0;
export const isOfPlay = (entry: number): boolean => (entry & PLAY_BIT) !== 0;
export const isOfFaith = (entry: number): boolean => (entry & FAITH_BIT) !== 0;
export const isStateCode = (entry: number): boolean => (entry & CODE_BIT) !== 0;
/** 0: no person's name, 1: a given name, 2: a surname, 3: both. */
export const personOf = (entry: number): number => (entry >> 5) & 3;
