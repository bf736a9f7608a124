/**
 * The page on which a person marks content: one file that works without a network, by mouse and by keyboard. What is marked is kept by the
 * browser and saved as a file of gold; where `tarrafa content gold mark` serves it, it is saved in the data set. Texts of sites are data
 * here: nothing of them becomes mark-up.
 */
import { escapeHtml } from '../../../formats/index.ts';
import { CONTENT_GOLD_WORDS } from '../../../words/content-gold.ts';
import type { Language } from '../../../words/index.ts';
import { EXPLAIN_MARK } from '../explanation-page.ts';
import { GOLD_FORM } from './gold-file.ts';

export interface MarkedPage {
  readonly url: string;
  readonly digest: string;
  readonly title: string;
  readonly blocks: readonly { readonly path: string; readonly text: string }[];
}

const MOST_BLOCKS = 5000;

const STYLE = `
:root{color-scheme:light dark;--keep:#d7f2dc;--edge:#1a7f37;--ink:#1f2328;--paper:#fff;--faint:#59636e;--line:#d0d7de;--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root{--keep:#12351c;--edge:#3fb950;--ink:#e6edf3;--paper:#0d1117;--faint:#9198a1;--line:#30363d;--focus:#6ea8fe}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{position:sticky;top:0;background:var(--paper);border-bottom:1px solid var(--line);padding:.6rem 1rem;z-index:1}
header h1{font-size:1.1rem;margin:0;overflow-wrap:anywhere}
header p{margin:.1rem 0;color:var(--faint);font-size:.85rem;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;margin-top:.3rem}
button{font:inherit;padding:.2rem .7rem;border:1px solid var(--line);border-radius:.3rem;background:none;color:inherit;cursor:pointer}
button[aria-pressed=true]{background:var(--keep);border-color:var(--edge)}
main{max-width:60rem;margin:0 auto;padding:1rem}
.b{display:block;width:100%;text-align:start;border:0;border-left:4px solid var(--line);border-radius:0;padding:.25rem .6rem;margin:2px 0;overflow-wrap:anywhere;white-space:pre-wrap}
.b[aria-pressed=true]{border-color:var(--edge)}
.b:focus-visible,button:focus-visible{outline:2px solid var(--focus)}
.out .b{opacity:.45}
`;

/** In the page; nothing of it is made from what a site says. */
const SCRIPT = `
const data = JSON.parse(document.getElementById('data').textContent);
const words = data.words;
const key = 'tarrafa-gold ' + data.site + ' ' + data.seed;
const served = location.protocol !== 'file:';
const states = data.pages.map(() => ({ state: 'open', marks: new Set() }));
let at = 0;
const $ = (id) => document.getElementById(id);
function lines() {
  return [{ form: data.form, version: 1, site: data.site, seed: data.seed, pages: data.pages.length }].concat(data.pages.map((page, i) => ({
    url: page.url, digest: page.digest, title: page.title, state: states[i].state,
    blocks: states[i].state === 'marked' ? [...states[i].marks].sort((a, b) => a - b).map((n) => ({ id: String(n), path: page.blocks[n].path, text: page.blocks[n].text })) : [],
  }))).map((line) => JSON.stringify(line) + '\\n').join('');
}
function restore(text) {
  const byDigest = new Map(data.pages.map((page, i) => [page.digest, i]));
  for (const line of text.split('\\n').slice(1)) {
    if (line === '') continue;
    const page = JSON.parse(line);
    const i = byDigest.get(page.digest);
    if (i === undefined) continue;
    states[i].state = page.state;
    states[i].marks = new Set(page.blocks.map((block) => Number(block.id)).filter((n) => n < data.pages[i].blocks.length));
  }
}
function tell(text) { $('told').textContent = text; }
function keep() {
  try { localStorage.setItem(key, lines()); } catch { /* kept by the file alone */ }
  const done = states.filter((page) => page.state !== 'open').length;
  $('done').textContent = done + ' / ' + states.length;
}
function show(n) {
  at = Math.max(0, Math.min(data.pages.length - 1, n));
  const page = data.pages[at];
  $('title').textContent = page.title;
  $('where').textContent = (at + 1) + ' / ' + data.pages.length + ' · ' + page.url;
  const list = $('blocks');
  list.replaceChildren(...page.blocks.map((block, i) => {
    const one = document.createElement('button');
    one.className = 'b';
    one.textContent = block.text;
    one.title = block.path;
    one.setAttribute('aria-pressed', String(states[at].marks.has(i)));
    one.addEventListener('click', () => toggle(i));
    return one;
  }));
  paint();
  scrollTo(0, 0);
  list.firstElementChild?.focus({ preventScroll: true });
}
function paint() {
  $('excluded').setAttribute('aria-pressed', String(states[at].state === 'excluded'));
  $('ready').setAttribute('aria-pressed', String(states[at].state === 'marked'));
  $('blocks').className = states[at].state === 'excluded' ? 'out' : '';
  [...$('blocks').children].forEach((one, i) => one.setAttribute('aria-pressed', String(states[at].marks.has(i))));
  keep();
}
function toggle(i) {
  const { marks } = states[at];
  if (!marks.delete(i)) marks.add(i);
  states[at].state = 'marked';
  paint();
}
function setState(state) { states[at].state = states[at].state === state ? 'open' : state; paint(); }
async function save() {
  const text = lines();
  if (served) {
    const answer = await fetch(location.href, { method: 'POST', body: text }).catch(() => null);
    tell(answer !== null && answer.ok ? words.saved : words.notSaved);
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = data.file;
  link.click();
  tell(words.downloaded);
}
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (event.key === 's' && !event.altKey) { event.preventDefault(); void save(); }
    return;
  }
  const blocks = [...$('blocks').children];
  const i = blocks.indexOf(document.activeElement);
  const go = (n) => { event.preventDefault(); blocks[Math.max(0, Math.min(blocks.length - 1, n))]?.focus(); };
  if (event.key === 'j' || event.key === 'ArrowDown') {
    if (event.shiftKey && i >= 0 && i + 1 < blocks.length && !states[at].marks.has(i + 1)) toggle(i + 1);
    go(i + 1);
  } else if (event.key === 'k' || event.key === 'ArrowUp') go(i - 1);
  else if (event.key === 'n' || event.key === 'ArrowRight') show(at + 1);
  else if (event.key === 'p' || event.key === 'ArrowLeft') show(at - 1);
  else if (event.key === 'x') setState('excluded');
  else if (event.key === 'm') setState('marked');
  else if (event.key === 's') void save();
});
$('next').addEventListener('click', () => show(at + 1));
$('before').addEventListener('click', () => show(at - 1));
$('excluded').addEventListener('click', () => setState('excluded'));
$('ready').addEventListener('click', () => setState('marked'));
$('save').addEventListener('click', () => void save());
(async () => {
  try { const kept = localStorage.getItem(key); if (kept !== null) restore(kept); } catch { /* nothing kept */ }
  if (served) {
    const answer = await fetch(location.href + '/gold').catch(() => null);
    if (answer !== null && answer.ok) try { restore(await answer.text()); } catch { /* begun anew */ }
  }
  const first = states.findIndex((page) => page.state === 'open');
  show(first < 0 ? 0 : first);
})();
`;

export function markingPage(
  site: string,
  seed: number,
  pages: readonly MarkedPage[],
  language: Language,
  file: string,
): string {
  const m = CONTENT_GOLD_WORDS[language];
  const data = {
    form: GOLD_FORM,
    site,
    seed,
    file,
    words: { saved: m.saved, notSaved: m.notSaved, downloaded: m.downloaded },
    pages: pages.map((page) => ({ ...page, blocks: page.blocks.slice(0, MOST_BLOCKS) })),
  };
  // `<` is escaped so that no text can close the element.
  const text = JSON.stringify(data).replace(/</g, '\\u003c');
  const button = (id: string, label: string): string =>
    `<button id="${id}" type="button">${escapeHtml(label)}</button>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${EXPLAIN_MARK}
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(site)} · tarrafa content gold</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1 id="title"></h1>
<p id="where"></p>
<p>${escapeHtml(m.markHelp)}</p>
<nav aria-label="${escapeHtml(m.markNav)}">${button('before', m.before)}${button('next', m.next)}${button('ready', m.ready)}${button('excluded', m.excluded)}${button('save', m.save)}<span id="done"></span> <span id="told" role="status"></span></nav>
</header>
<main id="blocks"></main>
<script id="data" type="application/json">${text}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
