/**
 * The frame of every page without script: one style sheet whose digest the policy names, landmarks, a link past the navigation, the
 * languages. Nothing is loaded from anywhere but thumbnails of this server.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGE_NAMES, LANGUAGES, type Language, USUAL_LANGUAGE } from '../../words/index.ts';
import { PLAIN_PAGE_WORDS, type PlainPageWords } from '../../words/plain-pages.ts';
import { chooseLanguage } from './language.ts';
import { html, Markup, pathWith, type Shown } from './markup.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#4a5766;--paper:#fff;--line:#c9d1da;--tint:#eef3f8;--link:#0a4b8f;--mark:#fff0b3;--warn:#7a3b00;--warn-tint:#fff4e5}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#aeb9c5;--paper:#11161c;--line:#3a4653;--tint:#1a222b;--link:#8ec2ff;--mark:#5a4a00;--warn:#ffcf99;--warn-tint:#2b2013}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
header,main,footer{max-width:62rem;margin:0 auto;padding:.75rem 1rem}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw;padding:.5rem 1rem;background:var(--paper)}.skip:focus{left:0;top:0}
nav ul,.chips,.facet ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem .9rem}
nav a,.chips a,.facet a{display:inline-block;padding:.15rem 0;min-height:1.75rem}
header{border-bottom:1px solid var(--line)}footer{border-top:1px solid var(--line);color:var(--soft)}
h1{font-size:1.55rem;line-height:1.25;margin:.6rem 0}h2{font-size:1.2rem;margin:1.4rem 0 .4rem}h3{font-size:1.05rem;margin:0 0 .2rem}
form.ask{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end;margin:.8rem 0}
form.ask .field{display:flex;flex-direction:column;gap:.2rem;flex:1 1 16rem}form.ask .narrow{flex:0 1 12rem}
label{font-weight:600}
input,select,button{font:inherit;color:inherit;min-height:2.75rem;padding:.4rem .7rem;border:1px solid var(--soft);border-radius:.4rem;background:var(--paper);max-width:100%}
button{background:var(--link);color:var(--paper);border-color:var(--link);cursor:pointer;font-weight:600}
button.link{background:none;color:var(--link);border-color:transparent;text-decoration:underline;text-underline-offset:.15em}
.hint,.meta{color:var(--soft);font-size:.92rem;margin:.2rem 0}
.chips{gap:.4rem;margin:.4rem 0}.chips li{border:1px solid var(--line);border-radius:1rem;background:var(--tint);padding:.1rem .8rem}
.warning{border-left:.3rem solid var(--warn);background:var(--warn-tint);color:var(--warn);padding:.7rem 1rem;margin:1rem 0}
ol.results{list-style:none;margin:0;padding:0}ol.results>li{border-bottom:1px solid var(--line);padding:1rem 0}
.snippet{margin:.3rem 0}mark{background:var(--mark);color:inherit;padding:0 .1em;border-radius:.15em}
.geo{display:flex;flex-wrap:wrap;gap:1rem}.geo .about{flex:1 1 18rem}.geo .frame{flex:0 0 auto;width:10.5rem}
.frame a{display:block;border:1px solid var(--line);border-radius:.3rem;background:#fff;padding:.2rem}.frame img,.frame svg{display:block;width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.4rem 0}dt{font-weight:600;color:var(--soft)}dd{margin:0}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}.geo .frame{width:100%;max-width:14rem}}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
.scroll{overflow-x:auto}.scroll:focus-visible{outline:3px solid var(--link)}
.text p{margin:.7rem 0;max-width:46rem}.pager{display:flex;gap:1.5rem;margin:1.2rem 0}
details{margin:.4rem 0}summary{cursor:pointer;min-height:1.75rem;font-weight:600}
.action{display:inline-block;background:var(--link);color:var(--paper);padding:.6rem 1.1rem;border-radius:.4rem;font-weight:600;text-decoration:none}
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** What stands around the pages: a server of catalogues with its searches, or one that shows an archive alone. */
export interface PageSite {
  /** Where one begins. */
  readonly home: string;
  /** Whether there is something to search. */
  readonly searchable: boolean;
  /** Of pages for those who ask for none. */
  readonly language: Language;
}

export const CATALOGUE_SITE: PageSite = { home: '/simples', searchable: true, language: USUAL_LANGUAGE };

/** Everything that the parts of a page need to know of who asks. */
export interface PageContext {
  readonly site: PageSite;
  readonly language: Language;
  readonly text: PlainPageWords;
  /** Set when the address names the language: links keep it then. */
  readonly lang: string | null;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The values of a query that are single strings; of a repeated name the last. */
function queryOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
    const last: unknown = Array.isArray(value) ? value[value.length - 1] : value;
    if (typeof last === 'string') query[name] = last.slice(0, 2000);
  }
  return query;
}

export function contextOf(request: FastifyRequest, site = CATALOGUE_SITE): PageContext {
  const query = queryOf(request);
  const language = chooseLanguage(query.lang, request.headers['accept-language'], site.language);
  const url = request.originalUrl ?? request.url;
  const end = url.indexOf('?');
  return {
    site,
    language,
    text: PLAIN_PAGE_WORDS[language],
    lang: query.lang === undefined ? null : language,
    path: end < 0 ? url : url.slice(0, end),
    query,
  };
}

/** A path of these pages that keeps the chosen language. */
export function linkTo(
  context: PageContext,
  path: string,
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  return pathWith(path, { ...query, lang: context.lang });
}

function pageOf(context: PageContext, title: string, body: Shown): string {
  const { site, language, text } = context;
  const here = context.path;
  const languages = LANGUAGES.map((one) =>
    one === language
      ? html`<li><span aria-current="true" lang="${one}">${LANGUAGE_NAMES[one]}</span></li>`
      : html`<li><a href="${pathWith(here, { ...context.query, lang: one })}" lang="${one}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a></li>`,
  );
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title === text.site ? title : `${title} – ${text.site}`}</title>
${site.searchable ? html`<link rel="search" type="application/opensearchdescription+xml" title="${text.site}" href="/opensearch.xml">` : null}
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#conteudo">${text.skip}</a>
<header>
<nav aria-label="${text.navigation}"><ul>
${
  site.searchable
    ? html`<li><a href="${linkTo(context, site.home)}">${text.searchTitle}</a></li>
<li><a href="${linkTo(context, '/simples/geo')}">${text.geoTitle}</a></li>
<li><a href="/">${text.fullPage}</a></li>`
    : html`<li><a href="${linkTo(context, site.home)}">${text.archivedSites}</a></li>`
}
</ul></nav>
</header>
<main id="conteudo" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
<footer><nav aria-label="${text.languages}"><ul>${languages}</ul></nav></footer>
</body>
</html>
`.toString();
}

export function sendPage(
  reply: FastifyReply,
  context: PageContext,
  title: string,
  body: Shown,
  status = 200,
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('content-language', context.language)
    .header('vary', 'accept-language')
    .send(pageOf(context, title, body));
}

/** A page that says that something is not here, and where to go on. */
export function sendNotFound(reply: FastifyReply, context: PageContext): FastifyReply {
  const { text } = context;
  return sendPage(
    reply,
    context,
    text.notFound,
    html`<p>${text.notFoundAdvice}</p>${homeLink(context)}`,
    404,
  );
}

/** A paragraph that leads to where one begins. */
export function homeLink(context: PageContext): Markup {
  const { site, text } = context;
  return html`<p><a href="${linkTo(context, site.home)}">${site.searchable ? text.toSearch : text.toSites}</a></p>`;
}
