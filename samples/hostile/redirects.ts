/** Redirects of every kind, good and bad, and the host that some of them lead to. */
import { HOSTS } from '../hosts.ts';
import type { SampleSite, SiteContext } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { index, page, send } from './answer.ts';

export function redirects(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.redirects, {
    name: 'Voltas',
    language: 'pt-BR',
    quirks: [
      '301, 302, 303, 307, 308',
      'chains of 4 and 12',
      'loops',
      'to private addresses',
      'to other schemes',
      'bad Location headers',
      'to a disallowed page',
    ],
  });
  const target = context.origin(HOSTS.redirectTarget);
  const simple: [string, string, number][] = [
    ['/fora', `${target}/chegada`, 301],
    ['/sem-esquema', `//${HOSTS.redirectTarget.host}/chegada2`, 302],
    ['/proibido-depois', '/proibido/pagina', 302],
    ['/relativo', 'fim/relativo', 302],
    ['/com-fragmento', '/fim/fragmento#meio', 301],
    ['/nao-resolve', 'http://www.naoexiste-exemplo.com.br/', 302],
    ['/intranet', `${context.origin(HOSTS.intranet)}/segredo`, 302],
    ['/dez', 'http://10.0.0.5/segredo', 302],
    ['/metadados', 'http://169.254.169.254/latest/meta-data/', 302],
    ['/ipv6', 'http://[::1]/segredo', 302],
    ['/arquivo', 'file:///etc/passwd', 302],
    ['/script', 'javascript:alert(1)', 302],
    ['/invalido', 'http://', 302],
    ['/laco/a', '/laco/b', 302],
    ['/laco/b', '/laco/a', 302],
    ['/eu-mesmo', '/eu-mesmo', 301],
  ];
  for (const status of [301, 302, 303, 307, 308]) simple.push([`/r${status}`, `/fim/${status}`, status]);
  for (let i = 1; i <= 4; i++)
    simple.push([`/cadeia/${i}`, i === 4 ? '/fim/cadeia' : `/cadeia/${i + 1}`, i % 2 === 0 ? 301 : 302]);
  for (let i = 1; i <= 12; i++)
    simple.push([`/longa/${i}`, i === 12 ? '/fim/longa' : `/longa/${i + 1}`, 302]);
  for (const [from, to, status] of simple) site.redirect(from, to, status);
  for (const name of [
    '301',
    '302',
    '303',
    '307',
    '308',
    'cadeia',
    'longa',
    'relativo',
    'fragmento',
    'atualizada',
  ]) {
    site.page(`/fim/${name}`, {
      kind: 'article',
      title: `Chegada ${name}`,
      html: () => page(`Chegada ${name}`, '<p>O caminho termina aqui.</p>'),
    });
  }
  site.page('/proibido/pagina', {
    kind: 'article',
    reach: 'disallowed',
    title: 'Proibida',
    html: () => page('Proibida', '<p>Ninguém deveria ler isto.</p>'),
  });
  const special = ['/loopback', '/localhost', '/vazio', '/sem-location', '/acentos', '/atualiza'];
  site.page('/', {
    kind: 'home',
    title: 'Voltas',
    html: () =>
      index('Voltas', [
        ...simple.filter(([p]) => !/\/(cadeia|longa)\/(?!1$)/.test(p)).map(([p]) => [p, p] as const),
        ...special.map((p) => [p, p] as const),
      ]),
  });
  site.page('/atualiza', {
    kind: 'article',
    title: 'Atualiza',
    html: () =>
      page(
        'Atualiza',
        '<p>Você será levado adiante.</p>',
        '<meta http-equiv="refresh" content="0; url=/fim/atualizada">',
      ),
  });
  site.respond((x) => {
    switch (x.path) {
      case '/loopback':
        return send(x, 302, '', { location: `http://127.0.0.1:${x.port}/segredo` });
      case '/localhost':
        return send(x, 302, '', { location: `http://localhost:${x.port}/segredo` });
      case '/vazio':
        return send(x, 302, '', { location: '' });
      case '/sem-location':
        return send(x, 302, '<p>Para onde?</p>');
      case '/acentos':
        // Raw UTF-8 in a header, as careless servers send it.
        return send(x, 302, '', { location: Buffer.from('/fim/ação').toString('latin1') });
      default:
        return false;
    }
  });
  site.robots('User-agent: *\nDisallow: /proibido/\n');
  return site.build();
}

export function redirectTarget(): SampleSite {
  const site = new SiteBuilder(HOSTS.redirectTarget, {
    name: 'Destino',
    language: 'pt-BR',
    quirks: ['reached only by redirects from another host'],
  });
  for (const path of ['/', '/chegada', '/chegada2'])
    site.page(path, {
      kind: 'article',
      title: `Destino ${path}`,
      html: () => page(`Destino ${path}`, '<p>Você veio de outro servidor.</p>'),
    });
  return site.build();
}

/** Its name resolves to a private address: whoever gets an answer from it did not look. */
export function intranet(): SampleSite {
  const site = new SiteBuilder(HOSTS.intranet, {
    name: 'Intranet',
    language: 'pt-BR',
    quirks: ['resolves to 10.0.0.7'],
  });
  for (const path of ['/', '/segredo'])
    site.page(path, {
      kind: 'article',
      title: 'Segredo',
      html: () => page('Segredo', '<p>Isto não deveria ser lido de fora.</p>'),
    });
  return site.build();
}
