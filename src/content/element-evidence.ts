/**
 * What an element says about its purpose by its tag, its role and the words in its class and id: navigation, footer, sharing, related
 * items, comments, the article itself. Words are looked up whole (`nav` in `main-nav`, not in `canavial`), singly and in pairs
 * (`most-read`, `leiaTambem`), in English, Portuguese, Spanish, French and German.
 */
import { attributeId, type FlatDocument, tagId } from '../html/index.ts';
import { GenerationalCache, ownCopy } from '../text/index.ts';

export const NAVIGATION = 1;
export const FOOTER = 1 << 1;
export const SIDE = 1 << 2;
export const SHARE = 1 << 3;
export const RELATED = 1 << 4;
export const ADVERT = 1 << 5;
export const CONSENT = 1 << 6;
export const COMMENTS = 1 << 7;
export const SUBSCRIBE = 1 << 8;
export const POPUP = 1 << 9;
export const BYLINE = 1 << 10;
export const SEARCH = 1 << 11;
export const UNSEEN = 1 << 12;
export const HEADER = 1 << 13;
export const TAGS = 1 << 14;
export const CAPTION_CREDIT = 1 << 15;
/** The words of the element speak of content: `entry`, `texto`, `materia`. */
export const CONTENT = 1 << 16;
/** `main`, `role=main`. */
export const MAIN = 1 << 17;
/** `article`, `itemprop=articleBody` and their like. */
export const ARTICLE = 1 << 18;
/** The text of an article itself: `articleBody`, `entry-content`, `post-body`. */
export const BODY = 1 << 19;
/** A posting of a forum or a thread. */
export const POSTING = 1 << 20;
const PRODUCT = 1 << 21;
export const FORM = 1 << 22;
export const CARD = 1 << 23;
export const RATING = 1 << 24;
/** Page builders call every element a widget, themes call their side boxes so: believed of small elements only. */
export const WIDGET = 1 << 25;
/** One of a group that presents other pages (see `teaserGroups`). */
export const TEASER = 1 << 26;

/** What speaks against content. */
export const AGAINST =
  NAVIGATION |
  FOOTER |
  SIDE |
  SHARE |
  RELATED |
  ADVERT |
  CONSENT |
  COMMENTS |
  SUBSCRIBE |
  POPUP |
  SEARCH |
  UNSEEN |
  TAGS;

const WORDS: ReadonlyMap<string, number> = wordTable([
  [
    NAVIGATION,
    'nav navbar navigation navi menu menus submenu megamenu breadcrumb breadcrumbs crumb crumbs pagination pager paging paginator ' +
      'paginacao topbar toolbar skip skiplink skiplinks sitemap masthead offcanvas drawer hamburger dropdown tabbar toc migalhas ' +
      'migas navegacao navigacija menuitem quicklinks subnav sidenav topnav backtotop prevnext nextprev globalnav langswitcher ' +
      'language languages tableofcontents jumplinks anchornav stepnav',
  ],
  [
    FOOTER,
    'footer foot rodape colophon copyright footnav sitefooter pagefooter globalfooter bottombar imprint disclaimer legal pie',
  ],
  [
    SIDE,
    'sidebar sidebars aside rail rightrail leftrail barralateral lateral widgets widgetarea sidebarwidget rightcolumn rightcol sidecolumn sidecol ' +
      'complementary rightbar leftbar colright colunadireita',
  ],
  [
    SHARE,
    'share shares sharing sharebar social socials compartilhar compartilhe compartilhamento partilhar partilha addthis ' +
      'sharethis addtoany sharedaddy sharebuttons socialshare sociallinks socialmedia followus siganos redessociais bookmarks ' +
      'sharelinks sharetools shareicons jiathis bdshare',
  ],
  [
    RELATED,
    'related relatedposts relatedcontent relatedarticles relatednews relatedlinks relatedproducts relacionadas relacionados ' +
      'relacionada relacionado recommended recommendation recommendations recommends recomendados recomendadas similar ' +
      'mostread mostpopular mostviewed mostcommented maislidas maislidos maisvistas maislida leiatambem ' +
      'vejatambem leiamais saibamais upnext readnext nextarticle morefrom morestories morenews morearticles morelike ' +
      'outbrain taboola crosssell upsell upsells recentlyviewed youmayalsolike yarpp jprelatedposts latestnews latestposts ' +
      'recentposts recentcomments ultimasnoticias ultimas suggested suggestions suggestion alsolike readmore seealso ' +
      'zergnet revcontent mgid dable topstories teasers hotnews verwandte associes similaires relazionati',
  ],
  [
    ADVERT,
    'ad ads adv advert adverts advertisement advertisements advertising adsense adslot adbox adbanner adunit adwrap adcontainer ' +
      'adwrapper promo promos promotion promotions sponsor sponsors sponsored sponsoredcontent publicidade propaganda anuncio ' +
      'anuncios anunciante patrocinado patrocinados dfp gpt bannerad adsbygoogle reklama reklamy werbung pubblicita publicite ' +
      'googlead googleads doubleclick affiliate affiliates admanager mpu leaderboard',
  ],
  [
    CONSENT,
    'cookie cookies consent gdpr lgpd onetrust ccpa cookiebar cookienotice cookiebanner cookieconsent cookielaw privacybanner ' +
      'cookiebot truste didomi usercentrics usabanner govbanner',
  ],
  [
    COMMENTS,
    'comment comments comentario comentarios commentaire commentaires commenti commento kommentar kommentare kommentarer ' +
      'komentarze komentarz disqus disqusthread fbcomments respond commentlist commentform leavecomment usercomments ' +
      'commentsarea commentarea livefyre facebookcomments komments commentbox readercomments',
  ],
  [
    SUBSCRIBE,
    'newsletter newsletters subscribe subscription signup paywall login signin register registration cadastro assine assinatura ' +
      'optin mailchimp mailinglist emailsignup subscribeform boletim inscrevase leadform regwall mcembed joinus account ' +
      'entrar logar',
  ],
  [
    POPUP,
    'popup popups modal modals overlay lightbox toast tooltip tooltips snackbar interstitial popover dialog',
  ],
  [
    BYLINE,
    'byline author authors autor autores authorbox authorbio aboutauthor authorinfo postmeta articlemeta entrymeta posted ' +
      'postedon pubdate dateline published timestamp publishdate postinfo articleinfo assinado metadata infobar',
  ],
  [
    SEARCH,
    'search searchform searchbox searchbar busca buscar pesquisa pesquisar filters filtros facet facets sortby refine',
  ],
  [
    UNSEEN,
    'sronly screenreader screenreadertext visuallyhidden assistive offscreen printonly visuallyhide a11yhidden',
  ],
  [HEADER, 'header siteheader pageheader globalheader topheader cabecalho topo'],
  [TAGS, 'tags taglist tagcloud tagslist posttags articletags keywords tagsection posttags topics'],
  [
    CAPTION_CREDIT,
    'caption legenda credit credits credito creditos copyrightholder photocredit figcaption wpcaptiontext',
  ],
  [
    CONTENT,
    'article articles content entry story main text texto materia noticia conteudo corpo prose markdown richtext rte wysiwyg ' +
      'description descricao contenido nota cuerpo artikel inhalt contenu texte testo articolo paragraph body post detail ' +
      'details blog page single news copy hentry editorial docs documentation',
  ],
  [
    BODY,
    'articlebody articlecontent articletext storybody storycontent storytext entrycontent postcontent postbody posttext ' +
      'maincontent contentbody contenttext bodycontent bodytext textbody newscontent newstext newsbody newsdetail blogcontent blogpost ' +
      'mwparseroutput markdownbody corpomateria textomateria conteudomateria corponoticia textonoticia conteudonoticia ' +
      'materiaconteudo noticiacorpo articlemain articlecopy articlefulltext fulltext singlecontent rstcontent pagecontent ' +
      'thecontent contentarticle bodycopy postentry blogbody articulocuerpo docscontent contentdetail',
  ],
  [
    POSTING,
    'posting message messages messagebody messagecontent postbit postmessage cooked topicbody topicpost threadpost forumpost ' +
      'postwrap answer answers answercell question answertext reply replies threaditem bbwrapper lia postbody posttext',
  ],
  [
    PRODUCT,
    'product produto products productdescription productdetails pdp sku price preco prices addtocart buybox specs specification specifications',
  ],
  [
    CARD,
    'card cards tile tiles teaser griditem listitem item items carousel slider slideshow slide slick swiper owl',
  ],
  [WIDGET, 'widget box'],
  [RATING, 'rating ratings stars review reviews avaliacao avaliacoes votes likes'],
]);

function wordTable(groups: readonly (readonly [number, string])[]): Map<string, number> {
  const table = new Map<string, number>();
  for (const [flag, words] of groups)
    for (const word of words.split(' ')) table.set(word, (table.get(word) ?? 0) | flag);
  return table;
}

const ROLES: ReadonlyMap<string, number> = new Map([
  ['navigation', NAVIGATION],
  ['menu', NAVIGATION],
  ['menubar', NAVIGATION],
  ['banner', HEADER],
  ['contentinfo', FOOTER],
  ['complementary', SIDE],
  ['search', SEARCH],
  ['dialog', POPUP],
  ['alertdialog', POPUP],
  ['main', MAIN],
  ['article', ARTICLE],
]);

const PROPERTIES: ReadonlyMap<string, number> = new Map([
  ['articlebody', BODY | ARTICLE],
  ['comment', COMMENTS],
  ['author', BYLINE],
  ['datepublished', BYLINE],
  ['text', CONTENT],
  ['breadcrumb', NAVIGATION],
]);

const BY_TAG = new Uint32Array(65536);
for (const [flag, names] of [
  [NAVIGATION, 'nav menu'],
  [FOOTER, 'footer'],
  [SIDE, 'aside'],
  [HEADER, 'header'],
  [MAIN, 'main'],
  [ARTICLE, 'article'],
  [SEARCH, 'search'],
  [POPUP, 'dialog'],
  [FORM, 'form'],
] as const)
  for (const name of names.split(' ')) BY_TAG[tagId(name)] = flag;

const H1 = tagId('h1');
const H6 = tagId('h6');
const CODE = new Set(['pre', 'code', 'samp', 'kbd'].map(tagId));

const CLASS = attributeId('class');
const ID = attributeId('id');
const NAMES = [CLASS, ID];
const ROLE = attributeId('role');
const ITEMPROP = attributeId('itemprop');
const ARIA_HIDDEN = attributeId('aria-hidden');

/** Class lists of generated styles run to thousands of characters, none of them words. */
const LONGEST_VALUE = 200;
const MOST_PARTS = 24;
/** Class lists are few and the same on all pages of a site. */
const known = new GenerationalCache<number>(16_384);
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** What code is written in, said of the element around it; a choice of languages is a menu. */
const CODE_LANGUAGE =
  /^lang(?:uage)?-(?!switch|select|choose|chooser|choice|menu|pick|bar|list|nav|link|toggle|drop|option|item|box|flag)/i;

/** The evidence in one class or id value. */
function evidenceOfName(value: string): number {
  const cached = known.get(value);
  if (cached !== undefined) return cached;
  const key = ownCopy(value.slice(0, LONGEST_VALUE));
  let flags = 0;
  let parts = 0;
  for (const name of key.split(/\s+/)) {
    if (CODE_LANGUAGE.test(name)) continue;
    let previous = '';
    for (const match of name.match(PART) ?? []) {
      if (++parts > MOST_PARTS) break;
      const word = match.toLowerCase();
      flags |= WORDS.get(word) ?? 0;
      if (previous !== '') flags |= WORDS.get(previous + word) ?? 0;
      previous = word;
    }
  }
  if (/elementor|wp-block|sqs|wpb_|et_pb/.test(key)) flags &= ~WIDGET;
  if (value.length <= LONGEST_VALUE) known.set(key, flags);
  return flags;
}

/** What an element says by itself. */
export function evidenceOfElement(doc: FlatDocument, node: number): number {
  // The class of code names its language.
  if (CODE.has(doc.tag[node]!)) return 0;
  let flags = BY_TAG[doc.tag[node]!]!;
  const header = doc.attributes[doc.stop[node]!]!;
  if ((header & 0xffff) === 0) return flags;
  const { attributes, html } = doc;
  // The id of a heading is made of its text: `#respostas` are the answers to the exercises.
  const isHeading = doc.tag[node]! >= H1 && doc.tag[node]! <= H6;
  for (const attribute of NAMES) {
    const at = doc.attributeAt(node, attribute);
    if (at < 0 || (isHeading && attribute === ID)) continue;
    const from = attributes[at + 2]!;
    const to = Math.min(attributes[at + 3]!, from + LONGEST_VALUE + 1);
    if (to > from) flags |= evidenceOfName(html.slice(from, to));
  }
  const role = doc.attributeAt(node, ROLE);
  if (role >= 0) flags |= ROLES.get((doc.value(node, ROLE) ?? '').trim().toLowerCase()) ?? 0;
  const property = doc.attributeAt(node, ITEMPROP);
  if (property >= 0) flags |= PROPERTIES.get((doc.value(node, ITEMPROP) ?? '').trim().toLowerCase()) ?? 0;
  if (doc.attributeAt(node, ARIA_HIDDEN) >= 0 && doc.value(node, ARIA_HIDDEN) === 'true') flags |= UNSEEN;
  return flags;
}
