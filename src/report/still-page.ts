/** The frame of a page that stands for itself: no script, no request, light and dark, and the look that all our reports share. */

import type { Language } from '../words/index.ts';
import { CHART_STYLE } from './chart.ts';
import { escapeMarkup } from './hostile-text.ts';

const STYLE = `
:root{color-scheme:light dark;--page:#f3f6f6;--card:#fff;--ink:#17262b;--soft:#5b6d73;--line:#dde5e6;--mark:#0b7a75;--wash:#0b7a751c}
@media (prefers-color-scheme:dark){:root{--page:#0c1416;--card:#131d20;--ink:#e4edee;--soft:#94a6ab;--line:#28373b;--mark:#3cc2b6;--wash:#3cc2b624}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 20px 56px}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}
h2{font-size:1rem;margin:0 0 10px}
p{margin:0 0 4px;color:var(--soft);overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:14px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 16px 12px;min-width:0}
.card svg{display:block;width:100%;height:auto;--back:var(--card)}
table{width:100%;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th{font-weight:500;color:var(--soft)}
td,th{padding:4px 0 4px 12px;text-align:right}
td{border-top:1px solid var(--line)}
td:first-child,th:first-child{text-align:left;padding-left:0}
@media print{body{background:none}.card{break-inside:avoid}}`.trim();

export interface StillPage {
  readonly language: Language;
  readonly title: string;
  /** Rules of this page alone. */
  readonly style: string;
  /** Markup, escaped already. */
  readonly body: string;
}

export function stillPage({ language, title, style, body }: StillPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<style>
${STYLE}
${style}
${CHART_STYLE}
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
