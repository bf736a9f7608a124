/** Labels that share their text with the value (`Partido: PSE`): found by being the same before other values on other pages. */
import { DATA, type SiteGraph, TEXT } from '../graph/site-graph.ts';

/** `Partido: ` of `Partido: PSE`, `Preço:` of `Preço:R$ 10`; null when the text has no such beginning. */
export function inlineLabel(text: string): string | null {
  const colon = text.indexOf(':');
  if (colon < 2 || colon > 48 || text.startsWith('//', colon + 1)) return null;
  const spaced = text[colon + 1] === ' ';
  // Hours have a colon too.
  if (!spaced && !/[\p{L})]/u.test(text[colon - 1]!)) return null;
  const label = text.slice(0, spaced ? colon + 2 : colon + 1);
  if (label.length >= text.length) return null;
  return /^\p{L}[\p{L}\p{N} ()./ºª°-]*: ?$/u.test(label) ? label : null;
}

/** The inline labels of a site by how many pages have them, in the order of first appearance. */
export function inlineLabels(graph: SiteGraph, share = 0.1): Map<string, number> {
  const pages = new Map<string, number>();
  const last = new Map<string, number>();
  const values = new Map<string, Set<number>>();
  for (let page = 0; page < graph.pageCount; page++)
    for (let node = graph.pageStart[page]!; node < graph.pageStart[page + 1]!; node++) {
      if (graph.type[node] !== TEXT || graph.role[node] !== DATA) continue;
      const label = inlineLabel(graph.text(node));
      if (label === null) continue;
      const different = values.get(label) ?? new Set();
      values.set(label, different);
      if (different.size < 2) different.add(graph.value[node]!);
      if (last.get(label) === page) continue;
      last.set(label, page);
      pages.set(label, (pages.get(label) ?? 0) + 1);
    }
  const least = Math.max(2, share * graph.pageCount);
  return new Map([...pages].filter(([label, count]) => count >= least && values.get(label)!.size > 1));
}
