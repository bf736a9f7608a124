/** Servers that are slow, failing, flapping, endless, silent or too busy. */
import { HOSTS } from '../hosts.ts';
import { httpDate } from '../language/dates.ts';
import type { SampleSite } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { index, page, send } from './answer.ts';

export function slow(): SampleSite {
  const site = new SiteBuilder(HOSTS.slow, {
    name: 'Devagar',
    language: 'pt-BR',
    quirks: ['first byte late', 'body in drops', 'slow head'],
  });
  site.page('/', {
    kind: 'home',
    title: 'Devagar',
    html: () =>
      index('Devagar', [
        ['/demora', 'Demora a começar'],
        ['/gotas', 'Chega aos poucos'],
        ['/demora/2', 'Demora o dobro'],
      ]),
  });
  site.respond((x) => {
    const text = page('Devagar', '<p>Devagar se vai ao longe.</p>');
    if (x.path.startsWith('/demora')) {
      x.later(x.slowMs * (x.path === '/demora/2' ? 2 : 1), () => send(x, 200, text));
      return true;
    }
    if (x.path !== '/gotas') return false;
    x.response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    const bytes = Buffer.from(text);
    const size = Math.ceil(bytes.length / 10);
    const drop = (at: number) => {
      if (x.response.destroyed) return;
      x.response.write(bytes.subarray(at, at + size));
      if (at + size < bytes.length) x.later(x.slowMs / 10, () => drop(at + size));
      else x.response.end();
    };
    drop(0);
    return true;
  });
  return site.build();
}

export function failing(): SampleSite {
  const site = new SiteBuilder(HOSTS.failing, {
    name: 'Quebrado',
    language: 'pt-BR',
    quirks: [
      '500, 501, 502, 503, 504',
      'connection reset before and inside the body',
      '401, 403, 410, 418, 451',
    ],
  });
  const codes = [400, 401, 403, 410, 418, 451, 500, 501, 502, 503, 504];
  site.page('/', {
    kind: 'home',
    title: 'Quebrado',
    html: () =>
      index('Quebrado', [
        ...codes.map((c) => [`/erro/${c}`, `Erro ${c}`] as const),
        ['/fecha', 'Fecha sem responder'],
        ['/corta', 'Corta no meio'],
        ['/inteira', 'Página inteira'],
      ]),
  });
  site.page('/inteira', {
    kind: 'article',
    title: 'Inteira',
    html: () => page('Inteira', '<p>Nem tudo está quebrado.</p>'),
  });
  site.respond((x) => {
    const match = /^\/erro\/(\d{3})$/.exec(x.path);
    if (match !== null)
      return send(x, Number(match[1]), page(`Erro ${match[1]}`, '<p>Alguma coisa deu errado.</p>'));
    if (x.path === '/fecha') {
      x.request.socket.destroy();
      return true;
    }
    if (x.path !== '/corta') return false;
    x.response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': 5000 });
    x.response.write(
      page('Corta', '<p>Esta página deveria ser mais longa, mas a ligação caiu antes</p>'),
      () => x.request.socket.destroy(),
    );
    return true;
  });
  return site.build();
}

export function flapping(): SampleSite {
  const site = new SiteBuilder(HOSTS.flapping, {
    name: 'Instável',
    language: 'pt-BR',
    quirks: [
      'every page fails the first time (503 or a closed connection) and works the second',
      '/teimosa works the third time',
    ],
  });
  const links = Array.from({ length: 6 }, (_, i) => [`/pagina/${i + 1}`, `Página ${i + 1}`] as const);
  site.robots('User-agent: *\nAllow: /\n');
  site.respond((x) => {
    const known = x.path === '/' || x.path === '/teimosa' || links.some(([href]) => href === x.path);
    if (!known) return false;
    if (x.earlier < (x.path === '/teimosa' ? 2 : 1)) {
      if (/[246]$/.test(x.path)) x.request.socket.destroy();
      else send(x, 503, page('Fora do ar', '<p>Tente de novo mais tarde.</p>'));
      return true;
    }
    return send(
      x,
      200,
      x.path === '/'
        ? index('Instável', [...links, ['/teimosa', 'Teimosa']])
        : page(`Instável ${x.path}`, '<p>Desta vez deu certo.</p>'),
    );
  });
  return site.build();
}

export function endless(): SampleSite {
  const site = new SiteBuilder(HOSTS.endless, {
    name: 'Sem Fim',
    language: 'pt-BR',
    quirks: ['a body that never ends', 'a head that never ends'],
  });
  site.page('/', {
    kind: 'home',
    title: 'Sem Fim',
    html: () =>
      index('Sem Fim', [
        ['/fluxo', 'Corpo sem fim'],
        ['/cabecalhos', 'Cabeçalho sem fim'],
        ['/normal', 'Página normal'],
      ]),
  });
  site.page('/normal', {
    kind: 'article',
    title: 'Normal',
    html: () => page('Normal', '<p>Esta tem começo, meio e fim.</p>'),
  });
  site.respond((x) => {
    if (x.path === '/fluxo') {
      x.response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      const line = `<p>${'E a história continua, sem pressa e sem ponto final. '.repeat(20)}</p>\n`;
      const more = () => {
        // The client's window sets the pace: nothing piles up here.
        while (!x.response.destroyed && x.response.write(line));
        if (!x.response.destroyed) x.response.once('drain', () => x.later(1, more));
      };
      more();
      return true;
    }
    if (x.path !== '/cabecalhos') return false;
    const socket = x.request.socket;
    socket.write('HTTP/1.1 200 OK\r\n');
    const more = (n: number) => {
      if (socket.destroyed) return;
      socket.write(`X-Linha-${n}: ${'a'.repeat(1000)}\r\n`);
      x.later(1, () => more(n + 1));
    };
    more(0);
    return true;
  });
  return site.build();
}

/** Accepts the connection, reads the request, and says nothing; not even to robots.txt. */
export function silent(): SampleSite {
  const site = new SiteBuilder(HOSTS.silent, {
    name: 'Calado',
    language: 'pt-BR',
    quirks: ['accepts and never answers'],
  });
  site.respond(() => true);
  return site.build();
}

export function busy(): SampleSite {
  const site = new SiteBuilder(HOSTS.busy, {
    name: 'Ocupado',
    language: 'pt-BR',
    quirks: [
      '429 and 503 with Retry-After in seconds, as a date, and as nonsense',
      'works after two refusals',
      '/sempre never works',
    ],
  });
  site.page('/', {
    kind: 'home',
    title: 'Ocupado',
    html: () =>
      index('Ocupado', [
        ['/segundos', 'Em segundos'],
        ['/data', 'Com data'],
        ['/lixo', 'Sem sentido'],
        ['/sempre', 'Sempre ocupado'],
        ['/livre', 'Livre'],
      ]),
  });
  site.page('/livre', { kind: 'article', title: 'Livre', html: () => page('Livre', '<p>Pode entrar.</p>') });
  site.respond((x) => {
    const wait = page('Ocupado', '<p>Volte daqui a pouco.</p>');
    const ready = page('Ocupado', '<p>Obrigado por esperar.</p>');
    switch (x.path) {
      case '/segundos':
        return x.earlier < 2 ? send(x, 429, wait, { 'retry-after': '1' }) : send(x, 200, ready);
      case '/data':
        // A date has no parts of a second, so at least one second lies ahead.
        return x.earlier < 2
          ? send(x, 503, wait, { 'retry-after': httpDate(new Date(Date.now() + 2000)) })
          : send(x, 200, ready);
      case '/lixo':
        return x.earlier < 1 ? send(x, 503, wait, { 'retry-after': 'amanha' }) : send(x, 200, ready);
      case '/sempre':
        return send(x, 429, wait, { 'retry-after': '3600' });
      default:
        return false;
    }
  });
  return site.build();
}
