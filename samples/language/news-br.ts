/** Sentences of Brazilian local news, by subject. Every template is a whole sentence. */
import type { StoryBank } from './story.ts';

export const NEWS_BR: StoryBank = {
  spelling: 'br',
  generic: [
    '{Segundo|De acordo com} a prefeitura, [mil] pessoas devem ser {beneficiadas|atendidas} direta ou indiretamente até o fim do ano.',
    'Procurada pela reportagem, a administração municipal {informou|afirmou} que todos os prazos previstos no cronograma {estão mantidos|serão cumpridos}.',
    'O assunto {voltou a ser discutido|foi tema de debate} na Câmara Municipal [ontem], em uma sessão que durou mais de três horas e teve o plenário cheio.',
    '[Vereador], que preside a comissão encarregada de acompanhar o caso, {cobrou|pediu} mais transparência na divulgação dos gastos.',
    'Um levantamento feito [anoAnt] já apontava que [cidade] precisaria de investimentos {dessa natureza|desse tipo} para acompanhar o crescimento da população.',
    'Os recursos, que somam [milhoes], vêm de um convênio com o governo do estado e de uma contrapartida do município.',
    'Em [cidade2], cidade vizinha, uma iniciativa {semelhante|parecida} começou [anoAnt] e é citada com frequência como exemplo pelos técnicos.',
    'A próxima reunião sobre o tema está marcada para [prox], no auditório da biblioteca pública, e será aberta à população.',
    'Quem tiver dúvidas pode {procurar|ir até} o posto de atendimento da [rua], que funciona de segunda a sexta-feira, das 8h às 17h.',
    'Moradores do bairro [bairro] contam que {esperavam por isso|aguardavam uma solução} havia pelo menos [anos] anos.',
    'O Ministério Público acompanha o processo e, {em nota|por meio de sua assessoria}, disse que não encontrou irregularidades até o momento.',
    'A oposição, por sua vez, {critica|questiona} a falta de um estudo mais detalhado sobre os custos de manutenção nos próximos anos.',
    'O balanço mais recente, divulgado [ultimo], mostra um aumento de [pct] em relação ao mesmo período do ano anterior.',
    'Nas redes sociais, a notícia {dividiu opiniões|provocou reações diferentes}: houve quem comemorasse e quem lembrasse promessas antigas que não saíram do papel.',
    'A expectativa é que os primeiros resultados {apareçam|sejam percebidos} em cerca de [meses] meses, de acordo com o planejamento apresentado.',
  ],
  quotes: [
    '“A gente {trabalhou|se dedicou} muito para chegar até aqui, e agora é hora de cuidar para que o resultado seja duradouro”, {disse|afirmou} [prefeito].',
    '“Não se trata de uma promessa de campanha, e sim de um compromisso com quem mora aqui há décadas”, {declarou|ressaltou} [secretario].',
    '“Eu moro no bairro [bairro] desde criança e nunca tinha visto uma mudança tão grande em tão pouco tempo”, {contou|relatou} [morador].',
    '“Os dados mostram que o caminho está correto, mas é preciso continuar medindo para não repetir os erros do passado”, {avaliou|explicou} [especialista].',
    '“Vamos fiscalizar cada etapa, porque o dinheiro público precisa ser bem aplicado”, {prometeu|garantiu} [vereador].',
    '“Meus vizinhos estão esperançosos, mas todo mundo vai acompanhar de perto”, {comentou|disse} [morador].',
    '“Ouvimos as pessoas antes de decidir, e o projeto mudou bastante por causa dessas conversas”, {lembrou|destacou} [secretario].',
  ],
  closings: [
    'A prefeitura promete divulgar um novo balanço n[prox].',
    'Procurados, os demais envolvidos não {responderam|se manifestaram} até a publicação desta reportagem.',
    'O relatório completo poderá ser consultado no portal da transparência do município a partir de [mesProx].',
    'Uma audiência pública {deve|vai} encerrar essa etapa do processo ainda neste semestre.',
    'As inscrições para quem quiser participar das próximas reuniões são gratuitas e podem ser feitas pela internet.',
  ],
  topics: [
    {
      name: 'Cidades',
      slug: 'cidades',
      tags: ['obras', 'mobilidade', 'ônibus', 'pavimentação'],
      angles: [
        {
          headline:
            'Prefeitura de [cidade] {conclui|entrega} obra de [km] quilômetros na região do bairro [bairro]',
          summary:
            'Obra prevê [km] quilômetros de vias recuperadas e novas calçadas; moradores pedem que a drenagem não fique de fora.',
          lead: 'A Prefeitura de [cidade] {anunciou|confirmou} [hoje] a conclusão da primeira etapa das obras de mobilidade no bairro [bairro], que incluem [km] quilômetros de asfalto, calçadas acessíveis e iluminação.',
        },
        {
          headline: 'Nova linha de ônibus vai ligar o bairro [bairro] ao centro de [cidade]',
          summary:
            'Mudança promete reduzir o tempo de viagem de [mil] passageiros e obriga a refazer parte do trânsito da região.',
          lead: 'Os ônibus da nova linha entre o bairro [bairro] e o centro de [cidade] começaram a circular [hoje], depois de uma obra de [milhoes] que alterou ruas, pontos e semáforos.',
        },
        {
          headline: 'Reforma da ponte de [cidade] custará [milhoes] e deve durar [meses] meses',
          summary:
            'Projeto muda o trânsito da região e prevê novas calçadas e iluminação nas duas cabeceiras.',
          lead: 'A reforma da ponte que liga o centro de [cidade] ao bairro [bairro] {começou|teve início} [hoje], com o bloqueio de uma das pistas e o desvio dos ônibus para a [rua].',
        },
        {
          headline: 'Bairro [bairro], em [cidade], recebe pavimentação depois de [anos] anos de espera',
          summary:
            'Moradores comemoram o asfalto, mas cobram a drenagem do córrego antes da próxima estação de chuvas.',
          lead: 'Depois de [meses] meses de {trabalho|interdições}, o trânsito foi liberado [hoje] na região do bairro [bairro], em [cidade], onde uma obra de [milhoes] alterou a rotina de motoristas e pedestres.',
        },
      ],
      body: [
        'O trecho mais {demorado|complicado} foi o da [rua], onde a rede de esgoto, instalada há mais de quarenta anos, precisou ser inteiramente substituída.',
        'As novas calçadas têm piso tátil, rampas nas esquinas e largura mínima de um metro e meio, o que permite a passagem de cadeiras de rodas.',
        'Ao todo, [num] pontos de ônibus foram {reformados|trocados} e ganharam cobertura, bancos e um painel com o horário das linhas.',
        'Com a mudança, a viagem entre o bairro [bairro] e o terminal central, que levava quarenta minutos, passa a ser feita em menos de meia hora.',
        'Os comerciantes da [rua] reclamam que o movimento caiu durante as interdições, mas reconhecem que a rua {ficou mais segura|está mais bonita}.',
        'Os engenheiros optaram por um pavimento que absorve parte da água da chuva, solução adotada também em [cidade2].',
        'A empresa contratada empregou [num2] operários, a maior parte deles moradores da própria região.',
        'Durante as escavações foram encontrados trilhos do antigo bonde, desativado em 1954, que serão expostos na Praça da Matriz.',
        'Uma ciclovia de [km] quilômetros acompanha o canteiro central e deve ser {estendida|prolongada} até a estação ferroviária.',
        'As placas antigas serão retiradas aos poucos, e agentes de trânsito vão orientar os motoristas durante as duas primeiras semanas.',
        'A segunda etapa, que inclui a drenagem do córrego, depende de uma licitação cujo edital será publicado em [mesProx].',
      ],
    },
    {
      name: 'Saúde',
      slug: 'saude',
      tags: ['vacinação', 'posto de saúde', 'dengue', 'hospital'],
      angles: [
        {
          headline: '[Cidade] {amplia|reforça} vacinação e atende [mil] pessoas em uma semana',
          summary: 'Campanha foi estendida até o fim do mês, e equipes volantes vão às comunidades rurais.',
          lead: 'A campanha de vacinação de [cidade] chegou [hoje] a [mil] pessoas atendidas em uma semana, {segundo|de acordo com} a Secretaria Municipal de Saúde, que abriu novos postos no bairro [bairro].',
        },
        {
          headline: 'Casos de dengue caem [pct] em [cidade], aponta boletim',
          summary:
            'Boletim mostra queda de [pct]; secretaria de Saúde mantém as visitas de agentes e pede que ninguém descuide dos quintais.',
          lead: 'A Secretaria Municipal de Saúde de [cidade] {divulgou|apresentou} [hoje] um boletim que mostra queda de [pct] nos casos de dengue, o melhor resultado desde o início da série histórica.',
        },
        {
          headline: 'Hospital regional de [cidade] abre [num] novos leitos',
          summary: 'Investimento de [milhoes] também paga equipamentos e a contratação de profissionais.',
          lead: 'O hospital regional de [cidade] pôs em funcionamento [hoje] [num] novos leitos, parte deles reservada a pacientes que aguardavam transferência havia semanas.',
        },
        {
          headline: 'Posto de saúde do bairro [bairro] passa a funcionar até as 22h',
          summary:
            'Unidade atenderá [mil] moradores e terá equipes de clínica geral, pediatria e odontologia.',
          lead: 'O posto de saúde do bairro [bairro], em [cidade], começou [hoje] a atender até as 22h, para receber quem trabalha durante o dia e não consegue sair no horário comercial.',
        },
      ],
      body: [
        'As equipes visitaram [mil] imóveis e encontraram focos do mosquito em pratos de plantas, calhas entupidas e pneus {abandonados|deixados ao relento}.',
        'A vacina está disponível em [num] postos, e basta apresentar um documento com foto e a caderneta de vacinação.',
        'Pessoas acamadas podem pedir a visita de um enfermeiro em casa pelo telefone da ouvidoria.',
        'O tempo médio de espera por uma consulta com especialista, que era de cinco meses, caiu para [meses] meses.',
        'O hospital regional atende também pacientes de [cidade2] e de outros municípios menores, o que explica a {sobrecarga|lotação} dos últimos invernos.',
        'Os médicos recomendam beber bastante água, manter os ambientes ventilados e procurar atendimento logo que surgirem os primeiros sintomas.',
        'Uma parceria com a universidade permitirá que estudantes de enfermagem e de farmácia façam estágio supervisionado nas unidades.',
        'A compra dos equipamentos, entre eles um aparelho de ultrassom e [num2] macas, custou [milhoes].',
        'Entre as crianças menores de cinco anos, a cobertura vacinal chegou a 91%, índice que não era alcançado desde [anoAntN].',
        'A coordenação da campanha pretende levar um ônibus adaptado às comunidades rurais mais distantes do centro.',
        'Agentes comunitários relatam que a confiança das famílias aumentou depois que passaram a visitar sempre as mesmas ruas.',
      ],
    },
    {
      name: 'Educação',
      slug: 'educacao',
      tags: ['escola', 'matrícula', 'leitura', 'universidade'],
      angles: [
        {
          headline: 'Escolas de [cidade] {adotam|recebem} projeto de leitura com [mil] livros',
          summary:
            'Projeto distribui [mil] livros e forma mediadores de leitura em [num] escolas da rede pública.',
          lead: 'A rede municipal de ensino de [cidade] começou [hoje] um projeto que vai levar [mil] livros a [num] escolas e formar professores como mediadores de leitura.',
        },
        {
          headline: 'Estudantes de [cidade] conquistam [num2] medalhas em olimpíada de matemática',
          summary:
            'Resultado é o melhor da história do município; professores atribuem o avanço ao reforço no contraturno.',
          lead: 'Estudantes da rede pública de [cidade] receberam [hoje] [num2] medalhas da olimpíada de matemática, em uma cerimônia que lotou o ginásio do bairro [bairro].',
        },
        {
          headline: 'Matrículas em creches de [cidade] crescem [pct] neste ano',
          summary:
            'Expansão da rede reduziu a fila de espera, mas ainda faltam vagas para bebês em alguns bairros.',
          lead: 'O número de matrículas em creches de [cidade] cresceu [pct] neste ano, {segundo|de acordo com} um levantamento apresentado [hoje] pela Secretaria Municipal de Educação.',
        },
        {
          headline: 'Escola do bairro [bairro] reabre com biblioteca e laboratório',
          summary: 'Reforma de [milhoes] trocou o telhado, a rede elétrica e os móveis das salas.',
          lead: 'Alunos, professores e famílias {comemoraram|festejaram} [hoje] a reabertura da escola do bairro [bairro], em [cidade], fechada para reforma havia [meses] meses.',
        },
      ],
      body: [
        'Cada sala de aula terá um pequeno acervo escolhido pelos próprios estudantes, com romances, quadrinhos, poesia e livros de ciência.',
        'Os professores participaram de uma formação de quarenta horas, com oficinas de contação de histórias e de escrita criativa.',
        'A biblioteca, que antes ocupava um corredor, agora tem [num2] mesas, computadores e um espaço para as crianças pequenas.',
        'O índice de abandono no ensino fundamental caiu pela metade desde [anoAntN], quando o município criou um programa de busca ativa.',
        'A merenda passou a ser preparada com alimentos comprados de agricultores familiares de [cidade2].',
        'As vagas em creche, principal queixa das mães que trabalham fora, ainda são insuficientes em [num2] bairros.',
        'Na avaliação estadual, os alunos do quinto ano melhoraram em matemática, mas continuam abaixo da meta em interpretação de texto.',
        'A escola, fundada em 1962, tem hoje mais de seiscentos alunos, do primeiro ano do ensino fundamental ao fim do ensino médio.',
        'O transporte escolar percorre todos os dias estradas de terra que ficam intransitáveis na época das chuvas.',
        'Uma pesquisa da universidade {mostra|indica} que ler por prazer quinze minutos por dia tem efeito duradouro sobre o vocabulário das crianças.',
        'As aulas de música e de teatro, suspensas [anoAnt] por falta de professores, {foram retomadas|voltaram} neste semestre.',
      ],
    },
    {
      name: 'Cultura',
      slug: 'cultura',
      tags: ['festival', 'museu', 'patrimônio', 'música'],
      angles: [
        {
          headline: 'Festival de [cidade] reúne [mil] pessoas e resgata a música de viola',
          summary:
            'Programação gratuita ocupa praças e escolas com concertos, oficinas e rodas de conversa até o fim do mês.',
          lead: 'O festival de música de [cidade] começou [hoje] com um concerto ao ar livre na Praça da Matriz, diante de um público estimado em [mil] pessoas.',
        },
        {
          headline: 'Museu de [cidade] reabre com exposição sobre os ferroviários',
          summary:
            'Mostra reúne fotografias, cartas e objetos doados por famílias de antigos trabalhadores da linha.',
          lead: 'O museu municipal de [cidade] reabriu as portas [hoje] com uma exposição que reúne [num] fotografias, cartas e objetos doados por famílias do bairro [bairro].',
        },
        {
          headline: 'Casarão histórico da [rua] será restaurado por [milhoes]',
          summary:
            'Prédio tombado receberá um centro de memória, com fotografias e depoimentos de antigos moradores.',
          lead: 'A restauração do casarão da [rua], em [cidade], foi {anunciada|confirmada} [hoje], com um orçamento de [milhoes] e prazo de [meses] meses para a primeira fase.',
        },
        {
          headline: 'Artesãs do bairro [bairro] {expõem|mostram} bordados em [cidade]',
          summary: 'Peças contam, ponto por ponto, a história do bairro e de suas festas.',
          lead: 'Uma exposição de bordados feitos por artesãs do bairro [bairro] foi aberta [hoje] na biblioteca pública de [cidade], com música ao vivo e comida típica.',
        },
      ],
      body: [
        'A curadoria escolheu obras de artistas da região, muitas delas guardadas durante décadas em porões e armários.',
        'O prédio, construído em 1908 para abrigar a estação de trem, foi tombado pelo patrimônio estadual em 1987.',
        'Nas oficinas, crianças aprendem a construir instrumentos com cabaças, sementes e latas {usadas|reaproveitadas}.',
        'O grupo de catira de [cidade2], formado por três gerações da mesma família, se apresenta no encerramento.',
        'Os ingressos são gratuitos, mas a organização pede a doação de um quilo de alimento não perecível.',
        'Bordadeiras que vendiam suas peças na feira criaram uma cooperativa e hoje recebem encomendas de outros estados.',
        'O restauro revelou, sob [num2] camadas de tinta, uma pintura decorativa que ninguém vivo havia visto.',
        'Entre as raridades está um mapa de 1873, desenhado à mão, em que aparecem fazendas, trilhas e capelas desaparecidas.',
        'A orquestra de cordas, com músicos de doze a dezoito anos, tocou peças de Villa-Lobos e canções populares.',
        'O acervo será digitalizado e poderá ser consultado pela internet a partir de [mesProx].',
        'A feira de comidas típicas, com pamonha, queijo e doce de leite, {atraiu|recebeu} visitantes de toda a região.',
      ],
    },
    {
      name: 'Meio ambiente',
      slug: 'meio-ambiente',
      tags: ['rio', 'reciclagem', 'queimadas', 'reflorestamento'],
      angles: [
        {
          headline: 'Mutirão planta [mil] mudas às margens do rio em [cidade]',
          summary:
            'Voluntários recuperam nascentes degradadas; meta é recompor [km] quilômetros de mata ciliar em dois anos.',
          lead: 'Cerca de [num] voluntários participaram [hoje] de um mutirão que plantou [mil] mudas de espécies nativas às margens do rio que corta [cidade].',
        },
        {
          headline: 'Coleta seletiva chega a [num2] bairros de [cidade]',
          summary: 'Material reciclável recolhido subiu [pct] e garante renda a famílias de catadores.',
          lead: 'Os caminhões da coleta seletiva começaram [hoje] a percorrer [num2] bairros de [cidade], entre eles o [bairro], onde o lixo reciclável ia para o aterro.',
        },
        {
          headline: 'Chuva acima da média deixa [cidade] em alerta',
          summary:
            'Defesa Civil monitora encostas e pede que moradores de áreas de risco fiquem atentos às sirenes.',
          lead: 'A Defesa Civil de [cidade] {emitiu|publicou} [hoje] um aviso sobre o volume de chuva previsto para os próximos dias e pediu atenção redobrada aos moradores do bairro [bairro].',
        },
        {
          headline: 'Estudo {encontra|registra} [num] espécies de aves na mata de [cidade]',
          summary:
            'Levantamento durou [meses] meses e incluiu câmeras, gravações e entrevistas com moradores.',
          lead: 'Pesquisadores {apresentaram|divulgaram} [hoje] um estudo que registrou [num] espécies de aves na mata de [cidade], algumas das quais não eram vistas na região havia décadas.',
        },
      ],
      body: [
        'As mudas de ipê, jequitibá e ingá foram produzidas em um viveiro mantido por alunos de escolas rurais.',
        'O rio, que nas décadas de 1970 e 1980 recebia esgoto sem tratamento, voltou a ter peixes depois da construção da estação de tratamento.',
        'Os pluviômetros registraram 92 milímetros em vinte e quatro horas, mais do que o esperado para metade do mês.',
        'Famílias que vivem perto da encosta foram {orientadas|aconselhadas} a procurar abrigo em escolas caso ouçam a sirene.',
        'Biólogos instalaram [num2] câmeras que disparam com o movimento e fotografaram uma jaguatirica com filhotes.',
        'A cooperativa de catadores separa papel, vidro, metal e plástico em um galpão cedido pelo município.',
        'As queimadas, comuns entre julho e setembro, {diminuíram|recuaram} com a abertura de aceiros e a vigilância por satélite.',
        'Um mapa de áreas de risco, atualizado [anoAnt], orienta a retirada de moradias construídas sobre antigas voçorocas.',
        'As nascentes protegidas abastecem também [cidade2], onde o racionamento de água durou [meses] meses.',
        'O viveiro distribui mudas gratuitamente aos sábados, mediante cadastro e compromisso de plantio.',
        'Pesquisadores da universidade analisam a qualidade da água todos os meses e publicam os resultados na internet.',
      ],
    },
    {
      name: 'Economia',
      slug: 'economia',
      tags: ['emprego', 'comércio', 'agricultura', 'indústria'],
      angles: [
        {
          headline: 'Fábrica em [cidade] vai {contratar|empregar} [num] pessoas até o fim do ano',
          summary:
            'Investimento de [milhoes] deve gerar vagas para operadores, eletricistas e técnicos de laboratório.',
          lead: 'Uma indústria de alimentos {confirmou|anunciou} [hoje] que vai investir [milhoes] em [cidade] e abrir [num] postos de trabalho nos próximos meses.',
        },
        {
          headline: 'Feira do produtor de [cidade] movimenta [milhoes]',
          summary:
            'Agricultores vendem direto ao consumidor e dizem que a renda aumentou desde a criação da feira.',
          lead: 'A feira do produtor de [cidade] movimentou [milhoes] no último ano, {segundo|de acordo com} um balanço divulgado [hoje] pela cooperativa que a organiza.',
        },
        {
          headline: 'Comércio de [cidade] cresce [pct] e volta ao nível de antes da crise',
          summary: 'Lojistas apontam o emprego e o crédito como motivos da melhora, mas mantêm a cautela.',
          lead: 'O comércio de [cidade] fechou o trimestre com alta de [pct] nas vendas, {segundo|de acordo com} um levantamento apresentado [hoje] pela associação comercial.',
        },
        {
          headline: 'Cooperativa de [cidade] começa a exportar café',
          summary:
            'Produtores apostam em grãos especiais e conseguem preço [pct] maior do que o do mercado comum.',
          lead: 'O primeiro carregamento de café da cooperativa de [cidade] seguiu [hoje] para o porto, com destino a três países da Europa.',
        },
      ],
      body: [
        'As vagas são para operadores de máquinas, eletricistas, motoristas e técnicos de laboratório, e metade delas é destinada a quem busca o primeiro emprego.',
        'Os currículos podem ser entregues na agência do trabalhador, na [rua], até [prox].',
        'Os produtores de café adotaram a colheita seletiva, mais lenta e mais cara, em que só os frutos maduros são apanhados.',
        'Pequenos lojistas dizem que o parcelamento sem juros e as entregas de bicicleta {ajudaram|foram decisivos}.',
        'A safra deste ano deve chegar a [mil] sacas, apesar da geada que atingiu as lavouras mais altas.',
        'O aluguel de salas comerciais no centro ficou mais barato, e [num2] lojas abriram as portas desde janeiro.',
        'A cooperativa, criada em 1998 por vinte famílias, reúne hoje mais de trezentos associados.',
        'Economistas alertam que parte do crescimento se deve à base de comparação, muito baixa [anoAnt].',
        'A feira acontece aos domingos, começa às seis da manhã e recebe agricultores de [cidade2] e de outros cinco municípios.',
        'O município oferece redução de imposto por dez anos às empresas que contratarem moradores da cidade.',
        'Um curso gratuito de gestão, com [num] vagas, ensina a calcular custos, formar preços e vender pela internet.',
      ],
    },
    {
      name: 'Esporte',
      slug: 'esporte',
      tags: ['futebol', 'corrida', 'clubes', 'campeonato'],
      angles: [
        {
          headline: 'Time de [cidade] vence fora de casa e assume a liderança',
          summary: 'Vitória por 2 a 1 levou a equipe aos [num2] pontos; próximo jogo será diante da torcida.',
          lead: 'O time de [cidade] venceu o de [cidade2] por 2 a 1 [ontem], fora de casa, e {assumiu|retomou} a liderança do campeonato regional.',
        },
        {
          headline: 'Clube de [cidade] chega à final depois de [anos] anos',
          summary: 'Decisão será em dois jogos, e a prefeitura promete ônibus gratuitos para a torcida.',
          lead: 'O clube de [cidade] eliminou o de [cidade2] por 2 a 1 [ontem] e disputará a final do campeonato regional, o que não acontecia havia [anos] anos.',
        },
        {
          headline: 'Corrida de rua reúne [num] atletas em [cidade]',
          summary:
            'Competição teve provas de cinco e de dez quilômetros e arrecadou alimentos para instituições da cidade.',
          lead: 'A corrida de rua de [cidade] reuniu [num] atletas [hoje] em um percurso que saiu da Praça da Matriz e passou pelo bairro [bairro], no mesmo dia em que o time da cidade voltou a vencer.',
        },
      ],
      body: [
        'O primeiro gol saiu aos doze minutos, em uma cobrança de falta que desviou na barreira e {enganou|surpreendeu} o goleiro.',
        'No segundo tempo, a equipe recuou, sofreu o empate e só voltou a atacar depois da entrada de dois jogadores jovens.',
        'A torcida, que viajou em [num2] ônibus, cantou durante toda a partida apesar da chuva.',
        'A treinadora elogiou a disciplina tática do grupo e disse que o resultado premia uma semana inteira de treinos em dois turnos.',
        'A artilheira do time feminino, que também venceu, começou a jogar na escola, aos onze anos, em um campo de terra improvisado atrás do ginásio.',
        'Os ingressos para a próxima partida, marcada para [prox], serão vendidos na secretaria do clube e na [rua].',
        'O estádio municipal, inaugurado em 1971, {passou|passará} por uma reforma que troca o gramado e os refletores.',
        'A categoria acima de sessenta anos teve número recorde de inscritos, e a vencedora completou a prova em cinquenta e dois minutos.',
        'O clube mantém escolinhas gratuitas para [num] crianças, que precisam estar matriculadas e ter boa frequência às aulas.',
        'A arbitragem marcou dois pênaltis polêmicos, e os dirigentes prometeram enviar um vídeo à federação.',
        'A última vez que a cidade comemorou um título estadual foi em 1996, com um gol nos acréscimos.',
      ],
    },
  ],
};
