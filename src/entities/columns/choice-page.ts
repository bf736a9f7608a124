/**
 * The page on which a person chooses columns: one file that works without a network, shows every column with its label, coverage and
 * values, and saves the choices as the JSON that `--votes` reads. Texts of sites are data here: nothing of them becomes mark-up.
 */

import { escapeHtml } from '../../formats/index.ts';
import type { RuleSet } from '../rules/learn.ts';
import { pathOf, pivotOf } from '../rules/rule.ts';
import { proposeColumns } from '../selection/propose-columns.ts';
import { cleanLabel } from './label-text.ts';
import { isHeading, labelOfRule } from './value-label.ts';

export interface Candidate {
  readonly id: string;
  /** The name proposed; empty when nothing names the column. */
  readonly name: string;
  readonly pivot: string;
  readonly path: string;
  readonly pages: number;
  readonly share: number;
  readonly examples: readonly string[];
}

/** The columns that a person may choose from, best first. */
export function candidatesOf(set: RuleSet, most = 120): Candidate[] {
  const { graph } = set;
  return proposeColumns(set, { coverage: 0.1, limit: most }).map((rule) => {
    const label = labelOfRule(graph, rule);
    const values = new Set<string>();
    for (const node of rule.nodes) {
      if (values.size >= 5) break;
      values.add(graph.text(node).slice(0, 120));
    }
    return {
      id: rule.id,
      name: isHeading(graph, rule) ? 'Nome' : label === null ? '' : (cleanLabel(label.text) ?? ''),
      pivot: pivotOf(rule.rule),
      path: pathOf(rule.rule),
      pages: rule.pages,
      share: rule.pages / Math.max(1, graph.pageCount),
      examples: [...values],
    };
  });
}

export interface ChoicePageWords {
  readonly language: string;
  readonly title: string;
  readonly help: string;
  readonly attribute: string;
  readonly values: string;
  readonly pages: string;
  readonly rule: string;
  readonly save: string;
}

export function choicePage(site: string, candidates: readonly Candidate[], words: ChoicePageWords): string {
  const rows = candidates
    .map(
      ({ id, name, pivot, path, share, examples }, i) =>
        `<tr><td><input id="a${i}" data-rule="${escapeHtml(id)}" value="${escapeHtml(name)}" aria-label="${escapeHtml(words.attribute)}"></td><td>${examples.map((value) => `<q>${escapeHtml(value)}</q>`).join(' ')}</td><td class="n">${Math.round(share * 100)} %</td><td class="r">${escapeHtml(pivot === '' ? '/' : pivot)} <code>${escapeHtml(path)}</code></td></tr>`,
    )
    .join('\n');
  // `<` is escaped so that no text can close the script.
  const data = JSON.stringify({ site })
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, ' ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(words.language)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.title)} ${escapeHtml(site)}</title>
<style>body{font:16px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1a1a1a;background:#fff}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ccc;vertical-align:top}input{font:inherit;width:14rem;padding:.2rem}q{margin-right:.6rem}.n{white-space:nowrap}.r{color:#555;font-size:.85em}button{font:inherit;padding:.5rem 1rem;margin:1rem 0}@media (prefers-color-scheme:dark){body{background:#16181c;color:#e8e8e8}td,th{border-color:#444}.r{color:#aaa}}</style></head>
<body><h1>${escapeHtml(words.title)} ${escapeHtml(site)}</h1><p>${escapeHtml(words.help)}</p>
<table><thead><tr><th>${escapeHtml(words.attribute)}</th><th>${escapeHtml(words.values)}</th><th>${escapeHtml(words.pages)}</th><th>${escapeHtml(words.rule)}</th></tr></thead><tbody>
${rows}
</tbody></table><button id="save">${escapeHtml(words.save)}</button>
<script>
const data = ${data};
document.getElementById('save').addEventListener('click', () => {
  const choices = {};
  for (const input of document.querySelectorAll('input[data-rule]')) {
    const name = input.value.trim();
    if (name !== '' && !(name in choices)) choices[name] = input.dataset.rule;
  }
  const text = JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: data.site, choices }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'choices-' + data.site.replace(/[^a-z0-9.-]/gi, '_') + '.json';
  link.click();
});
</script></body></html>
`;
}
