/** What is written of a page: text for people, Markdown with its facts at the head, HTML as a small document, JSON for programs. */
import pc from 'picocolors';
import type { Content } from '../../content/index.ts';
import { escapeHtml, printableLines } from '../../formats/index.ts';
import type { ContentWords } from '../../words/content.ts';
import { say } from '../../words/index.ts';
import { FEWEST_COMPARED } from './content-sites.ts';

export interface FormOptions {
  /** Reader comments at the end. */
  readonly comments: boolean;
  readonly frontMatter: boolean;
  readonly terminal: boolean;
}

/** Whether the page was in truth compared with its site. */
export function wasCompared(content: Content): boolean {
  return content.site !== null && content.site.pages >= FEWEST_COMPARED;
}

/** With how many pages the page was compared; that it was judged alone otherwise. */
export function comparison(content: Content, m: ContentWords, withVersion = false): string {
  const { site } = content;
  if (site === null || !wasCompared(content)) return m.alone;
  return say(m.compared, {
    pages: site.pages,
    template: withVersion ? `${site.cluster} v${site.version}` : site.cluster,
  });
}

export function jsonForm(name: string, content: Content, language: string | null, explain: boolean): object {
  const { url, type, title, byline, published, modified } = content;
  const { text, markdown, html, comments, words, pageWords, site, blocks } = content;
  return {
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
    site,
    ...(explain ? { blocks } : {}),
  };
}

export function textForm(
  name: string,
  content: Content,
  m: ContentWords,
  { comments, terminal }: FormOptions,
): string {
  const bold = terminal ? pc.bold : (text: string) => text;
  const faint = terminal ? pc.dim : (text: string) => text;
  const facts = [
    ...(content.byline === '' ? [] : [`${m.by} ${content.byline}`]),
    ...(content.published === null ? [] : [content.published]),
    say(m.words, { kept: content.words, all: content.pageWords }),
    comparison(content, m),
  ].join(' · ');
  const said =
    comments && content.comments.length > 0
      ? `${bold(m.commentsTitle)}\n\n${content.comments.map((text) => `- ${printableLines(text)}\n`).join('')}\n`
      : '';
  return `${bold(printableLines(content.title || name))}\n${faint(printableLines(facts))}\n\n${printableLines(content.text)}\n\n${said}`;
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

export function markdownForm(
  name: string,
  content: Content,
  language: string | null,
  m: ContentWords,
  { comments, frontMatter: withFacts }: FormOptions,
): string {
  const head = withFacts ? frontMatter(content, language) : '';
  const said =
    comments && content.comments.length > 0
      ? `\n## ${m.commentsTitle}\n\n${content.comments.map((text) => `> ${markdownText(text)}\n`).join('\n')}`
      : '';
  return `${head}# ${markdownText(content.title || name)}\n\n${content.markdown}\n${said}`;
}

const DAY = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

function time(label: string, date: string | null): string {
  if (date === null) return '';
  const inside = DAY.test(date)
    ? `<time datetime="${escapeHtml(date)}">${escapeHtml(date)}</time>`
    : escapeHtml(date);
  return `<p>${escapeHtml(label)} ${inside}</p>\n`;
}

function article(
  name: string,
  content: Content,
  language: string | null,
  m: ContentWords,
  comments: boolean,
): string {
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
<h1>${escapeHtml(content.title || name)}</h1>
${byline}${time(m.published, content.published)}${time(m.modified, content.modified)}${source}</header>
${content.html}
${said}</article>
`;
}

/**
 * Pages as one document of HTML. The first is held back until it is known whether it is the only one, whose title is then the document's.
 * Nothing of the pages runs or is loaded but their pictures.
 */
export class HtmlForm {
  readonly #m: ContentWords;
  readonly #comments: boolean;
  readonly #several: string;
  #held: { readonly title: string; readonly language: string | null; readonly article: string } | null = null;
  #begun = false;

  /** `several`: the title when there is more than one page. */
  constructor(m: ContentWords, several: string, comments: boolean) {
    this.#m = m;
    this.#comments = comments;
    this.#several = several;
  }

  page(name: string, content: Content, language: string | null): string {
    const written = article(name, content, language, this.#m, this.#comments);
    if (this.#begun) return written;
    if (this.#held === null) {
      this.#held = { title: content.title || name, language, article: written };
      return '';
    }
    this.#begun = true;
    return `${this.#head(this.#several, null)}${this.#held.article}${written}`;
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
