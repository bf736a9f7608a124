/** What a volunteer is told: `tarrafa volunteer`, and the page on its machine that shows what it does. */
import { inLanguages } from './in-languages.ts';

export const VOLUNTEER_WORDS = inLanguages(
  {
    about:
      'empresta esta máquina a uma coleta: busca as páginas que um balcão pede, dentro dos limites que você der',
    desk: 'endereço do balcão: https://balcao.exemplo.org',
    tokenFile: 'arquivo com o token que você recebeu, que só você pode ler (ou TARRAFA_VOLUNTEER_TOKEN)',
    concurrency: 'sites ao mesmo tempo, até 50',
    maxBandwidth: 'bytes por segundo recebidos, no máximo',
    maxLoad: 'carga da máquina por processador acima da qual nada se faz; 0: nunca fazer nada',
    statusPort: 'porta da página de estado, só nesta máquina; 0: qualquer',
    paused: 'começar em pausa',
    statusAt: 'Página de estado: {address}',
    working: 'Trabalhando para {desk}; Ctrl-C devolve na hora o que estiver em mãos.',
    ended:
      '{pages} {pages|página lida|páginas lidas}: {sent} com conteúdo, {told} só com os links; {bytes} recebidos.',
    stops: {
      stopped: 'Quem administra a coleta parou todos os voluntários.',
      finished: 'A coleta acabou. Obrigado!',
      barred:
        'O que esta máquina trouxe não confere com o que outros viram; fale com quem administra a coleta.',
    },
    title: 'Voluntário da Tarrafa',
    modes: {
      working: 'trabalhando',
      paused: 'em pausa',
      busy: 'a máquina está ocupada: nada se faz',
      waiting: 'à espera de trabalho',
      stopped: 'parado',
    },
    pause: 'Pausar',
    resume: 'Continuar',
    figures: 'lidas {pages} · com conteúdo {sent} · só links {told} · {bytes}',
    views: {
      tags: 'Etiquetas extraídas',
      urls: 'URLs encontradas',
      anchors: 'Âncoras e texto em volta',
      files: 'Arquivos geográficos',
      html: 'HTML inteiro',
      geoPages: 'Páginas geográficas',
      received: 'URLs recebidas do balcão',
      words: 'Palavras',
      actions: 'Estado do serviço',
      errors: 'Erros',
      robots: 'Robots',
    },
    pageTitle: 'título',
    description: 'descrição',
    keywords: 'palavras-chave',
    noHtml: 'Nada em mãos: o HTML é descartado assim que a página é entregue.',
    noRobots:
      'A página não diz nada a robôs; o robots.txt do site foi lido pelo balcão antes de a URL ser entregue.',
    nothing: 'nada ainda',
  },
  {
    about:
      'empresta esta máquina a uma recolha: obtém as páginas que um balcão pede, dentro dos limites que definir',
    tokenFile: 'ficheiro com o token que recebeu, que só o próprio pode ler (ou TARRAFA_VOLUNTEER_TOKEN)',
    working: 'A trabalhar para {desk}; Ctrl-C devolve de imediato o que estiver em mãos.',
    ended:
      '{pages} {pages|página lida|páginas lidas}: {sent} com conteúdo, {told} só com as ligações; {bytes} recebidos.',
    stops: {
      stopped: 'Quem administra a recolha parou todos os voluntários.',
      finished: 'A recolha acabou. Obrigado!',
      barred:
        'O que esta máquina trouxe não confere com o que outros viram; fale com quem administra a recolha.',
    },
    modes: { working: 'a trabalhar' },
    figures: 'lidas {pages} · com conteúdo {sent} · só ligações {told} · {bytes}',
    views: { files: 'Ficheiros geográficos', urls: 'URL encontrados', received: 'URL recebidos do balcão' },
    noRobots:
      'A página não diz nada a robôs; o robots.txt do site foi lido pelo balcão antes de o URL ser entregue.',
  },
  {
    about:
      'lends this machine to a crawl: fetches the pages that a desk asks for, within the limits that you give',
    desk: 'address of the desk: https://desk.example.org',
    tokenFile:
      'file with the token that you were given, which only you may read (or TARRAFA_VOLUNTEER_TOKEN)',
    concurrency: 'sites at once, up to 50',
    maxBandwidth: 'bytes a second received, at most',
    maxLoad: 'load of the machine, by processor, above which nothing is done; 0: never do anything',
    statusPort: 'port of the status page, on this machine alone; 0: any',
    paused: 'begin in pause',
    statusAt: 'Status page: {address}',
    working: 'Working for {desk}; Ctrl-C gives back at once what is in hand.',
    ended: '{pages} {pages|page|pages} read: {sent} with content, {told} by links alone; {bytes} received.',
    stops: {
      stopped: 'Who runs the crawl stopped all volunteers.',
      finished: 'The crawl is over. Thank you!',
      barred: 'What this machine brought is not what others saw; talk to who runs the crawl.',
    },
    title: 'Tarrafa volunteer',
    modes: {
      working: 'working',
      paused: 'paused',
      busy: 'the machine is busy: nothing is done',
      waiting: 'waiting for work',
      stopped: 'stopped',
    },
    pause: 'Pause',
    resume: 'Go on',
    figures: 'read {pages} · with content {sent} · links alone {told} · {bytes}',
    views: {
      tags: 'Extracted tags',
      urls: 'URLs found',
      anchors: 'Anchors and the text around them',
      files: 'Geographic files',
      html: 'Full HTML',
      geoPages: 'Geographic pages',
      received: 'URLs received from the desk',
      words: 'Words',
      actions: 'Service status',
      errors: 'Errors',
      robots: 'Robots',
    },
    pageTitle: 'title',
    description: 'description',
    keywords: 'keywords',
    noHtml: 'Nothing in hand: the HTML is discarded as soon as the page is handed in.',
    noRobots:
      'The page says nothing to robots; robots.txt of its site was read by the desk before the URL was given out.',
    nothing: 'nothing yet',
  },
);
