/** A site made by a script in the browser: its pages are empty until the script runs. */
import { HOSTS } from '../hosts.ts';
import type { SampleSite } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

export function mercadinho(): SampleSite {
  const site = new SiteBuilder(HOSTS.script, {
    name: 'Mercadinho',
    language: 'pt-BR',
    quirks: ['empty without script', 'Crawl-delay 1'],
  });
  const shell = (title: string, links: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${title}</title><script defer src="/static/app.js"></script></head>
<body><div id="app"></div><noscript>Ative o JavaScript para usar este site.</noscript>${links}</body></html>
`;
  site.page('/', {
    kind: 'application',
    title: 'Mercadinho',
    html: () => shell('Mercadinho', '<a href="/ofertas" hidden></a><a href="/entrar" hidden></a>'),
  });
  site.page('/ofertas', {
    kind: 'application',
    title: 'Ofertas | Mercadinho',
    html: () => shell('Ofertas | Mercadinho', ''),
  });
  site.page('/entrar', {
    kind: 'application',
    title: 'Entrar | Mercadinho',
    html: () => shell('Entrar | Mercadinho', ''),
  });
  site.file(
    '/static/app.js',
    'text/javascript',
    'requisite',
    () => `document.getElementById('app').textContent = 'Olá';\n`,
  );
  site.robots('User-agent: *\nCrawl-delay: 1\nDisallow: /api/\n');
  return site.build();
}
