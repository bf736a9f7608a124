/**
 * Three small sites whose charset must be found out: windows-1252 without a word about it, windows-1252 that
 * claims to be UTF-8, and UTF-8 that claims to be ISO-8859-1.
 */
import type { Charset } from '../charset.ts';
import { HOSTS, type SampleHost } from '../hosts.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import type { SampleSite } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

type Chapter = readonly [file: string, title: string, texts: readonly string[]];

interface Plan {
  readonly host: SampleHost;
  readonly name: string;
  readonly language: 'pt-BR' | 'pt-PT';
  readonly charset: Charset;
  readonly header: string;
  readonly meta: string | null;
  readonly quirks: readonly string[];
  readonly chapters: readonly Chapter[];
}

function oldSite(plan: Plan): SampleSite {
  const site = new SiteBuilder(plan.host, { name: plan.name, language: plan.language, quirks: plan.quirks });
  const declared = /charset=([\w-]+)/i.exec(`${plan.header} ${plan.meta ?? ''}`)?.[1]?.toLowerCase() ?? null;
  const frame = (
    title: string,
    body: string,
  ) => `<html><head>${plan.meta ?? ''}<title>${esc(title)}</title></head>
<body><p><a href="/">${esc(plan.name)}</a></p>
${body}
</body></html>
`;
  const common = { charset: plan.charset, declared, type: plan.header };
  site.page('/', {
    kind: 'home',
    title: plan.name,
    ...common,
    html: () =>
      frame(
        plan.name,
        `<h1>${esc(plan.name)}</h1>${items(plan.chapters.map(([file, title]) => link(`/${file}.html`, title)))}`,
      ),
  });
  for (const [file, title, texts] of plan.chapters) {
    site.page(`/${file}.html`, {
      kind: 'article',
      title: `${title} - ${plan.name}`,
      ...common,
      content: () => [title, ...texts],
      html: () => frame(`${title} - ${plan.name}`, `<h1>${esc(title)}</h1>\n${paragraphs(texts)}`),
    });
  }
  return site.build();
}

/** Curly quotation marks, dashes and ellipses are where windows-1252 differs from ISO-8859-1. */
export function memoriaFerroviaria(): SampleSite {
  return oldSite({
    host: HOSTS.legacy,
    name: 'Memória Ferroviária',
    language: 'pt-BR',
    charset: 'windows-1252',
    header: 'text/html',
    meta: null,
    quirks: ['windows-1252 without any declaration', 'robots.txt is 404'],
    chapters: [
      [
        'estacoes',
        'As estações',
        [
          'A linha tinha dezessete estações – a maior delas com relógio, jardim e sala de espera para senhoras. Hoje, restam de pé apenas seis, e nem todas estão bem conservadas.',
          'Quem viajava no “noturno” chegava à capital às sete da manhã, com o rosto cheio de fuligem e o corpo moído… mas contente.',
        ],
      ],
      [
        'locomotivas',
        'As locomotivas',
        [
          'As primeiras máquinas vieram da Inglaterra, desmontadas em caixotes, e foram montadas por operários que nunca tinham visto um trem. A mais famosa, conhecida como “Formosa”, rodou até 1961.',
          'A manutenção era feita à noite, à luz de lampião, por equipes de oito homens.',
        ],
      ],
      [
        'operarios',
        'Os operários',
        [
          'Na vila ferroviária, as casas eram iguais por fora e muito diferentes por dentro. Havia escola, armazém, time de futebol e uma banda que tocava aos domingos.',
          'A greve de 1917 parou a linha durante onze dias. As conquistas foram poucas – mas ninguém esqueceu.',
        ],
      ],
      [
        'acidente',
        'O acidente da serra',
        [
          'Em uma noite de neblina, dois trens se encontraram na mesma via. O maquinista ainda tentou frear, mas não havia distância suficiente; o jornal falou em “tragédia anunciada”.',
          'Desde então, nenhum trem descia a serra sem o aviso do telégrafo.',
        ],
      ],
      [
        'fim',
        'O fim da linha',
        [
          'O último trem partiu sem cerimônia, com poucos passageiros e muitos curiosos. Os trilhos foram arrancados no ano seguinte e vendidos como sucata.',
          'O que ficou está nas fotografias, nos objetos e – sobretudo – nas histórias que os velhos ferroviários ainda contam.',
        ],
      ],
    ],
  });
}

export function radioLitoral(): SampleSite {
  return oldSite({
    host: HOSTS.falseUtf8,
    name: 'Rádio Litoral',
    language: 'pt-BR',
    charset: 'windows-1252',
    header: 'text/html; charset=UTF-8',
    meta: '<meta charset="utf-8">',
    quirks: [
      'declares UTF-8 and sends windows-1252',
      'shares its address with another site',
      'robots.txt is 404',
    ],
    chapters: [
      [
        'programacao',
        'Programação',
        [
          'A Rádio Litoral está no ar das cinco da manhã à meia-noite, com música, notícias e a previsão das marés. Aos sábados, o programa “Rede e Anzol” recebe pescadores da região.',
          'A transmissão não é interrompida nem em dia de temporal: há um gerador atrás do estúdio.',
        ],
      ],
      [
        'historia',
        'História da emissora',
        [
          'A emissora nasceu em 1959, em um barracão emprestado pela colônia de pescadores. O primeiro transmissor tinha tão pouca potência que só alcançava duas praias.',
          'Em 1978, a antena caiu com a ressaca e foi reerguida em um mutirão que durou três dias.',
        ],
      ],
      [
        'ouvintes',
        'Cartas de ouvintes',
        [
          '“Escuto a rádio desde menina e não durmo sem o boletim das marés”, escreve uma ouvinte de setenta anos. Há também pedidos de música, reclamações e convites para aniversários.',
          'As cartas são lidas no ar às sextas-feiras, com a autorização de quem as enviou.',
        ],
      ],
      [
        'contato',
        'Fale com a rádio',
        [
          'O estúdio fica em frente ao trapiche, na entrada da praia, e recebe visitas de escolas mediante agendamento.',
          'Não enviamos brindes pelo correio, mas quem vier até aqui ganha um café.',
        ],
      ],
    ],
  });
}

export function clubeDeLeitura(): SampleSite {
  return oldSite({
    host: HOSTS.falseLatin1,
    name: 'Clube de Leitura',
    language: 'pt-PT',
    charset: 'utf-8',
    header: 'text/html; charset=iso-8859-1',
    meta: '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
    quirks: ['declares ISO-8859-1 and sends UTF-8', 'robots.txt is 404'],
    chapters: [
      [
        'sessoes',
        'Sessões',
        [
          'O clube reúne-se na primeira quinta-feira de cada mês, às nove da noite, na biblioteca municipal. Não é preciso ter lido o livro até ao fim, mas convém não revelar o desfecho.',
          'As sessões são gratuitas e duram cerca de hora e meia; no fim há chá e bolachas.',
        ],
      ],
      [
        'livros',
        'Livros do ano',
        [
          'Este ano lemos sobretudo romances de autores portugueses e brasileiros, com uma incursão na poesia. A lista foi votada por todos, e não faltou discussão.',
          'Entre os mais apreciados esteve “Dom Casmurro”, de Machado de Assis, publicado em livro em 1899 e datado de 1900.',
        ],
      ],
      [
        'regras',
        'Regras da casa',
        [
          'Há apenas três regras: ouvir os outros, não interromper e devolver os livros emprestados. Quem quebrar a terceira traz o bolo na sessão seguinte.',
          'As opiniões são livres, e as discordâncias são até bem-vindas.',
        ],
      ],
      [
        'contactos',
        'Contactos',
        [
          'Para se inscrever, basta aparecer numa sessão ou deixar o nome ao balcão da biblioteca. Também respondemos a mensagens, embora com algum atraso.',
          'A biblioteca encerra aos domingos e às segundas-feiras de manhã.',
        ],
      ],
    ],
  });
}
