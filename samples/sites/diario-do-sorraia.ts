/**
 * A Portuguese newspaper: nested divisions instead of semantic elements, dates in `<time>` and in a visible
 * line, long threads of comments, addresses with a number, an Atom feed. Sent in brotli, in chunks.
 */
import { atom, sitemap } from '../feeds.ts';
import { HOSTS } from '../hosts.ts';
import { comments } from '../language/comments.ts';
import { clock, isoTime, longDate, utc } from '../language/dates.ts';
import { STORY_BANKS } from '../language/story.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { inPages, newsroom, type Published, related, storySlug } from './newsroom.ts';

export function diarioDoSorraia(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.diario, {
    name: 'Diário do Sorraia',
    language: 'pt-PT',
    encodings: ['br', 'gzip'],
    chunked: true,
    quirks: [
      'brotli',
      'chunked',
      'dates only in time elements and text',
      'comments in several pages (nofollow)',
      'Atom feed',
      'robots.txt with a byte-order mark',
      '308 from an old address',
    ],
  });
  const random = siteRandom(context, site.host);
  const topics = STORY_BANKS.pt.topics;
  const stories = newsroom(random, {
    spelling: 'pt',
    count: 40,
    newest: utc(2024, 6, 13, 9, 15),
    path: (s, n) => `/noticia/${n}/${storySlug(s)}`,
  });

  const frame = (title: string, head: string, body: string) => `<!DOCTYPE html>
<html lang="pt-PT">
<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${esc(title)}</title>${head}
<link rel="alternate" type="application/atom+xml" href="/atom.xml"></head>
<body class="diario">
<div id="cabecalho"><div class="logotipo">${link('/', 'Diário do Sorraia')}</div><div class="lema">Fundado em 1919 · Sai às terças e sextas</div>
<div class="menu">${topics.map((t) => `<span>${link(`/seccao/${t.slug}`, t.name)}</span>`).join(' ')} <span>${link('/ficha-tecnica', 'Ficha técnica')}</span></div></div>
<div id="miolo">
${body}
</div>
<div id="rodape"><div>Diário do Sorraia © 2024</div><div>${link('/seccao/local?pag=2', 'Arquivo')}</div></div>
</body></html>
`;
  const teaser = (s: Published) =>
    `<div class="destaque"><div class="antetitulo">${esc(s.topic.name)}</div><div class="titulo">${link(s.path, s.headline)}</div><div class="entrada">${esc(s.summary)}</div><div class="data">${longDate(s.published, 'pt')}</div></div>`;

  site.page('/', {
    kind: 'home',
    title: 'Diário do Sorraia',
    html: () =>
      frame(
        'Diário do Sorraia',
        '',
        `<div class="manchete">${teaser(stories[0]!)}</div>\n${stories.slice(1, 14).map(teaser).join('\n')}\n<div class="caixa"><div>Ligações úteis</div>${items([link(`${context.origin(HOSTS.councilPt)}/`, 'Assembleia Municipal de Castro Velho'), link(`${context.origin(HOSTS.encyclopaedia)}/`, 'Enciclopédia Exemplo'), link(`${context.origin(HOSTS.gazeta)}/`, 'Gazeta da Serra (Brasil)')])}</div>`,
      ),
  });
  for (const topic of topics) {
    const pages = inPages(
      stories.filter((s) => s.topic === topic),
      3,
    );
    pages.forEach((chunk, i) => {
      const path = i === 0 ? `/seccao/${topic.slug}` : `/seccao/${topic.slug}?pag=${i + 1}`;
      const title =
        i === 0 ? `${topic.name} - Diário do Sorraia` : `${topic.name} (página ${i + 1}) - Diário do Sorraia`;
      site.page(path, {
        kind: 'section',
        title,
        html: () =>
          frame(
            title,
            '',
            `<h1>${esc(topic.name)}</h1>${chunk.map(teaser).join('\n')}<div class="paginas">${pages.map((_, j) => (j === i ? `<b>${j + 1}</b>` : link(j === 0 ? `/seccao/${topic.slug}` : `/seccao/${topic.slug}?pag=${j + 1}`, String(j + 1)))).join(' ')}</div>`,
          ),
      });
    });
  }
  stories.forEach((s, i) => {
    const title = `${s.headline} - Diário do Sorraia`;
    const near = related(stories, s, 3);
    const remarks = comments(random.fork('comments', s.number), 'pt', (i * 3) % 11);
    site.page(s.path, {
      kind: 'article',
      title,
      published: s.published,
      ...(s.modified === null ? {} : { modified: s.modified }),
      content: () => [s.headline, ...s.paragraphs],
      times: () => s.times,
      html: () =>
        frame(
          title,
          `<meta name="author" content="${esc(s.author)}">`,
          `<div class="artigo"><div class="antetitulo">${link(`/seccao/${s.topic.slug}`, s.topic.name)}</div>
<h1>${esc(s.headline)}</h1>
<div class="autoria">Texto de ${esc(s.author)}</div>
<div class="datas">Publicado a <time datetime="${isoTime(s.published)}">${longDate(s.published, 'pt')}, ${clock(s.published, 'pt')}</time>${s.modified === null ? '' : ` · Atualizado a <time datetime="${isoTime(s.modified)}">${longDate(s.modified, 'pt')}, ${clock(s.modified, 'pt')}</time>`}</div>
<div class="corpo">
${paragraphs(s.paragraphs, 'div class="par"')}
</div>
<div class="partilhar">Partilhar: <a href="mailto:?subject=${encodeURIComponent(s.headline)}">correio eletrónico</a> <a href="javascript:window.print()">imprimir</a></div></div>
<div class="relacionados"><div>Artigos relacionados</div>${near.map((n) => `<div>${link(n.path, n.headline)}</div>`).join('')}</div>
<div class="comentarios"><div>${remarks.length === 0 ? 'Ainda não há comentários' : `Comentários (${remarks.length})`}</div>
${remarks.map((c) => `<div class="comentario"><div class="quem">${esc(c.author)}</div><div class="texto">${esc(c.text)}</div></div>`).join('\n')}
<a rel="nofollow" href="/comentarios/${s.number}?ordem=recentes">Ver todos os comentários</a></div>`,
        ),
    });
  });
  const staff =
    'O Diário do Sorraia é propriedade de uma cooperativa de leitores. A direção responde por tudo o que aqui se publica, e a redação tem o seu próprio conselho.';
  site.page('/ficha-tecnica', {
    kind: 'about',
    title: 'Ficha técnica - Diário do Sorraia',
    content: () => [staff],
    html: () =>
      frame(
        'Ficha técnica - Diário do Sorraia',
        '',
        `<h1>Ficha técnica</h1><div class="par">${staff}</div><div class="par">As edições antigas estão em ${link('/edicoes/2003/capa.html', 'edições de 2003')} e em ${link('/antigo/index.php', 'arquivo antigo')}.</div>`,
      ),
  });
  site.redirect('/edicoes/2003/capa.html', '/ficha-tecnica', 308);
  site.missing('/antigo/index.php', 410);
  site.file('/atom.xml', 'application/atom+xml; charset=utf-8', 'feed', () =>
    atom(
      'Diário do Sorraia',
      `${site.origin}/`,
      stories.slice(0, 15).map((s) => ({
        url: site.origin + s.path,
        title: s.headline,
        summary: s.summary,
        published: s.published,
        modified: s.modified,
        author: s.author,
      })),
    ),
  );
  site.file('/mapa-do-sitio.xml', 'application/xml', 'sitemap', () =>
    sitemap(stories.map((s) => ({ url: site.origin + s.path, modified: s.modified ?? s.published }))),
  );
  site.robots(
    `\ufeffUser-Agent: *\r\nDisallow: /comentarios/\r\nDisallow: /pesquisa\r\n\r\nSitemap: ${site.origin}/mapa-do-sitio.xml\r\n`,
  );
  return site.build();
}
