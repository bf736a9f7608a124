/** What a page says of its own kind: `og:type`, the types of its JSON-LD and microdata, its generator, its address. */
import { attributeId, type FlatDocument, jsonLd, TEXT, tagId } from '../html/index.ts';

export const SAYS_ARTICLE = 1;
export const SAYS_PRODUCT = 2;
export const SAYS_FORUM = 4;
export const SAYS_LIST = 8;
export const SAYS_DOCUMENTATION = 16;
export const SAYS_FRONT = 32;

const META = tagId('meta');
const BODY = tagId('body');
const HTML = tagId('html');
const PROPERTY = attributeId('property');
const NAME = attributeId('name');
const CONTENT = attributeId('content');
const ITEMTYPE = 'itemtype';
/** JSON-LD of shops lists every offer; the types stand early. */
const LONGEST_JSON = 60_000;

const LD_TYPE = /"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]{3,40})"/g;
const LD: ReadonlyMap<string, number> = new Map([
  ['Article', SAYS_ARTICLE],
  ['NewsArticle', SAYS_ARTICLE],
  ['BlogPosting', SAYS_ARTICLE],
  ['ReportageNewsArticle', SAYS_ARTICLE],
  ['OpinionNewsArticle', SAYS_ARTICLE],
  ['AnalysisNewsArticle', SAYS_ARTICLE],
  ['Recipe', SAYS_ARTICLE],
  ['TechArticle', SAYS_DOCUMENTATION],
  ['Product', SAYS_PRODUCT],
  ['ProductGroup', SAYS_PRODUCT],
  ['DiscussionForumPosting', SAYS_FORUM],
  ['QAPage', SAYS_FORUM],
  ['CollectionPage', SAYS_LIST],
  ['ItemList', SAYS_LIST],
  ['SearchResultsPage', SAYS_LIST],
]);

const FORUM_GENERATOR =
  /discourse|phpbb|vbulletin|xenforo|invision|flarum|nodebb|simple machines|mybb|vanilla/i;
const DOCUMENTATION_GENERATOR =
  /docusaurus|sphinx|mkdocs|gitbook|vuepress|vitepress|docfx|doxygen|javadoc|starlight|nextra/i;
const FORUM_URL =
  /^(?:https?:\/\/)?(?:forums?|foros?|community|discuss(?:ion)?|boards?|talk)\.|\/(?:forums?|foro|threads?|topics?|showthread|viewtopic|discussions?|questions|talk|comments)[/.?]|\/t\/[^/]+\/\d+|stackexchange\.com|stackoverflow\.com\/q|reddit\.com\/r\//i;
const PRODUCT_URL =
  /\/(?:products?|produto|p|dp|itm|pdp|item|sku|shop)\/[^/?]{3,}|\/p\/?$|[?&](?:sku|product_id)=/i;
const LIST_URL =
  /\/(?:category|categories|categoria|collections?|tags?|browse|search|busca|archive|archives|catalog|shop|c|cat|directory|list|rankings?|jobs|events)(?:[/?]|$)/i;
const DOCUMENTATION_URL =
  /^(?:https?:\/\/)?(?:docs?|developers?|wiki|help|support|api|learn)\.|\/(?:docs?|documentation|manual|reference|wiki|api|help|tutorials?)\//i;
const ARTICLE_URL =
  /\/(?:19|20)\d\d\/\d\d?\/|\/(?:blogs?|news|noticias?|artigos?|articles?|posts?|stories|story|opinion|insights)\/[^/?]{8,}|-\d{5,}(?:\.|$)/i;
const FRONT_URL = /^(?:https?:\/\/)?[^/?#]+\/?(?:index\.\w+|home)?(?:[?#]|$)/i;

/** Bits of what the page says; it may say several things. */
export function pageHints(doc: FlatDocument, url: string | undefined): number {
  let hints = 0;
  for (let row = 1; row < doc.count; row++) {
    const kind = doc.tag[row];
    if (kind === TEXT) continue;
    if (kind === META) {
      const name = (doc.value(row, PROPERTY) ?? doc.value(row, NAME) ?? '').toLowerCase();
      if (name === 'og:type') {
        const type = (doc.value(row, CONTENT) ?? '').toLowerCase();
        if (type.startsWith('product') || type === 'og:product')
          hints |= type.includes('group') ? SAYS_LIST : SAYS_PRODUCT;
        else if (type.includes('article') || type === 'blog') hints |= SAYS_ARTICLE;
      } else if (name === 'generator') {
        const generator = doc.value(row, CONTENT) ?? '';
        if (FORUM_GENERATOR.test(generator)) hints |= SAYS_FORUM;
        else if (DOCUMENTATION_GENERATOR.test(generator)) hints |= SAYS_DOCUMENTATION;
      }
    } else if (kind === BODY || kind === HTML) {
      const type = doc.attribute(row, ITEMTYPE) ?? '';
      if (/schema\.org\/(?:News)?Article|BlogPosting/.test(type)) hints |= SAYS_ARTICLE;
      else if (/schema\.org\/QAPage/.test(type)) hints |= SAYS_FORUM;
      else if (/schema\.org\/(?:CollectionPage|ItemList|SearchResultsPage)/.test(type)) hints |= SAYS_LIST;
    }
  }
  // Every type that is named, wherever it stands: for that the values need not be walked.
  for (const { source } of jsonLd(doc))
    for (const match of source.slice(0, LONGEST_JSON).matchAll(LD_TYPE)) hints |= LD.get(match[1]!) ?? 0;
  // Microdata of one product, or of it and a few beside it, is a product page; of many it says nothing.
  const offers = countOf(doc.html, 'schema.org/Product"', MANY);
  if (offers > 0 && offers < MANY) hints |= SAYS_PRODUCT;
  if (url !== undefined && url !== '') {
    const address = url.slice(0, 400);
    if (FORUM_URL.test(address)) hints |= SAYS_FORUM;
    if (FRONT_URL.test(address)) hints |= SAYS_FRONT;
    else {
      if (PRODUCT_URL.test(address)) hints |= SAYS_PRODUCT;
      if (LIST_URL.test(address)) hints |= SAYS_LIST;
      if (DOCUMENTATION_URL.test(address)) hints |= SAYS_DOCUMENTATION;
      if (ARTICLE_URL.test(address)) hints |= SAYS_ARTICLE;
    }
  }
  return hints;
}

/** Products that only a list has. */
const MANY = 4;

function countOf(text: string, part: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count < most; at = text.indexOf(part, at + part.length))
    count++;
  return count;
}
