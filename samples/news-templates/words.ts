/**
 * Words of news, many of each kind: pages of one paper share a subject, not their sentences, and a generator with few words would make
 * every paragraph resemble every other. Nouns carry their gender; adjectives stand in the masculine.
 */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const phrases = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s*;\s*/)
    .filter((phrase) => phrase !== '');

/** Who acts. */
export const SUBJECTS_M = list(`
  treinador goleiro zagueiro lateral atacante capitão dirigente presidente ministro prefeito deputado senador juiz advogado médico enfermeiro
  professor diretor coordenador gerente economista engenheiro arquiteto pescador agricultor comerciante motorista bombeiro delegado promotor
  reitor estudante músico cantor ator escritor jornalista fotógrafo pesquisador biólogo geólogo astrônomo cozinheiro artesão maestro curador
  sindicato conselho tribunal governo município clube comitê instituto hospital banco fundo consórcio observatório laboratório batalhão grupo
  porta-voz secretário vereador embaixador inspetor auditor relator árbitro ciclista nadador maratonista velejador ginasta tenista piloto`);
export const SUBJECTS_F = list(`
  seleção equipe torcida diretoria prefeitura câmara assembleia comissão secretaria universidade escola empresa cooperativa associação federação
  confederação polícia promotoria procuradoria ministra prefeita deputada senadora juíza advogada médica enfermeira professora diretora
  coordenadora economista engenheira arquiteta agricultora comerciante motorista delegada promotora reitora estudante musicista cantora atriz
  escritora jornalista fotógrafa pesquisadora bióloga astrônoma cozinheira artesã curadora atleta nadadora maratonista ginasta tenista
  agência fundação orquestra biblioteca editora organização ouvidoria corregedoria concessionária construtora transportadora mineradora`);

/** What is acted upon. */
export const OBJECTS_M = list(`
  contrato orçamento relatório projeto acordo calendário campeonato torneio estádio gramado ginásio vestiário elenco esquema placar recurso
  processo inquérito decreto edital concurso imposto subsídio empréstimo investimento leilão terminal viaduto túnel aterro reservatório canal
  porto aeroporto armazém mercado festival espetáculo documentário romance acervo mural concerto roteiro cardápio vinho queijo azeite algodão
  milho trigo café cacau rebanho satélite telescópio vírus medicamento tratamento exame transplante ambulatório laudo plebiscito mandato
  gabinete protocolo estatuto regulamento censo mapa inventário arquivo manuscrito mosteiro castelo moinho farol bairro quarteirão jardim
  parque zoológico trilho bonde barco navio veleiro motor combustível painel cabo aplicativo algoritmo servidor sensor drone semáforo estacionamento
  condomínio aluguel salário desemprego crédito câmbio rendimento prejuízo lucro balanço patrimônio desconto reajuste pagamento adiantamento`);
export const OBJECTS_F = list(`
  obra ponte rodovia ferrovia estrada avenida calçada ciclovia barragem usina subestação tubulação rede antena fábrica oficina colheita safra
  lavoura pecuária pesca feira exposição mostra peça partitura sinfonia ópera novela biografia poesia escultura pintura fotografia gravura
  partida final rodada classificação tabela temporada contratação renovação lesão cirurgia recuperação fisioterapia convocação medalha
  prova maratona regata braçada arrancada cobrança falta defesa jogada vitória derrota goleada virada campanha eleição votação urna emenda
  lei portaria licitação concessão auditoria denúncia sentença liminar multa dívida receita inflação tarifa moeda bolsa ação taxa cota
  vacina epidemia consulta internação ambulância farmácia dose triagem pesquisa tese descoberta escavação fóssil espécie floresta nascente
  enchente seca geada tempestade neblina maré erosão reciclagem compostagem energia turbina bateria patente plataforma câmera licença matrícula
  biblioteca creche merenda mochila disciplina redação bolsa-auxílio olimpíada cerâmica tapeçaria culinária degustação vindima romaria procissão`);

/** What was done to it. */
export const VERBS = list(`
  anunciou aprovou rejeitou adiou antecipou cancelou suspendeu retomou inaugurou concluiu apresentou divulgou contestou defendeu criticou elogiou
  comprou vendeu alugou financiou patrocinou avaliou revisou corrigiu ampliou reduziu dobrou triplicou perdeu venceu conquistou disputou liderou
  comandou deixou assumiu abandonou recuperou restaurou demoliu ergueu pintou instalou desligou testou recolheu distribuiu entregou recebeu
  devolveu guardou escondeu revelou descobriu mediu pesou fotografou filmou gravou publicou traduziu adaptou ensaiou interpretou regeu estreou
  plantou colheu exportou importou transportou embarcou descarregou consertou substituiu reformou projetou desenhou calculou previu estimou
  registrou notificou investigou arquivou julgou condenou absolveu multou fiscalizou vistoriou interditou liberou autorizou vetou sancionou
  negociou renegociou prorrogou encerrou abriu fechou mudou trocou dividiu reuniu convocou dispensou contratou treinou formou orientou ajudou
  surpreendeu decepcionou preocupou animou irritou comoveu desafiou ultrapassou alcançou igualou superou bateu errou acertou chutou cobrou
  cabeceou driblou marcou sofreu evitou salvou empatou virou goleou eliminou classificou rebaixou festejou lamentou admitiu negou confirmou`);
export const INFINITIVES = list(`
  ampliar reduzir rever aprovar adiar concluir reformar proteger vender comprar financiar distribuir fiscalizar medir testar publicar traduzir
  restaurar demolir instalar substituir contratar treinar disputar vencer recuperar negociar renovar prorrogar investigar arquivar denunciar
  plantar colher exportar transportar reciclar economizar poupar investir construir pavimentar iluminar drenar limpar vacinar atender internar
  ensinar aprender ensaiar estrear gravar filmar expor catalogar digitalizar monitorar prever avisar socorrer resgatar reunir dividir repartir
  mudar manter suspender retomar encerrar abrir fechar dobrar poupar evitar enfrentar surpreender convencer agradar entender explicar`);
export const ADJECTIVES = list(`
  novo antigo pequeno enorme longo curto caro barato público privado municipal estadual federal regional nacional estrangeiro vizinho rural urbano
  central histórico moderno provisório definitivo urgente lento rápido difícil simples discreto polêmico inédito raro comum anual mensal semanal
  noturno matinal recente futuro decisivo amistoso oficial interno externo técnico jurídico econômico financeiro social cultural ambiental
  sanitário escolar universitário esportivo olímpico juvenil veterano invicto favorito surpreendente previsível arriscado seguro frágil sólido
  elétrico solar eólico hidráulico mecânico digital eletrônico automático manual artesanal industrial agrícola florestal marítimo fluvial aéreo
  ferroviário rodoviário turístico gastronômico religioso popular erudito clássico contemporâneo abstrato colorido sombrio luminoso silencioso
  barulhento movimentado vazio lotado gratuito obrigatório voluntário secreto transparente detalhado resumido completo parcial confuso claro
  generoso modesto ambicioso cauteloso ousado teimoso paciente sereno nervoso exausto satisfeito preocupado confiante desconfiado`);

/** When, how and where. */
export const ADVERBIALS = phrases(`
  depois de semanas de conversa; sem alarde; diante de uma plateia pequena; antes do amanhecer; no fim da tarde; a portas fechadas; por unanimidade;
  por um voto de diferença; com atraso de dois meses; apesar da chuva forte; sob aplausos; entre vaias; com a ajuda de voluntários; a pedido dos vizinhos;
  pela terceira vez seguida; sem consultar ninguém; com base em planilhas antigas; à margem do encontro; numa cerimônia breve; em plena madrugada;
  com dinheiro emprestado; por falta de quórum; graças a uma vaquinha; contra todas as previsões; no último minuto; logo na abertura; fora do prazo;
  dentro do previsto; ao lado dos filhos; com a voz embargada; de surpresa; aos poucos; em etapas; de uma só vez; sem intervalo; por precaução;
  por engano; de propósito; com humor; em tom de despedida; sob sol escaldante; debaixo de granizo; à luz de velas; no escuro; pelo rádio; por escrito;
  em três idiomas; com sotaque carregado; sem tradução; com lupa; a olho nu; por satélite; de bicicleta; a cavalo; de trem; a pé; por mar; pelo rio acima;
  na véspera do feriado; durante o recesso; em ano eleitoral; fora da temporada; na reta final; no intervalo; depois do apito; antes do sorteio`);
export const PLACES = phrases(`
  Vale do Jandira; Porto Ferreiro; Serra do Cipoal; Ilha das Cabras; Barra do Tamanduá; Alto Paracatinga; Lagoa do Junco; Campo das Emas; Ribeira Funda;
  Pontal do Sul; Morro Redondo; Várzea Comprida; Monte Ararat; Quinta do Lago; Vila dos Remédios; Cabeço de Vide Nova; Praia do Sal; Fajã Grande; Ermida;
  Cova da Beira Alta; Almofala; Souto Maior; Penedo Gordo; Torre do Bugio; Arcos de Baixo; Charneca; Boavista dos Pinheiros; Olho d'Água; Cruz das Almas Novas;
  Mirante da Serra; Chapada Fria; Buritizal; Encruzilhada; Ponte Nova do Norte; Santa Rita do Salto; São Gonçalo do Pau; Capão Bonito; Nhandutiba; Ipuã;
  Guaraciama; Tupinamá; Caraíbas; Itaguari; Paranapiaçu; Urubici Velho; Xique; Quixeramó; Aracoiabá; Mossorinho; Caicozinho`);
const SYLLABLES_A = list(
  'Ma Ro Vi Ta Jo Sa Be Ca Di Fe Gu He Ila Ju La Mo Ne Ola Pe Qui Re Sil Tor Ul Va Xa Ze Bra Cle Dro',
);
const SYLLABLES_B = list('ri na lo de ti ra mi co va se bi do la ne po gu zi fa ru te');
const SYLLABLES_C = list('no nha res des ga lho ta do cas to neiro mel quez sa ques tim rada vo lva rim');
/** Surnames and club names that no list could hold: news is full of names seen once. */
export function inventedName(pick: <T>(items: readonly T[]) => T): string {
  return `${pick(SYLLABLES_A)}${pick(SYLLABLES_B)}${pick(SYLLABLES_C)}`;
}
export const FIRST_NAMES_M = list(
  'Artur Breno Celso Davi Elias Fausto Geraldo Hugo Igor Jonas Lauro Marcelo Nilton Orlando Pedro Quirino Ramiro Saulo Telmo Ulisses Vicente Walter Xavier Zeca',
);
export const FIRST_NAMES_F = list(
  'Alice Beatriz Camila Diana Elisa Flora Gilda Helena Inês Joana Lara Marta Nair Olga Paula Raquel Sofia Teresa Ursula Vera Wanda Yara Zélia Cora',
);
export const CLUB_WORDS = list(
  'Atlético Operário União Vitória Esportivo Náutico Ferroviário Comercial Juventude Independente Desportivo Académico Mocidade Progresso Estrela Nacional',
);
export const UNITS = phrases(
  'quilômetros; toneladas; hectares; litros; sacas; euros; reais; dólares; ingressos; bilhetes; assinaturas; votos; páginas; fotografias; árvores; mudas; garrafas; caixas; vagas; leitos; aulas; cadeiras; degraus; lâmpadas; parafusos; tijolos; telhas; passageiros; turistas; torcedores',
);
