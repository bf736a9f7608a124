/**
 * A page about a page: every block of a page in order, coloured by its verdict, with the reason on hover. One file, no scripts, no
 * address of the page is loaded; everything is escaped and a policy in the file forbids the rest.
 */
import type { ContentBlock, MemoryReason, PageReason, PageType, Verdict } from '../../content/index.ts';
import { escapeHtml } from '../../formats/index.ts';
import { BLOCK_REASON_WORDS, blockReason } from '../../words/block-reasons.ts';
import { CONTENT_WORDS, type ContentWords } from '../../words/content.ts';
import { type Language, say, USUAL_LANGUAGE } from '../../words/index.ts';
import { PAGE_TYPE_WORDS } from '../../words/page-types.ts';
import type { PageContent } from '../content.ts';
import type { PublishedBlock } from './published-method.ts';
import { comparison, shownName } from './written-forms.ts';

// No reason and no type without its words.
type Reason = Exclude<MemoryReason, 'page'> | PageReason;
BLOCK_REASON_WORDS satisfies Readonly<Record<Language, Readonly<Record<Reason, string>>>>;
PAGE_TYPE_WORDS satisfies Readonly<Record<Language, Readonly<Record<PageType, string>>>>;

/** In every such page: they lie among others, and are not read as one of them. */
export const EXPLAIN_MARK = '<meta name="generator" content="tarrafa content --explain">';

const MOST_BLOCKS = 5000;
const LONGEST_BLOCK = 4000;

const STYLE = `
:root{color-scheme:light dark;--keep:#d7f2dc;--keep-edge:#1a7f37;--head:#dbe9ff;--head-edge:#0b57d0;--note:#fff1c9;--note-edge:#9a6700;--drop:#f6e3e3;--drop-edge:#b42318;--ink:#1f2328;--paper:#fff;--faint:#59636e}
@media (prefers-color-scheme:dark){:root{--keep:#12351c;--keep-edge:#3fb950;--head:#14284b;--head-edge:#6ea8fe;--note:#3a2d05;--note-edge:#d29922;--drop:#3b1a1a;--drop-edge:#f47067;--ink:#e6edf3;--paper:#0d1117;--faint:#9198a1}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main,header{max-width:60rem;margin:0 auto;padding:1rem}
header h1{font-size:1.4rem;margin:.2rem 0}
header p{margin:.2rem 0;color:var(--faint);overflow-wrap:anywhere}
.key span{display:inline-block;padding:.05rem .6rem;margin:.2rem .4rem .2rem 0;border-left-style:solid;border-left-width:4px;color:var(--ink)}
.b{border-left:4px solid;padding:.25rem .6rem;margin:2px 0;position:relative;overflow-wrap:anywhere}
.b small{display:block;color:var(--faint);font-size:.75rem}
.content{background:var(--keep);border-color:var(--keep-edge)}
.headline{background:var(--head);border-color:var(--head-edge);font-weight:600}
.comment{background:var(--note);border-color:var(--note-edge)}
.boilerplate{background:var(--drop);border-color:var(--drop-edge);font-size:.85rem}
.b .why{display:none;position:absolute;z-index:1;right:.3rem;top:100%;background:var(--ink);color:var(--paper);padding:.3rem .6rem;border-radius:.3rem;font-size:.8rem;max-width:34rem}
.b:hover .why,.b:focus .why{display:block}
.b:focus{outline:2px solid var(--head-edge)}
`;

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A block as the page shows it. */
interface ShownBlock {
  readonly verdict: Verdict;
  readonly text: string;
  readonly path: string;
  readonly why: string;
}

function ofBlock(one: ContentBlock, m: ContentWords, language: Language): ShownBlock {
  const repeated =
    one.repeated === undefined || one.repeated === 0
      ? ''
      : ` · ${say(m.repeated, { share: percent(one.repeated) })}`;
  const why = `${m[one.verdict]} · ${m.reason}: ${blockReason(one.reason, language)} · ${m.score} ${one.score.toFixed(2)}${repeated}`;
  return { verdict: one.verdict, text: one.text, path: one.path, why };
}

/** Of a published method: IBDF and |S| in place of certainty and share. */
function ofPublishedBlock(one: PublishedBlock, m: ContentWords): ShownBlock {
  const verdict =
    one.verdict === 'content' ? 'content' : one.reason === 'comment' ? 'comment' : 'boilerplate';
  return { verdict, text: one.text, path: one.path, why: `${m[verdict]} · ${publishedReason(one, m)}` };
}

/** `IBDF 0.0526 · |S| 19 · repetido em muitas páginas`. */
function publishedReason({ ibdf, similarPages, reason }: PublishedBlock, m: ContentWords): string {
  const pages = similarPages === null ? '' : ` · |S| ${similarPages}`;
  return `IBDF ${shownIbdf(ibdf)}${pages} · ${m.publishedReasons[reason]}`;
}

export function shownIbdf(ibdf: number): string {
  return Number.isInteger(ibdf) ? String(ibdf) : ibdf.toFixed(4);
}

function block({ verdict, text, path, why }: ShownBlock): string {
  const shown = text.length > LONGEST_BLOCK ? `${text.slice(0, LONGEST_BLOCK)}…` : text;
  return `<div class="b ${verdict}" tabindex="0" title="${escapeHtml(why)}">${escapeHtml(shown)}<span class="why">${escapeHtml(why)}<br>${escapeHtml(path)}</span></div>`;
}

/** The page as text of HTML; `language` is that of its words, not of the page that it is about. */
export function explainContent(page: PageContent, language: Language = USUAL_LANGUAGE): string {
  const m = CONTENT_WORDS[language];
  const { content } = page;
  const name = shownName(page.name, m);
  const facts = [
    `${m.type}: ${PAGE_TYPE_WORDS[language][content.type]}`,
    say(m.words, { kept: content.words, all: content.pageWords }),
    comparison(page, m, true),
    ...((page.judged ?? content.site)?.liveCoverage === true ? [m.live] : []),
  ];
  const verdicts: readonly Verdict[] =
    page.judged === undefined
      ? ['content', 'headline', 'comment', 'boilerplate']
      : ['content', 'comment', 'boilerplate'];
  const blocks: readonly ShownBlock[] =
    page.judged === undefined
      ? content.blocks.slice(0, MOST_BLOCKS).map((one) => ofBlock(one, m, language))
      : page.judged.blocks.slice(0, MOST_BLOCKS).map((one) => ofPublishedBlock(one, m));
  const key = verdicts.map((verdict) => `<span class="${verdict}">${escapeHtml(m[verdict])}</span>`).join('');
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${EXPLAIN_MARK}
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(content.title || name)} · tarrafa content</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(content.title || name)}</h1>
<p>${escapeHtml(content.url || name)}</p>
<p>${facts.map(escapeHtml).join(' · ')}</p>
<p class="key">${key}</p>
</header>
<main>
${blocks.map(block).join('\n')}
</main>
</body>
</html>
`;
}
