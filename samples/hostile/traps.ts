/** Sites without end: calendars, repeating paths, parameters, sessions, and pages that are never missing. */
import { HOSTS } from '../hosts.ts';
import { MONTHS, two } from '../language/dates.ts';
import { hashText, Random } from '../language/random.ts';
import { items, link } from '../markup.ts';
import type { SampleSite, SiteContext } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { page, send } from './answer.ts';

export function calendar(): SampleSite {
  const site = new SiteBuilder(HOSTS.calendar, {
    name: 'Agenda da Paróquia',
    language: 'pt-BR',
    quirks: ['months without end, forwards and backwards'],
  });
  site.trap({ kind: 'calendar', example: '/agenda/2024/07' });
  const notices = ['festa', 'quermesse', 'coral'];
  site.page('/', {
    kind: 'home',
    title: 'Agenda da Paróquia',
    html: () =>
      page(
        'Agenda da Paróquia',
        `<p>Veja as atividades do mês na ${link('/agenda/2024/06', 'agenda')}.</p>${items(notices.map((n) => link(`/aviso/${n}`, `Aviso sobre ${n}`)))}`,
      ),
  });
  for (const n of notices)
    site.page(`/aviso/${n}`, {
      kind: 'article',
      title: `Aviso: ${n}`,
      html: () =>
        page(
          `Aviso: ${n}`,
          '<p>Todos estão convidados a participar e a trazer um prato de doce ou de salgado.</p>',
        ),
    });
  site.respond((x) => {
    const match = /^\/agenda\/(\d{1,4})\/(\d\d)$/.exec(x.path);
    if (match === null) return false;
    const year = Number(match[1]);
    const month = Number(match[2]);
    if (month < 1 || month > 12) return false;
    const address = (offset: number) => {
      const m = year * 12 + month - 1 + offset;
      return `/agenda/${Math.floor(m / 12)}/${two((m % 12) + 1)}`;
    };
    return send(
      x,
      200,
      page(
        `Agenda de ${MONTHS[month - 1]} de ${year}`,
        `<table><tr>${Array.from({ length: 7 }, (_, d) => `<td>${d + 1}</td>`).join('')}</tr></table><p>Nenhuma atividade marcada.</p><p>${link(address(-1), 'Mês anterior')} ${link(address(1), 'Próximo mês')} ${link(address(12), 'Próximo ano')}</p>`,
      ),
    );
  });
  return site.build();
}

export function repeating(): SampleSite {
  const site = new SiteBuilder(HOSTS.repeating, {
    name: 'Caminhos',
    language: 'pt-BR',
    quirks: ['relative links that repeat path segments for ever'],
  });
  site.trap({ kind: 'repeating-path', example: '/guia/mapas/guia/mapas/' });
  site.trap({ kind: 'depth', example: '/guia/guia/guia/guia/guia/guia/' });
  const body = `<p>O guia reúne os mapas e os roteiros da região, com horários e distâncias.</p>${items([link('guia/', 'Guia'), link('mapas/', 'Mapas'), link('roteiros/', 'Roteiros')])}`;
  site.page('/', { kind: 'home', title: 'Caminhos', html: () => page('Caminhos', body) });
  site.respond((x) =>
    /^\/(?:(?:guia|mapas|roteiros)\/)+$/.test(x.path) ? send(x, 200, page('Caminhos', body)) : false,
  );
  return site.build();
}

export function parameters(): SampleSite {
  const site = new SiteBuilder(HOSTS.parameters, {
    name: 'Loja sem Fim',
    language: 'pt-BR',
    quirks: ['every combination and order of filters is an address'],
  });
  site.trap({ kind: 'parameters', example: '/busca?cor=azul&tamanho=p&marca=a&ordem=preco' });
  const filters: Readonly<Record<string, readonly string[]>> = {
    cor: ['azul', 'verde', 'preto'],
    tamanho: ['p', 'm', 'g'],
    marca: ['a', 'b', 'c'],
    preco: ['10', '50', '100'],
    ordem: ['preco', 'nome'],
    pagina: ['1', '2', '3'],
  };
  site.page('/', {
    kind: 'home',
    title: 'Loja sem Fim',
    html: () =>
      page(
        'Loja sem Fim',
        `<p>Escolha um filtro na ${link('/busca?', 'busca')}.</p>${items([1, 2, 3, 4, 5].map((n) => link(`/produto/${n}`, `Produto ${n}`)))}`,
      ),
  });
  for (let n = 1; n <= 5; n++)
    site.page(`/produto/${n}`, {
      kind: 'product',
      title: `Produto ${n}`,
      html: () => page(`Produto ${n}`, `<p>O produto ${n} é vendido em três cores e três tamanhos.</p>`),
    });
  site.respond((x) => {
    if (!x.path.startsWith('/busca')) return false;
    const now = x.path.split('?')[1] ?? '';
    const links = Object.entries(filters).flatMap(([name, values]) =>
      values.map((v) => link(`/busca?${now === '' ? '' : `${now}&`}${name}=${v}`, `${name}: ${v}`)),
    );
    return send(
      x,
      200,
      page('Busca', `<p>Foram encontrados ${1 + (hashText(now) % 90)} produtos.</p>${items(links)}`),
    );
  });
  return site.build();
}

export function sessions(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.sessions, {
    name: 'Sessões',
    language: 'pt-BR',
    quirks: ['a new session in the path of every link of every answer'],
  });
  site.trap({ kind: 'session', example: '/(S(0123456789abcdef01234567))/pagina/1' });
  const random = new Random(context.seed, 'sessions');
  const token = () => Array.from({ length: 24 }, () => random.int(0, 15).toString(16)).join('');
  const body = () => {
    const s = token();
    return page(
      'Biblioteca em sessões',
      `<p>O acervo tem doze páginas, e só doze, embora os endereços digam outra coisa.</p>${items(Array.from({ length: 12 }, (_, i) => link(`/(S(${s}))/pagina/${i + 1}`, `Página ${i + 1}`)))}`,
    );
  };
  site.respond((x) => {
    if (x.path === '/') return send(x, 200, body());
    return /^\/\(S\([0-9a-f]{24}\)\)\/pagina\/([1-9]|1[0-2])$/.test(x.path) ? send(x, 200, body()) : false;
  });
  return site.build();
}

export function softNotFound(): SampleSite {
  const site = new SiteBuilder(HOSTS.softNotFound, {
    name: 'Sem Erro',
    language: 'pt-BR',
    quirks: ['answers 200 with “Página não encontrada” to everything, with links to more'],
  });
  site.trap({ kind: 'soft-404', example: '/qualquer-coisa' });
  const real = ['historia', 'servicos', 'equipe'];
  site.page('/', {
    kind: 'home',
    title: 'Sem Erro',
    html: () =>
      page(
        'Sem Erro',
        items([
          ...real.map((r) => link(`/${r}`, r)),
          link('/promocao-antiga', 'Promoção antiga'),
          link('/vaga/77', 'Vaga de emprego'),
        ]),
      ),
  });
  for (const r of real)
    site.page(`/${r}`, {
      kind: 'article',
      title: `Sem Erro: ${r}`,
      html: () =>
        page(
          `Sem Erro: ${r}`,
          `<p>Esta é uma página de verdade sobre ${r}, com conteúdo próprio e sem truques.</p>`,
        ),
    });
  site.respond((x) => {
    if (x.path === '/robots.txt') return false;
    const h = hashText(x.path);
    return send(
      x,
      200,
      page(
        'Página não encontrada',
        `<p>Desculpe, a página que você procura não foi encontrada. Talvez uma destas ajude:</p>${items([1, 2].map((i) => link(`/sugestao/${(h >>> i).toString(36)}`, `Sugestão ${i}`)))}`,
      ),
    );
  });
  return site.build();
}
