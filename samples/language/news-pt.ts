/** Sentences of Portuguese (European) local news, by subject. Every template is a whole sentence. */
import type { StoryBank } from './story.ts';

export const NEWS_PT: StoryBank = {
  spelling: 'pt',
  generic: [
    'Segundo a autarquia, cerca de [mil] munícipes {deverão ser abrangidos|serão beneficiados}, direta ou indiretamente, até ao final do ano.',
    'Contactada pelo jornal, a Câmara Municipal {garantiu|assegurou} que os prazos previstos no caderno de encargos se mantêm.',
    'O tema {esteve em cima da mesa|foi discutido} na última reunião da Assembleia Municipal, realizada [ontem], que se prolongou pela noite dentro.',
    '[Vereador], da oposição, {lamentou|criticou} que a documentação só tenha sido distribuída na véspera da votação.',
    'Um estudo encomendado [anoAnt] já concluía que [cidade] necessitava de um investimento {desta dimensão|deste género}.',
    'O financiamento, num total de [milhoes], é assegurado em grande parte por fundos comunitários.',
    'Em [cidade2], a poucos quilómetros de distância, um projeto {idêntico|semelhante} arrancou [anoAnt] e tem sido apontado como exemplo.',
    'A próxima sessão de esclarecimento está agendada para [prox], no salão dos bombeiros voluntários, e é aberta a todos.',
    'Os interessados podem dirigir-se ao balcão de atendimento, na [rua], todos os dias úteis, entre as 9h00 e as 16h30.',
    'Quem vive no [bairro] conta que {esperava por isto|aguardava uma resposta} há mais de [anos] anos.',
    'O Tribunal de Contas concedeu o visto prévio sem levantar objeções, {refere uma|lê-se numa} nota enviada à comunicação social.',
    'Os dados mais recentes, divulgados [ultimo], apontam para um crescimento de [pct] face ao período homólogo.',
    'A associação de moradores {aplaude|saúda} a decisão, mas avisa que vai estar atenta ao cumprimento do que foi prometido.',
    'Os primeiros resultados deverão ser visíveis dentro de [meses] meses, de acordo com o calendário agora apresentado.',
  ],
  quotes: [
    '«Não prometemos aquilo que não podemos cumprir, e este era um compromisso assumido com a população», {afirmou|sublinhou} [prefeito].',
    '«Estamos a corrigir um erro com décadas, e isso não se faz de um dia para o outro», {explicou|justificou} [secretario].',
    '«Nasci no [bairro], casei-me cá e nunca pensei ver isto feito no meu tempo», {contou|disse ao jornal} [morador].',
    '«Os números são animadores, mas convém esperar por uma série mais longa antes de tirar conclusões», {advertiu|ressalvou} [especialista].',
    '«O executivo anda a reboque dos acontecimentos e só age quando há eleições à porta», {acusou|criticou} [vereador].',
    '«Toda a gente aqui se conhece, e quando é preciso ajudar ninguém fica em casa», {garantiu|contou} [morador].',
  ],
  closings: [
    'O executivo municipal promete fazer um novo ponto de situação n[prox].',
    'Até ao fecho desta edição, não foi possível obter {um comentário|esclarecimentos} da empresa adjudicatária.',
    'O documento ficará disponível no sítio do município na Internet a partir de [mesProx].',
    'A decisão final cabe agora à Assembleia Municipal, que se reúne ainda este trimestre.',
    'A participação é gratuita, mas está sujeita a inscrição prévia na biblioteca municipal.',
  ],
  topics: [
    {
      name: 'Local',
      slug: 'local',
      tags: ['obras', 'autocarros', 'estacionamento', 'comboios'],
      angles: [
        {
          headline: 'Obras no [bairro] custam [milhoes] e demoram [meses] meses',
          summary:
            'Empreitada inclui passeios mais largos, novas paragens e a substituição de condutas com mais de cinquenta anos.',
          lead: 'A Câmara Municipal de [cidade] {anunciou|apresentou} [hoje] a requalificação do [bairro], uma empreitada de [milhoes] que inclui [km] quilómetros de arruamentos.',
        },
        {
          headline: '[Cidade] vai ter novos autocarros entre o [bairro] e a estação',
          summary:
            'Carreiras passam a ser mais frequentes, e as paragens vão ter abrigos e informação em tempo real.',
          lead: 'Os novos autocarros que ligam o [bairro] à estação de [cidade] começam a circular [hoje], numa rede redesenhada que custou [milhoes].',
        },
        {
          headline: 'Câmara de [cidade] {requalifica|recupera} [km] quilómetros de estrada',
          summary: 'Intervenção pretende retirar automóveis do centro e devolver a praça aos peões.',
          lead: 'A Câmara Municipal de [cidade] deu por concluída [hoje] a requalificação de [km] quilómetros de estrada, entre o [bairro] e a entrada da vila.',
        },
        {
          headline: 'Ponte de [cidade] reabre ao trânsito [meses] meses depois',
          summary:
            'Comerciantes e moradores respiram de alívio, mas pedem que a segunda fase não se arraste.',
          lead: 'O trânsito na ponte e na [rua], em [cidade], foi reaberto [hoje], ao fim de [meses] meses de obras que puseram à prova a paciência de moradores e comerciantes.',
        },
      ],
      body: [
        'A parte mais {delicada|morosa} da obra foi a substituição das condutas de água, algumas das quais datavam dos anos 50.',
        'Os passeios passam a ter dois metros de largura, com rampas nas passadeiras e pavimento tátil para pessoas cegas.',
        'Foram criados [num] lugares de estacionamento para residentes e [num2] para cargas e descargas.',
        'A ligação de autocarro à estação dos comboios passa a fazer-se de vinte em vinte minutos nas horas de ponta.',
        'Os comerciantes da [rua] queixam-se de quebras na faturação, embora reconheçam que a rua {ficou mais agradável|ganhou vida}.',
        'Durante as escavações, os arqueólogos puseram a descoberto parte de uma muralha medieval e um conjunto de silos.',
        'O projeto prevê ainda a plantação de [num] árvores, sobretudo lódãos e jacarandás.',
        'A segunda fase, que abrange a frente ribeirinha, deverá ir a concurso público em [mesProx].',
        'O antigo matadouro, inaugurado em 1936 e devoluto há muito, será transformado em centro de negócios.',
        'As passagens de nível sem guarda, onde houve acidentes graves no passado, serão suprimidas.',
      ],
    },
    {
      name: 'Sociedade',
      slug: 'sociedade',
      tags: ['centro de saúde', 'escolas', 'voluntariado', 'habitação'],
      angles: [
        {
          headline: 'Centro de saúde de [cidade] ganha [num2] profissionais',
          summary:
            'Utentes sem médico de família diminuíram [pct], mas a lista de espera continua longa nas freguesias do interior.',
          lead: 'O centro de saúde de [cidade] recebeu [hoje] um reforço de [num2] profissionais, o que permitirá atribuir médico de família a mais [mil] utentes.',
        },
        {
          headline: 'Escola de [cidade] põe alunos e avós a ler em conjunto',
          summary: 'Projeto junta gerações à volta dos livros e já chegou a [num] turmas do primeiro ciclo.',
          lead: 'Cerca de [num] alunos e outros tantos avós juntaram-se [hoje] na escola de [cidade] para ler em voz alta, num projeto que vai prolongar-se por todo o ano letivo.',
        },
        {
          headline: 'Câmara de [cidade] {recupera|reabilita} [num] casas para arrendamento acessível',
          summary: 'Sorteio das chaves juntou centenas de candidatos no salão da junta de freguesia.',
          lead: 'A Câmara Municipal de [cidade] {entregou|sorteou} [hoje] as chaves de [num] casas destinadas a arrendamento acessível no [bairro].',
        },
        {
          headline: 'Bombeiros de [cidade] recebem [num2] novos voluntários',
          summary: 'Corporação não tinha tantas inscrições desde a abertura do quartel.',
          lead: 'O corpo de bombeiros de [cidade] acolheu [hoje] [num2] novos voluntários, quase todos com menos de trinta anos, numa cerimónia realizada no quartel do [bairro].',
        },
      ],
      body: [
        'A falta de médicos de família {afetava|atingia} sobretudo as freguesias do interior, onde a população é mais idosa.',
        'Uma carrinha equipada percorre as aldeias duas vezes por semana para medir a tensão arterial e renovar receitas.',
        'As crianças leem em voz alta para os avós, que por sua vez contam como era a escola no seu tempo.',
        'As rendas ficam entre os 180 e os 420 euros, conforme a tipologia da casa e o rendimento do agregado.',
        'Os edifícios, quase todos do século XIX, mantiveram as fachadas de azulejo e foram dotados de isolamento térmico.',
        'A instrução dos novos bombeiros dura [meses] meses e inclui socorro, combate a incêndios e desencarceramento.',
        'O agrupamento de escolas tem este ano mais [num] alunos, muitos deles filhos de famílias estrangeiras acabadas de chegar.',
        'As aulas de português para estrangeiros decorrem ao fim da tarde e são dadas por professores reformados, em regime de voluntariado.',
        'O lar da misericórdia, fundado em 1923, tem lista de espera e pretende criar mais [num2] camas.',
        'Um inquérito feito [anoAnt] revelou que um em cada quatro idosos do concelho vivia sozinho.',
      ],
    },
    {
      name: 'Cultura',
      slug: 'cultura',
      tags: ['teatro', 'museu', 'património', 'cante'],
      angles: [
        {
          headline: 'Festival de teatro leva [num2] companhias a [cidade]',
          summary:
            'Cartaz inclui estreias, oficinas para crianças e um espetáculo ao ar livre nas ruínas do castelo.',
          lead: 'O festival de teatro de [cidade] {arrancou|começou} [hoje] com casa cheia e prolonga-se até ao fim do mês, com [num2] companhias convidadas.',
        },
        {
          headline: 'Museu de [cidade] expõe tesouros do tempo dos romanos',
          summary:
            'Peças encontradas em escavações podem ser vistas até ao final do outono; a entrada é livre aos domingos.',
          lead: 'O museu municipal de [cidade] inaugurou [hoje] uma exposição com [num] peças da época romana, muitas delas mostradas ao público pela primeira vez.',
        },
        {
          headline: 'Igreja de [cidade] vai ser restaurada por [milhoes]',
          summary: 'Empreitada começa pelo telhado e pelo coro alto, que está escorado há vários invernos.',
          lead: 'O restauro da igreja matriz de [cidade] foi adjudicado [hoje] por [milhoes], com um prazo de execução de [meses] meses para a primeira fase.',
        },
        {
          headline: 'Grupo coral do [bairro] {celebra|festeja} [idade] anos',
          summary:
            'Programa de aniversário inclui um encontro de grupos de todo o concelho e uma exposição de fotografias.',
          lead: 'O grupo coral do [bairro], em [cidade], completou [hoje] [idade] anos e assinalou a data com um concerto na igreja matriz, que foi pequena para tanta gente.',
        },
      ],
      body: [
        'As moedas, os vidros e um mosaico quase intacto foram encontrados em 1983, durante a abertura de uma vala no [bairro].',
        'O encenador convidou habitantes da vila a subir ao palco ao lado dos atores profissionais.',
        'A igreja, classificada como monumento nacional em 1910, sofreu danos com as chuvas e tem o coro alto escorado.',
        'O grupo coral canta à capela, em duas filas, como se fazia quando os homens regressavam do campo.',
        'Os bilhetes custam cinco euros, com desconto para estudantes e reformados, e podem ser comprados na [rua].',
        'A recuperação do órgão ibérico, construído em 1764, {demorou|levou} dois anos e envolveu especialistas de três países.',
        'Nas oficinas, os mais novos constroem marionetas com cortiça, esparto e tecidos {usados|reaproveitados}.',
        'O arquivo guarda cartas de emigrantes enviadas do Brasil entre 1890 e 1930, que estão agora a ser transcritas.',
        'A banda filarmónica, que ensaia duas vezes por semana, fará um concerto com música de compositores da região.',
        'O espetáculo de encerramento junta fado, dança contemporânea e o som dos chocalhos dos rebanhos de [cidade2].',
      ],
    },
    {
      name: 'Economia',
      slug: 'economia',
      tags: ['azeite', 'turismo', 'vinho', 'emprego'],
      angles: [
        {
          headline: 'Produção de azeite em [cidade] cresce [pct]',
          summary:
            'Campanha foi a melhor da última década, mas os produtores queixam-se do preço da eletricidade e da falta de mão de obra.',
          lead: 'A campanha da azeitona terminou em [cidade] com um aumento de [pct] na produção, {revelou|anunciou} [hoje] a cooperativa agrícola.',
        },
        {
          headline: 'Empresa de [cidade] cria [num] postos de trabalho',
          summary:
            'Investimento de [milhoes] na zona industrial deverá estar concluído dentro de [meses] meses.',
          lead: 'Uma empresa de componentes {anunciou|confirmou} [hoje] a instalação de uma fábrica em [cidade], num investimento de [milhoes] que vai criar [num] postos de trabalho.',
        },
        {
          headline: 'Turismo rural em [cidade] {bate|supera} recorde de dormidas',
          summary: 'Casas e quintas do concelho registaram mais [pct] de dormidas do que no ano anterior.',
          lead: 'O turismo rural de [cidade] fechou o ano com um aumento de [pct] nas dormidas, segundo os dados divulgados [hoje] pela associação do setor.',
        },
        {
          headline: 'Adega de [cidade] exporta [mil] garrafas',
          summary: 'Vinhos brancos da região seguem para cinco países e já representam metade da faturação.',
          lead: 'A adega cooperativa de [cidade] expediu [hoje] o último lote de uma encomenda de [mil] garrafas, a maior da sua história.',
        },
      ],
      body: [
        'Os produtores apostaram na apanha mais cedo, que dá menos rendimento, mas um azeite de qualidade superior.',
        'A falta de mão de obra obrigou a contratar equipas vindas de [cidade2] e de outros concelhos.',
        'As dormidas aumentaram sobretudo na primavera e no outono, o que {atenua|reduz} a dependência do verão.',
        'A adega recebeu [mil] quilos de uvas e espera engarrafar os primeiros vinhos brancos em [mesProx].',
        'O centro de emprego está a recolher candidaturas na [rua], até a[prox].',
        'O preço da energia e dos adubos continua a pesar nas contas das explorações mais pequenas.',
        'A cooperativa, fundada em 1951, tem hoje mais de quatrocentos associados e um lagar inteiramente renovado.',
        'Os economistas lembram que a comparação parte de um ano muito fraco, marcado pela seca.',
        'A zona industrial tem [num2] lotes por vender, com descontos para empresas que criem emprego qualificado.',
        'Os queijos de ovelha da região foram premiados num concurso internacional, o que fez disparar as encomendas.',
      ],
    },
    {
      name: 'Desporto',
      slug: 'desporto',
      tags: ['futebol', 'distrital', 'formação', 'clubes'],
      angles: [
        {
          headline: 'Equipa de [cidade] vence fora e sobe ao primeiro lugar',
          summary: 'Golo nos descontos deu a vitória por 2-1; a equipa soma agora [num2] pontos.',
          lead: 'A equipa de [cidade] venceu a de [cidade2] por 2-1 [ontem], com um golo nos descontos, e {subiu|regressou} ao primeiro lugar do campeonato distrital.',
        },
        {
          headline: '[Cidade] garante a subida de divisão',
          summary: 'Clube vive a melhor época da sua história e prepara a receção aos adeptos na praça.',
          lead: 'A equipa de [cidade] garantiu [ontem] a subida de divisão, num estádio cheio e com festa rija até de madrugada.',
        },
        {
          headline: 'Clube de [cidade] faz [idade] anos e quer novo pavilhão',
          summary:
            'Direção apresentou o projeto aos sócios no dia em que a equipa principal voltou a ganhar.',
          lead: 'O clube desportivo de [cidade] assinalou [hoje] [idade] anos de vida com um almoço de sócios, numa semana em que a equipa principal venceu a de [cidade2] por 2-1.',
        },
      ],
      body: [
        'O primeiro golo nasceu de um canto, aos dez minutos, com o guarda-redes {mal batido|a hesitar na saída}.',
        'Na segunda parte, a equipa da casa encostou o adversário às cordas, mas falhou duas grandes penalidades.',
        'O treinador elogiou o espírito do grupo e dedicou a vitória aos adeptos que viajaram em [num2] autocarros.',
        'Alguns jogadores treinam às seis da manhã, antes do trabalho, porque o relvado só está livre a essa hora.',
        'O pavilhão, inaugurado em 1978, precisa de obras no telhado, {orçadas|avaliadas} em [milhoes].',
        'Os bilhetes para o próximo jogo, marcado para [prox], estão à venda na sede do clube, na [rua].',
        'A lesão do capitão, que saiu de maca perto do intervalo, é a má notícia da semana e poderá afastá-lo até ao fim da época.',
        'O clube tem [num] atletas nos escalões de formação, dos benjamins aos juniores.',
        'A arbitragem foi muito contestada, e a direção admite apresentar um protesto formal à federação.',
        'A última vez que a vila festejou um título foi em 1994, ano em que o campo ainda era de terra batida.',
      ],
    },
  ],
};
