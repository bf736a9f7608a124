/**
 * A dossier as one page that opens from disk and prints: no script, nothing fetched, every word of strangers escaped. It is written in the
 * language of who asks; the citations are in that of the standard. It comes in pieces, an item at a time; the text of a page stands once, with
 * all of its passages set apart in it.
 */
import type { Dossier, PageDate, StoredPage } from '../../catalogue/index.ts';
import { escapeHtml } from '../../formats/index.ts';
import { DOSSIER_PAGE_WORDS, type DossierPageWords } from '../../words/dossier-page.ts';
import { amount, formatDate, formatFixed, type Language, say } from '../../words/index.ts';
import { CORRECTED } from '../corrected-page.ts';
import { abntRuns } from './citation.ts';
import { type CitedItem, type DossierEntry, versionOf } from './dossier-entries.ts';

export interface DossierPaper {
  /** Title of the collection. */
  readonly collection: string;
  readonly dossier: Dossier;
  /** Of all its items: the contents stand first. */
  readonly cited: readonly (CitedItem | null)[];
  readonly entries: AsyncIterable<DossierEntry>;
  readonly language: Language;
  /** ms since 1970. */
  readonly now: number;
}

/** Characters of a page's text on paper, some 400 sheets: what is longer is whole in the other forms of the dossier. */
const LONGEST_TEXT = 1_000_000;

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2b33; --soft: #52636c; --line: #c9d3d8; --paper: #fff; --mark: #fff3c4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf0; --soft: #a9b8bf; --line: #3a4a52; --paper: #12191d; --mark: #4a4118; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 46rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 Georgia, 'Times New Roman', serif; }
h1, h2, h3, dt, .meta, nav, footer { font-family: system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.2rem 0 0.6rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 0.6rem; }
h3 { font-size: 0.85rem; letter-spacing: 0.02em; color: var(--soft); margin: 1.2rem 0 0.3rem; }
a { color: inherit; }
.meta, footer { color: var(--soft); font-size: 0.9rem; }
nav ol { padding-left: 1.4rem; }
article { border-top: 1px solid var(--line); margin-top: 2.2rem; padding-top: 1.6rem; overflow-wrap: anywhere; }
blockquote { margin: 0; padding: 0.4rem 0 0.4rem 1rem; border-left: 3px solid var(--soft); white-space: pre-line; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.2rem 1rem; margin: 0; font-size: 0.88rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.text { white-space: pre-line; font-size: 0.95rem; }
.note { white-space: pre-line; }
mark { background: var(--mark); color: inherit; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.4rem; } }
@page { size: A4; margin: 2cm 2.2cm; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #999; --paper: #fff; --mark: #eee; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  article { break-before: page; border: 0; margin: 0; padding: 0; }
  h2, h3 { break-after: avoid; }
  blockquote, dl { break-inside: avoid; }
}`;

/** Only addresses of the Web become links. */
function link(url: string): string {
  const shown = escapeHtml(url);
  return /^https?:\/\//i.test(url) ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown;
}

function citation(page: StoredPage): string {
  return abntRuns(page)
    .map(({ text, strong }) => (strong ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)))
    .join('');
}

function publication(published: PageDate | null, m: DossierPageWords, language: Language): string {
  if (published === null) return m.undated;
  const { date, source, text } = published;
  if (source === CORRECTED)
    return text === '' ? say(m.correctedAlone, { date }) : say(m.corrected, { date, text });
  const confidence = formatFixed(published.confidence, language, 2);
  return text === ''
    ? say(m.publishedBy, { date, source, confidence })
    : say(m.publishedText, { date, source, text, confidence });
}

/** The text, its passages set apart in it. */
function marked(text: string, passages: readonly string[]): string {
  const spans = passages
    .map((passage) => ({ start: passage === '' ? -1 : text.indexOf(passage), length: passage.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  let html = '';
  let at = 0;
  for (const { start, length } of spans) {
    const from = Math.max(start, at);
    const end = start + length;
    if (end <= at) continue;
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}

function facts(rows: readonly (readonly [string, string])[]): string {
  return `<dl>${rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${value}</dd>`).join('')}</dl>`;
}

/** Which items of a dossier are of one version of a page. */
interface Shared {
  /** The number of the first, where its text stands. */
  readonly first: number;
  readonly passages: string[];
}

function sharedPages({ items }: Dossier): Map<string, Shared> {
  const shared = new Map<string, Shared>();
  for (const [at, item] of items.entries()) {
    const version = versionOf(item);
    const before = shared.get(version);
    if (before === undefined) shared.set(version, { first: at + 1, passages: [item.passage] });
    else before.passages.push(item.passage);
  }
  return shared;
}

function article(
  { item, page }: DossierEntry,
  n: number,
  { first, passages }: Shared,
  m: DossierPageWords,
  language: Language,
): string {
  const title = page?.title || m.untitled;
  const parts = [`<h2>${n}. ${escapeHtml(title)}</h2>`];
  if (item.passage !== '')
    parts.push(`<h3>${m.passage}</h3>`, `<blockquote>${escapeHtml(item.passage)}</blockquote>`);
  if (item.note !== '') parts.push(`<h3>${m.note}</h3>`, `<p class="note">${escapeHtml(item.note)}</p>`);
  if (page === null) parts.push(`<p>${m.missing}</p>`);
  else parts.push(`<h3>${m.citation}</h3>`, `<p>${citation(page)}</p>`);
  const archive = page?.archive ?? null;
  parts.push(
    `<h3>${m.evidence}</h3>`,
    facts([
      [m.address, link(item.url)],
      [m.fetched, escapeHtml(new Date(item.fetchedAt).toISOString())],
      ...(page === null
        ? []
        : [[m.published, escapeHtml(publication(page.published, m, language))] as const]),
      [m.digest, escapeHtml(item.digest)],
      ...(archive === null ? [] : [[m.record, escapeHtml(say(m.recordAt, { ...archive }))] as const]),
    ]),
  );
  if (page !== null && page.text !== '') {
    parts.push(`<h3>${m.text}</h3>`);
    if (item.passage !== '' && !page.text.includes(item.passage))
      parts.push(`<p class="meta">${m.passageLost}</p>`);
    if (first === n) {
      parts.push(`<div class="text">${marked(page.text.slice(0, LONGEST_TEXT), passages)}</div>`);
      if (page.text.length > LONGEST_TEXT)
        parts.push(
          `<p class="meta">${escapeHtml(say(m.textLonger, { left: amount(page.text.length - LONGEST_TEXT, language) }))}</p>`,
        );
    } else parts.push(`<p class="meta"><a href="#item-${first}">${say(m.textAbove, { n: first })}</a></p>`);
  }
  return `<article id="item-${n}">\n${parts.join('\n')}\n</article>\n`;
}

export async function* dossierHtml({
  collection,
  dossier,
  cited,
  entries,
  language,
  now,
}: DossierPaper): AsyncGenerator<string, void> {
  const m = DOSSIER_PAGE_WORDS[language];
  const items = amount(dossier.items.length, language);
  const date = formatDate(now, language, 'long');
  yield `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(dossier.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="meta">${m.dossier}</p>
<h1>${escapeHtml(dossier.name)}</h1>
<p class="meta">${escapeHtml(say(m.madeOf, { collection, items, date }))}</p>
${dossier.note === '' ? '' : `<p class="note">${escapeHtml(dossier.note)}</p>`}
<nav aria-label="${m.contents}"><h3>${m.contents}</h3><ol>
${dossier.items.map(({ url }, at) => `<li><a href="#item-${at + 1}">${escapeHtml(cited[at]?.title || url)}</a></li>`).join('\n')}
</ol></nav>
</header>
<main>
`;
  const shared = sharedPages(dossier);
  let n = 0;
  for await (const entry of entries) {
    const own = shared.get(versionOf(entry.item)) ?? { first: n + 1, passages: [entry.item.passage] };
    yield article(entry, ++n, own, m, language);
  }
  yield `</main>
<footer><p>${m.made}</p></footer>
</body>
</html>
`;
}
