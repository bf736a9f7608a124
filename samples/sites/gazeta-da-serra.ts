/**
 * A Brazilian newspaper of today: semantic HTML, dates in JSON-LD, meta elements, `<time>` and a visible line,
 * advertising, related stories, comments, tags, pagination, an AMP twin of some stories, RSS and sitemaps.
 */
import { atom, type FeedEntry, newsSitemap, rss, sitemap, sitemapIndex } from '../feeds.ts';
import { HOSTS } from '../hosts.ts';
import { comments } from '../language/comments.ts';
import { clock, isoTime, shortDate, utc } from '../language/dates.ts';
import { slug } from '../language/slug.ts';
import { STORY_BANKS } from '../language/story.ts';
import { esc, items, jsonLd, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { inPages, newsroom, type Published, related, storySlug } from './newsroom.ts';

const OFFSET = -3;

export function gazetaDaSerra(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.gazeta, {
    name: 'Gazeta da Serra',
    language: 'pt-BR',
    encodings: ['gzip'],
    quirks: [
      'JSON-LD, meta and visible dates',
      'tracking parameters in links',
      'AMP twins with canonical links',
      'noindex tag pages',
      'sitemap index and news sitemap',
      'Disallow with wildcards',
    ],
  });
  const random = siteRandom(context, site.host);
  const topics = STORY_BANKS.br.topics;
  const stories = newsroom(random, {
    spelling: 'br',
    count: 49,
    newest: utc(2024, 6, 14, 17, 40),
    path: (s) =>
      `/${s.topic.slug}/${s.published.getUTCFullYear()}/${String(s.published.getUTCMonth() + 1).padStart(2, '0')}/${storySlug(s)}/`,
  });
  const tags = [...new Set(stories.flatMap((s) => s.tags))].sort();
  const mostRead = random.sample(stories, 5);

  const frame = (title: string, head: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(title)}</title>
<link rel="stylesheet" href="/assets/gazeta.css">
<link rel="icon" href="/assets/logo.svg">
<link rel="alternate" type="application/rss+xml" title="Gazeta da Serra" href="/rss.xml">
${head}
</head>
<body>
<header class="topo">
<a class="marca" href="/"><img src="/assets/logo.svg" alt="Gazeta da Serra" width="180" height="40"></a>
<nav aria-label="Editorias">${items(topics.map((t) => link(`/${t.slug}/`, t.name)))}</nav>
<form action="/busca" method="get"><label>Buscar <input name="q"></label></form>
</header>
<main>
${body}
</main>
<aside class="lateral">
<h2>Mais lidas</h2>
${items(
  mostRead.map((s) => link(`${s.path}?utm_source=gazeta&utm_medium=mais-lidas`, s.headline)),
  'ol',
)}
<div class="publicidade"><span>Publicidade</span><a href="/anuncio?destino=loja" rel="sponsored nofollow">Assine a Gazeta por R$ 9,90 por mês</a></div>
</aside>
<footer>
<p>© 2024 Gazeta da Serra. Todos os direitos reservados. ${link('/sobre/', 'Quem somos')} · ${link('/contato/', 'Fale conosco')} · ${link('/politica-de-privacidade/', 'Política de privacidade')}</p>
</footer>
<div class="aviso-cookies"><p>Usamos cookies para melhorar a sua experiência. Ao continuar navegando, você concorda com a nossa política.</p><button>Aceitar</button></div>
</body>
</html>
`;

  const card = (s: Published) =>
    `<article class="chamada"><span class="chapeu">${esc(s.topic.name)}</span><h3>${link(s.path, s.headline)}</h3><p>${esc(s.summary)}</p><time datetime="${isoTime(s.published, OFFSET)}">${shortDate(s.published)}</time></article>`;

  site.page('/', {
    kind: 'home',
    title: 'Gazeta da Serra: notícias da região serrana',
    html: () =>
      frame(
        'Gazeta da Serra: notícias da região serrana',
        `<link rel="canonical" href="${site.origin}/">`,
        `<h1>Últimas notícias</h1>\n${stories.slice(0, 12).map(card).join('\n')}\n<h2>Editorias</h2>\n${items(topics.map((t) => link(`/${t.slug}/`, `Tudo sobre ${t.name.toLowerCase()}`)))}\n<p>Assuntos: ${tags.map((t) => link(`/tag/${slug(t)}/`, t)).join(', ')}.</p>\n<p>Parceiros: ${link(`${context.origin(HOSTS.diario)}/`, 'Diário do Sorraia')}, ${link(`${context.origin(HOSTS.blog)}/`, 'Caderno de Campo')} e ${link(`${context.origin(HOSTS.councilBr)}/`, 'Câmara de Serra Verde')}.</p>`,
      ),
  });

  for (const topic of topics) {
    const own = stories.filter((s) => s.topic === topic);
    const pages = inPages(own, 4);
    pages.forEach((chunk, i) => {
      const path = i === 0 ? `/${topic.slug}/` : `/${topic.slug}/pagina/${i + 1}/`;
      const title =
        i === 0 ? `${topic.name} | Gazeta da Serra` : `${topic.name}, página ${i + 1} | Gazeta da Serra`;
      const older =
        i + 1 < pages.length
          ? link(`/${topic.slug}/pagina/${i + 2}/`, 'Notícias anteriores', 'rel="next"')
          : '';
      const newer =
        i > 0
          ? link(
              i === 1 ? `/${topic.slug}/` : `/${topic.slug}/pagina/${i}/`,
              'Notícias mais recentes',
              'rel="prev"',
            )
          : '';
      site.page(path, {
        kind: 'section',
        title,
        html: () =>
          frame(
            title,
            '',
            `<h1>${esc(topic.name)}</h1>\n${chunk.map(card).join('\n')}\n<nav class="paginacao">${newer} ${older}</nav>`,
          ),
      });
    });
  }

  for (const tag of tags) {
    const own = stories.filter((s) => s.tags.includes(tag));
    const title = `Tudo sobre ${tag} | Gazeta da Serra`;
    site.page(`/tag/${slug(tag)}/`, {
      kind: 'tag',
      title,
      noindex: true,
      html: () =>
        frame(
          title,
          '<meta name="robots" content="noindex, follow">',
          `<h1>Assunto: ${esc(tag)}</h1>\n${items(own.map((s) => `${link(s.path, s.headline)} <small>${shortDate(s.published)}</small>`))}`,
        ),
    });
  }

  stories.forEach((s, i) => {
    const title = `${s.headline} | ${s.topic.name} | Gazeta da Serra`;
    const url = site.origin + s.path;
    const near = related(stories, s, 4);
    const remarks = comments(random.fork('comments', s.number), 'br', i % 5);
    const twin = i % 6 === 0;
    const facts = {
      kind: 'article' as const,
      title,
      published: s.published,
      ...(s.modified === null ? {} : { modified: s.modified }),
      content: () => [s.headline, s.summary, ...s.paragraphs],
      times: () => s.times,
    };
    const half = Math.ceil(s.paragraphs.length / 2);
    site.page(s.path, {
      ...facts,
      canonical: url,
      html: () =>
        frame(
          title,
          `<link rel="canonical" href="${url}">
<meta name="description" content="${esc(s.summary)}">
<meta property="og:type" content="article">
<meta property="og:title" content="${esc(s.headline)}">
<meta property="article:published_time" content="${isoTime(s.published, OFFSET)}">
<meta property="article:modified_time" content="${isoTime(s.modified ?? s.published, OFFSET)}">
${twin ? `<link rel="amphtml" href="${s.path}amp/">` : ''}
${jsonLd({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: s.headline, datePublished: isoTime(s.published, OFFSET), dateModified: isoTime(s.modified ?? s.published, OFFSET), author: { '@type': 'Person', name: s.author }, publisher: { '@type': 'Organization', name: 'Gazeta da Serra' }, mainEntityOfPage: url })}`,
          `<article class="materia">
<nav class="migalhas">${link('/', 'Início')} › ${link(`/${s.topic.slug}/`, s.topic.name)}</nav>
<h1>${esc(s.headline)}</h1>
<p class="linha-fina">${esc(s.summary)}</p>
<p class="assinatura">Por <span class="autor">${esc(s.author)}</span>, de ${esc(s.town)} — <time datetime="${isoTime(s.published, OFFSET)}">Publicado em ${shortDate(s.published)} às ${clock(s.published, 'br', OFFSET)}</time>${s.modified === null ? '' : ` <time datetime="${isoTime(s.modified, OFFSET)}">Atualizado em ${shortDate(s.modified)} às ${clock(s.modified, 'br', OFFSET)}</time>`}</p>
<ul class="compartilhe"><li><a href="https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}" rel="nofollow">Compartilhe</a></li></ul>
${paragraphs(s.paragraphs.slice(0, half))}
<div class="publicidade"><span>Continua após a publicidade</span></div>
<p class="leia-tambem">Leia também: ${near[0] === undefined ? '' : link(near[0].path, near[0].headline)}</p>
${paragraphs(s.paragraphs.slice(half))}
<p class="assuntos">Assuntos: ${s.tags.map((t) => link(`/tag/${slug(t)}/`, t, 'rel="tag"')).join(', ')}</p>
<p><a href="/imprimir?materia=${s.number}">Versão para impressão</a>${twin ? ` · ${link(`${s.path}amp/`, 'Versão leve')}` : ''}</p>
</article>
<section class="veja-mais"><h2>Veja também</h2>
${items(near.map((n) => link(n.path, n.headline)))}
</section>
<section id="comentarios"><h2>Comentários</h2>
${remarks.length === 0 ? '<p>Seja o primeiro a comentar.</p>' : remarks.map((c) => `<div class="comentario"><strong>${esc(c.author)}</strong><p>${esc(c.text)}</p></div>`).join('\n')}
</section>`,
        ),
    });
    site.page(`/imprimir?materia=${s.number}`, {
      ...facts,
      reach: 'disallowed',
      nearDuplicateOf: url,
      html: () =>
        `<!DOCTYPE html><title>${esc(title)}</title><h1>${esc(s.headline)}</h1>${paragraphs(s.paragraphs)}`,
    });
    if (twin) {
      site.page(`${s.path}amp/`, {
        ...facts,
        canonical: url,
        nearDuplicateOf: url,
        html: () => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title><link rel="canonical" href="${url}"><meta property="article:published_time" content="${isoTime(s.published, OFFSET)}"></head>
<body><p>${link('/', 'Gazeta da Serra')}</p><article><h1>${esc(s.headline)}</h1><p>${esc(s.summary)}</p>
${paragraphs(s.paragraphs)}
</article><p>${link(s.path, 'Ver a versão completa')}</p></body></html>
`,
      });
    }
  });

  const institutional: readonly [string, string, readonly string[]][] = [
    [
      '/sobre/',
      'Quem somos',
      [
        'A Gazeta da Serra é um jornal regional fundado em 1932 por um grupo de tipógrafos. Desde então, acompanha a vida das cidades da serra, das feiras às eleições.',
        'A redação reúne repórteres, fotógrafos e editores que vivem nos lugares sobre os quais escrevem. Erros são corrigidos com destaque na própria página.',
      ],
    ],
    [
      '/contato/',
      'Fale conosco',
      [
        'Para enviar sugestões de pauta, escreva para a redação ou venha tomar um café na Rua do Comércio, de segunda a sexta-feira, das 9h às 18h.',
        'Cartas de leitores podem ser editadas por razões de espaço, sempre com o cuidado de manter a opinião de quem as escreveu.',
      ],
    ],
    [
      '/politica-de-privacidade/',
      'Política de privacidade',
      [
        'Guardamos apenas os dados necessários ao funcionamento do site. Nenhuma informação pessoal é vendida a terceiros.',
        'O leitor pode pedir a qualquer momento a exclusão do seu cadastro, sem necessidade de justificativa.',
      ],
    ],
  ];
  for (const [path, title, texts] of institutional) {
    site.page(path, {
      kind: 'about',
      title: `${title} | Gazeta da Serra`,
      content: () => [title, ...texts],
      html: () => frame(`${title} | Gazeta da Serra`, '', `<h1>${title}</h1>\n${paragraphs(texts)}`),
    });
  }

  // A story told only by the sitemap and the feed.
  const hidden = newsroom(random.fork('hidden'), {
    spelling: 'br',
    count: 1,
    newest: utc(2024, 5, 2, 13, 5),
    path: (s) => `/especial/${storySlug(s)}/`,
  })[0]!;
  site.page(hidden.path, {
    kind: 'article',
    reach: 'orphan',
    title: hidden.headline,
    published: hidden.published,
    content: () => hidden.paragraphs,
    html: () =>
      frame(
        hidden.headline,
        '',
        `<article><h1>${esc(hidden.headline)}</h1>${paragraphs(hidden.paragraphs)}</article>`,
      ),
  });

  const entries: FeedEntry[] = [...stories, hidden].map((s) => ({
    url: site.origin + s.path,
    title: s.headline,
    summary: s.summary,
    published: s.published,
    modified: s.modified,
    author: s.author,
  }));
  site.file('/rss.xml', 'application/rss+xml; charset=utf-8', 'feed', () =>
    rss('Gazeta da Serra', `${site.origin}/`, 'pt-BR', entries.slice(0, 20)),
  );
  site.file('/atom.xml', 'application/atom+xml; charset=utf-8', 'feed', () =>
    atom('Gazeta da Serra', `${site.origin}/`, entries.slice(0, 20)),
  );
  site.file('/sitemap.xml', 'application/xml', 'sitemap', () =>
    sitemapIndex(
      [`${site.origin}/sitemap-noticias.xml`, `${site.origin}/sitemap-materias.xml`],
      entries[0]!.published,
    ),
  );
  site.file('/sitemap-noticias.xml', 'application/xml', 'sitemap', () =>
    newsSitemap('Gazeta da Serra', 'pt', entries.slice(0, 10)),
  );
  site.file('/sitemap-materias.xml', 'application/xml', 'sitemap', () =>
    sitemap(entries.map((e) => ({ url: e.url, modified: e.modified ?? e.published }))),
  );
  site.file(
    '/assets/gazeta.css',
    'text/css',
    'requisite',
    () => 'body{font-family:Georgia,serif;margin:0}main{max-width:44rem}.publicidade{background:#eee}\n',
  );
  site.file(
    '/assets/logo.svg',
    'image/svg+xml',
    'requisite',
    () =>
      '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="40"><text x="4" y="28" font-size="22">Gazeta da Serra</text></svg>\n',
  );
  site.robots(`# Gazeta da Serra
User-agent: *
Disallow: /imprimir
Disallow: /busca
Disallow: /anuncio
Disallow: /*?*ordem=
Allow: /

User-agent: robo-proibido
Disallow: /

Sitemap: ${site.origin}/sitemap.xml
`);
  return site.build();
}

/** The same newspaper without `www`: sends everybody to the other name. */
export function gazetaWithoutWww(): SampleSite {
  const site = new SiteBuilder(HOSTS.gazetaBare, {
    name: 'Gazeta da Serra (sem www)',
    language: 'pt-BR',
    quirks: ['redirects to another host'],
  });
  site.redirect('/', `http://${HOSTS.gazeta.host}/`, 301);
  site.redirect('/robots.txt', `http://${HOSTS.gazeta.host}/robots.txt`, 301);
  return site.build();
}
