/**
 * What places abroad are called in Portuguese, where tables call them otherwise: by country, the name of the table, and the name that is
 * shown; two where Portugal has its own. Countries are named by the platform.
 */
import type { Language } from './language.ts';
import { TOWNS_SHOWN } from './town-names.ts';

type Names = Readonly<Record<string, string | readonly [brazil: string, portugal: string]>>;

const EXONYMS: Readonly<Record<string, Names>> = {
  GB: {
    England: 'Inglaterra',
    Scotland: 'Escócia',
    Wales: 'País de Gales',
    'Northern Ireland': 'Irlanda do Norte',
    London: 'Londres',
    Edinburgh: 'Edimburgo',
  },
  US: {
    California: 'Califórnia',
    Florida: 'Flórida',
    Georgia: 'Geórgia',
    Hawaii: ['Havaí', 'Havai'],
    Louisiana: 'Luisiana',
    Pennsylvania: 'Pensilvânia',
    Virginia: 'Virgínia',
    'West Virginia': 'Virgínia Ocidental',
    'New York': ['Nova York', 'Nova Iorque'],
    'New Jersey': ['Nova Jersey', 'Nova Jérsia'],
    'New Mexico': 'Novo México',
    'North Carolina': 'Carolina do Norte',
    'South Carolina': 'Carolina do Sul',
    'North Dakota': ['Dakota do Norte', 'Dacota do Norte'],
    'South Dakota': ['Dakota do Sul', 'Dacota do Sul'],
    'District of Columbia': 'Distrito de Colúmbia',
    'New Orleans': 'Nova Orleans',
    Philadelphia: 'Filadélfia',
  },
  IT: {
    Abruzzo: 'Abruzos',
    Basilicate: 'Basilicata',
    Calabria: 'Calábria',
    Campania: 'Campânia',
    'Emilia-Romagna': 'Emília-Romanha',
    'Friuli Venezia Giulia': 'Friul-Veneza Júlia',
    Lazio: 'Lácio',
    Liguria: 'Ligúria',
    Lombardy: 'Lombardia',
    'The Marches': 'As Marcas',
    Piedmont: 'Piemonte',
    Apulia: 'Apúlia',
    Sardinia: 'Sardenha',
    Sicily: 'Sicília',
    Tuscany: 'Toscana',
    'Trentino-Alto Adige': 'Trentino-Alto Ádige',
    Umbria: 'Úmbria',
    'Aosta Valley': 'Vale de Aosta',
    Veneto: 'Vêneto',
    Rome: 'Roma',
    Milan: 'Milão',
    Naples: 'Nápoles',
    Florence: 'Florença',
    Venice: 'Veneza',
    Turin: 'Turim',
    Genoa: 'Gênova',
  },
  ES: {
    'Balearic Islands': 'Ilhas Baleares',
    Madrid: ['Madri', 'Madrid'],
    Murcia: 'Múrcia',
    Navarre: 'Navarra',
    Asturias: 'Astúrias',
    Cantabria: 'Cantábria',
    Andalusia: 'Andaluzia',
    Aragon: 'Aragão',
    'Canary Islands': ['Ilhas Canárias', 'Canárias'],
    'Castille-La Mancha': 'Castela-Mancha',
    'Castille and León': 'Castela e Leão',
    Catalonia: 'Catalunha',
    Extremadura: 'Estremadura espanhola',
    Galicia: 'Galiza',
    'Basque Country': 'País Basco',
    Valencia: 'Valência',
    Seville: 'Sevilha',
  },
  FR: {
    Normandy: 'Normandia',
    Brittany: 'Bretanha',
    'New Aquitaine': 'Nova Aquitânia',
    Occitanie: 'Occitânia',
    Corsica: 'Córsega',
    'Bourgogne-Franche-Comté': 'Borgonha-Franco-Condado',
    'Hauts-de-France': 'Altos da França',
    'Pays de la Loire': 'País do Loire',
    'Île-de-France': 'Ilha de França',
  },
  DE: {
    'Baden-Wurttemberg': ['Baden-Württemberg', 'Bade-Vurtemberga'],
    Bavaria: 'Baviera',
    Hamburg: 'Hamburgo',
    Hesse: 'Hesse',
    'Lower Saxony': 'Baixa Saxônia',
    'North Rhine-Westphalia': ['Renânia do Norte-Vestfália', 'Renânia do Norte-Vestefália'],
    'Rheinland-Pfalz': 'Renânia-Palatinado',
    Saarland: 'Sarre',
    Brandenburg: 'Brandemburgo',
    Saxony: 'Saxônia',
    'Saxony-Anhalt': 'Saxônia-Anhalt',
    Thuringia: 'Turíngia',
    'State of Berlin': 'Berlim',
    Berlin: 'Berlim',
    Munich: 'Munique',
    Cologne: 'Colônia',
  },
  CN: {
    Beijing: 'Pequim',
    Shanghai: 'Xangai',
    Tibet: 'Tibete',
    'Inner Mongolia': 'Mongólia Interior',
    Guangdong: ['Guangdong', 'Cantão'],
  },
  RU: {
    Moscow: ['Moscou', 'Moscovo'],
    'Moscow Oblast': ['Região de Moscou', 'Região de Moscovo'],
    'St.-Petersburg': 'São Petersburgo',
    Chechnya: 'Chechênia',
    Karelia: 'Carélia',
    'North Ossetia–Alania': 'Ossétia do Norte',
    'Tatarstan Republic': 'Tartaristão',
  },
  JP: { Tokyo: 'Tóquio', Kyoto: 'Quioto', Hiroshima: ['Hiroshima', 'Hiroxima'], Osaka: 'Osaka' },
  CH: {
    Geneva: 'Genebra',
    Zurich: 'Zurique',
    Lucerne: 'Lucerna',
    Bern: 'Berna',
    'Basel-City': 'Basileia',
    Fribourg: 'Friburgo',
    'Saint Gallen': 'São Galo',
    Grisons: 'Grisões',
  },
  AT: {
    Vienna: 'Viena',
    Salzburg: 'Salzburgo',
    Tyrol: 'Tirol',
    Styria: 'Estíria',
    Carinthia: 'Caríntia',
    'Lower Austria': 'Baixa Áustria',
    'Upper Austria': 'Alta Áustria',
  },
  BE: { 'Brussels Capital': 'Bruxelas', Flanders: 'Flandres', Wallonia: ['Valônia', 'Valónia'] },
  NL: {
    'North Holland': 'Holanda do Norte',
    'South Holland': 'Holanda do Sul',
    'North Brabant': 'Brabante do Norte',
    Amsterdam: ['Amsterdã', 'Amesterdão'],
  },
  CA: {
    'British Columbia': 'Colúmbia Britânica',
    'Nova Scotia': 'Nova Escócia',
    'New Brunswick': 'Novo Brunsvique',
    'Newfoundland and Labrador': 'Terra Nova e Labrador',
    'Prince Edward Island': 'Ilha do Príncipe Eduardo',
    'Northwest Territories': 'Territórios do Noroeste',
    Ontario: 'Ontário',
  },
  MX: { 'Mexico City': 'Cidade do México' },
  AR: {
    Cordoba: 'Córdoba',
    'Buenos Aires F.D.': 'Cidade de Buenos Aires',
    'Entre Rios': 'Entre Ríos',
    'Tierra del Fuego': 'Terra do Fogo',
  },
  UY: { 'Montevideo Department': ['Montevidéu', 'Montevideu'] },
  PY: { Asuncion: 'Assunção' },
  CO: { 'Bogota D.C.': 'Bogotá' },
  CL: { 'Santiago Metropolitan': 'Santiago', Valparaiso: 'Valparaíso', Araucania: 'Araucanía' },
  CU: { Havana: 'Havana' },
  EG: { Cairo: 'Cairo', Alexandria: 'Alexandria', 'Red Sea': 'Mar Vermelho', Giza: 'Gizé', Luxor: 'Luxor' },
  IN: {
    Delhi: ['Délhi', 'Deli'],
    'West Bengal': 'Bengala Ocidental',
    'Jammu and Kashmir': 'Jamu e Caxemira',
  },
  AU: {
    'New South Wales': 'Nova Gales do Sul',
    'South Australia': 'Austrália do Sul',
    'Western Australia': 'Austrália Ocidental',
    'Northern Territory': 'Território do Norte',
    Tasmania: 'Tasmânia',
  },
  TR: { Istanbul: 'Istambul', Ankara: 'Ancara' },
  GR: {
    Attica: 'Ática',
    Crete: 'Creta',
    Peloponnese: 'Peloponeso',
    Thessaly: 'Tessália',
    Epirus: 'Epiro',
    'Mount Athos': 'Monte Athos',
  },
  PL: { Silesia: 'Silésia', Pomerania: 'Pomerânia', Mazovia: 'Mazóvia' },
  SE: { Stockholm: 'Estocolmo' },
  DK: { Zealand: 'Zelândia' },
  UA: { 'Kyiv City': 'Kiev', Crimea: 'Crimeia', Odesa: 'Odessa' },
  CZ: { Prague: 'Praga', 'Central Bohemia': 'Boêmia Central' },
  RO: { Bucharest: 'Bucareste' },
  HU: { Budapest: 'Budapeste' },
  FI: { Lapland: ['Lapônia', 'Lapónia'] },
  IL: { Jerusalem: 'Jerusalém', 'Tel Aviv': 'Telavive' },
  SY: { 'Damascus Governorate': 'Damasco', Aleppo: ['Aleppo', 'Alepo'] },
  IR: { Tehran: ['Teerã', 'Teerão'], Isfahan: 'Isfahan' },
  IQ: { Baghdad: ['Bagdá', 'Bagdade'], Nineveh: 'Nínive' },
  AF: { Kabul: 'Cabul' },
  KR: { Seoul: 'Seul' },
  TH: { Bangkok: ['Bangcoc', 'Banguecoque'] },
  VN: { Hanoi: 'Hanói', 'Ho Chi Minh City (HCMC)': 'Cidade de Ho Chi Minh' },
  ID: {
    Jakarta: 'Jacarta',
    'West Java': 'Java Ocidental',
    'East Java': 'Java Oriental',
    'Central Java': 'Java Central',
  },
  MZ: { 'Zambezia Province': 'Zambézia', 'Maputo City': 'Cidade de Maputo' },
  AO: { 'Kwanza Sul': 'Cuanza Sul', Bíe: 'Bié', 'Luanda Norte': 'Lunda Norte' },
  ZA: {
    'Western Cape': 'Cabo Ocidental',
    'Eastern Cape': 'Cabo Oriental',
    'Northern Cape': 'Cabo Setentrional',
    'Free State': 'Estado Livre',
  },
  DZ: { Algiers: 'Argel', Constantine: 'Constantina' },
  SA: { 'Mecca Region': 'Meca', 'Medina Region': 'Medina', 'Riyadh Region': 'Riade' },
  AE: { 'Abu Dhabi': ['Abu Dhabi', 'Abu Dabi'] },
};

/** Portugal writes these of the names with another accent. */
const IN_PORTUGAL: Readonly<Record<string, string>> = {
  'Baixa Saxônia': 'Baixa Saxónia',
  Saxônia: 'Saxónia',
  'Saxônia-Anhalt': 'Saxónia-Anhalt',
  Vêneto: 'Véneto',
  Gênova: 'Génova',
  Colônia: 'Colónia',
  Chechênia: 'Chechénia',
  'Boêmia Central': 'Boémia Central',
};

/** What English tables say of a division, and Portuguese need not. */
const DIVISION =
  / (?:Department|Province|County|Oblast'?|State|Region|Governorate|Republic|Krai|Kray|Voivodeship)$/u;

/** Every name that Portuguese has for a place of another, with the country and the name that it stands for. */
export function exonyms(): { readonly country: string; readonly of: string; readonly name: string }[] {
  return Object.entries(EXONYMS).flatMap(([country, names]) =>
    Object.entries(names).flatMap(([of, name]) =>
      [...new Set([inPortuguese(name, 'pt-BR'), inPortuguese(name, 'pt-PT')])].map((one) => ({
        country,
        of,
        name: one,
      })),
    ),
  );
}

function inPortuguese(name: string | readonly [string, string], language: 'pt-BR' | 'pt-PT'): string {
  if (typeof name !== 'string') return name[language === 'pt-BR' ? 0 : 1];
  return language === 'pt-PT' ? (IN_PORTUGAL[name] ?? name) : name;
}

/** How a place is called by who reads this language. `country`: its code. */
export function placeName(
  place: { readonly name: string; readonly country: string },
  language: Language,
): string {
  const { name, country } = place;
  if (language === 'en') return name;
  const town = TOWNS_SHOWN.get(`${country}:${name}`);
  if (town !== undefined) return inPortuguese(town, language);
  const known = Object.hasOwn(EXONYMS, country) ? EXONYMS[country]! : {};
  if (Object.hasOwn(known, name)) return inPortuguese(known[name]!, language);
  return country === 'BR' || country === 'PT' ? name : name.replace(DIVISION, '');
}

/** What is larger than a town and often called like its capital. */
const LARGER = {
  'pt-BR': { state: 'estado', district: 'distrito', division: 'região' },
  'pt-PT': { state: 'estado', district: 'distrito', division: 'região' },
  en: { state: 'state', district: 'district', division: 'region' },
} as const;

/** Countries that call their first divisions states. */
const OF_STATES: ReadonlySet<string> = new Set(['BR', 'US', 'MX', 'VE', 'IN', 'AU', 'DE', 'NG']);

export interface LabelledPlace {
  readonly name: string;
  readonly kind: string;
  readonly country: string;
  readonly state: string;
}

/** Its name with what tells it from namesakes: `Recife, PE`, `São Paulo (estado)`, `Berlim, Alemanha`, `Lisboa (distrito)`. */
export function placeLabel(place: LabelledPlace, language: Language): string {
  const { kind, country, state } = place;
  const name = placeName(place, language);
  if (kind === 'country' || kind === 'continent' || country === '') return name;
  const home = country === 'BR' || country === 'PT';
  const words = LARGER[language];
  const larger =
    kind === 'district'
      ? words.district
      : kind === 'state'
        ? words[OF_STATES.has(country) ? 'state' : 'division']
        : null;
  const said = larger === null || saysItsKind(name) ? name : `${name} (${larger})`;
  if (!home) return `${said}, ${countryName(country, language)}`;
  return larger === null && country === 'BR' && state !== '' && state !== name ? `${said}, ${state}` : said;
}

/** As a line of a search names it so that it is this one and no namesake: `Santarém, PA`, `Baviera, Alemanha`, `cidade de Berlim, Alemanha`. */
export function placeForLine(place: LabelledPlace & { readonly within: readonly string[] }): string {
  const { kind, country, state, within } = place;
  const name = placeName(place, 'pt-BR');
  if (kind === 'country' || kind === 'continent' || country === '') return name;
  if (country === 'BR' && kind !== 'state' && state !== '') return `${name}, ${state}`;
  // Of a town and what it lies in, both of one name, a line means what is larger.
  const above = within[0] === undefined ? '' : placeName({ name: within[0], country }, 'pt-BR');
  const title = kind === 'city' ? 'cidade de ' : kind === 'municipality' ? 'concelho de ' : '';
  return `${above === name ? title : ''}${name}, ${countryName(country, 'pt-BR')}`;
}

const saysItsKind = (name: string): boolean =>
  /^(?:Distrito|Região|Estado|Ilha|State|District)\b/u.test(name);

/** `FR` → `França`. */
function countryName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
