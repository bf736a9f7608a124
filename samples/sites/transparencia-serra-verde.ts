/** A government portal: tables of expenses by year, notices, and reports in PDF. */
import { HOSTS } from '../hosts.ts';
import { longDate, MONTHS, utc } from '../language/dates.ts';
import { money } from '../language/numbers.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { pdf } from '../pdf.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

const AREAS = ['Saúde', 'Educação', 'Obras', 'Assistência social', 'Cultura', 'Administração'] as const;

export function transparenciaSerraVerde(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.government, {
    name: 'Portal da Transparência de Serra Verde',
    language: 'pt-BR',
    quirks: [
      'PDF reports',
      'one PDF without an extension',
      'tables of figures',
      '302 and 307 inside the site',
      'shares its address with the council',
      'robots.txt with many groups',
    ],
  });
  const random = siteRandom(context, site.host);
  const years = [2023, 2022, 2021, 2020] as const;
  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-br"><head><meta charset="utf-8"><title>${esc(title)}</title></head>
<body><a class="pular" href="#conteudo">Ir para o conteúdo</a><header>${link('/', 'Portal da Transparência')} ${items([link('/despesas', 'Despesas'), link('/relatorios', 'Relatórios'), link('/noticias', 'Avisos'), link('/servicos', 'Serviços')])}</header>
<main id="conteudo">${body}</main><footer>Prefeitura de Serra Verde, CNPJ não informado nesta demonstração.</footer></body></html>
`;
  const welcome =
    'Aqui o cidadão acompanha como é gasto o dinheiro do município: despesas por área, relatórios de gestão e avisos de licitação.';
  site.page('/', {
    kind: 'home',
    title: 'Portal da Transparência de Serra Verde',
    content: () => [welcome],
    html: () =>
      frame(
        'Portal da Transparência de Serra Verde',
        `<h1>Portal da Transparência</h1><p>${welcome}</p><p>${link('/hoje', 'Despesas do ano corrente')} · ${link('/ouvidoria', 'Ouvidoria')}</p>`,
      ),
  });
  site.redirect('/hoje', '/despesas/2023', 302);
  site.redirect('/ouvidoria', '/servicos#ouvidoria', 307);

  site.page('/despesas', {
    kind: 'list',
    title: 'Despesas',
    html: () =>
      frame(
        'Despesas',
        `<h1>Despesas</h1>${items(years.map((y) => link(`/despesas/${y}`, `Exercício de ${y}`)))}`,
      ),
  });
  for (const year of years) {
    const here = random.fork('expenses', year);
    const rows = AREAS.map((a) => [a, here.int(1_200_000, 48_000_000) + here.int(0, 99) / 100] as const);
    const total = rows.reduce((sum, [, v]) => sum + v, 0);
    const text = `No exercício de ${year}, o município aplicou R$ ${money(total)}, dos quais R$ ${money(rows[0]![1])} em saúde e R$ ${money(rows[1]![1])} em educação.`;
    site.page(`/despesas/${year}`, {
      kind: 'document',
      title: `Despesas de ${year}`,
      content: () => [text],
      html: () =>
        frame(
          `Despesas de ${year}`,
          `<h1>Despesas de ${year}</h1><p>${text}</p><table><caption>Valores em reais</caption><thead><tr><th>Área</th><th>Valor</th></tr></thead><tbody>${rows.map(([a, v]) => `<tr><td>${a}</td><td>${money(v)}</td></tr>`).join('')}</tbody></table>`,
        ),
    });
  }

  const reports = years.flatMap((year) =>
    [1, 2].map((half) => ({
      year,
      half,
      path: half === 2 && year === 2020 ? '/arquivo?id=2020-2' : `/relatorios/relatorio-${year}-${half}.pdf`,
    })),
  );
  site.page('/relatorios', {
    kind: 'list',
    title: 'Relatórios de gestão',
    html: () =>
      frame(
        'Relatórios de gestão',
        `<h1>Relatórios de gestão</h1>${items(reports.map((r) => link(r.path, `Relatório do ${r.half}º semestre de ${r.year} (PDF)`)))}`,
      ),
  });
  for (const r of reports) {
    const here = random.fork('report', r.year, r.half);
    const published = utc(r.half === 1 ? r.year : r.year + 1, r.half === 1 ? 7 : 1, here.int(10, 28));
    const title = `Relatório de gestão: ${r.half}º semestre de ${r.year}`;
    const texts = [
      `Serra Verde, ${longDate(published)}.`,
      `O presente relatório descreve as ações da administração municipal entre ${MONTHS[r.half === 1 ? 0 : 6]} e ${MONTHS[r.half === 1 ? 5 : 11]} de ${r.year}, em cumprimento à legislação em vigor.`,
      ...AREAS.map(
        (a) =>
          `${a}: foram concluídas ${here.int(11, 60)} ações, com investimento de R$ ${money(here.int(200_000, 9_000_000))}. A avaliação da população, medida por ${here.int(300, 900)} questionários, foi considerada satisfatória, com sugestões de melhoria nos horários de atendimento e na divulgação dos serviços.`,
      ),
      'As contas foram examinadas pelo controle interno, que não encontrou irregularidades. Os documentos originais estão à disposição dos interessados no arquivo da prefeitura.',
    ];
    site.pdf(r.path, { kind: 'document', title, published, content: () => texts }, () =>
      pdf(title, texts, published),
    );
  }

  const notices = Array.from({ length: 5 }, (_, i) => ({
    n: 41 - i,
    day: utc(2024, 5 - i, 6 + i),
    what: [
      'a compra de merenda',
      'a reforma da praça',
      'o transporte escolar',
      'a coleta de lixo',
      'a troca de lâmpadas',
    ][i]!,
  }));
  site.page('/noticias', {
    kind: 'list',
    title: 'Avisos',
    html: () =>
      frame(
        'Avisos',
        `<h1>Avisos</h1>${items(notices.map((n) => link(`/noticias/aviso-${n.n}`, `Aviso nº ${n.n}`)))}`,
      ),
  });
  for (const n of notices) {
    const text = [
      `A Prefeitura de Serra Verde torna público que realizará licitação para ${n.what}. As propostas serão abertas às 9h do dia ${longDate(n.day)}, na sala de reuniões do paço municipal.`,
      'O edital completo pode ser retirado gratuitamente no setor de compras, mediante apresentação de documento de identidade.',
    ];
    site.page(`/noticias/aviso-${n.n}`, {
      kind: 'article',
      title: `Aviso nº ${n.n}`,
      content: () => text,
      html: () => frame(`Aviso nº ${n.n}`, `<h1>Aviso nº ${n.n}</h1>${paragraphs(text)}`),
    });
  }
  const services =
    'A carta de serviços reúne os horários e os documentos exigidos em cada setor. A ouvidoria atende por telefone, por carta e pessoalmente.';
  site.page('/servicos', {
    kind: 'about',
    title: 'Serviços',
    content: () => [services],
    html: () =>
      frame(
        'Serviços',
        `<h1>Serviços</h1><p id="ouvidoria">${services}</p><p>Mapas do município: ${link(`${context.origin(HOSTS.mapsBr)}/`, 'Geodados')}.</p>`,
      ),
  });
  site.robots(`# Portal da Transparência
User-agent: robo-a
User-agent: robo-b
Disallow: /relatorios/

User-agent: *
Disallow: /admin
Disallow: /*.xls$

User-agent: robo-c
Crawl-delay: 120
Disallow: /
`);
  return site.build();
}
