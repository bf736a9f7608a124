/** Hosts whose robots.txt is the difficulty. */
import { HOSTS, type SampleHost } from '../hosts.ts';
import type { SampleSite } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { index, page, send } from './answer.ts';

function ordinary(
  host: SampleHost,
  name: string,
  quirks: readonly string[],
  closed: readonly string[],
): SiteBuilder {
  const site = new SiteBuilder(host, { name, language: 'pt-BR', quirks });
  const open = ['/aberta/1', '/aberta/2'];
  site.page('/', {
    kind: 'home',
    title: name,
    reach: closed.includes('/') ? 'disallowed' : 'page',
    html: () =>
      index(
        name,
        [...open, ...closed.filter((c) => c !== '/')].map((p) => [p, p] as const),
      ),
  });
  for (const path of open)
    site.page(path, {
      kind: 'article',
      title: path,
      reach: closed.includes('/') ? 'disallowed' : 'page',
      html: () => page(path, '<p>Uma página qualquer.</p>'),
    });
  for (const path of closed)
    if (path !== '/')
      site.page(path, {
        kind: 'article',
        title: path,
        reach: 'disallowed',
        html: () => page(path, '<p>Uma página fechada.</p>'),
      });
  return site;
}

/** 503: by RFC 9309 nothing may be fetched. */
export function robotsError(): SampleSite {
  const site = ordinary(
    HOSTS.robotsError,
    'Robôs 503',
    ['robots.txt answers 503: nothing may be fetched'],
    ['/'],
  );
  site.respond((x) =>
    x.path === '/robots.txt' ? send(x, 503, 'Indisponível\n', { 'content-type': 'text/plain' }) : false,
  );
  return site.build();
}

/** Five hops, the last to another host's path, still count as this host's rules. */
export function robotsRedirect(): SampleSite {
  const site = ordinary(
    HOSTS.robotsRedirect,
    'Robôs desviado',
    ['robots.txt after three redirects'],
    ['/fechada/1'],
  );
  site.redirect('/robots.txt', '/r/1', 301);
  site.redirect('/r/1', '/r/2', 302);
  site.redirect('/r/2', '/r/regras.txt', 308);
  site.file('/r/regras.txt', 'text/plain', 'requisite', () => 'User-agent: *\nDisallow: /fechada/\n');
  return site.build();
}

/** Never answers for robots.txt: unreachable, so nothing may be fetched. */
export function robotsSilent(): SampleSite {
  const site = ordinary(
    HOSTS.robotsSilent,
    'Robôs calado',
    ['robots.txt never answers: nothing may be fetched'],
    ['/'],
  );
  site.respond((x) => x.path === '/robots.txt');
  return site.build();
}

/** The rule that closes `/fechada/1` stands inside the first 500 KiB, the one for `/aberta/` outside. */
export function robotsHuge(): SampleSite {
  const site = ordinary(
    HOSTS.robotsHuge,
    'Robôs enorme',
    ['robots.txt of 700 KB; rules after 500 KiB do not count', 'lines of every ending', 'nonsense lines'],
    ['/fechada/1'],
  );
  const filler = '# linha de comentário que não diz nada de novo\n'.repeat(12_800);
  site.robots(
    `\ufeffUser-Agent : *\rDisallow:/fechada/\nisto não é uma regra\nDisalow: /tudo\n: vazio\n${filler}Disallow: /aberta/\n`,
  );
  return site.build();
}

export function closed(): SampleSite {
  const site = ordinary(HOSTS.closed, 'Fechado', ['Disallow: /'], ['/']);
  site.robots('User-agent: *\nDisallow: /\n');
  return site.build();
}
