/**
 * Geography that no table of divisions has, written by hand from common knowledge: waters, islands, heights, deserts, and regions that people name.
 * One a line: names with `|` between them (the first is shown), countries by their codes, latitude, longitude, and how far it reaches around that
 * point, in degrees. What is behind `+` is a river: it is also known without the word `rio`.
 */
export const WATERS = `
+Amazonas|Solimões;BR;-3.2;-60;8
Rio Negro;BR;-1.5;-63;4
+Madeira;BR;-6;-62;4
+Tapajós;BR;-4.5;-56;3
+Xingu;BR;-6;-52.5;5
+Tocantins;BR;-7;-48.5;5
+Araguaia;BR;-10;-50.3;5
+Purus;BR;-6.5;-65;4
+Juruá;BR;-5.5;-68;4
+Japurá;BR;-2;-67;2
+Içá;BR;-3;-68.5;1
+Javari;BR;-5.5;-72;2
+Trombetas;BR;-1;-56.5;2
+Jari;BR;0;-53;2
+Iriri;BR;-5.5;-54;3
+Teles Pires;BR;-10;-56;3
+Juruena;BR;-10;-58;3
+Aripuanã;BR;-8;-60.4;2
+Roosevelt;BR;-9;-60.7;2
+Guaporé;BR;-13;-62;3
+Mamoré;BR;-12;-65;2
Rio Branco;BR;1;-61.5;2
+Oiapoque;BR;2.5;-52.5;2
+Gurupi;BR;-3;-47;2
+Pindaré;BR;-4;-46;2
+Mearim;BR;-4.5;-44.5;2
+Itapecuru;BR;-4.5;-44;2
+Parnaíba;BR;-6;-43;4
+Poti;BR;-5.3;-42;1
+Jaguaribe;BR;-5.5;-38.5;1
+Apodi;BR;-5.5;-37.5;1
+Piranhas-Açu;BR;-6;-37;1
+Paraíba do Sul;BR;-22;-43;2
+Capibaribe;BR;-8;-35.5;1
+Beberibe;BR;-8;-34.9;0.2
+São Francisco|Velho Chico;BR;-13;-42;6
+Vaza-Barris;BR;-10.5;-38;1
+Itapicuru;BR;-11;-39;1
+Paraguaçu;BR;-12.7;-39.8;1
Rio de Contas;BR;-14;-40;1
+Jequitinhonha;BR;-16.5;-41;2
Rio Doce;BR;-19.3;-41.5;2
+Mucuri;BR;-17.8;-40.5;1
Rio Pardo;BR;-21;-47;2
Rio Grande;BR;-20.3;-47;3
Rio Verde;BR;-21;-45.5;1
Rio das Velhas;BR;-18.7;-44;2
Rio das Mortes;BR;-14;-52;2
+Paracatu;BR;-17;-46;1
+Paraopeba;BR;-19.5;-44.4;1
+Tietê;BR;-22;-49;2
+Pinheiros;BR;-23.6;-46.7;0.2
+Tamanduateí;BR;-23.6;-46.5;0.2
+Piracicaba;BR;-22.6;-47.8;0.6
+Mogi-Guaçu;BR;-21.7;-47.6;1
+Paranapanema;BR;-23;-50.5;2
+Ivaí;BR;-23.7;-52.3;1
+Iguaçu;BR;-25.7;-52.5;2
+Piquiri;BR;-24.4;-53.3;1
+Tibagi;BR;-24;-50.8;1
+Ribeira de Iguape;BR;-24.6;-48.3;1
+Itajaí-Açu;BR;-27;-49.2;0.6
+Uruguai;BR,UY,AR;-28.5;-56;4
+Pelotas;BR;-27.9;-50.8;1
+Jacuí;BR;-29.8;-52.3;1
+Taquari;BR;-29.3;-51.9;0.5
+Caí;BR;-29.5;-51.4;0.4
Rio dos Sinos;BR;-29.7;-51;0.4
+Gravataí;BR;-29.9;-50.9;0.3
+Ibicuí;BR;-29.6;-55;1
+Camaquã;BR;-31;-52.5;1
+Paraná;BR,PY,AR;-24;-54.2;8
+Paraguai;BR,PY;-20;-57.8;6
+Cuiabá;BR;-16;-56;2
+Taquari;BR;-18.5;-55;1
+Paranaíba;BR;-18.7;-48.7;2
+Corumbá;BR;-17.5;-48.4;1
+Meia Ponte;BR;-17.5;-49.3;1
+Carioca;BR;-22.9;-43.2;0.1
+Ipojuca;BR;-8.4;-35.6;0.6
+Una;BR;-8.8;-35.5;0.5
+Mamanguape;BR;-6.8;-35.3;0.4
+Acaraú;BR;-3.5;-40.2;0.5
+Tarauacá;BR;-8.2;-70.8;1
+Acre;BR;-10;-68.5;1
+Ji-Paraná;BR;-10;-62;1.5
+Sucunduri;BR;-7;-59;1
+Tejo;PT;39.4;-8.3;1.5
+Douro;PT;41.1;-7.8;1.5
+Minho;PT;42;-8.5;0.6
+Lima;PT;41.8;-8.5;0.4
+Cávado;PT;41.6;-8.4;0.4
+Ave;PT;41.4;-8.5;0.4
+Este;PT;41.5;-8.5;0.2
+Vizela;PT;41.4;-8.3;0.2
+Leça;PT;41.2;-8.6;0.2
+Sousa;PT;41.2;-8.3;0.2
+Tâmega;PT;41.5;-7.8;0.6
+Tua;PT;41.4;-7.3;0.4
+Sabor;PT;41.4;-6.8;0.5
+Corgo;PT;41.3;-7.7;0.2
+Côa;PT;40.8;-7;0.5
+Paiva;PT;41;-8.1;0.3
+Bestança;PT;41.1;-8;0.1
+Varosa;PT;41;-7.8;0.1
+Távora;PT;41;-7.5;0.2
+Vouga;PT;40.7;-8.3;0.4
+Mondego;PT;40.3;-8.2;0.7
+Alva;PT;40.3;-8;0.3
+Ceira;PT;40.1;-8.2;0.2
+Dão;PT;40.5;-8;0.3
+Lis|Lys;PT;39.8;-8.8;0.2
+Lena;PT;39.6;-8.8;0.1
+Zêzere;PT;40;-7.9;0.7
+Nabão;PT;39.6;-8.4;0.2
+Ponsul;PT;39.9;-7.3;0.3
+Erges;PT;39.9;-7;0.2
+Ocreza;PT;39.8;-7.7;0.3
+Sever;PT;39.4;-7.4;0.2
+Sorraia;PT;38.9;-8.6;0.3
+Trancão;PT;38.8;-9.1;0.1
+Sado;PT;38.2;-8.4;0.6
+Mira;PT;37.6;-8.6;0.3
+Arade;PT;37.2;-8.5;0.2
+Guadiana;PT;38;-7.4;1
+Alcoa;PT;39.5;-9;0.1
+Cuanza|Kwanza;AO;-10;-15;2
+Cunene;AO;-15.5;14.5;2
+Cubango|Okavango;AO;-17;19;2
+Cuando;AO;-16;22;2
+Cuango;AO;-8;18;2
+Catumbela;AO;-12.5;13.8;0.5
+Bengo;AO;-8.7;13.7;0.5
+Zambeze;MZ;-17;34;4
+Limpopo;MZ;-23.5;33;2
+Save;MZ;-21.2;34;1
+Rovuma;MZ;-11.5;39;2
+Incomati;MZ;-25.5;32.5;1
+Púnguè;MZ;-19.4;34.5;1
+Lúrio;MZ;-14;39;1
+Chire;MZ;-17;35.2;1
+Búzi;MZ;-19.9;34.3;1
+Geba;GW;11.9;-15;0.5
+Cacheu;GW;12.2;-16;0.4
+Corubal;GW;11.7;-14.8;0.4
+Nilo;EG,SD;22;31;10
+Nilo Azul;SD,ET;13;34;3
+Nilo Branco;SD;12;32.5;3
+Congo;CD;-1;20;6
+Níger;NG,ML;12;1;6
+Senegal;SN;15.5;-14;2
+Gâmbia;GM;13.4;-15;1
+Volta;GH;8;0;2
+Orange;ZA;-29;20;4
+Danúbio;AT,HU,RO;46;19;8
+Reno;DE;49;8;4
+Elba;DE;52;12;3
+Óder;PL;52;15;2
+Vístula;PL;52;20;2
+Sena;FR;49;2;1.5
+Loire;FR;47.4;1;2
+Ródano;FR;44.5;4.8;2
+Garona;FR;44.5;0.3;1
+Mosa;BE;50.3;5;2
+Mosela;DE;49.8;6.8;1
+Escalda;BE;51;4;1
+Meno;DE;50;9;1
+Neckar;DE;48.9;9.1;1
+Spree;DE;52.4;13.8;1
+Tamisa|Tâmisa;GB;51.5;-0.8;1
+Pó;IT;45;10;2
+Tibre;IT;42.3;12.4;1
+Arno;IT;43.7;11;0.7
+Rubicão;IT;44.1;12.3;0.2
+Ebro;ES;41.5;0;2
+Guadalquivir;ES;37.6;-5.3;2
+Volga;RU;52;47;6
+Don;RU;49;41;3
+Dniepre|Dnieper;UA;49;33;4
+Dniestre;MD;47.5;29;2
+Ural;RU,KZ;50;52;3
+Ob;RU;58;75;8
+Ienissei;RU;62;89;8
+Lena;RU;65;125;8
+Amur;RU,CN;50;130;6
+Neva;RU;59.9;30.6;0.5
+Jordão;IL,JO;32.2;35.6;0.8
+Tigre;IQ;34;44;3
+Eufrates;IQ,SY;34;41;3
+Indo;PK;28;69;4
+Ganges;IN;25.5;83;5
+Bramaputra;IN;27;92;4
+Mekong;LA,TH,VN;16;104;6
+Irauádi;MM;21;95.5;4
+Yangtzé|Yangtsé|Iangtsé;CN;30;111;8
Rio Amarelo|Huang He;CN;36;108;8
+Mandovi;IN;15.5;74;0.3
+Zuari;IN;15.4;74;0.3
+Mississippi|Mississípi;US;35;-90.5;7
+Missouri;US;43;-99;6
+Ohio;US;38.5;-84;4
+Colorado;US;36;-112;4
+Hudson;US;42;-73.9;1.5
+Potomac;US;38.8;-77.2;1
+Yukon;US,CA;64;-150;6
+São Lourenço;CA;46.5;-72;3
+Orinoco|Orenoco;VE;8;-65;3
+Magdalena;CO;7;-74.3;3
Rio da Prata;AR,UY;-35;-57;1.5
+Marañón;PE;-5;-76;3
+Ucayali;PE;-7;-75;3
+Pilcomayo;PY;-23;-61;2
+Murray;AU;-35;143;3
Oceano Atlântico|Atlântico|Atlântico Sul|Atlântico Norte;;0;-25;40
Oceano Pacífico|Pacífico|Pacífico Sul|Pacífico Norte;;0;-160;50
Oceano Índico|Índico;;-20;75;35
Oceano Ártico|Ártico|Oceano Glacial Ártico;;80;0;15
Oceano Antártico;;-65;0;10
Mar Mediterrâneo|Mediterrâneo;;37;17;8
Mar do Norte;;56;3;4
Mar Báltico|Báltico;;58;19;5
Mar Negro;;43;34;4
Mar Cáspio|Cáspio;;42;51;5
Mar de Aral;;45;60;2
Mar de Azov;;46;37;1
Mar Adriático|Adriático;;43;15;4
Mar Egeu|Egeu;;38.5;25;3
Mar Jónico|Mar Jônico;;38;19;3
Mar Tirreno|Tirreno;;40;12;3
Mar Morto;IL,JO;31.5;35.5;0.5
Mar Vermelho;;20;38;6
Mar Arábico|Mar da Arábia;;15;65;8
Mar das Caraíbas|Mar do Caribe|Mar das Antilhas;;15;-75;8
Mar da China|Mar da China Meridional|Mar do Sul da China;;14;114;8
Mar da China Oriental;;29;125;4
Mar do Japão;;40;135;5
Mar Amarelo;;36;123;4
Mar de Bering;;58;-178;8
Mar de Barents;;75;40;8
Mar da Galileia;IL;32.8;35.6;0.2
Mar de Mármara|Mar de Mármora;TR;40.7;28;1
Mar da Irlanda;;53.8;-5;1.5
Mar de Timor;;-11;127;4
Mar da Palha;PT;38.75;-9.05;0.1
Golfo Pérsico;;27;51;4
Golfo de Omã;;25;58;2
Golfo de Áden;;12.5;48;3
Golfo do México;;25;-90;7
Golfo da Guiné;;2;3;5
Golfo da Biscaia|Baía da Biscaia|Golfo de Biscaia;;45;-5;3
Golfo de Bengala|Baía de Bengala;;15;88;7
Golfo de Tonquim;;20;108;3
Canal da Mancha;;50;-2;2
Canal do Panamá;PA;9.1;-79.7;0.4
Canal de Suez|Canal do Suez;EG;30.6;32.3;0.8
Canal de Moçambique;;-18;42;6
Estreito de Gibraltar;;36;-5.5;0.5
Estreito de Ormuz;;26.5;56.3;1
Estreito de Magalhães;CL;-53.5;-70.5;2
Estreito de Bering;;66;-169;2
Estreito de Malaca;;4;100;3
Bósforo;TR;41.1;29.1;0.3
Dardanelos|Helesponto;TR;40.2;26.4;0.4
Baía de Guanabara|Guanabara;BR;-22.8;-43.2;0.2
Baía de Todos os Santos;BR;-12.8;-38.6;0.3
Baía de Sepetiba;BR;-23;-43.9;0.3
Baía de Paranaguá;BR;-25.5;-48.5;0.3
Baía da Babitonga;BR;-26.2;-48.7;0.2
Baía de São Marcos;BR;-2.5;-44.3;0.3
Baía de Marajó;BR;-1;-48.3;0.7
Lagoa dos Patos;BR;-31;-51.2;1
Lagoa Mirim;BR,UY;-32.8;-53.2;0.8
Lago Guaíba|Guaíba;BR;-30.1;-51.3;0.3
Lagoa Rodrigo de Freitas;BR;-22.97;-43.21;0.03
Lagoa da Conceição;BR;-27.6;-48.45;0.1
Lagoa da Pampulha;BR;-19.85;-43.98;0.03
Lago Paranoá;BR;-15.8;-47.83;0.1
Represa de Itaipu|Lago de Itaipu;BR,PY;-25;-54.4;0.7
Represa Billings;BR;-23.8;-46.6;0.1
Represa de Furnas|Lago de Furnas;BR;-21;-45.9;0.7
Represa Guarapiranga|Guarapiranga;BR;-23.7;-46.7;0.1
Sobradinho|Lago de Sobradinho;BR;-9.7;-41.6;0.8
Cataratas do Iguaçu|Foz do Iguaçu;BR;-25.7;-54.4;0.1
Cataratas do Niágara|Niágara;US,CA;43.08;-79.07;0.1
Cataratas Vitória;ZM,ZW;-17.9;25.9;0.1
Ria de Aveiro;PT;40.7;-8.7;0.2
Ria Formosa;PT;37;-7.9;0.3
Lagoa de Óbidos;PT;39.4;-9.2;0.1
Lagoa das Sete Cidades|Sete Cidades;PT;37.86;-25.79;0.05
Lagoa do Fogo;PT;37.76;-25.47;0.03
Alqueva|Barragem de Alqueva;PT;38.2;-7.5;0.4
Lago Vitória;;-1;33;2
Lago Tanganica;;-6;29.5;3
Lago Niassa|Lago Malawi;MZ;-12;34.5;2
Lago Chade;;13;14;1
Lago Titicaca|Titicaca;PE,BO;-15.8;-69.4;1
Lago Baikal|Baikal;RU;53.5;108;3
Lago Ladoga;RU;61;31.5;1
Lago Maracaibo;VE;9.8;-71.6;1
Lago de Genebra|Lago Léman|Léman;CH,FR;46.4;6.5;0.4
Lago de Constança;DE,CH;47.6;9.4;0.4
Lago de Como;IT;46;9.3;0.3
Lago de Garda;IT;45.6;10.6;0.3
Lago Superior;US,CA;47.7;-87.5;3
Lago Michigan;US;44;-87;3
Lago Ontário;US,CA;43.7;-77.9;1.5
Lago Erie;US,CA;42.2;-81.2;1.5
Lago Huron;US,CA;44.8;-82.4;2
Grandes Lagos;US,CA;45;-84;6
Cahora Bassa|Cabora Bassa;MZ;-15.7;31.5;1
`;

export const ISLANDS = `
Fernando de Noronha|Arquipélago de Fernando de Noronha;BR;-3.85;-32.42;0.1
Ilha de Marajó|Marajó;BR;-1;-49.6;1
Ilha do Bananal;BR;-11.5;-50.3;1
Ilha de Santa Catarina;BR;-27.6;-48.5;0.3
Ilha Grande;BR;-23.15;-44.2;0.2
Ilhabela|Ilha de São Sebastião;BR;-23.8;-45.35;0.2
Ilha do Mel;BR;-25.55;-48.3;0.1
Ilha de Itaparica;BR;-13;-38.67;0.2
Ilha de Itamaracá|Itamaracá;BR;-7.75;-34.85;0.1
Ilha do Governador;BR;-22.8;-43.2;0.05
Ilha de Paquetá|Paquetá;BR;-22.76;-43.11;0.02
Ilha Comprida;BR;-24.8;-47.7;0.3
Ilha do Cardoso;BR;-25.1;-47.95;0.1
Ilha de Boipeba|Boipeba;BR;-13.6;-38.93;0.1
Ilha de Tinharé|Morro de São Paulo;BR;-13.4;-38.95;0.1
Ilha de Maracá;BR;2;-50.4;0.2
Ilha de Mosqueiro|Mosqueiro;BR;-1.15;-48.4;0.1
Abrolhos|Arquipélago de Abrolhos;BR;-17.97;-38.7;0.1
Atol das Rocas;BR;-3.86;-33.8;0.1
Trindade e Martim Vaz|Ilha da Trindade;BR;-20.5;-29.3;0.2
Arquipélago de São Pedro e São Paulo;BR;0.92;-29.35;0.05
Ilha do Porto Santo|Porto Santo;PT;33.07;-16.34;0.1
Ilhas Desertas|Desertas;PT;32.5;-16.5;0.1
Ilhas Selvagens|Selvagens;PT;30.1;-15.95;0.2
Ilha Terceira|Terceira;PT;38.72;-27.2;0.2
Ilha de São Miguel|São Miguel|S. Miguel;PT;37.78;-25.5;0.4
Ilha de Santa Maria;PT;36.97;-25.1;0.1
Ilha do Pico;PT;38.47;-28.3;0.2
Ilha do Faial|Faial;PT;38.58;-28.7;0.1
Ilha das Flores;PT;39.45;-31.2;0.1
Ilha do Corvo|Corvo;PT;39.7;-31.1;0.05
Ilha Graciosa|Graciosa;PT;39.05;-28;0.1
Ilha de São Jorge|São Jorge|S. Jorge;PT;38.65;-28.05;0.3
Berlengas|Ilha da Berlenga|Berlenga;PT;39.42;-9.5;0.05
Ilha de Tavira;PT;37.1;-7.63;0.05
Ilha da Culatra|Culatra;PT;36.99;-7.84;0.05
Ilha de Santiago;CV;15.1;-23.6;0.3
Ilha do Sal;CV;16.7;-22.9;0.2
Ilha da Boa Vista|Boavista|Boa Vista;CV;16.1;-22.8;0.2
Ilha do Maio;CV;15.2;-23.15;0.1
Ilha do Fogo;CV;14.95;-24.4;0.2
Ilha Brava;CV;14.85;-24.7;0.1
Ilha de São Vicente|São Vicente|S. Vicente;CV;16.85;-25;0.1
Ilha de Santo Antão|Santo Antão;CV;17.05;-25.2;0.2
Ilha de São Nicolau|São Nicolau|S. Nicolau;CV;16.6;-24.25;0.2
Ilha de Santa Luzia;CV;16.77;-24.75;0.05
Ilhas de Barlavento|Barlavento;CV;16.6;-24;1
Ilhas de Sotavento|Sotavento;CV;15;-23.8;1
Arquipélago de Cabo Verde;CV;16;-24;1.3
Ilha do Príncipe|Príncipe;ST;1.6;7.4;0.1
Ilha de São Tomé;ST;0.2;6.6;0.2
Ilha das Rolas|Ilhéu das Rolas;ST;0;6.5;0.02
Bijagós|Arquipélago dos Bijagós|Ilhas Bijagós;GW;11.2;-16.1;0.5
Ilha de Bolama;GW;11.6;-15.5;0.1
Ilha de Luanda|Ilha do Cabo;AO;-8.79;13.22;0.05
Ilha do Mussulo|Mussulo;AO;-8.95;13.05;0.1
Ilha de Moçambique;MZ;-15.03;40.73;0.05
Inhaca|Ilha da Inhaca;MZ;-26;32.95;0.1
Bazaruto|Arquipélago de Bazaruto;MZ;-21.7;35.45;0.3
Quirimbas|Ilhas Quirimbas;MZ;-12;40.6;0.7
Ataúro|Ilha de Ataúro;TL;-8.25;125.6;0.1
Jaco|Ilha de Jaco;TL;-8.42;127.32;0.03
Coloane;MO;22.12;113.56;0.03
Taipa|Ilha da Taipa;MO;22.16;113.56;0.03
Salsete;IN;15.2;74;0.3
Angediva;IN;14.76;74.11;0.02
Ilhas Canárias|Canárias|Arquipélago das Canárias;ES;28.3;-16;2
Tenerife;ES;28.3;-16.6;0.4
Lanzarote;ES;29;-13.6;0.3
Fuerteventura;ES;28.4;-14;0.4
Grã-Canária|Gran Canaria;ES;28;-15.6;0.3
Ilhas Baleares|Baleares;ES;39.6;3;1
Maiorca|Palma de Maiorca;ES;39.6;3;0.5
Menorca|Minorca;ES;40;4.1;0.2
Ibiza;ES;39;1.4;0.2
Formentera;ES;38.7;1.5;0.1
Macaronésia;;28;-18;10
Grã-Bretanha|Ilhas Britânicas;GB;54;-2;5
Ilhas Anglo-Normandas|Ilhas do Canal;GB;49.4;-2.3;0.3
Ilhas Aran|Ilhas de Aran;IE;53.1;-9.7;0.2
Hébridas;GB;57.5;-7;1
Órcades|Ilhas Orkney;GB;59;-3;0.5
Ilha de Wight;GB;50.7;-1.3;0.2
Ilhas Faroé|Ilhas Féroe;DK;62;-7;0.7
Gotlândia;SE;57.5;18.5;0.4
Sardenha;IT;40;9;1
Sicília;IT;37.6;14;1.3
Córsega;FR;42.2;9.1;0.7
Capri;IT;40.55;14.24;0.05
Elba|Ilha de Elba;IT;42.8;10.3;0.2
Lampedusa;IT;35.5;12.6;0.05
Murano;IT;45.46;12.35;0.02
Creta;GR;35.2;24.9;1
Rodes|Ilha de Rodes;GR;36.2;28;0.3
Lesbos;GR;39.2;26.3;0.4
Corfu;GR;39.6;19.8;0.3
Santorini;GR;36.4;25.4;0.1
Míconos|Mykonos;GR;37.45;25.37;0.1
Cíclades;GR;37;25;1
Delos;GR;37.4;25.27;0.02
Ítaca;GR;38.4;20.7;0.1
Samos;GR;37.75;26.8;0.2
Patmos;GR;37.3;26.55;0.1
Spitsbergen|Svalbard;NO;78.5;16;4
Gronelândia|Groenlândia;GL;72;-40;12
Terra Nova;CA;48.5;-56;3
Ilha de Baffin;CA;69;-72;7
Ilha de Vancouver;CA;49.6;-125.5;1.5
Long Island;US;40.8;-73;0.6
Manhattan;US;40.78;-73.97;0.1
Ilha de Ellis|Ellis Island;US;40.7;-74.04;0.01
Alcatraz;US;37.83;-122.42;0.01
Havai|Havaí|Ilhas do Havaí;US;20.5;-157;2.5
Ilhas Aleutas|Aleutas;US;52;-174;8
Ilha Hispaniola|Hispaniola;;19;-71;2
Antilhas;;17;-66;8
Grandes Antilhas;;20;-75;6
Pequenas Antilhas;;14.5;-61.5;4
Caraíbas|Caribe;;17;-70;10
Galápagos|Ilhas Galápagos;EC;-0.5;-90.5;1.2
Ilha de Páscoa|Ilha da Páscoa;CL;-27.1;-109.35;0.1
Terra do Fogo;AR,CL;-54;-68.5;2
Ilhas Malvinas|Malvinas|Falkland|Ilhas Falkland;FK;-51.7;-59.2;1.5
Ilha de Santa Helena|Santa Helena;SH;-15.95;-5.7;0.1
Ilha de Ascensão;SH;-7.95;-14.36;0.1
Tristão da Cunha;SH;-37.1;-12.3;0.1
Fernando Pó|Bioco|Ilha de Bioko;GQ;3.5;8.7;0.4
Ano Bom|Ilha de Ano Bom;GQ;-1.43;5.63;0.05
Zanzibar;TZ;-6.1;39.3;0.4
Ilhas Mascarenhas;;-20.5;57;3
Ilha de Goreia|Ilha de Gorée;SN;14.67;-17.4;0.02
Java;ID;-7.3;110;3
Samatra|Sumatra;ID;0;102;5
Bornéu;ID,MY;0.5;114;5
Celebes|Sulawesi;ID;-2;121;3
Molucas|Ilhas Molucas;ID;-2;128;3
Bali;ID;-8.4;115.2;0.5
Flores|Ilha das Flores;ID;-8.6;121.3;1
Nova Guiné;ID,PG;-5;141;8
Ilha de Timor;TL,ID;-9.2;125;1.5
Mindanau;PH;7.5;125;2
Luzon|Luzón;PH;16;121;2
Honshu;JP;36;138;3
Hokkaido;JP;43;142.5;2
Kyushu;JP;32.5;131;1.5
Shikoku;JP;33.7;133.5;1
Okinawa;JP;26.5;128;0.5
Curilas|Ilhas Curilas;RU;46.5;151;4
Sacalina;RU;50.5;143;3
Formosa|Ilha Formosa;TW;23.7;121;1.5
Hainan;CN;19.2;109.7;1
Phuket;TH;7.9;98.35;0.3
Goa|Velha Goa;IN;15.4;74;0.4
Damão;IN;20.4;72.85;0.1
Diu|Ilha de Diu;IN;20.71;70.98;0.1
Ceilão;LK;7.5;80.7;1.5
Ilhas Andamão|Andamão;IN;12.5;92.8;2
Socotorá;YE;12.5;53.9;0.5
Ormuz|Ilha de Ormuz;IR;27.07;56.46;0.1
Tasmânia;AU;-42;146.5;2
Polinésia;;-17;-150;25
Melanésia;;-8;155;15
Micronésia;FM;7;150;10
Taiti;PF;-17.65;-149.4;0.3
Bora Bora;PF;-16.5;-151.74;0.1
Guadalcanal;SB;-9.6;160.2;0.5
Galinhas|Ilha das Galinhas;GW;11.5;-15.7;0.1
Ilha do Pessegueiro;PT;37.83;-8.8;0.01
`;

export const HEIGHTS = `
Serra do Mar;BR;-24.5;-48;4
Serra da Mantiqueira|Mantiqueira;BR;-22.4;-45;1.5
Serra do Espinhaço|Espinhaço;BR;-18;-43.5;4
Serra da Canastra;BR;-20.3;-46.5;0.6
Serra do Cipó;BR;-19.3;-43.6;0.4
Serra do Caparaó|Caparaó;BR;-20.4;-41.8;0.3
Serra dos Órgãos;BR;-22.45;-43;0.3
Serra da Bocaina;BR;-22.8;-44.6;0.4
Serra Geral;BR;-28.5;-49.9;2
Serra Gaúcha;BR;-29.2;-51.2;0.7
Serra Catarinense;BR;-28;-49.8;0.7
Serra do Rio do Rastro;BR;-28.4;-49.55;0.1
Serra da Capivara;BR;-8.7;-42.5;0.5
Serra da Barriga;BR;-9.17;-36.08;0.05
Serra da Borborema|Planalto da Borborema;BR;-7.5;-36.5;1.5
Serra do Araripe|Chapada do Araripe;BR;-7.4;-39.8;0.8
Serra da Ibiapaba|Ibiapaba;BR;-4;-41;0.7
Serra de Baturité;BR;-4.3;-38.9;0.3
Serra Pelada;BR;-5.95;-49.65;0.1
Serra dos Carajás|Carajás;BR;-6;-50.3;0.7
Serra do Navio;BR;0.9;-52;0.1
Serra do Roncador;BR;-13;-52;2
Serra da Bodoquena;BR;-20.8;-56.8;0.7
Serra da Cantareira|Cantareira;BR;-23.4;-46.6;0.2
Serra do Curral;BR;-19.95;-43.9;0.1
Serra Talhada;BR;-7.99;-38.3;0.2
Serra do Tombador;BR;-11;-40.7;0.5
Chapada Diamantina;BR;-12.8;-41.4;1
Chapada dos Veadeiros;BR;-14;-47.6;0.5
Chapada dos Guimarães;BR;-15.4;-55.8;0.3
Pico da Neblina;BR;0.8;-66;0.1
Pico da Bandeira;BR;-20.43;-41.8;0.05
Pico das Agulhas Negras|Agulhas Negras;BR;-22.38;-44.66;0.05
Pico do Jaraguá;BR;-23.46;-46.77;0.02
Pedra da Gávea;BR;-22.998;-43.285;0.02
Pão de Açúcar;BR;-22.949;-43.157;0.01
Corcovado;BR;-22.952;-43.211;0.01
Dedo de Deus;BR;-22.47;-43.03;0.02
Monte Roraima;BR,VE,GY;5.14;-60.76;0.1
Monte Pascoal;BR;-16.9;-39.4;0.1
Planalto Central;BR;-16;-48;4
Planalto Paulista;BR;-23;-47;1
Serra da Estrela;PT;40.33;-7.6;0.3
Serra do Gerês|Gerês|Peneda-Gerês;PT;41.75;-8.15;0.3
Serra do Marão|Marão;PT;41.25;-7.9;0.15
Serra de Montemuro|Montemuro;PT;41;-8;0.2
Serra do Caramulo|Caramulo;PT;40.55;-8.2;0.15
Serra do Açor;PT;40.2;-7.9;0.2
Serra da Lousã;PT;40.1;-8.2;0.15
Serra da Gardunha|Gardunha;PT;40.1;-7.5;0.15
Serra de Aire;PT;39.55;-8.65;0.15
Serra dos Candeeiros;PT;39.4;-8.9;0.15
Serra de Montejunto|Montejunto;PT;39.18;-9.05;0.1
Serra de Sintra;PT;38.79;-9.43;0.07
Serra da Arrábida|Arrábida;PT;38.48;-9;0.1
Serra de São Mamede;PT;39.3;-7.35;0.15
Serra de Ossa;PT;38.75;-7.6;0.15
Serra de Monchique;PT;37.32;-8.6;0.15
Serra do Caldeirão;PT;37.3;-8;0.2
Serra da Freita;PT;40.87;-8.27;0.1
Serra do Larouco|Larouco;PT;41.88;-7.72;0.1
Serra de Montesinho|Montesinho;PT;41.9;-6.85;0.2
Serra da Nogueira;PT;41.7;-6.9;0.1
Serra do Alvão|Alvão;PT;41.4;-7.8;0.1
Serra da Malcata|Malcata;PT;40.25;-7.05;0.15
Serra da Peneda;PT;41.95;-8.25;0.15
Serra do Buçaco|Buçaco|Bussaco;PT;40.35;-8.35;0.1
Serra de Sicó;PT;39.95;-8.55;0.1
Cabo da Roca;PT;38.78;-9.5;0.02
Cabo de São Vicente;PT;37.02;-9;0.02
Cabo Carvoeiro;PT;39.36;-9.41;0.02
Cabo Espichel;PT;38.41;-9.22;0.02
Cabo Mondego;PT;40.19;-8.9;0.02
Ponta de Sagres;PT;36.99;-8.95;0.02
Pico Ruivo;PT;32.76;-16.94;0.02
Costa Vicentina;PT;37.3;-8.85;0.4
Cabo Frio;BR;-22.9;-42;0.1
Cabo Branco|Ponta do Seixas;BR;-7.15;-34.8;0.02
Cabo Orange;BR;4.3;-51.5;0.2
Cabo da Boa Esperança|Cabo das Tormentas;ZA;-34.35;18.47;0.1
Cabo Horn|Cabo Hornos;CL;-55.98;-67.27;0.1
Cabo Bojador;EH;26.1;-14.5;0.1
Cabo Canaveral;US;28.4;-80.6;0.1
Cabo Delgado;MZ;-12.3;39.5;1.5
Alpes;CH,FR,IT,AT;46.5;9.5;3
Pirenéus|Pireneus|Pirineus;ES,FR;42.7;0.7;1.5
Apeninos;IT;43;13;3
Cárpatos;RO;47.5;24.5;3
Balcãs|Península Balcânica|Bálcãs;;42.5;22;4
Dolomitas;IT;46.4;11.9;0.7
Montes Urais|Urais;RU;60;60;8
Cáucaso;GE,RU,AZ;42.7;44.5;3
Himalaias|Himalaia|Himalaya;NP,IN;28.5;84;5
Karakoram;PK;35.9;76.5;2
Hindu Kush;AF;35.5;70;2
Andes|Cordilheira dos Andes|Cordilheira Andina;;-20;-69;20
Montanhas Rochosas|Rochosas;US,CA;43;-110;9
Apalaches;US;38;-80;5
Serra Nevada;ES;37.05;-3.2;0.4
Sierra Nevada;US;37.7;-119.2;2
Sierra Maestra;CU;20;-76.8;0.7
Atlas|Montes Atlas;MA;32;-6;3
Monte Everest|Everest;NP,CN;27.99;86.93;0.1
K2;PK;35.88;76.51;0.05
Kilimanjaro|Quilimanjaro|Monte Quilimanjaro;TZ;-3.07;37.35;0.3
Monte Branco|Mont Blanc;FR,IT;45.83;6.86;0.1
Matterhorn;CH;45.98;7.66;0.05
Monte Fuji|Fujiyama;JP;35.36;138.73;0.1
Etna;IT;37.75;15;0.2
Vesúvio;IT;40.82;14.43;0.05
Stromboli;IT;38.79;15.21;0.03
Krakatoa;ID;-6.1;105.42;0.1
Aconcágua;AR;-32.65;-70.01;0.1
Chimborazo;EC;-1.47;-78.82;0.1
Cotopaxi;EC;-0.68;-78.44;0.1
Monte Olimpo|Olimpo;GR;40.09;22.36;0.1
Monte Sinai|Sinai|Península do Sinai;EG;29.5;33.8;1
Monte Ararat|Ararate;TR;39.7;44.3;0.2
Monte das Oliveiras;IL;31.78;35.24;0.02
Monte Sião;IL;31.77;35.23;0.02
Gólgota|Calvário;IL;31.78;35.23;0.01
Machu Picchu;PE;-13.16;-72.55;0.05
Saara|Sara|Sahara|Deserto do Saara;;23;10;15
Calaári|Kalahari|Deserto do Calaári;BW;-23;22;4
Namibe|Deserto do Namibe;AO,NA;-20;14;4
Atacama|Deserto do Atacama;CL;-24;-69.3;3
Gobi|Deserto de Gobi;MN,CN;43;105;6
Neguev|Deserto do Neguev;IL;30.7;34.8;0.7
Mojave;US;35;-116;2
Vale da Morte;US;36.5;-117;0.7
Grand Canyon|Grande Cânion;US;36.1;-112.1;1
Península Ibérica|Ibéria;ES,PT;40;-4;5
Península Itálica;IT;42.5;13;4
Península Arábica|Arábia;;23;46;10
Península Coreana|Coreia;KR,KP;38;127;3
Península de Setúbal;PT;38.55;-9;0.3
Península de Iucatã|Iucatã|Yucatán;MX;20.5;-89;2
Península Escandinava;NO,SE;64;15;7
Crimeia;UA;45.3;34.4;1.3
Indostão|Hindustão|Subcontinente Indiano;IN;23;80;9
Patagónia|Patagônia;AR,CL;-45;-69;8
Pampa|Pampas|Pampa Gaúcho;AR,BR;-32;-59;5
Chaco|Gran Chaco;PY,AR;-22;-61;4
Sibéria;RU;62;105;25
Vale da Bekaa|Bekaa|Vale do Bekaa;LB;33.9;36;0.5
Colinas de Golã|Montes Golã|Golã;SY;33;35.8;0.4
Planície Húngara;HU;47;20.5;2
Floresta Negra;DE;48.3;8.2;1
Vale do Silício|Silicon Valley;US;37.4;-122;0.3
`;

export const REGIONS_OF_THE_WORLD = `
Médio Oriente|Oriente Médio|Próximo Oriente|Oriente Próximo;;29;43;12
Extremo Oriente;;35;120;20
Oriente;;30;90;40
Ocidente;;45;-20;60
Europa Ocidental|Europa do Oeste;;48;5;10
Europa Oriental|Leste Europeu|Europa de Leste|Europa do Leste|Leste da Europa;;52;28;12
Europa Central|Europa do Centro;;49.5;16;6
Europa do Norte|Norte da Europa|Europa Setentrional;;60;17;10
Europa do Sul|Sul da Europa|Europa Meridional;;41;10;10
Escandinávia|Países Nórdicos|Países Escandinavos;;63;16;8
Países Bálticos|Bálticos|Estados Bálticos;;56.9;24.5;3
Benelux|Países do Benelux;;51.3;5;2
Eurásia;;50;60;40
Euroásia;;50;60;40
Ásia Central;;42;65;10
Ásia Menor|Anatólia;TR;39;33;6
Sudeste Asiático|Ásia do Sudeste;;5;110;15
Sul da Ásia|Ásia Meridional;;22;80;12
Ásia Oriental|Leste Asiático|Leste da Ásia;;35;115;15
África Austral;;-22;25;12
África Ocidental|Oeste da África;;12;-3;12
África Oriental|África do Leste|Leste da África;;2;37;10
África Central|África Equatorial;;2;20;10
África Subsaariana|África Subsariana|África Negra;;0;18;25
África do Norte|Norte da África|Norte de África;;28;10;12
Magrebe|Magreb;;32;3;8
Corno de África|Chifre da África|Corno da África;;8;45;6
Sahel;;15;5;15
PALOP|Países Africanos de Língua Oficial Portuguesa;;-5;15;30
Lusofonia;;0;0;60
Mundo Árabe;;25;25;20
Terra Santa;IL;31.8;35.2;1
Palestina;PS;31.9;35.2;0.7
Cisjordânia|Margem Ocidental;PS;32;35.3;0.6
Faixa de Gaza|Gaza;PS;31.4;34.4;0.2
Galileia;IL;32.8;35.4;0.4
Judeia;IL;31.6;35.1;0.5
Samaria;IL;32.2;35.2;0.4
Mesopotâmia;IQ;33;44;3
Babilónia|Babilônia;IQ;32.54;44.42;0.1
Fenícia;LB;34;35.7;1
Pérsia;IR;32;53;7
Curdistão;;37;43;3
Caxemira;;34.5;76;2
Bengala;;24;88.5;3
Punjab|Panjabe;IN,PK;31;73;2
Manchúria;CN;45;126;5
Tibete;CN;31.5;88;6
Indochina;;16;105;7
Oriente Extremo;;35;120;20
América|Américas|Continente Americano;;10;-90;60
América Portuguesa;BR;-14;-52;15
América Espanhola;;0;-75;30
América Anglo-Saxónica|América Anglo-Saxônica;;45;-100;25
Cone Sul;;-35;-62;15
Mercosul;;-27;-57;15
Velho Mundo|Velho Continente;;45;30;40
Novo Mundo;;10;-80;50
Terceiro Mundo;;0;20;60
Mesoamérica;;16;-90;5
Nova Inglaterra;US;44;-71;2.5
Costa Oeste;US;39;-121;6
Costa Leste;US;38;-76;7
Midwest|Meio-Oeste;US;42;-92;7
Quebeque;CA;52;-72;8
Alasca;US;64;-152;10
Texas;US;31.3;-99;5
Reino Unido;GB;54;-2;5
Irlanda do Norte|Ulster;GB;54.6;-6.7;0.8
Normandia;FR;49;0;1.3
Borgonha;FR;47;4.5;1.2
Alsácia;FR;48.3;7.5;0.7
Alsácia-Lorena;FR;48.5;7;1.2
Provença;FR;43.8;5.8;1
Provença-Alpes-Costa Azul;FR;43.9;6;1.2
Côte d’Azur|Costa Azul|Riviera Francesa;FR;43.5;7;0.5
Aquitânia;FR;44.5;0;1.5
Gasconha;FR;43.7;0.3;1
Auvérnia;FR;45.7;3.2;1
Flandres;BE;51;3.8;0.7
Valónia|Valônia;BE;50.4;5;1
Baviera;DE;48.9;11.5;1.7
Saxónia|Saxônia;DE;51;13.4;1
Prússia;DE,PL;53;18;4
Renânia;DE;50.5;7;1.3
Vestefália|Vestfália;DE;51.8;8;1
Ruhr|Vale do Ruhr;DE;51.5;7.2;0.5
Francónia|Francônia;DE;49.7;10.7;1
Boémia|Boêmia;CZ;49.9;14.5;1.2
Morávia;CZ;49.3;17;0.8
Silésia;PL;50.8;17;1.3
Galícia;PL,UA;49.5;24;2
Pomerânia;PL,DE;54;16.5;1.5
Transilvânia;RO;46.5;24.5;1.3
Valáquia;RO;44.7;26;1.5
Bessarábia;MD;46.8;28.9;1.2
Donbass|Donbas;UA;48.2;38;1
Voivodina;RS;45.4;20;0.7
Dalmácia;HR;43.5;16.3;1.2
Macedónia|Macedônia;MK;41.6;21.7;0.7
Trácia;;41.3;26.5;1.3
Tessália;GR;39.5;22;0.7
Peloponeso;GR;37.5;22.3;1
Ática;GR;38;23.8;0.4
Lácio;IT;42;12.7;0.8
Toscana;IT;43.4;11.1;0.9
Lombardia;IT;45.6;9.8;0.9
Piemonte;IT;45;8;0.9
Ligúria;IT;44.4;8.8;0.7
Véneto|Vêneto;IT;45.6;11.9;0.8
Úmbria;IT;43;12.5;0.5
Calábria;IT;39;16.5;0.9
Apúlia|Púglia;IT;41;16.5;1
Campânia;IT;40.9;14.8;0.7
Castela;ES;41;-4;2
Castela e Leão|Castela-Leão;ES;41.7;-4.8;1.7
Castela-Mancha;ES;39.5;-3;1.5
Andaluzia;ES;37.5;-4.7;2
Catalunha;ES;41.8;1.5;1.2
Galiza;ES;42.7;-7.9;0.9
Estremadura;PT;39.1;-9;0.7
Extremadura|Estremadura Espanhola;ES;39.2;-6.1;1
Aragão;ES;41.5;-0.7;1.2
Astúrias;ES;43.3;-6;0.8
Cantábria;ES;43.2;-4;0.5
País Basco|Euskadi;ES;43;-2.6;0.5
La Rioja;ES;42.3;-2.5;0.4
Costa do Sol|Costa del Sol;ES;36.6;-4.5;0.4
União Soviética|URSS|U.R.S.S.;RU;60;90;40
Jugoslávia|Iugoslávia;RS;44;19;3
Checoslováquia|Tchecoslováquia|Tcheco-Eslováquia;CZ;49.5;17;2.5
Alemanha Oriental|RDA|República Democrática Alemã;DE;52.3;13;1.5
Alemanha Ocidental|RFA|República Federal da Alemanha;DE;50.5;9;2
Birmânia;MM;21;96;5
Zaire;CD;-3;23;7
Rodésia;ZW;-19;29.5;2.5
Sião;TH;15;101;4
Abissínia;ET;9;39;5
Daomé;BJ;9.5;2.3;2
Alto Volta;BF;12.3;-1.7;2
Biafra;NG;6;7.5;1.5
Katanga|Catanga;CD;-9.5;26;2.5
Índia Portuguesa|Estado da Índia;IN;18;73.5;2
África Portuguesa;;-12;25;15
Ultramar;;-5;15;30
Grande São Paulo|Região Metropolitana de São Paulo;BR;-23.6;-46.6;0.6
Grande Rio|Região Metropolitana do Rio de Janeiro|Grande Rio de Janeiro;BR;-22.8;-43.4;0.5
Grande Belo Horizonte|Grande BH|Região Metropolitana de Belo Horizonte;BR;-19.9;-44;0.5
Grande Porto Alegre|Região Metropolitana de Porto Alegre;BR;-29.9;-51.1;0.4
Grande Vitória;BR;-20.3;-40.3;0.3
Grande Recife|Região Metropolitana do Recife;BR;-8.1;-35;0.3
Grande Florianópolis;BR;-27.6;-48.6;0.4
Grande Curitiba|Região Metropolitana de Curitiba;BR;-25.4;-49.3;0.5
Grande ABC|ABC Paulista|ABC paulista|ABCD Paulista;BR;-23.7;-46.5;0.2
Grande Salvador;BR;-12.9;-38.4;0.4
Grande Fortaleza;BR;-3.8;-38.6;0.4
Grande Lisboa|Área Metropolitana de Lisboa;PT;38.75;-9.15;0.35
Grande Porto|Área Metropolitana do Porto;PT;41.15;-8.6;0.3
Baixada Santista;BR;-24;-46.4;0.4
Baixada Fluminense;BR;-22.75;-43.4;0.3
Região dos Lagos|Costa do Sol Fluminense;BR;-22.8;-42.2;0.4
Região Serrana;BR;-22.3;-42.8;0.6
Costa Verde;BR;-23.1;-44.4;0.4
Sul Fluminense;BR;-22.4;-43;1.3
Norte Fluminense;BR;-22.4;-43;1.3
Noroeste Fluminense;BR;-22.4;-43;1.3
Vale do Aço;BR;-19.5;-42.6;0.3
Zona da Mata|Zona da Mata Mineira;BR;-21;-42.8;1
Sul de Minas;BR;-21.7;-45.5;1
Norte de Minas;BR;-16.3;-44;1.3
Alto Paranaíba;BR;-18.9;-46.8;0.8
Campo das Vertentes;BR;-21.2;-44.2;0.5
Vale do Rio Doce;BR;-18.9;-41.9;0.8
Vale do Itajaí;BR;-27;-49.3;0.6
Vale do São Francisco;BR;-9.4;-40.5;1.5
Vale dos Sinos|Vale do Sinos;BR;-29.7;-51.1;0.3
Vale do Taquari;BR;-29.3;-52;0.5
Vale do Rio Pardo;BR;-29.6;-52.5;0.5
Vale dos Vinhedos;BR;-29.2;-51.55;0.1
Oeste Catarinense;BR;-21.8;-50;1.7
Oeste Paulista;BR;-21.8;-50;1.7
Noroeste Paulista;BR;-21.8;-50;1.7
Interior Paulista;BR;-21.8;-50;1.7
Alta Paulista;BR;-21.8;-50.2;1
Alta Sorocabana;BR;-21.8;-50.2;1
Alta Mogiana;BR;-21.8;-50.2;1
Norte Pioneiro;BR;-23.4;-50.2;0.8
Norte do Paraná;BR;-23.3;-51.2;0.8
Oeste do Paraná;BR;-25;-53.5;0.9
Sudoeste do Paraná;BR;-25;-53.5;0.9
Campos Gerais;BR;-25;-50.1;0.8
Campanha Gaúcha|Fronteira Oeste;BR;-30.3;-55.5;1.5
Planalto Catarinense|Planalto Serrano;BR;-27.8;-50.2;0.8
Litoral Norte;BR;-23.6;-45.3;0.5
Bico do Papagaio;BR;-5.7;-48;0.7
Lençóis Maranhenses;BR;-2.5;-43;0.4
Meio-Norte;BR;-5;-43;3
Centro-Sul;BR;-22;-48;7
Amazônia Brasileira|Floresta Amazônica|Floresta Amazónica|Selva Amazônica|Bacia Amazônica;BR;-5;-60;8
Amazônia Ocidental;BR;-5;-60;8
Amazônia Oriental;BR;-5;-60;8
Amazônia Azul;BR;-18;-36;10
Pantanal Mato-Grossense|Pantanal mato-grossense;BR;-18;-56.5;1.7
Quilombo dos Palmares;BR;-9.2;-36.1;0.3
Norte de Portugal|Região Norte;PT;41.5;-7.8;1
Região Centro|Centro de Portugal;PT;40.2;-8;1
Beira Alta;PT;40.7;-7.6;0.5
Beira Baixa;PT;40;-7.4;0.5
Beira Litoral;PT;40.3;-8.5;0.6
Beira Interior|Beiras;PT;40.3;-7.4;0.7
Alto Minho;PT;41.9;-8.5;0.3
Baixo Minho;PT;41.5;-8.4;0.3
Douro Litoral;PT;41.2;-8.4;0.3
Alto Douro|Douro Vinhateiro|Alto Douro Vinhateiro;PT;41.2;-7.5;0.4
Entre-Douro-e-Minho|Entre Douro e Minho;PT;41.6;-8.3;0.6
Trás-os-Montes e Alto Douro;PT;41.5;-7.3;0.8
Alto Alentejo;PT;39;-7.6;0.5
Baixo Alentejo;PT;37.9;-7.9;0.6
Alentejo Litoral;PT;38.2;-8.5;0.5
Alentejo Central;PT;38.2;-8.5;0.5
Litoral Alentejano|Costa Alentejana;PT;37.9;-8.7;0.4
Barlavento Algarvio;PT;37.15;-8.3;0.5
Sotavento Algarvio;PT;37.15;-8.3;0.5
Costa do Estoril|Linha de Cascais;PT;38.7;-9.4;0.1
Costa de Prata;PT;40;-8.9;0.7
Margem Sul;PT;38.62;-9.1;0.2
Médio Tejo;PT;39.5;-8.4;0.3
Região Oeste;PT;39.2;-9.2;0.4
Vale do Tejo|Lisboa e Vale do Tejo;PT;39.1;-8.8;0.6
Vale do Sousa;PT;41.2;-8.3;0.2
Vale do Ave;PT;41.4;-8.4;0.3
Vale do Douro;PT;41.1;-7.7;0.7
Vale do Côa|Foz Côa;PT;41;-7.1;0.2
Vale do Minho;PT;42;-8.5;0.3
Cova da Beira;PT;40.2;-7.5;0.3
Terra Fria Transmontana;PT;41.7;-6.9;0.4
Península de Tróia|Tróia;PT;38.45;-8.87;0.1
Portugal Continental|Portugal continental;PT;39.7;-8;2.5
`;

/** Small regions and landscapes whose names are those of towns too. */
export const LANDSCAPES = `
Bretanha;FR;48.2;-3;1.3
Lorena;FR;48.7;6.2;1
Champanhe;FR;48.9;4.3;1
Navarra;ES;42.7;-1.6;0.6
Levante;ES;39.5;-0.5;1.3
Leão|Reino de Leão;ES;42.6;-5.6;0.7
Cabinda;AO;-5;12.4;0.5
Lundas;AO;-9;20;2
Zambézia;MZ;-16.6;36.8;1.5
Missões|Região das Missões|Sete Povos das Missões;BR;-28.4;-54.8;0.7
Alto Vale;BR;-27.1;-49.7;0.4
Sertão|Sertão Nordestino;BR;-8;-39.5;4
Agreste|Agreste Pernambucano|Agreste Meridional;BR;-8.5;-36.3;1.5
Cariri;BR;-7.2;-39.3;0.5
Sertão do Pajeú|Pajeú;BR;-7.8;-37.8;0.6
Seridó;BR;-6.5;-36.9;0.5
Recôncavo;BR;-12.7;-38.9;0.5
Jalapão;BR;-10.4;-46.7;0.7
Caatinga;BR;-9;-40;4
Cerrado|Cerrado Brasileiro;BR;-14;-48;6
Mata Atlântica;BR;-20;-44;8
Nortão;BR;-11.5;-55.5;1.5
Guanabara|Estado da Guanabara;BR;-22.9;-43.4;0.3
Costa da Caparica|Caparica;PT;38.64;-9.23;0.05
Lezíria|Lezíria do Tejo;PT;39.1;-8.7;0.4
Bairrada;PT;40.4;-8.4;0.2
Gândara;PT;40.45;-8.7;0.2
Terra Fria;PT;41.7;-6.9;0.4
Terra Quente;PT;41.7;-6.9;0.4
Barroso;PT;41.8;-7.8;0.3
Península;;40;-4;5
`;

/** Quarters of great cities that everybody knows. */
export const QUARTERS = `
Wall Street;US;40.706;-74.009;0.01
Broadway;US;40.76;-73.985;0.02
Hollywood;US;34.1;-118.33;0.05
Beverly Hills;US;34.07;-118.4;0.05
Brooklyn;US;40.65;-73.95;0.1
Harlem;US;40.81;-73.95;0.03
Bronx;US;40.85;-73.87;0.1
Queens;US;40.73;-73.8;0.1
Plano Piloto;BR;-15.8;-47.9;0.1
Esplanada dos Ministérios;BR;-15.8;-47.87;0.02
Praça dos Três Poderes;BR;-15.8;-47.87;0.02
Copacabana;BR;-22.97;-43.19;0.02
Ipanema;BR;-22.984;-43.2;0.02
Leblon;BR;-22.985;-43.22;0.02
Lapa;BR;-22.913;-43.18;0.02
Barra da Tijuca;BR;-23;-43.35;0.05
Tijuca;BR;-22.93;-43.24;0.03
Botafogo;BR;-22.94;-43.18;0.03
Flamengo;BR;-22.94;-43.18;0.03
Laranjeiras;BR;-22.94;-43.18;0.03
Rocinha;BR;-22.988;-43.248;0.01
Complexo do Alemão;BR;-22.86;-43.27;0.02
Jacarepaguá;BR;-22.95;-43.36;0.05
Madureira;BR;-22.87;-43.34;0.02
Vila Madalena;BR;-23.57;-46.66;0.05
Vila Mariana;BR;-23.57;-46.66;0.05
Higienópolis;BR;-23.57;-46.66;0.05
Itaim Bibi;BR;-23.57;-46.66;0.05
Ibirapuera;BR;-23.57;-46.66;0.05
Morumbi;BR;-23.57;-46.66;0.05
Moema;BR;-23.57;-46.66;0.05
Mooca|Moóca;BR;-23.55;-46.58;0.06
Brás;BR;-23.55;-46.58;0.06
Bixiga|Bexiga;BR;-23.55;-46.58;0.06
Tatuapé;BR;-23.55;-46.58;0.06
Itaquera;BR;-23.55;-46.58;0.06
Avenida Paulista;BR;-23.56;-46.66;0.01
Pelourinho;BR;-12.97;-38.51;0.01
Pampulha;BR;-19.85;-43.97;0.03
Savassi;BR;-19.94;-43.93;0.01
Boa Viagem;BR;-8.12;-34.9;0.03
Bairro Alto;PT;38.713;-9.145;0.01
Chiado;PT;38.71;-9.14;0.01
Rossio;PT;38.713;-9.139;0.01
Baixa Pombalina|Baixa-Chiado;PT;38.713;-9.139;0.01
Alfama;PT;38.712;-9.13;0.01
Mouraria;PT;38.712;-9.13;0.01
Parque das Nações;PT;38.77;-9.095;0.02
Terreiro do Paço;PT;38.707;-9.136;0.005
Cova da Iria;PT;39.63;-8.67;0.02
Taguatinga;BR;-15.83;-47.95;0.05
Ceilândia;BR;-15.83;-47.95;0.05
Samambaia;BR;-15.83;-47.95;0.05
Brazlândia;BR;-15.83;-47.95;0.05
Sobradinho;BR;-15.83;-47.95;0.05
Planaltina;BR;-15.83;-47.95;0.05
Gama;BR;-15.83;-47.95;0.05
Guará;BR;-15.83;-47.95;0.05
Cruzeiro;BR;-15.83;-47.95;0.05
Paranoá;BR;-15.83;-47.95;0.05
Núcleo Bandeirante;BR;-15.83;-47.95;0.05
Candangolândia;BR;-15.83;-47.95;0.05
Recanto das Emas;BR;-15.83;-47.95;0.05
Riacho Fundo;BR;-15.83;-47.95;0.05
Riacho Fundo II;BR;-15.83;-47.95;0.05
Lago Sul;BR;-15.83;-47.95;0.05
Lago Norte;BR;-15.83;-47.95;0.05
São Sebastião;BR;-15.83;-47.95;0.05
Santa Maria;BR;-15.83;-47.95;0.05
Águas Claras;BR;-15.83;-47.95;0.05
Sudoeste;BR;-15.83;-47.95;0.05
Octogonal;BR;-15.83;-47.95;0.05
Varjão;BR;-15.83;-47.95;0.05
Park Way;BR;-15.83;-47.95;0.05
Vicente Pires;BR;-15.83;-47.95;0.05
Jardim Botânico;BR;-15.83;-47.95;0.05
Itapoã;BR;-15.83;-47.95;0.05
Fercal;BR;-15.83;-47.95;0.05
Sobradinho II;BR;-15.83;-47.95;0.05
Asa Sul;BR;-15.83;-47.95;0.05
Asa Norte;BR;-15.83;-47.95;0.05
Sol Nascente;BR;-15.83;-47.95;0.05
Arniqueira;BR;-15.83;-47.95;0.05
Estrutural;BR;-15.83;-47.95;0.05
Vila Planalto;BR;-15.83;-47.95;0.05
Catete;BR;-22.9;-43.3;0.03
Glória;BR;-22.9;-43.3;0.03
Urca;BR;-22.9;-43.3;0.03
Humaitá;BR;-22.9;-43.3;0.03
Gávea;BR;-22.9;-43.3;0.03
São Conrado;BR;-22.9;-43.3;0.03
Vidigal;BR;-22.9;-43.3;0.03
Santa Teresa;BR;-22.9;-43.3;0.03
Cosme Velho;BR;-22.9;-43.3;0.03
Vila Isabel;BR;-22.9;-43.3;0.03
Grajaú;BR;-22.9;-43.3;0.03
Maracanã;BR;-22.9;-43.3;0.03
Andaraí;BR;-22.9;-43.3;0.03
Méier;BR;-22.9;-43.3;0.03
Engenho Novo;BR;-22.9;-43.3;0.03
Engenho de Dentro;BR;-22.9;-43.3;0.03
Cascadura;BR;-22.9;-43.3;0.03
Campinho;BR;-22.9;-43.3;0.03
Realengo;BR;-22.9;-43.3;0.03
Bangu;BR;-22.9;-43.3;0.03
Campo Grande;BR;-22.9;-43.3;0.03
Santa Cruz;BR;-22.9;-43.3;0.03
Guaratiba;BR;-22.9;-43.3;0.03
Sepetiba;BR;-22.9;-43.3;0.03
Recreio dos Bandeirantes;BR;-22.9;-43.3;0.03
Vargem Grande;BR;-22.9;-43.3;0.03
Vargem Pequena;BR;-22.9;-43.3;0.03
Penha;BR;-22.9;-43.3;0.03
Olaria;BR;-22.9;-43.3;0.03
Ramos;BR;-22.9;-43.3;0.03
Bonsucesso;BR;-22.9;-43.3;0.03
Manguinhos;BR;-22.9;-43.3;0.03
Maré;BR;-22.9;-43.3;0.03
Irajá;BR;-22.9;-43.3;0.03
Pavuna;BR;-22.9;-43.3;0.03
Anchieta;BR;-22.9;-43.3;0.03
Deodoro;BR;-22.9;-43.3;0.03
Cidade de Deus;BR;-22.9;-43.3;0.03
Rio Comprido;BR;-22.9;-43.3;0.03
Estácio;BR;-22.9;-43.3;0.03
Cidade Nova;BR;-22.9;-43.3;0.03
Gamboa;BR;-22.9;-43.3;0.03
Saúde;BR;-22.9;-43.3;0.03
Santo Cristo;BR;-22.9;-43.3;0.03
Caju;BR;-22.9;-43.3;0.03
São Cristóvão;BR;-22.9;-43.3;0.03
Benfica;BR;-22.9;-43.3;0.03
Jacarezinho;BR;-22.9;-43.3;0.03
Del Castilho;BR;-22.9;-43.3;0.03
Inhaúma;BR;-22.9;-43.3;0.03
Pinheiros;BR;-23.56;-46.63;0.04
Perdizes;BR;-23.56;-46.63;0.04
Pompeia;BR;-23.56;-46.63;0.04
Butantã;BR;-23.56;-46.63;0.04
Santana;BR;-23.56;-46.63;0.04
Tucuruvi;BR;-23.56;-46.63;0.04
Jaçanã;BR;-23.56;-46.63;0.04
Tremembé;BR;-23.56;-46.63;0.04
Casa Verde;BR;-23.56;-46.63;0.04
Freguesia do Ó;BR;-23.56;-46.63;0.04
Brasilândia;BR;-23.56;-46.63;0.04
Pirituba;BR;-23.56;-46.63;0.04
Perus;BR;-23.56;-46.63;0.04
Jaraguá;BR;-23.56;-46.63;0.04
Consolação;BR;-23.56;-46.63;0.04
Bela Vista;BR;-23.56;-46.63;0.04
Liberdade;BR;-23.56;-46.63;0.04
Cambuci;BR;-23.56;-46.63;0.04
Aclimação;BR;-23.56;-46.63;0.04
Ipiranga;BR;-23.56;-46.63;0.04
Sacomã;BR;-23.56;-46.63;0.04
Saúde;BR;-23.56;-46.63;0.04
Jabaquara;BR;-23.56;-46.63;0.04
Campo Belo;BR;-23.56;-46.63;0.04
Santo Amaro;BR;-23.56;-46.63;0.04
Capão Redondo;BR;-23.56;-46.63;0.04
Campo Limpo;BR;-23.56;-46.63;0.04
Jardim Ângela;BR;-23.56;-46.63;0.04
Grajaú;BR;-23.56;-46.63;0.04
Parelheiros;BR;-23.56;-46.63;0.04
Cidade Ademar;BR;-23.56;-46.63;0.04
Vila Prudente;BR;-23.56;-46.63;0.04
Sapopemba;BR;-23.56;-46.63;0.04
São Mateus;BR;-23.56;-46.63;0.04
Guaianases;BR;-23.56;-46.63;0.04
Cidade Tiradentes;BR;-23.56;-46.63;0.04
São Miguel Paulista;BR;-23.56;-46.63;0.04
Ermelino Matarazzo;BR;-23.56;-46.63;0.04
Penha;BR;-23.56;-46.63;0.04
Vila Maria;BR;-23.56;-46.63;0.04
Bom Retiro;BR;-23.56;-46.63;0.04
Pari;BR;-23.56;-46.63;0.04
Belém;BR;-23.56;-46.63;0.04
Água Rasa;BR;-23.56;-46.63;0.04
Carrão;BR;-23.56;-46.63;0.04
Heliópolis;BR;-23.56;-46.63;0.04
Paraisópolis;BR;-23.56;-46.63;0.04
Jardins;BR;-23.56;-46.63;0.04
`;
