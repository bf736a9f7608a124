/**
 * How Portuguese shows towns abroad that the tables call otherwise: by country, the name of the table and what is read in Brazil, with that of Portugal
 * behind a bar where it is another. Only names that are in use: what else a town was once called is known to the gazetteer alone.
 */
const SHOWN = `
GB: London = Londres; Edinburgh = Edimburgo
US: New York City = Nova York|Nova Iorque; Philadelphia = Filadélfia; New Orleans = Nova Orleans|Nova Orleães; San Francisco = San Francisco|São Francisco
FR: Marseille = Marselha; Strasbourg = Estrasburgo; Avignon = Avinhão; Dunkirk = Dunquerque; Bordeaux = Bordeaux|Bordéus
DE: Köln = Colônia|Colónia; Hamburg = Hamburgo; Frankfurt am Main = Frankfurt; Nuremberg = Nuremberg|Nuremberga
DE: Stuttgart = Stuttgart|Estugarda; Dresden = Dresden|Dresda; Hannover = Hanôver; Freiburg = Friburgo
IT: Bologna = Bolonha; Ravenna = Ravena; Bergamo = Bérgamo; Assisi = Assis
ES: Sevilla = Sevilha; Zaragoza = Saragoça; Bilbao = Bilbao|Bilbau; A Coruña = Corunha; Córdoba = Córdoba|Córdova; Cadiz = Cádis; Palma = Palma de Maiorca
CH: Zürich = Zurique; Basel = Basileia; Lausanne = Lausanne|Lausana; Luzern = Lucerna
BE: Brussels = Bruxelas; Antwerp = Antuérpia; Gent = Gante; Brugge = Bruges; Leuven = Lovaina; Mechelen = Malinas
NL: Rotterdam = Roterdã|Roterdão; The Hague = Haia; Utrecht = Utrecht|Utreque
LU: Luxembourg = Luxemburgo
IE: Dublin = Dublin|Dublim
DK: Copenhagen = Copenhague|Copenhaga
SE: Gothenburg = Gotemburgo
FI: Helsinki = Helsinque|Helsínquia
IS: Reykjavík = Reykjavik|Reiquiavique
PL: Warsaw = Varsóvia; Kraków = Cracóvia
RO: Constanţa = Constança
BG: Sofia = Sófia
RS: Belgrade = Belgrado
HR: Zagreb = Zagreb|Zagrebe
SI: Ljubljana = Liubliana
BA: Sarajevo = Sarajevo|Saraievo
GR: Athens = Atenas; Thessaloníki = Tessalônica|Salónica; Sparta = Esparta; Piraeus = Pireu
CY: Nicosia = Nicósia
MT: Valletta = Valeta
TR: İzmir = Esmirna
RU: Saint Petersburg = São Petersburgo; Volgograd = Volgogrado; Kaliningrad = Kaliningrado|Calininegrado
UA: Kyiv = Kiev; Sevastopol = Sebastopol; Yalta = Ialta; Chornobyl = Chernobyl|Chernobil
LT: Vilnius = Vilnius|Vílnius
IL: Nazareth = Nazaré
PS: Jericho = Jericó
LB: Beirut = Beirute; Tripoli = Trípoli
SY: Damascus = Damasco
JO: Amman = Amã
IQ: Mosul = Mossul; Basrah = Bassorá
SA: Riyadh = Riad|Riade; Makkah = Meca; Jeddah = Jidá
YE: Sanaa = Saná
KW: Kuwait City = Cidade do Kuwait
OM: Muscat = Mascate
IN: New Delhi = Nova Délhi|Nova Deli; Mumbai = Mumbai|Bombaim; Kolkata = Calcutá; Kochi = Cochim; Panjim = Pangim
PK: Karachi = Karachi|Carachi
NP: Kathmandu = Catmandu
BD: Dhaka = Daca
MM: Yangon = Yangon|Rangum
VN: Ho Chi Minh City = Cidade de Ho Chi Minh
MY: Malacca = Malaca
SG: Singapore = Singapura
TL: Dili = Díli
CN: Guangzhou = Guangzhou|Cantão; Nanjing = Nanquim
TW: Taipei = Taipé
JP: Nagasaki = Nagasaki|Nagasáqui
EG: Aswān = Assuão; Port Said = Porto Said
LY: Tripoli = Trípoli; Benghazi = Bengasi
TN: Tunis = Túnis|Tunes; Carthage = Cartago
DZ: Oran = Orã|Orão
MA: Marrakesh = Marrakech|Marraquexe; Fes = Fez; Tangier = Tânger
SN: Dakar = Dacar
GH: Accra = Acra
ET: Addis Ababa = Adis Abeba
SO: Mogadishu = Mogadíscio
SD: Khartoum = Cartum
KE: Nairobi = Nairóbi; Mombasa = Mombaça
ZA: Johannesburg = Joanesburgo; Cape Town = Cidade do Cabo; Pretoria = Pretória
CA: Montréal = Montreal; Québec = Quebec|Quebeque; Ottawa = Ottawa|Otava
MX: Cancún = Cancun
GT: Guatemala City = Cidade da Guatemala
PA: Panama City = Cidade do Panamá
DO: Santo Domingo = Santo Domingo|São Domingos
HT: Port-au-Prince = Porto Príncipe
PY: Asunción = Assunção
UY: Montevideo = Montevidéu|Montevideu; Colonia del Sacramento = Colônia do Sacramento|Colónia do Sacramento
AR: Rosario = Rosário; San Carlos de Bariloche = Bariloche
AU: Canberra = Camberra
VA: Vatican City = Cidade do Vaticano
MC: Monaco = Mônaco|Mónaco
GR: Delphi = Delfos; Kórinthos = Corinto
SY: Aleppo = Aleppo|Alepo; Tadmur = Palmira
UZ: Samarkand = Samarcanda
IT: Pompei = Pompeia
FR: Versailles = Versalhes; Lourdes = Lourdes|Lurdes
ES: Donostia / San Sebastián = San Sebastián; Gasteiz / Vitoria = Vitoria
IN: Bengaluru = Bangalore; Madgaon = Margão; Daman = Damão
MX: Acapulco de Juárez = Acapulco
AM: Yerevan = Erevan
GF: Cayenne = Caiena
BF: Ouagadougou = Uagadugu
DJ: Djibouti = Djibuti
CH: Sankt Gallen = São Galo
PL: Łódź = Lodz
`;

/** `GB:London` → what Brazil reads, and what Portugal does. */
export const TOWNS_SHOWN: ReadonlyMap<string, readonly [brazil: string, portugal: string]> = new Map(
  SHOWN.trim()
    .split('\n')
    .flatMap((line) =>
      line
        .slice(4)
        .split('; ')
        .map((pair) => {
          const [of, names] = pair.split(' = ') as [string, string];
          const [brazil, portugal] = names.split('|') as [string, string?];
          return [`${line.slice(0, 2)}:${of}`, [brazil, portugal ?? brazil]] as const;
        }),
    ),
);
