/** What is written of pages: text for people, Markdown with its facts at the head, HTML as a small document, JSON for programs. */
import type { Content } from '../../content/index.ts';
import { escapeHtml, printableLines } from '../../formats/index.ts';
import type { TextStyle } from '../../report/index.ts';
import { CONTENT_WORDS, type ContentWords } from '../../words/content.ts';
import { type Language, say, USUAL_LANGUAGE } from '../../words/index.ts';
import type { PageContent } from '../content.ts';
import type { PublishedMethod } from './published-method.ts';

/** `json` is a line for each page. */
export const CONTENT_FORMS = ['text', 'md', 'html', 'json'] as const;
export type ContentForm = (typeof CONTENT_FORMS)[number];

export interface ContentFormOptions {
  /** Of the few words that are not the page's; default `pt-BR`. */
  readonly language?: Language | undefined;
  /** Comments of readers at the end; JSON has them always. */
  readonly comments?: boolean | undefined;
  /** Default true: Markdown begins with title, address, author, dates and language. */
  readonly frontMatter?: boolean | undefined;
  /** Every block with its verdict, in JSON. */
  readonly blocks?: boolean | undefined;
  /** Of a document of HTML with several pages; default the title of the first. */
  readonly title?: string | undefined;
  /** Of text, for a terminal. */
  readonly style?: TextStyle | undefined;
}

/** What the published methods are called. */
export const METHOD_NAMES: Readonly<Record<PublishedMethod, string>> = {
  xcex: 'X-CEX',
  'content-extractor': 'Content Extractor',
};

const PLAIN: TextStyle = { heading: (text) => text, faint: (text) => text };

/** Pages in a form, piece by piece as they come: one for each page but of HTML, whose pieces are one document. */
export async function* contentAs(
  form: ContentForm,
  pages: Iterable<PageContent> | AsyncIterable<PageContent>,
  options: ContentFormOptions = {},
): AsyncGenerator<string> {
  const m = CONTENT_WORDS[options.language ?? USUAL_LANGUAGE];
  const html = new HtmlForm(m, options);
  for await (const page of pages) {
    if (form === 'json') yield jsonForm(page, options);
    else if (form === 'html') yield html.page(page);
    else if (form === 'md') yield markdownForm(page, m, options);
    else yield textForm(page, m, options);
  }
  if (form === 'html') yield html.end();
}

/** With how many pages the page was compared; that it was judged alone otherwise. */
export function comparison(
  { content: { site }, compared, judged }: PageContent,
  m: ContentWords,
  withVersion = false,
): string {
  if (judged !== undefined)
    return say(m.judgedBy, {
      method: METHOD_NAMES[judged.method],
      pages: judged.pages,
      limit: judged.pageLimit,
    });
  if (site === null || !compared) return m.alone;
  return say(m.compared, {
    pages: site.pages,
    template: withVersion ? `${site.cluster} v${site.version}` : site.cluster,
  });
}

/** What a person knows the page by, when it has no title. */
export function shownName(name: string, m: ContentWords): string {
  return name === '-' ? m.standardInput : name;
}

/** Numbers of a published method to six places, which tells 1/|S| of any site apart. */
const rounded = (value: number): number => Number(value.toFixed(6));

function jsonForm({ name, content, language, judged }: PageContent, { blocks }: ContentFormOptions): string {
  const { url, type, title, byline, published, modified } = content;
  const { text, markdown, html, comments, words, pageWords, site } = content;
  return `${JSON.stringify({
    page: name,
    url,
    type,
    title,
    byline,
    published,
    modified,
    language,
    words,
    pageWords,
    text,
    markdown,
    html,
    comments,
    site:
      judged === undefined
        ? site
        : {
            method: judged.method,
            name: judged.site,
            pages: judged.pages,
            pageLimit: judged.pageLimit,
            liveCoverage: judged.liveCoverage,
          },
    ...(blocks === true
      ? {
          blocks: judged?.blocks.map((block) => ({ ...block, ibdf: rounded(block.ibdf) })) ?? content.blocks,
        }
      : {}),
  })}\n`;
}

function textForm(
  page: PageContent,
  m: ContentWords,
  { comments = false, style = PLAIN }: ContentFormOptions,
): string {
  const { content } = page;
  const facts = [
    ...(content.byline === '' ? [] : [`${m.by} ${content.byline}`]),
    ...(content.published === null ? [] : [content.published]),
    say(m.words, { kept: content.words, all: content.pageWords }),
    comparison(page, m),
  ].join(' · ');
  const said =
    comments && content.comments.length > 0
      ? `${style.heading(m.commentsTitle)}\n\n${content.comments.map((text) => `- ${printableLines(text)}\n`).join('')}\n`
      : '';
  const title = style.heading(printableLines(content.title || shownName(page.name, m)));
  return `${title}\n${style.faint(printableLines(facts))}\n\n${printableLines(content.text)}\n\n${said}`;
}

/** A value of YAML between double quotes: JSON's escapes are among YAML's, and what YAML takes for a line end is escaped too. */
function yamlString(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function frontMatter(content: Content, language: string | null): string {
  const facts: readonly (readonly [string, string | null])[] = [
    ['title', content.title],
    ['url', content.url],
    ['author', content.byline],
    ['published', content.published],
    ['modified', content.modified],
    ['language', language],
  ];
  const lines = facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${yamlString(value!)}\n`);
  return lines.length === 0 ? '' : `---\n${lines.join('')}---\n\n`;
}

/** Plain text that Markdown must not take for markup. */
function markdownText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}

function markdownForm(
  { name, content, language }: PageContent,
  m: ContentWords,
  { comments = false, frontMatter: withFacts = true }: ContentFormOptions,
): string {
  const head = withFacts ? frontMatter(content, language) : '';
  const said =
    comments && content.comments.length > 0
      ? `\n## ${m.commentsTitle}\n\n${content.comments.map((text) => `> ${markdownText(text)}\n`).join('\n')}`
      : '';
  return `${head}# ${markdownText(content.title || shownName(name, m))}\n\n${content.markdown}\n${said}`;
}

const DAY = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

function time(label: string, date: string | null): string {
  if (date === null) return '';
  const inside = DAY.test(date)
    ? `<time datetime="${escapeHtml(date)}">${escapeHtml(date)}</time>`
    : escapeHtml(date);
  return `<p>${escapeHtml(label)} ${inside}</p>\n`;
}

function article({ name, content, language }: PageContent, m: ContentWords, comments: boolean): string {
  const lang = language === null ? '' : ` lang="${escapeHtml(language)}"`;
  const byline =
    content.byline === '' ? '' : `<p class="byline">${escapeHtml(`${m.by} ${content.byline}`)}</p>\n`;
  const source = /^https?:/i.test(content.url)
    ? `<p><a href="${escapeHtml(content.url)}">${escapeHtml(content.url)}</a></p>\n`
    : '';
  const said =
    comments && content.comments.length > 0
      ? `<section class="comments">\n<h2>${escapeHtml(m.commentsTitle)}</h2>\n${content.comments
          .map((text) => `<blockquote><p>${escapeHtml(text)}</p></blockquote>\n`)
          .join('')}</section>\n`
      : '';
  return `<article${lang}>
<header>
<h1>${escapeHtml(content.title || shownName(name, m))}</h1>
${byline}${time(m.published, content.published)}${time(m.modified, content.modified)}${source}</header>
${content.html}
${said}</article>
`;
}

/**
 * Pages as one document of HTML. The first is held back until it is known whether it is the only one, whose title is then the document's.
 * Nothing of the pages runs or is loaded but their pictures.
 */
class HtmlForm {
  readonly #m: ContentWords;
  readonly #comments: boolean;
  readonly #several: string | undefined;
  #held: { readonly title: string; readonly language: string | null; readonly article: string } | null = null;
  #begun = false;

  constructor(m: ContentWords, { comments = false, title }: ContentFormOptions) {
    this.#m = m;
    this.#comments = comments;
    this.#several = title;
  }

  page(page: PageContent): string {
    const written = article(page, this.#m, this.#comments);
    if (this.#begun) return written;
    if (this.#held === null) {
      const title = page.content.title || shownName(page.name, this.#m);
      this.#held = { title, language: page.language, article: written };
      return '';
    }
    this.#begun = true;
    return `${this.#head(this.#several ?? this.#held.title, null)}${this.#held.article}${written}`;
  }

  end(): string {
    if (this.#held === null) return '';
    const { title, language, article: first } = this.#held;
    return `${this.#begun ? '' : `${this.#head(title, language)}${first}`}</body>\n</html>\n`;
  }

  #head(title: string, language: string | null): string {
    return `<!doctype html>
<html${language === null ? '' : ` lang="${escapeHtml(language)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body>
`;
  }
}
