/** A university department of the nineties, in ISO-8859-1: declared in the header, in a meta element, or in both. */
import type { Charset } from '../charset.ts';
import { HOSTS } from '../hosts.ts';
import { people } from '../language/people.ts';
import { slug } from '../language/slug.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

const COURSES: readonly (readonly [string, readonly string[]])[] = [
  [
    'História do Brasil Colonial',
    [
      'A disciplina estuda a ocupação do território entre 1500 e 1808, com atenção à escravidão, às missões e à economia do açúcar e do ouro.',
      'Os alunos leem documentos da época, como a carta de Pero Vaz de Caminha, e apresentam um trabalho de arquivo no fim do semestre.',
    ],
  ],
  [
    'História Contemporânea',
    [
      'O curso acompanha o século XX, da guerra de 1914 à queda do Muro de Berlim, em 1989, e discute como a memória desses fatos foi construída.',
      'A avaliação consiste em duas provas e um seminário em grupo.',
    ],
  ],
  [
    'Paleografia',
    [
      'Aprende-se a ler a letra dos séculos XVI a XIX, a desdobrar abreviaturas e a transcrever segundo as normas técnicas.',
      'As aulas práticas acontecem no laboratório, com cópias de testamentos e de livros de batismo.',
    ],
  ],
  [
    'História Oral',
    [
      'Discute-se como preparar, gravar, transcrever e interpretar entrevistas, com exemplos de pesquisas feitas em comunidades rurais.',
      'Cada estudante realiza três entrevistas e deposita as gravações no acervo do departamento.',
    ],
  ],
];

export function universidade(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.university, {
    name: 'Departamento de História',
    language: 'pt-BR',
    encodings: [],
    quirks: [
      'ISO-8859-1 by header, by meta, or by both',
      'named character references',
      'relative links with ..',
      'base element',
    ],
  });
  const random = siteRandom(context, site.host);
  const staff = people(random.fork('staff'), 'br', 6);
  const charset: Charset = 'iso-8859-1';
  const frame = (
    title: string,
    how: 'header' | 'meta' | 'both',
    body: string,
    head = '',
  ) => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html lang="pt-br"><head>${how === 'header' ? '' : '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'}
<title>${esc(title)}</title>${head}</head>
<body bgcolor="#ffffff"><h2>Departamento de Hist&oacute;ria</h2>
${body}
<hr><p><a href="/">P&aacute;gina principal</a></p></body></html>
`;
  const add = (
    path: string,
    kind: 'home' | 'list' | 'document' | 'person',
    title: string,
    how: 'header' | 'meta' | 'both',
    texts: readonly string[],
    body: string,
    extra: { attributes?: Record<string, string>; head?: string } = {},
  ) =>
    site.page(path, {
      kind,
      title,
      charset,
      declared: 'iso-8859-1',
      type: how === 'meta' ? 'text/html' : 'text/html; charset=ISO-8859-1',
      content: () => texts,
      ...(extra.attributes === undefined ? {} : { attributes: extra.attributes }),
      html: () => frame(title, how, body, extra.head),
    });

  const welcome = [
    'O Departamento de História foi criado em 1968 e reúne professores, técnicos e estudantes de graduação e de pós-graduação.',
    'Esta página é mantida pelos alunos e não recebe acentuação automática: se encontrar um erro, avise a secretaria.',
  ];
  add(
    '/',
    'home',
    'Departamento de História',
    'both',
    welcome,
    `<h1>Apresentação</h1>${paragraphs(welcome)}${items([link('disciplinas/', 'Disciplinas'), link('docentes/lista.html', 'Corpo docente')])}`,
  );
  add(
    '/disciplinas/',
    'list',
    'Disciplinas',
    'header',
    [],
    `<h1>Disciplinas</h1>${items(COURSES.map(([t]) => link(`${slug(t)}.html`, t)))}`,
  );
  COURSES.forEach(([title, texts], i) => {
    add(
      `/disciplinas/${slug(title)}.html`,
      'document',
      title,
      i % 2 === 0 ? 'meta' : 'both',
      texts,
      `<h1>${esc(title)}</h1>${paragraphs(texts)}<p>Docente responsável: ${link(`../docentes/${slug(staff[i]!.name)}.html`, staff[i]!.name)}</p>`,
    );
  });
  add(
    '/docentes/lista.html',
    'list',
    'Corpo docente',
    'meta',
    [],
    `<h1>Corpo docente</h1>${items(staff.map((p) => link(`${slug(p.name)}.html`, p.name)))}`,
    { head: '<base href="/docentes/">' },
  );
  staff.forEach((p, i) => {
    const f = p.gender === 'f';
    const attributes = {
      Titulação: f ? 'Doutora' : 'Doutor',
      Área: COURSES[i % COURSES.length]![0],
      Sala: `B-${201 + i}`,
      Ramal: String(4400 + i * 7),
    };
    const text = `${f ? 'Professora do departamento e autora' : 'Professor do departamento e autor'} de artigos sobre a história da região, orienta trabalhos de conclusão de curso e coordena um grupo de leitura às sextas-feiras.`;
    add(
      `/docentes/${slug(p.name)}.html`,
      'person',
      p.name,
      'header',
      [p.name, text],
      `<h1>${esc(p.name)}</h1><table border="1">${Object.entries(attributes)
        .map(([k, v]) => `<tr><td><b>${k}:</b></td><td>${esc(v)}</td></tr>`)
        .join('')}</table><p>${text}</p>`,
      { attributes: { Nome: p.name, ...attributes } },
    );
  });
  site.robots('User-agent: *\nDisallow: /cgi-bin/\nDisallow: /~\n');
  return site.build();
}
