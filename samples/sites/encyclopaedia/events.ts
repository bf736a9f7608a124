/**
 * True events of history, in a few dated paragraphs each. `[[Title]]` and `[[Title|words]]` are cross
 * references. The second part of a paragraph gives the moments it speaks of.
 */

export interface HistoricalEvent {
  readonly title: string;
  readonly paragraphs: readonly (readonly [text: string, values: readonly string[]])[];
}

const event = (title: string, ...paragraphs: HistoricalEvent['paragraphs'][number][]): HistoricalEvent => ({
  title,
  paragraphs,
});

export const EVENTS: readonly HistoricalEvent[] = [
  event(
    'Tratado de Zamora',
    [
      'O Tratado de Zamora foi o acordo celebrado em 5 de outubro de 1143 entre D. Afonso Henriques e o seu primo, Afonso VII de Leão e Castela. A data é muitas vezes apontada como a do nascimento do reino de Portugal.',
      ['1143-10-05'],
    ],
    [
      'O reconhecimento pelo papa Alexandre III só chegou em 23 de maio de 1179, com a bula Manifestis Probatum.',
      ['1179-05-23'],
    ],
  ),
  event(
    'Batalha de Aljubarrota',
    [
      'A Batalha de Aljubarrota travou-se na tarde de 14 de agosto de 1385, entre tropas portuguesas comandadas por D. João I e por Nuno Álvares Pereira e o exército de D. João I de Castela. A vitória portuguesa pôs fim à crise de sucessão aberta em 1383.',
      ['1385-08-14', '1383'],
    ],
    [
      'Em cumprimento de um voto, o rei mandou construir o Mosteiro de Santa Maria da Vitória, cujas obras começaram em 1386 e se prolongaram por mais de um século.',
      ['1386'],
    ],
  ),
  event('Conquista de Ceuta', [
    'A cidade de Ceuta foi tomada pelos portugueses em 21 de agosto de 1415, numa expedição comandada pelo próprio D. João I, o vencedor da [[Batalha de Aljubarrota]]. Costuma datar-se desse dia o início da expansão ultramarina.',
    ['1415-08-21'],
  ]),
  event(
    'Tratado de Tordesilhas',
    [
      'O Tratado de Tordesilhas, assinado em 7 de junho de 1494, dividiu entre Portugal e Castela as terras descobertas e por descobrir, por um meridiano situado 370 léguas a oeste das ilhas de Cabo Verde.',
      ['1494-06-07'],
    ],
    [
      'A linha nunca foi demarcada com rigor e perdeu sentido durante a [[União Ibérica]]. O Tratado de Madrid, de 13 de janeiro de 1750, substituiu-a por fronteiras mais próximas da ocupação efetiva.',
      ['1750-01-13'],
    ],
  ),
  event(
    'Viagem de Vasco da Gama à Índia',
    [
      'A armada de Vasco da Gama largou de Lisboa em 8 de julho de 1497 e chegou às proximidades de Calecute em 20 de maio de 1498, abrindo a rota marítima entre a Europa e a Índia.',
      ['1497-07-08', '1498-05-20'],
    ],
    [
      'O capitão regressou a Lisboa em 1499 e foi recebido com grandes honras por D. Manuel I. Luís de Camões fez da viagem o assunto de Os Lusíadas, publicados em 1572.',
      ['1499', '1572'],
    ],
  ),
  event(
    'Chegada dos portugueses ao Brasil',
    [
      'A armada de Pedro Álvares Cabral avistou terra em 22 de abril de 1500, no sul da atual Bahia. Quatro dias depois celebrou-se a primeira missa.',
      ['1500-04-22', '1500-04-26'],
    ],
    [
      'A carta de Pero Vaz de Caminha ao rei, datada de 1 de maio de 1500, descreve a paisagem e os habitantes e ficou guardada na Torre do Tombo, em Lisboa. Só foi impressa em 1817.',
      ['1500-05-01', '1817'],
    ],
  ),
  event('Fundação de São Paulo', [
    'O colégio dos jesuítas de São Paulo de Piratininga foi fundado em 25 de janeiro de 1554, com uma missa a que assistiram Manuel de Paiva e José de Anchieta. À sua volta cresceu a vila que deu origem à cidade.',
    ['1554-01-25'],
  ]),
  event('Batalha de Alcácer-Quibir', [
    'Em 4 de agosto de 1578, o exército português foi derrotado em Alcácer-Quibir, no norte de África, e o rei D. Sebastião desapareceu em combate. Como não deixava filhos, abriu-se uma crise de sucessão que levou à [[União Ibérica]].',
    ['1578-08-04'],
  ]),
  event(
    'União Ibérica',
    [
      'Entre 1580 e 1640, os reinos de Portugal e de Espanha tiveram o mesmo rei. O primeiro foi Filipe II, aclamado nas Cortes de Tomar em abril de 1581.',
      ['1580', '1640', '1581-04'],
    ],
    [
      'O período terminou com a [[Restauração da Independência]], em 1 de dezembro de 1640, e foi marcado pelas [[Invasões holandesas do Brasil|invasões holandesas]].',
      ['1640-12-01'],
    ],
  ),
  event(
    'Invasões holandesas do Brasil',
    [
      'Os holandeses tomaram Salvador em maio de 1624 e perderam a cidade no ano seguinte. Em fevereiro de 1630 desembarcaram em Pernambuco, onde ficaram até 1654.',
      ['1624-05', '1625', '1630-02', '1654'],
    ],
    [
      'As duas batalhas dos Guararapes, em 19 de abril de 1648 e em 19 de fevereiro de 1649, decidiram a guerra a favor dos luso-brasileiros.',
      ['1648-04-19', '1649-02-19'],
    ],
  ),
  event(
    'Restauração da Independência',
    [
      'Na manhã de 1 de dezembro de 1640, um grupo de conjurados entrou no paço de Lisboa e aclamou o duque de Bragança como D. João IV. Terminava assim a [[União Ibérica]].',
      ['1640-12-01'],
    ],
    ['A guerra com Espanha durou até ao tratado de paz de 13 de fevereiro de 1668.', ['1668-02-13']],
  ),
  event(
    'Terramoto de Lisboa de 1755',
    [
      'Na manhã de 1 de novembro de 1755, dia de Todos os Santos, um violento terramoto, seguido de maremoto e de incêndios, destruiu grande parte de Lisboa.',
      ['1755-11-01'],
    ],
    [
      'A reconstrução foi dirigida pelo futuro marquês de Pombal. O plano da Baixa, de 1758, previa ruas largas e edifícios com uma estrutura de madeira capaz de resistir aos abalos.',
      ['1758'],
    ],
  ),
  event('Expulsão dos jesuítas', [
    'A Companhia de Jesus foi expulsa de Portugal e dos seus domínios por lei de 3 de setembro de 1759, quatro anos depois do [[Terramoto de Lisboa de 1755|terramoto]]. As aldeias e os colégios que a ordem mantinha no Brasil passaram para outras mãos.',
    ['1759-09-03'],
  ]),
  event(
    'Inconfidência Mineira',
    [
      'A Inconfidência Mineira foi uma conspiração contra o domínio português descoberta em 1789, na capitania de Minas Gerais, às vésperas da cobrança de impostos atrasados.',
      ['1789'],
    ],
    [
      'Joaquim José da Silva Xavier, o Tiradentes, foi o único condenado executado: morreu na forca, no Rio de Janeiro, em 21 de abril de 1792. A data é hoje feriado nacional no Brasil.',
      ['1792-04-21'],
    ],
  ),
  event(
    'Tomada da Bastilha',
    [
      'A fortaleza da Bastilha, em Paris, foi tomada pela multidão em 14 de julho de 1789. O episódio tornou-se o símbolo da Revolução Francesa, cujas ideias chegaram depressa a Portugal e ao Brasil.',
      ['1789-07-14'],
    ],
    [
      'Em 26 de agosto de 1789, a Assembleia Nacional aprovou a Declaração dos Direitos do Homem e do Cidadão.',
      ['1789-08-26'],
    ],
  ),
  event(
    'Transferência da corte portuguesa para o Brasil',
    [
      'A família real portuguesa embarcou em Lisboa em 29 de novembro de 1807, véspera da entrada das tropas de Junot na cidade. O príncipe regente desembarcou em Salvador em janeiro de 1808.',
      ['1807-11-29', '1808-01'],
    ],
    [
      'A carta régia de 28 de janeiro de 1808 abriu os portos do Brasil às nações amigas. Em março do mesmo ano, a corte instalou-se no Rio de Janeiro.',
      ['1808-01-28', '1808-03'],
    ],
    [
      'Em 16 de dezembro de 1815, o Brasil foi elevado à categoria de reino, unido aos de Portugal e dos Algarves.',
      ['1815-12-16'],
    ],
  ),
  event(
    'Revolução Liberal do Porto',
    [
      'O pronunciamento militar de 24 de agosto de 1820, no Porto, exigiu a convocação de Cortes e o regresso do rei D. João VI, que partira para o Brasil na [[Transferência da corte portuguesa para o Brasil|transferência da corte]].',
      ['1820-08-24'],
    ],
    ['A Constituição saída das Cortes foi aprovada em setembro de 1822 e vigorou poucos meses.', ['1822-09']],
  ),
  event(
    'Independência do Brasil',
    [
      'Em 9 de janeiro de 1822, o príncipe D. Pedro recusou a ordem das Cortes para regressar a Lisboa, no episódio conhecido como Dia do Fico.',
      ['1822-01-09'],
    ],
    [
      'Em 7 de setembro de 1822, às margens do riacho Ipiranga, declarou a independência. Foi aclamado imperador em 12 de outubro e coroado em 1 de dezembro do mesmo ano.',
      ['1822-09-07', '1822-10-12', '1822-12-01'],
    ],
    ['Portugal reconheceu o novo país pelo tratado de 29 de agosto de 1825.', ['1825-08-29']],
  ),
  event(
    'Guerra Civil Portuguesa',
    [
      'Entre 1828 e 1834, liberais e absolutistas disputaram o trono de Portugal. D. Pedro desembarcou perto do Porto em 8 de julho de 1832 e a cidade resistiu a um longo cerco.',
      ['1828', '1834', '1832-07-08'],
    ],
    [
      'A Convenção de Évora Monte, assinada em 26 de maio de 1834, pôs fim à guerra e enviou D. Miguel para o exílio.',
      ['1834-05-26'],
    ],
  ),
  event(
    'Revolução Farroupilha',
    [
      'A revolta começou em 20 de setembro de 1835, com a tomada de Porto Alegre, e levou à proclamação da República Rio-Grandense em 11 de setembro de 1836.',
      ['1835-09-20', '1836-09-11'],
    ],
    ['A paz foi assinada em 1 de março de 1845, depois de quase dez anos de combates.', ['1845-03-01']],
  ),
  event(
    'Guerra do Paraguai',
    [
      'A guerra opôs o Paraguai à aliança formada por Brasil, Argentina e Uruguai, selada pelo tratado de 1 de maio de 1865. Foi o conflito mais longo da América do Sul: durou de dezembro de 1864 a março de 1870.',
      ['1865-05-01', '1864-12', '1870-03'],
    ],
    [
      'A batalha naval do Riachuelo travou-se em 11 de junho de 1865, e a de Tuiuti, a maior em número de combatentes, em 24 de maio de 1866.',
      ['1865-06-11', '1866-05-24'],
    ],
  ),
  event(
    'Abolição da escravatura no Brasil',
    [
      'A Lei Eusébio de Queirós, de 4 de setembro de 1850, proibiu a entrada de africanos escravizados. A Lei do Ventre Livre, de 28 de setembro de 1871, libertou os filhos que nascessem de mulheres escravizadas.',
      ['1850-09-04', '1871-09-28'],
    ],
    [
      'A Lei Áurea, assinada pela princesa Isabel em 13 de maio de 1888, extinguiu a escravidão no país, o último das Américas a fazê-lo.',
      ['1888-05-13'],
    ],
  ),
  event(
    'Proclamação da República no Brasil',
    [
      'Em 15 de novembro de 1889, um levantamento militar dirigido pelo marechal Deodoro da Fonseca depôs o governo e instaurou a república. A família imperial partiu para o exílio dois dias depois.',
      ['1889-11-15', '1889-11-17'],
    ],
    ['A primeira Constituição republicana foi promulgada em 24 de fevereiro de 1891.', ['1891-02-24']],
  ),
  event('Ultimato britânico de 1890', [
    'Em 11 de janeiro de 1890, o governo britânico exigiu a retirada das forças portuguesas dos territórios entre Angola e Moçambique. A cedência provocou uma onda de indignação que favoreceu os republicanos, e no ano seguinte, em 31 de janeiro de 1891, houve uma revolta no Porto.',
    ['1890-01-11', '1891-01-31'],
  ]),
  event(
    'Guerra de Canudos',
    [
      'O arraial de Canudos, no sertão da Bahia, resistiu a quatro expedições militares entre 1896 e 1897. Foi destruído em 5 de outubro de 1897.',
      ['1896', '1897', '1897-10-05'],
    ],
    [
      'Euclides da Cunha, que acompanhou a última expedição como correspondente, publicou Os Sertões em 1902.',
      ['1902'],
    ],
  ),
  event('Voo do 14-bis', [
    'Em 23 de outubro de 1906, no campo de Bagatelle, em Paris, Alberto Santos Dumont voou cerca de sessenta metros a bordo do 14-bis. Em 12 de novembro do mesmo ano, percorreu 220 metros diante de uma comissão oficial.',
    ['1906-10-23', '1906-11-12'],
  ]),
  event(
    'Implantação da República Portuguesa',
    [
      'O rei D. Carlos e o príncipe herdeiro foram mortos a tiro no Terreiro do Paço, em Lisboa, em 1 de fevereiro de 1908. A monarquia durou pouco mais de dois anos.',
      ['1908-02-01'],
    ],
    [
      'A república foi proclamada da varanda da Câmara Municipal de Lisboa na manhã de 5 de outubro de 1910. A Constituição foi aprovada em 21 de agosto de 1911.',
      ['1910-10-05', '1911-08-21'],
    ],
  ),
  event(
    'Primeira Guerra Mundial',
    [
      'A guerra começou em 28 de julho de 1914, quando a Áustria-Hungria atacou a Sérvia, e terminou com o armistício de 11 de novembro de 1918.',
      ['1914-07-28', '1918-11-11'],
    ],
    [
      'A Alemanha declarou guerra a Portugal em 9 de março de 1916. O corpo expedicionário português sofreu pesadas baixas na batalha de La Lys, em 9 de abril de 1918.',
      ['1916-03-09', '1918-04-09'],
    ],
    [
      'O Brasil entrou no conflito em 26 de outubro de 1917, depois do torpedeamento de navios mercantes.',
      ['1917-10-26'],
    ],
  ),
  event(
    'Semana de Arte Moderna',
    [
      'A Semana de Arte Moderna realizou-se no Theatro Municipal de São Paulo em fevereiro de 1922, com sessões nos dias 13, 15 e 17. Reuniu escritores, pintores e músicos, entre eles Mário de Andrade, Anita Malfatti e Heitor Villa-Lobos.',
      ['1922-02'],
    ],
    [
      'Macunaíma, de Mário de Andrade, saiu em 1928, ano em que Oswald de Andrade publicou o Manifesto Antropófago.',
      ['1928'],
    ],
  ),
  event('Travessia aérea do Atlântico Sul', [
    'Gago Coutinho e Sacadura Cabral partiram de Lisboa em 30 de março de 1922 e chegaram ao Rio de Janeiro em 17 de junho do mesmo ano, depois de perderem dois hidroaviões pelo caminho. Foi a primeira travessia aérea do Atlântico Sul.',
    ['1922-03-30', '1922-06-17'],
  ]),
  event('Golpe de 28 de maio de 1926', [
    'Em 28 de maio de 1926, um movimento militar iniciado em Braga pôs fim à Primeira República Portuguesa. Seguiu-se uma ditadura militar que abriu caminho ao [[Estado Novo (Portugal)]].',
    ['1926-05-28'],
  ]),
  event('Revolução de 1930', [
    'O movimento começou em 3 de outubro de 1930, no Rio Grande do Sul, em Minas Gerais e na Paraíba. O presidente Washington Luís foi deposto em 24 de outubro e Getúlio Vargas tomou posse em 3 de novembro do mesmo ano.',
    ['1930-10-03', '1930-10-24', '1930-11-03'],
  ]),
  event(
    'Revolução Constitucionalista de 1932',
    [
      'Em 9 de julho de 1932, São Paulo levantou-se contra o governo saído da [[Revolução de 1930]] e exigiu uma Constituição. Os combates terminaram em outubro do mesmo ano.',
      ['1932-07-09', '1932-10'],
    ],
    ['Uma nova Constituição foi promulgada em 16 de julho de 1934.', ['1934-07-16']],
  ),
  event(
    'Estado Novo (Portugal)',
    [
      'A Constituição que deu forma ao Estado Novo foi plebiscitada em 19 de março de 1933 e entrou em vigor em 11 de abril do mesmo ano. António de Oliveira Salazar chefiou o governo de 1932 a 1968.',
      ['1933-03-19', '1933-04-11', '1932', '1968'],
    ],
    [
      'O regime, então chefiado por Marcello Caetano, caiu com a [[Revolução dos Cravos]], em 25 de abril de 1974.',
      ['1974-04-25'],
    ],
  ),
  event('Estado Novo (Brasil)', [
    'Em 10 de novembro de 1937, Getúlio Vargas fechou o Congresso e outorgou uma nova Constituição. O regime durou até 29 de outubro de 1945, quando o presidente foi deposto pelos militares.',
    ['1937-11-10', '1945-10-29'],
  ]),
  event(
    'Segunda Guerra Mundial',
    [
      'A guerra começou na Europa em 1 de setembro de 1939, com a [[Invasão da Polónia]] pela Alemanha. Dois dias depois, a França e o Reino Unido declararam guerra aos invasores.',
      ['1939-09-01', '1939-09-03'],
    ],
    [
      'Em 22 de junho de 1941, a Alemanha atacou a União Soviética, e em 7 de dezembro do mesmo ano o Japão bombardeou Pearl Harbor, o que levou os Estados Unidos ao conflito.',
      ['1941-06-22', '1941-12-07'],
    ],
    [
      'Os Aliados desembarcaram na Normandia em 6 de junho de 1944. A guerra terminou na Europa em 8 de maio de 1945 e na Ásia em 2 de setembro de 1945, depois dos [[Bombardeamento de Hiroxima|bombardeamentos atómicos]].',
      ['1944-06-06', '1945-05-08', '1945-09-02'],
    ],
    [
      'A Organização das Nações Unidas nasceu da carta assinada em São Francisco em 26 de junho de 1945.',
      ['1945-06-26'],
    ],
  ),
  event('Invasão da Polónia', [
    'Na madrugada de 1 de setembro de 1939, tropas alemãs atravessaram a fronteira polaca. Em 17 de setembro, o Exército Vermelho entrou pelo leste, e Varsóvia rendeu-se antes do fim do mês.',
    ['1939-09-01', '1939-09-17'],
  ]),
  event(
    'Neutralidade portuguesa na Segunda Guerra Mundial',
    [
      'O governo português declarou-se neutro logo em setembro de 1939. Durante a [[Segunda Guerra Mundial]], milhares de refugiados passaram por Lisboa a caminho da América.',
      ['1939-09'],
    ],
    [
      'Em junho de 1940, o cônsul em Bordéus, Aristides de Sousa Mendes, passou vistos a milhares de pessoas contra as ordens recebidas.',
      ['1940-06'],
    ],
    ['Em agosto de 1943, Portugal autorizou o Reino Unido a usar bases nos Açores.', ['1943-08']],
  ),
  event(
    'Brasil na Segunda Guerra Mundial',
    [
      'Depois do afundamento de navios na costa, o Brasil declarou guerra à Alemanha e à Itália em agosto de 1942. Era então governado pelo [[Estado Novo (Brasil)|Estado Novo]].',
      ['1942-08'],
    ],
    [
      'A Força Expedicionária Brasileira chegou a Nápoles em julho de 1944 e tomou Monte Castelo em 21 de fevereiro de 1945.',
      ['1944-07', '1945-02-21'],
    ],
  ),
  event(
    'Enchente de 1941 em Porto Alegre',
    [
      'Entre abril e maio de 1941, as águas do Guaíba inundaram o centro de Porto Alegre. O nível chegou a 4,76 metros em 8 de maio de 1941 e deixou dezenas de milhares de pessoas sem casa.',
      ['1941-04', '1941-05', '1941-05-08'],
    ],
    [
      'Na década de 1970 foi construído um muro entre a cidade e o porto. O recorde só foi superado em maio de 2024.',
      ['1970', '2024-05'],
    ],
  ),
  event('Exposição do Mundo Português', [
    'A Exposição do Mundo Português abriu em Belém, Lisboa, em 23 de junho de 1940 e encerrou em 2 de dezembro do mesmo ano, enquanto a Europa estava em guerra.',
    ['1940-06-23', '1940-12-02'],
  ]),
  event('Bombardeamento de Hiroxima', [
    'Em 6 de agosto de 1945, um avião dos Estados Unidos lançou sobre Hiroxima a primeira bomba atómica usada numa guerra. Três dias depois, outra bomba destruiu Nagasáqui.',
    ['1945-08-06', '1945-08-09'],
  ]),
  event(
    'Campeonato do Mundo de 1950',
    [
      'O quarto Campeonato do Mundo de futebol disputou-se no Brasil em junho e julho de 1950. No jogo decisivo, em 16 de julho de 1950, o Uruguai venceu o Brasil por 2-1 no Maracanã.',
      ['1950-06', '1950-07', '1950-07-16'],
    ],
    ['O Brasil conquistou o título pela primeira vez em 29 de junho de 1958, na Suécia.', ['1958-06-29']],
  ),
  event(
    'Inauguração de Brasília',
    [
      'A nova capital do Brasil, desenhada por Lúcio Costa e com edifícios de Oscar Niemeyer, foi inaugurada em 21 de abril de 1960 pelo presidente Juscelino Kubitschek. O concurso do plano-piloto tinha sido decidido em março de 1957.',
      ['1960-04-21', '1957-03'],
    ],
    ['Em 7 de dezembro de 1987, a cidade foi inscrita na lista do Património Mundial.', ['1987-12-07']],
  ),
  event(
    'Guerra Colonial Portuguesa',
    [
      'Os ataques de 4 de fevereiro de 1961, em Luanda, e os de 15 de março do mesmo ano, no norte de Angola, marcaram o início da guerra. A luta estendeu-se à Guiné em 1963 e a Moçambique em 1964.',
      ['1961-02-04', '1961-03-15', '1963', '1964'],
    ],
    [
      'O conflito terminou depois da [[Revolução dos Cravos]], com os acordos assinados em 1974 e 1975.',
      ['1974', '1975'],
    ],
  ),
  event(
    'Golpe de 1964 no Brasil',
    [
      'Na noite de 31 de março de 1964, tropas saídas de Minas Gerais puseram-se em marcha contra o presidente João Goulart, que foi deposto nos dias seguintes. Começava uma ditadura que duraria até 1985.',
      ['1964-03-31', '1985'],
    ],
    [
      'O Ato Institucional n.º 5, de 13 de dezembro de 1968, suspendeu garantias e fechou o Congresso.',
      ['1968-12-13'],
    ],
  ),
  event('Chegada do homem à Lua', [
    'Em 20 de julho de 1969, Neil Armstrong e Buzz Aldrin pousaram na Lua com o módulo da missão Apollo 11, que tinha partido em 16 de julho do mesmo ano. A emissão foi vista em direto em Portugal e no Brasil.',
    ['1969-07-20', '1969-07-16'],
  ]),
  event(
    'Revolução dos Cravos',
    [
      'Na madrugada de 25 de abril de 1974, o Movimento das Forças Armadas derrubou o [[Estado Novo (Portugal)|Estado Novo]]. A senha foi dada pela rádio, com a canção Grândola, Vila Morena.',
      ['1974-04-25'],
    ],
    [
      'As eleições para a Assembleia Constituinte realizaram-se em 25 de abril de 1975, e a Constituição foi aprovada em 2 de abril de 1976.',
      ['1975-04-25', '1976-04-02'],
    ],
  ),
  event('Independência das colónias portuguesas em África', [
    'A Guiné-Bissau declarou a independência em 24 de setembro de 1973. Moçambique tornou-se independente em 25 de junho de 1975, Cabo Verde em 5 de julho, São Tomé e Príncipe em 12 de julho e Angola em 11 de novembro do mesmo ano.',
    ['1973-09-24', '1975-06-25', '1975-07-05', '1975-07-12', '1975-11-11'],
  ]),
  event(
    'Diretas Já',
    [
      'O movimento que pedia eleições diretas para a presidência do Brasil reuniu multidões entre 1983 e 1984. A emenda foi rejeitada pela Câmara em 25 de abril de 1984, por falta de 22 votos.',
      ['1983', '1984', '1984-04-25'],
    ],
    [
      'Tancredo Neves, eleito pelo colégio eleitoral em 15 de janeiro de 1985, adoeceu e morreu em 21 de abril do mesmo ano, sem tomar posse.',
      ['1985-01-15', '1985-04-21'],
    ],
  ),
  event(
    'Adesão de Portugal à Comunidade Económica Europeia',
    [
      'O tratado de adesão foi assinado no Mosteiro dos Jerónimos em 12 de junho de 1985 e entrou em vigor em 1 de janeiro de 1986.',
      ['1985-06-12', '1986-01-01'],
    ],
    [
      'As notas e moedas de euro começaram a circular em 1 de janeiro de 2002, e o escudo deixou de ter curso legal em 28 de fevereiro do mesmo ano.',
      ['2002-01-01', '2002-02-28'],
    ],
  ),
  event('Constituição brasileira de 1988', [
    'A Constituição em vigor no Brasil foi promulgada em 5 de outubro de 1988, depois de vinte meses de trabalhos de uma assembleia presidida por Ulysses Guimarães. Alargou os direitos sociais e o voto, que passou a ser facultativo aos dezasseis anos.',
    ['1988-10-05'],
  ]),
  event('Queda do Muro de Berlim', [
    'O muro, construído em agosto de 1961, foi aberto na noite de 9 de novembro de 1989. A reunificação alemã concluiu-se em 3 de outubro de 1990.',
    ['1961-08', '1989-11-09', '1990-10-03'],
  ]),
  event('Plano Real', [
    'O real passou a ser a moeda do Brasil em 1 de julho de 1994. A inflação, que chegara a ultrapassar quarenta por cento ao mês, caiu rapidamente.',
    ['1994-07-01'],
  ]),
  event('Comunidade dos Países de Língua Portuguesa', [
    'A Comunidade dos Países de Língua Portuguesa foi criada em Lisboa em 17 de julho de 1996 por sete países. Timor-Leste aderiu em 2002 e a Guiné Equatorial em 2014.',
    ['1996-07-17', '2002', '2014'],
  ]),
  event(
    'Exposição Mundial de Lisboa de 1998',
    [
      'A exposição, dedicada aos oceanos, decorreu na zona oriental de Lisboa de 22 de maio a 30 de setembro de 1998. A Ponte Vasco da Gama foi inaugurada em 29 de março do mesmo ano.',
      ['1998-05-22', '1998-09-30', '1998-03-29'],
    ],
    [
      'Em 8 de outubro de 1998 foi anunciado que o Prémio Nobel da Literatura cabia a José Saramago, o primeiro autor de língua portuguesa a recebê-lo.',
      ['1998-10-08'],
    ],
  ),
  event('Transferência da soberania de Macau', [
    'Portugal entregou à China a administração de Macau em 20 de dezembro de 1999, de acordo com a declaração conjunta assinada em 13 de abril de 1987.',
    ['1999-12-20', '1987-04-13'],
  ]),
  event(
    'Ataques de 11 de setembro de 2001',
    [
      'Em 11 de setembro de 2001, quatro aviões foram desviados nos Estados Unidos. Dois destruíram as torres do World Trade Center, em Nova Iorque, um atingiu o Pentágono e o quarto caiu na Pensilvânia.',
      ['2001-09-11'],
    ],
    ['Em 7 de outubro de 2001 começaram os bombardeamentos no Afeganistão.', ['2001-10-07']],
    [
      'A comissão encarregada de investigar os ataques publicou o seu relatório em julho de 2004.',
      ['2004-07'],
    ],
  ),
  event('Restauração da independência de Timor-Leste', [
    'Timor-Leste proclamou a independência em 28 de novembro de 1975 e foi invadido pela Indonésia poucos dias depois. No referendo de 30 de agosto de 1999, a maioria escolheu a independência, restaurada em 20 de maio de 2002.',
    ['1975-11-28', '1999-08-30', '2002-05-20'],
  ]),
];
