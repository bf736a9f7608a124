/**
 * The facts of generated pages, each page made, parsed and annotated once for all runs over one web. What a run sees is exactly what the
 * analyser of the crawl would give it: HTML in, facts out.
 */
import type { HistoryWeb } from '../../samples/history/index.ts';
import { links as linksOf, parseHtml } from '../../src/html/index.ts';
import { linkedBlocks } from '../../src/time/crawl/analyser.ts';
import type { TemporalPolicy } from '../../src/time/crawl/index.ts';
import { type CutPage, cutPage, judgeCut } from '../../src/time/crawl/page-judgement.ts';
import { linkWords, type PeriodFindings, periodFindings } from '../../src/time/crawl/period-findings.ts';
import { annotateBlocks, resolve, type TemporalScope } from '../../src/time/index.ts';
import { normaliseUrl } from '../../src/url/index.ts';

export interface CachedPage {
  readonly bytes: number;
  /** Processing without the making of the page, ms. */
  readonly ms: number;
  /** Targets of the page, each once: article and index in the list of links. */
  readonly targets: readonly { readonly id: number; readonly link: number }[];
  /** By policy and scope, in the order given to the cache. */
  readonly facts: readonly PeriodFindings[];
}

export interface View {
  readonly policy: TemporalPolicy;
  readonly scope: TemporalScope;
}

export class PageCache {
  readonly web: HistoryWeb;
  readonly #views: readonly View[];
  readonly #pages: (CachedPage | undefined)[];

  constructor(web: HistoryWeb, views: readonly View[]) {
    this.web = web;
    this.#views = views;
    this.#pages = new Array(web.articles);
  }

  page(id: number): CachedPage {
    return (this.#pages[id] ??= this.#read(id));
  }

  facts(id: number, view: View): PeriodFindings {
    return this.page(id).facts[this.#views.indexOf(view)]!;
  }

  #read(id: number): CachedPage {
    const html = this.web.pageOf(id);
    const url = this.web.urlOf(id);
    const started = performance.now();
    const document = parseHtml(html);
    const { blocks, rowOf, count } = linkedBlocks(document);
    const found = annotateBlocks(blocks);
    const section = new Map(blocks.map((b) => [b.index, b.sectionId]));
    // What does not depend on the scope is done once for all scopes: the cut of each profile, and the words of the links.
    const cuts = new Map<string, CutPage>();
    let words: Uint16Array | undefined;
    const facts = this.#views.map(({ policy, scope }) => {
      const { profile } = policy;
      let cut = cuts.get(profile.name);
      if (!cut) {
        const timexes = resolve(found, { profile, sectionOf: (index) => section.get(index) ?? 0 });
        cuts.set(profile.name, (cut = cutPage(blocks, timexes, policy)));
      }
      const judged = judgeCut(cut, scope, policy);
      const rows = judged.links.map(({ link }) => rowOf.get(link) ?? -1);
      if (policy.prediction) words ??= linkWords(judged.links, rows, count, policy);
      return periodFindings(judged, rows, count, scope, policy, policy.prediction ? words : undefined);
    });
    const ms = performance.now() - started;
    const all = linksOf(document);
    const targets: { id: number; link: number }[] = [];
    const seen = new Set<number>();
    for (let link = 0; link < all.count; link++) {
      if (all.kind(link) !== 'navigation') continue;
      const target = normaliseUrl(all.href(link), url);
      const to = target.kind === 'url' ? this.web.idOf(target.fetch) : -1;
      if (to < 0 || seen.has(to)) continue;
      seen.add(to);
      targets.push({ id: to, link });
    }
    return { bytes: Buffer.byteLength(html), ms, targets, facts };
  }
}
