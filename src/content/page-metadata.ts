/** Title and byline of a page: what it says of itself first, what can be seen second. */
import { attributeId, type FlatDocument, jsonLd, metas, tagId, title } from '../html/index.ts';
import { BYLINE, evidenceOfElement } from './element-evidence.ts';
import type { PageJudgement } from './extract-page.ts';
import { blockText } from './page-blocks.ts';

const LONGEST_TITLE = 400;
const LONGEST_NAME = 120;
const LONGEST_JSON = 200_000;

function tidy(text: string, limit: number): string {
  return text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .slice(0, limit);
}

/** The headline when the page's title confirms it, else `og:title`, the first heading, the title. */
export function titleOf(doc: FlatDocument, page: PageJudgement): string {
  const headline =
    page.headline < 0 ? '' : tidy(blockText(page.blocks, page.headline, LONGEST_TITLE), LONGEST_TITLE);
  const whole = title(doc);
  if (headline !== '' && (whole === '' || whole.includes(headline))) return headline;
  const said = metas(doc).find(({ name }) => name === 'og:title' || name === 'twitter:title')?.content ?? '';
  if (said !== '') return tidy(said, LONGEST_TITLE);
  return headline !== '' ? headline : tidy(whole, LONGEST_TITLE);
}

const META_NAMES = new Set([
  'author',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'byl',
]);
const ITEMPROP = attributeId('itemprop');
const REL = attributeId('rel');
const A = tagId('a');

/** Says who wrote it, or ''. */
export function bylineOf(doc: FlatDocument, page: PageJudgement): string {
  for (const json of jsonLd(doc)) {
    const author =
      /"author"\s*:\s*(?:\[\s*)?(?:\{[^{}]{0,600}?"name"\s*:\s*"([^"\\]{2,120})"|"([^"\\]{2,120})")/.exec(
        json.slice(0, LONGEST_JSON),
      );
    const name = author?.[1] ?? author?.[2];
    if (name !== undefined && !/^https?:/i.test(name)) return tidy(name, LONGEST_NAME);
  }
  for (const { name, content } of metas(doc))
    if (META_NAMES.has(name) && content !== '' && !/^https?:|@/i.test(content))
      return tidy(content, LONGEST_NAME);
  const { blocks } = page;
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.words[i]! > 12 || blocks.words[i] === 0) continue;
    for (let at = blocks.node[i]!, steps = 0; at > 0 && steps < 3; at = blocks.doc.parent[at]!, steps++) {
      const said =
        (evidenceOfElement(blocks.doc, at) & BYLINE) !== 0 &&
        /autho?r|byline|assina/i.test(
          `${blocks.doc.attribute(at, 'class') ?? ''} ${blocks.doc.value(at, ITEMPROP) ?? ''}`,
        );
      if (said) {
        const text = tidy(blockText(blocks, i, LONGEST_NAME), LONGEST_NAME).replace(
          /^(?:por|by|de|da redação|texto)[:\s]+/iu,
          '',
        );
        if (text !== '' && !/\d{4}/.test(text)) return text;
      }
    }
  }
  for (let row = 1; row < doc.count; row++)
    if (doc.tag[row] === A && /(?:^|\s)author(?:\s|$)/i.test(doc.value(row, REL) ?? '')) {
      const text = tidy(doc.textContent(row), LONGEST_NAME);
      if (text !== '') return text;
    }
  return '';
}
