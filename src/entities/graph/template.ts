/**
 * Template recognition: which texts come from the template of the site and which from its data.
 *
 * The source's rule is frequency alone: a text is template when it stands in at least δ of the pages, wherever in them.
 * Values that are as frequent are then told from labels by their slots (`frequent-values.ts`), unless ORION's own
 * rule is asked for.
 */
import { demoteFrequentValues } from './frequent-values.ts';
import { DATA, type GraphColumns, TEMPLATE, TEXT } from './site-graph.ts';

export interface TemplateOptions {
  /** Share of the pages in which a text must stand to be template. @default 0.6 */
  readonly delta?: number;
  /**
   * Texts known to be template, from the pages that a wrapper was learned on. When given they alone are template: on a
   * single new page every text would be "in all pages".
   */
  readonly template?: Iterable<string>;
  /** Whether frequency alone decides, as in ORION. @default false */
  readonly frequencyOnly?: boolean;
}

/** δ as published for ORION, calibrated there on book sites. */
const DELTA = 0.6;

/** In how many pages each value stands as a text, by value number. */
export function pagesWithText(graph: GraphColumns): Int32Array {
  const pages = new Int32Array(graph.strings.length);
  const last = new Int32Array(graph.strings.length).fill(-1);
  for (let page = 0; page < graph.urls.length; page++) {
    for (let node = graph.pageStart[page]!; node < graph.pageStart[page + 1]!; node++) {
      if (graph.type[node] !== TEXT) continue;
      const value = graph.value[node]!;
      if (last[value] === page) continue;
      last[value] = page;
      pages[value]!++;
    }
  }
  return pages;
}

/** ⌈share · pages⌉, at least 1: 3 of 5 pages at 60 %, whatever the rounding of 0.6 · 5. */
export function pagesNeeded(share: number, pages: number): number {
  return Math.max(1, Math.ceil(share * pages - 1e-9));
}

/** Fills `role` and `after`. Template first and data for all the rest, in one step: there is no order to get wrong. */
export function markTemplate(graph: GraphColumns, options: TemplateOptions): void {
  const isTemplate = new Uint8Array(graph.strings.length);
  if (options.template !== undefined) {
    const known = new Set(options.template);
    graph.strings.forEach((text, id) => {
      if (known.has(text)) isTemplate[id] = 1;
    });
  } else {
    const needed = pagesNeeded(options.delta ?? DELTA, graph.urls.length);
    const pages = pagesWithText(graph);
    for (let id = 0; id < pages.length; id++) if (pages[id]! >= needed) isTemplate[id] = 1;
  }
  for (let node = 0; node < graph.role.length; node++)
    if (graph.type[node] === TEXT) graph.role[node] = isTemplate[graph.value[node]!] === 1 ? TEMPLATE : DATA;
  if (options.template === undefined && options.frequencyOnly !== true) demoteFrequentValues(graph);
  fillAfter(graph);
}

/** For every text, the line of the nearest template text before it. */
function fillAfter(graph: GraphColumns): void {
  for (let page = 0; page < graph.urls.length; page++) {
    let after = 0;
    for (let node = graph.pageStart[page]!; node < graph.pageStart[page + 1]!; node++) {
      if (graph.type[node] !== TEXT) continue;
      graph.after[node] = after;
      if (graph.role[node] === TEMPLATE) after = graph.line[node]!;
    }
  }
}

/**
 * The template texts of a graph, in the order of first use: what a wrapper keeps for later pages. A text that is a value
 * somewhere is not among them.
 */
export function templateTexts(graph: GraphColumns): string[] {
  const state = new Uint8Array(graph.strings.length);
  for (let node = 0; node < graph.role.length; node++)
    if (graph.role[node] !== 0) state[graph.value[node]!]! |= graph.role[node]!;
  return graph.strings.filter((_, id) => state[id] === TEMPLATE);
}
