/** The content of a page when somebody else has chosen which of its elements are content: the same facts and forms as of any other page. */
import { contentParts } from './content-parts.ts';
import type { AnalysedPage, Content } from './extract-content.ts';
import { pageByline } from './page-byline.ts';
import { toHtml, toMarkdown } from './written-forms.ts';

export interface ChosenContent {
  /** As the chooser reads it. */
  readonly text: string;
  /** Dates found by somebody else, passed through. */
  readonly published: string | null;
  readonly modified: string | null;
}

/** `nodes`: the rows of the elements. Title, author and type are the page's own. */
export function contentOfElements(
  page: AnalysedPage,
  nodes: readonly number[],
  { text, published, modified }: ChosenContent,
): Content {
  const { judgement, doc, url, title, metas } = page;
  const { blocks } = judgement;
  const inside = new Uint8Array(doc.count);
  for (const node of nodes) inside.fill(1, node, doc.end[node]!);
  const keep = new Uint8Array(blocks.count);
  let words = 0;
  let pageWords = 0;
  for (let i = 0; i < blocks.count; i++) {
    pageWords += blocks.words[i]!;
    if (inside[blocks.from[i]!] === 0) continue;
    keep[i] = 1;
    words += blocks.words[i]!;
  }
  const parts = contentParts(blocks, keep, url === '' ? undefined : url);
  return {
    url,
    type: judgement.type,
    title: title.text,
    byline: pageByline(doc, judgement, title, url, metas),
    published,
    modified,
    text,
    markdown: toMarkdown(parts),
    html: toHtml(parts),
    comments: [],
    blocks: [],
    parts,
    words: Math.round(words),
    pageWords: Math.round(pageWords),
    site: null,
  };
}
