/** A Brazilian city council: members by letter and in pages of ten, a definition list for each, sessions, laws. */
import { HOSTS } from '../hosts.ts';
import { addDays, longDate, utc } from '../language/dates.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { members } from './council.ts';
import { inPages } from './newsroom.ts';

const SUBJECTS = [
  'a denominação de ruas do bairro Bela Vista',
  'a merenda escolar',
  'o horário do comércio',
  'a coleta seletiva de lixo',
  'o transporte de estudantes',
  'a proteção das nascentes',
  'as feiras livres',
  'a iluminação de praças',
] as const;

export function camaraSerraVerde(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.councilBr, {
    name: 'Câmara Municipal de Serra Verde',
    language: 'pt-BR',
    quirks: [
      'members by letter and by page',
      'label and value in definition lists',
      '/vereadores redirects to /vereadores/',
      'shares its address with the transparency portal',
      'Allow inside a Disallow',
    ],
  });
  const random = siteRandom(context, site.host);
  const list = members(random, 'br', 27);
  const letters = [...new Set(list.map((m) => m.letter))].sort();
  const pages = inPages(list, 10);

  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title></head>
<body><header><h2>Câmara Municipal de Serra Verde</h2><nav>${items([link('/', 'Início'), link('/vereadores', 'Vereadores'), link('/sessoes/', 'Sessões'), link('/leis/', 'Leis')])}</nav></header>
<main>${body}</main>
<footer><address>Praça da Matriz, 1, Serra Verde</address></footer></body></html>
`;
  const welcome = [
    'A Câmara Municipal de Serra Verde reúne 27 vereadores eleitos para um mandato de quatro anos. As sessões ordinárias acontecem às terças e quintas-feiras, às 19h, e são abertas ao público.',
    'Neste portal o cidadão encontra a lista dos vereadores, as atas das sessões e o texto das leis aprovadas.',
  ];
  site.page('/', {
    kind: 'home',
    title: 'Câmara Municipal de Serra Verde',
    content: () => welcome,
    html: () =>
      frame(
        'Câmara Municipal de Serra Verde',
        `<h1>Bem-vindo</h1>${paragraphs(welcome)}<p>Veja também o ${link(`${context.origin(HOSTS.government)}/`, 'portal da transparência')}.</p>`,
      ),
  });
  site.redirect('/vereadores', '/vereadores/', 301);

  const index = `<p>Por letra: ${letters.map((l) => link(`/vereadores/letra/${l}`, l)).join(' ')}</p>`;
  pages.forEach((chunk, i) => {
    const title = i === 0 ? 'Vereadores' : `Vereadores, página ${i + 1}`;
    site.page(i === 0 ? '/vereadores/' : `/vereadores/?pagina=${i + 1}`, {
      kind: 'list',
      title,
      html: () =>
        frame(
          title,
          `<h1>${title}</h1>${index}${items(chunk.map((m) => link(`/vereadores/${m.slug}`, m.name)))}<p>Páginas: ${pages.map((_, j) => link(j === 0 ? '/vereadores/' : `/vereadores/?pagina=${j + 1}`, String(j + 1))).join(' ')}</p>`,
        ),
    });
  });
  for (const letter of letters) {
    site.page(`/vereadores/letra/${letter}`, {
      kind: 'list',
      title: `Vereadores: letra ${letter}`,
      html: () =>
        frame(
          `Vereadores: letra ${letter}`,
          `<h1>Letra ${letter}</h1>${index}${items(list.filter((m) => m.letter === letter).map((m) => link(`/vereadores/${m.slug}`, m.name)))}`,
        ),
    });
  }
  for (const m of list) {
    const f = m.gender === 'f';
    const text = `${f ? 'A vereadora' : 'O vereador'} ${m.name} exerce o mandato em Serra Verde e participa das comissões permanentes da Casa. O gabinete recebe a população sem hora marcada às quartas-feiras.`;
    site.page(`/vereadores/${m.slug}`, {
      kind: 'person',
      title: `${m.name} | Câmara Municipal de Serra Verde`,
      attributes: { Nome: m.name, ...m.attributes },
      content: () => [m.name, text],
      html: () =>
        frame(
          `${m.name} | Câmara Municipal de Serra Verde`,
          `<h1>${esc(m.name)}</h1><dl>${Object.entries(m.attributes)
            .map(([k, v]) => `<dt>${k}</dt><dd>${esc(v)}</dd>`)
            .join(
              '\n',
            )}</dl><h3>Apresentação</h3><p>${text}</p><p><a href="/vereadores/${m.slug}/agenda-interna">Agenda interna</a></p>`,
        ),
    });
    site.page(`/vereadores/${m.slug}/agenda-interna`, {
      kind: 'about',
      reach: 'disallowed',
      title: 'Agenda interna',
      html: () => frame('Agenda interna', '<p>Uso interno.</p>'),
    });
  }

  const sessions = Array.from({ length: 8 }, (_, i) => ({
    n: 112 - i,
    day: addDays(utc(2024, 6, 11), -7 * i),
  }));
  site.page('/sessoes/', {
    kind: 'list',
    title: 'Sessões',
    html: () =>
      frame(
        'Sessões',
        `<h1>Sessões</h1>${items(sessions.map((s) => link(`/sessoes/ata-${s.n}`, `Ata da ${s.n}ª sessão, de ${longDate(s.day)}`)))}`,
      ),
  });
  sessions.forEach((s, i) => {
    const speakers = random.fork('session', s.n).sample(list, 3);
    const text = [
      `Aos ${s.day.getUTCDate()} dias do mês de ${longDate(s.day).split(' de ')[1]} de ${s.day.getUTCFullYear()}, às dezenove horas, reuniu-se a Câmara Municipal de Serra Verde em sessão ordinária, com a presença de ${20 + (s.n % 7)} vereadores.`,
      `Usaram da palavra ${speakers
        .map((m) => m.name)
        .join(', ')
        .replace(
          /, ([^,]+)$/,
          ' e $1',
        )}, que trataram dos projetos sobre ${SUBJECTS[i % SUBJECTS.length]} e sobre ${SUBJECTS[(i + 3) % SUBJECTS.length]}.`,
      'Nada mais havendo a tratar, a presidência encerrou os trabalhos e convocou a próxima sessão para o dia e o horário regimentais.',
    ];
    site.page(`/sessoes/ata-${s.n}`, {
      kind: 'document',
      title: `Ata da ${s.n}ª sessão`,
      published: s.day,
      content: () => text,
      html: () =>
        frame(
          `Ata da ${s.n}ª sessão`,
          `<h1>Ata da ${s.n}ª sessão</h1>${paragraphs(text)}<p>Presentes: ${speakers.map((m) => link(`/vereadores/${m.slug}`, m.name)).join(', ')}.</p>`,
        ),
    });
  });
  const laws = SUBJECTS.map((subject, i) => ({ n: 1480 - i * 13, year: 2024 - (i >> 1), subject }));
  site.page('/leis/', {
    kind: 'list',
    title: 'Leis',
    html: () =>
      frame(
        'Leis',
        `<h1>Leis</h1>${items(laws.map((l) => link(`/leis/${l.year}/lei-${l.n}`, `Lei nº ${l.n}/${l.year}`)))}`,
      ),
  });
  for (const l of laws) {
    const text = [
      `Lei nº ${l.n}/${l.year}, que dispõe sobre ${l.subject} e dá outras providências.`,
      'Art. 1º Fica o Poder Executivo autorizado a regulamentar a matéria no prazo de noventa dias.',
      'Art. 2º As despesas decorrentes da execução desta lei correrão por conta de dotações próprias do orçamento.',
      'Art. 3º Esta lei entra em vigor na data de sua publicação.',
    ];
    site.page(`/leis/${l.year}/lei-${l.n}`, {
      kind: 'document',
      title: `Lei nº ${l.n}/${l.year}`,
      content: () => text,
      html: () => frame(`Lei nº ${l.n}/${l.year}`, `<h1>Lei nº ${l.n}/${l.year}</h1>${paragraphs(text)}`),
    });
  }
  site.robots(`User-agent: *
Disallow: /vereadores/*/agenda-interna$
Disallow: /intranet/
Allow: /intranet/publico/
`);
  return site.build();
}
