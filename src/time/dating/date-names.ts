/** What names say about a date: names of metas, properties and microformat classes, and the classes and ids around a date. */
import type { DateRole } from './candidate.ts';

const NOT_DATES =
  /expir|publisher|unpublish|embargo|valid|birth|death|event|start|end[-_.]?(?:date|time)|deadline|copyright|verif|refresh|cache|build|template|csrf|token|coverage|review/;
const MODIFIED = /modif|updat|revis|lastmod|last[-_.]?(?:chang|edit)|changed|dateformatted/;
const PUBLISHED =
  /publish|publicat|publica[cç]|pub[-_.]?date|pub[-_.]?time|pubdat|issued|created|creation|creat[-_.]?date|posted|post[-_.]?date|release|displaydate|sailthru\.date|parsely-pub|citation_(?:online_)?date|original[-_.]?date|article[-_.]?date|first[-_.]?(?:publish|seen)|datum|ptime|submitted|availabl/;
const PLAIN =
  /^(?:date|og:date|dc[.:]date|dcterms[.:]date|dc[.:]date[.:][a-z0-9]+|schema:date|article:date|timestamp|pagedate|data|fecha|searchdate|content[-_.]?date|news[-_.]?date|page[-_.]?date|doc[-_.]?date|last-?modified)$/;

/** Role and weight of a meta or property name in lower case; null when it names no date of the page. */
export function roleOfName(name: string): readonly [DateRole, number] | null {
  if (name.length > 80) return null;
  if (NOT_DATES.test(name)) return null;
  if (MODIFIED.test(name)) return ['modified', 3];
  if (PUBLISHED.test(name))
    return ['published', /^(?:dc|dcterms|citation)/.test(name) ? 3.2 : /creat/.test(name) ? 3 : 3.9];
  return PLAIN.test(name) ? ['unknown', 2] : null;
}

/** Classes and ids of containers that hold dates of other things. */
export const COMMENTS =
  /(?:^|[\s_-])(?:comments?|comment-?list|commentlist|comentarios?|kommentare?|commentaires?|commenti|disqus|replies|reply|respond|responses?|testimonials?|answers?|guestbook|user-?reviews?)(?=$|[\s_-])(?![\s_-]?(?:open|closed|count|link|number|status|on|off|icon|enabled|disabled))/i;
export const RELATED =
  /relat(?:ed|ionad|edpost)|sidebar|side-?bar|widget|recommend|recomend|popular|trending|teaser|ticker|recent|latest|more-?(?:news|posts|stories|articles|from)|veja-?(?:tambem|mais)|leia-?(?:tambem|mais)|mais-?(?:lidas|vistas|noticias)|ultimas|outras|similar|carousel|slider|upcoming|calendar|calendario|kalender|agenda|events?(?=$|[\s_-])|termine|archive-?(?:list|widget)|archiv(?=$|[\s_-])|aehnlich|ähnlich|weitere|mehr-?zum|empfehl|promo|newsletter|read-?(?:more|next)|next-?(?:post|article)|prev(?:ious)?-?(?:post|article)|nav(?:igation)?-?(?:below|links|post)|post-?nav|taboola|outbrain|twitter|tweet|facebook|instagram|banner|advert|cookie/i;
/** Programs that colour code put it into elements of their own. */
export const CODE_CLASS =
  /(?:^|[\s_-])(?:prism-?code|codehilite|code-?block|source-?code|syntax-?highlight(?:er)?|hljs)(?=$|[\s_-])/i;
export const TODAY =
  /(?:^|[\s_-])(?:today|current-?date|date-?today|clock|datetime-?now|data-?(?:atual|hoje)|hoje|weather|wetter|tempo|topbar|top-?bar|header-?date|date-?header-?top)(?=$|[\s_-])/i;
export const DATE_CLASS =
  /date|time(?!line)|publi[sc]|posted|posted-?on|updated|modified|data(?=$|[\s_-])|datum|fecha|hora|created|stamp|byline|by-?line|dateline|meta(?=$|[\s_-]|data|info)|post-?info|entry-?info|article-?info|submitted|author|autor|kicker|news-?info|details/i;
/** The class says only that this is a date. */
export const DATE_ITSELF =
  /(?:^|[\s_-])(?:date|time|datetime|timestamp|published|pubdate|publish(?:ed)?-?(?:date|time|on)|data|datum|dateline|fecha|post-?date|entry-?date|posted-?on|dt-published|createdate|created)(?=$|[\s_-])/i;
export const MODIFIED_CLASS =
  /(?:^|[\s_-])(?:updated?|modified|lastmod|last-?(?:updated?|modified|change)|dt-updated|date-?modified|atualizad[oa]|atualizacao)(?=$|[\s_-])/i;
export const PUBLISHED_CLASS =
  /(?:^|[\s_-])(?:published|pubdate|dt-published|date-?published|publish(?:ed)?-?(?:date|time|on)|posted-?on|entry-?date|post-?date|publicad[oa]|publicacao|createdate|created)(?=$|[\s_-])/i;
