/**
 * What Portuguese calls towns abroad, in Brazil and in Portugal, of today and of history: by country, the name of the table of towns, and the names;
 * written by hand. How they are shown is said in src/words/place-names.ts.
 */
export const TOWN_NAMES = `
GB: London = Londres; Edinburgh = Edimburgo; Canterbury = Cantuária
US: New York City = Nova York, Nova Iorque; Philadelphia = Filadélfia; New Orleans = Nova Orleans, Nova Orleães; San Francisco = São Francisco; Washington = Washington D.C.
FR: Marseille = Marselha; Lyon = Lião; Bordeaux = Bordéus; Strasbourg = Estrasburgo; Avignon = Avinhão; Dunkerque = Dunquerque; Orléans = Orleães; Lourdes = Lurdes; Bayonne = Baiona; Toulon = Tulão; Versailles = Versalhes; Montpellier = Montpelhier; Cherbourg-Octeville = Cherburgo; Ajaccio = Ajácio; Bastia = Bástia; Perpignan = Perpinhão; Dunkirk = Dunquerque; Cherbourg = Cherburgo
DE: Berlin = Berlim; Munich = Munique; München = Munique; Köln = Colônia, Colónia; Hamburg = Hamburgo; Frankfurt am Main = Frankfurt, Francoforte; Stuttgart = Estugarda; Nürnberg = Nuremberg, Nuremberga; Leipzig = Lípsia; Dresden = Dresda; Bremen = Brema; Hannover = Hanôver, Hanóver; Aachen = Aquisgrano; Mainz = Mogúncia; Trier = Tréveris; Regensburg = Ratisbona; Augsburg = Augsburgo; Freiburg = Friburgo; Freiburg im Breisgau = Friburgo; Heidelberg = Heidelberga; Göttingen = Gotinga; Tübingen = Tubinga; Magdeburg = Magdeburgo; Würzburg = Wurtzburgo; Konstanz = Constança; Brunswick = Brunsvique; Braunschweig = Brunsvique; Lübeck = Lubeque; Wittenberg = Vitemberga; Lutherstadt Wittenberg = Vitemberga, Wittenberg; Bonn = Bona; Duisburg = Duisburgo; Worms = Vórmia; Nuremberg = Nuremberga; Freiburg = Friburgo
IT: Rome = Roma; Milan = Milão; Turin = Turim; Naples = Nápoles; Florence = Florença; Venice = Veneza; Genoa = Gênova, Génova; Bologna = Bolonha; Padova = Pádua; Mantova = Mântua; Perugia = Perúgia; Ravenna = Ravena; Brescia = Bréscia; Modena = Módena; Catania = Catânia; Cagliari = Cálhari; Syracuse = Siracusa; Assisi = Assis; Siena = Sena; Bergamo = Bérgamo; Taranto = Tarento; Vicenza = Vicência; Reggio Calabria = Régio da Calábria; Lucca = Luca; Pompei = Pompeia; Rimini = Rímini; Piacenza = Placência; Padua = Pádua; Mantua = Mântua
ES: Sevilla = Sevilha; Zaragoza = Saragoça; Bilbao = Bilbau; Valencia = Valência; Córdoba = Córdova; Cádiz = Cádis; A Coruña = Corunha, A Corunha, La Coruña; Santiago de Compostela = Compostela; Donostia / San Sebastián = São Sebastião, San Sebastián; Donostia-San Sebastian = San Sebastián; Orense = Ourense; Ourense = Orense; Palma = Palma de Maiorca; Vitoria-Gasteiz = Vitória, Vitoria; Gasteiz / Vitoria = Vitoria; León = Leão; Ciudad Rodrigo = Cidade Rodrigo; San Sebastian = San Sebastián
CH: Genève = Genebra; Zürich = Zurique; Bern = Berna; Basel = Basileia; Lausanne = Lausana; Luzern = Lucerna; Fribourg = Friburgo; Sankt Gallen = São Galo; Schaffhausen = Escafusa; Geneva = Genebra
AT: Vienna = Viena; Salzburg = Salzburgo
BE: Brussels = Bruxelas; Antwerpen = Antuérpia; Gent = Gante, Gand; Brugge = Bruges; Liège = Lieja; Leuven = Lovaina; Mechelen = Malinas; Oostende = Ostende; Antwerp = Antuérpia; Ostend = Ostende
NL: Amsterdam = Amsterdã, Amesterdão, Amsterdão; Rotterdam = Roterdã, Roterdão; The Hague = Haia; Den Haag = Haia; Utrecht = Utreque; Maastricht = Mastrique; Nijmegen = Nimega; Leiden = Leida; Groningen = Groninga
LU: Luxembourg = Luxemburgo
IE: Dublin = Dublim
DK: Copenhagen = Copenhague, Copenhaga; Århus = Aarhus; Elsinore = Elsinor; Helsingør = Elsinor
SE: Stockholm = Estocolmo; Göteborg = Gotemburgo; Uppsala = Upsália; Gothenburg = Gotemburgo
NO: Bergen = Berga
FI: Helsinki = Helsinque, Helsínquia
IS: Reykjavík = Reiquiavique, Reykjavik, Reiquejavique
PL: Warsaw = Varsóvia; Kraków = Cracóvia; Gdańsk = Gdansk, Danzig; Wrocław = Breslávia, Wroclaw, Breslau; Poznań = Posnânia, Poznan; Łódź = Lodz; Częstochowa = Czestochowa; Oświęcim = Auschwitz
CZ: Prague = Praga
HU: Budapest = Budapeste
RO: Bucharest = Bucareste; Timişoara = Timisoara; Cluj-Napoca = Cluj; Iaşi = Iasi; Constanţa = Constança
BG: Sofia = Sófia; Plovdiv = Filipópolis
RS: Belgrade = Belgrado; Niš = Nis
HR: Zagreb = Zagrebe
SI: Ljubljana = Liubliana
BA: Sarajevo = Saraievo
MK: Skopje = Escópia
GR: Athens = Atenas; Thessaloníki = Salónica, Salônica, Tessalônica, Tessalónica; Piraeus = Pireu; Pátra = Patras; Corinth = Corinto; Sparta = Esparta; Delphi = Delfos; Olympia = Olímpia; Spárti = Esparta; Kórinthos = Corinto; Thebes = Tebas; Marathónas = Maratona
CY: Nicosia = Nicósia
MT: Valletta = Valeta, La Valletta
TR: Istanbul = Istambul; Ankara = Ancara; İzmir = Esmirna, Izmir; Antalya = Antália; Edirne = Adrianópolis; Antioch = Antioquia
RU: Moscow = Moscou, Moscovo; Saint Petersburg = São Petersburgo, Leninegrado, Leningrado, Petrogrado; Volgograd = Volgogrado, Estalinegrado, Stalingrado; Kaliningrad = Kaliningrado, Calininegrado; Yekaterinburg = Ecaterimburgo; Nizhny Novgorod = Níjni Novgorod; Nizhniy Novgorod = Níjni Novgorod; Kazan’ = Kazan; Vladivostok = Vladivostoque; Grozny = Grózni; Arkhangel’sk = Arcangel; Rostov-na-Donu = Rostov; Astrakhan = Astracã; Nizhniy = Níjni Novgorod; Kazan = Cazã; Rostov-on-Don = Rostov
UA: Kyiv = Kiev, Quieve; Odesa = Odessa; Kharkiv = Carcóvia, Kharkov; Lviv = Leópolis; Sevastopol = Sebastopol; Yalta = Ialta; Chornobyl = Chernobil, Chernobyl, Tchernobil
BY: Minsk = Minsque
MD: Chisinau = Quixinau
LT: Vilnius = Vílnius
EE: Tallinn = Talim
GE: Tbilisi = Tbilissi, Tiblíssi
AM: Yerevan = Erevan, Ierevan
AZ: Baku = Bacu
IL: Jerusalem = Jerusalém; Tel Aviv = Telavive, Tel-Aviv; Haifa = Haifá; Nazareth = Nazaré
PS: Bethlehem = Belém da Judeia; Hebron = Hébron; Ramallah = Ramala; Jericho = Jericó
LB: Beirut = Beirute; Tripoli = Trípoli; Sidon = Sídon; Tyre = Tiro
SY: Damascus = Damasco; Aleppo = Alepo; Palmyra = Palmira; Latakia = Latáquia; Tadmur = Palmira
JO: Amman = Amã
IQ: Baghdad = Bagdá, Bagdade; Basrah = Bassorá, Basra; Mosul = Mossul; Karbala = Carbala; Fallujah = Faluja; Al Başrah al Qadīmah = Bassorá; Al Fallūjah = Fallujah, Faluja
IR: Tehran = Teerã, Teerão; Isfahan = Ispaão; Shiraz = Xiraz
SA: Riyadh = Riade, Riad; Mecca = Meca; Jeddah = Jidá, Gidá; Makkah = Meca; Al Madīnah = Medina
YE: Sanaa = Saná; Aden = Áden
AE: Abu Dhabi = Abu Dabi
KW: Kuwait City = Cidade do Kuwait, Cidade do Cuaite
OM: Muscat = Mascate
AF: Kabul = Cabul; Kandahar = Candaar
PK: Karachi = Carachi; Lahore = Laore; Islamabad = Islamabade
IN: Delhi = Délhi, Deli; New Delhi = Nova Délhi, Nova Deli; Mumbai = Bombaim; Kolkata = Calcutá; Chennai = Madras, Madrasta; Bengaluru = Bangalore; Kochi = Cochim; Cochin = Cochim; Kozhikode = Calecute; Panjim = Pangim, Panaji; Panaji = Pangim; Margao = Margão; Madgaon = Margão; Mapuca = Mapuçá; Daman = Damão; Varanasi = Benares; Kannur = Cananor; Puducherry = Pondicheri; Pondicherry = Pondicheri; Surat = Surate; Mangalore = Mangalor; Ponda = Pondá; Puducherry = Pondicheri; Mangaluru = Mangalor
LK: Kandy = Cândia
NP: Kathmandu = Catmandu, Katmandu
BD: Dhaka = Daca, Dacca
MM: Yangon = Rangum, Rangoon
TH: Bangkok = Bangcoc, Banguecoque
VN: Hanoi = Hanói; Ho Chi Minh City = Cidade de Ho Chi Minh, Saigon, Saigão; Hue = Hué
KH: Phnom Penh = Pnom Pene
LA: Vientiane = Vienciana
MY: Kuala Lumpur = Cuala Lumpur; Malacca = Malaca
SG: Singapore = Singapura
ID: Jakarta = Jacarta; Surabaya = Surabaia; Kupang = Cupão
TL: Dili = Díli
CN: Beijing = Pequim; Shanghai = Xangai; Guangzhou = Cantão; Nanjing = Nanquim; Tianjin = Tientsin; Lhasa = Lassa; Xi’an = Xian; Xi'an = Xian; Qingdao = Tsingtao
HK: Hong Kong = Hongue Congue
TW: Taipei = Taipé
MN: Ulaanbaatar = Ulan Bator, Ulã Bator
KR: Seoul = Seul; Busan = Pusan
KP: Pyongyang = Pionguiangue
JP: Tokyo = Tóquio; Kyoto = Quioto; Hiroshima = Hiroxima; Nagasaki = Nagasáqui; Osaka = Ósaca; Yokohama = Iocoama; Fukushima = Fucuxima
UZ: Tashkent = Tasquente; Samarkand = Samarcanda; Bukhara = Bucara
KZ: Almaty = Alma-Ata
EG: Luxor = Lúxor; Port Said = Porto Said; Aswan = Assuão; Giza = Gizé
LY: Tripoli = Trípoli; Benghazi = Bengasi; Misratah = Misrata
TN: Tunis = Túnis, Tunes; Carthage = Cartago
DZ: Algiers = Argel; Oran = Orão, Orã; Constantine = Constantina
MA: Rabat = Rabate; Marrakesh = Marraquexe, Marrakech; Marrakech = Marraquexe; Fès = Fez; Fes = Fez; Tangier = Tânger; Ksar El Kebir = Alcácer-Quibir; El Jadida = Mazagão; Essaouira = Mogador; Safi = Safim; Asilah = Arzila; Tétouan = Tetuão; Tétouan = Tetuão; Meknès = Mequinez; Azemmour = Azamor
SN: Dakar = Dacar
GN: Conakry = Conacri
LR: Monrovia = Monróvia
CI: Abidjan = Abijão
GH: Accra = Acra; Elmina = São Jorge da Mina
BJ: Porto-Novo = Porto Novo; Ouidah = Ajudá; Cotonou = Cotonu
BF: Ouagadougou = Uagadugu
ML: Bamako = Bamaco; Timbuktu = Tombuctu
NE: Niamey = Niamei
TD: N'Djamena = Jamena
CM: Yaoundé = Iaundé; Douala = Duala
CG: Brazzaville = Brazavile; Pointe-Noire = Ponta Negra
CD: Kinshasa = Quinxassa
SD: Khartoum = Cartum
ET: Addis Ababa = Adis Abeba, Addis Abeba
DJ: Djibouti = Djibuti
SO: Mogadishu = Mogadíscio
KE: Nairobi = Nairóbi; Mombasa = Mombaça; Malindi = Melinde
UG: Kampala = Campala
RW: Kigali = Quigali
TZ: Dar es Salaam = Dar-es-Salam
ZM: Lusaka = Lusaca
ZW: Harare = Salisbúria
ZA: Johannesburg = Joanesburgo, Johannesburgo; Cape Town = Cidade do Cabo; Pretoria = Pretória
NA: Windhoek = Vinduque
MG: Antananarivo = Tananarive
CA: Montréal = Montreal; Québec = Quebeque; Ottawa = Otava
MX: Mexico City = Cidade do México; Acapulco de Juárez = Acapulco; Cancún = Cancun
GT: Guatemala City = Cidade da Guatemala
SV: San Salvador = São Salvador
NI: Managua = Manágua
PA: Panamá = Cidade do Panamá; Panama City = Cidade do Panamá
DO: Santo Domingo = São Domingos
HT: Port-au-Prince = Porto Príncipe
PR: San Juan = San Juan de Porto Rico
CO: Medellín = Medelim; Cartagena = Cartagena das Índias
EC: Guayaquil = Guaiaquil
PE: Cusco = Cuzco
PY: Asunción = Assunção; Ciudad del Este = Cidade do Leste
UY: Montevideo = Montevidéu, Montevideu; Colonia del Sacramento = Colônia do Sacramento, Colónia do Sacramento
AR: Rosario = Rosário; San Carlos de Bariloche = Bariloche; San Carlos de Bariloche = Bariloche
CL: Santiago = Santiago do Chile
GF: Cayenne = Caiena
AU: Sydney = Sidney; Canberra = Camberra
VA: Vatican City = Cidade do Vaticano
MC: Monaco = Mônaco, Mónaco; Monte-Carlo = Monte Carlo
SM: San Marino = São Marinho
BR: Rio de Janeiro = Rio; Belo Horizonte = BH; Florianópolis = Floripa; Mogi das Cruzes = Mogi; Armação dos Búzios = Búzios; Balneário Camboriú = Camboriú; Jaboatão dos Guararapes = Jaboatão; Santana de Parnaíba = Alphaville
PT: Vila Nova de Gaia = Gaia; Vila Nova de Famalicão = Famalicão; Vila Real de Santo António = VRSA
AO: Huambo = Nova Lisboa; Lubango = Sá da Bandeira
MZ: Maputo = Lourenço Marques
`;
