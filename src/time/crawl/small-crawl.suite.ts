/** A crawl of a handful of pages held in memory: the real frontier, the real analyser, the real steering, no network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderFrontier, type Lease, OUTCOME, URL_KIND } from '../../frontier/index.ts';
import { links, parseHtml } from '../../html/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import type { TemporalScope } from '../scope.ts';
import { createAnalyser } from './analyser.ts';
import type { PeriodFindings } from './period-findings.ts';
import type { TemporalPolicy } from './policy.ts';
import { TemporalSteering } from './steering.ts';

interface FoundLink {
  readonly fetch: string;
  readonly key: string;
  readonly link: number;
}

export class SmallCrawl {
  readonly steering: TemporalSteering<FoundLink>;
  readonly order: string[] = [];
  readonly facts = new Map<string, PeriodFindings>();
  /** Priority given to each URL whenever one was given. */
  readonly given: [url: string, priority: number][] = [];
  readonly #pages: Readonly<Record<string, string>>;
  readonly #analyser: ReturnType<typeof createAnalyser>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'small-crawl-'));
  readonly #frontier: FolderFrontier;

  constructor(
    pages: Readonly<Record<string, string>>,
    when: string | TemporalScope,
    policy: TemporalPolicy,
    seeds: readonly string[],
  ) {
    this.#pages = pages;
    this.#analyser = createAnalyser({ when, policy });
    this.steering = new TemporalSteering({ policy });
    let now = 0;
    this.#frontier = FolderFrontier.open(this.#folder, {
      policy: 'priority',
      delay: 0,
      addressDelay: 0,
      capacity: 100_000,
      queueBudget: Number.POSITIVE_INFINITY,
      now: () => ++now,
      exact: true,
    });
    for (const seed of seeds) this.#add(seed, this.steering.seed(keyOf(seed)), 0);
  }

  /** Fetches the next page; its address, or `null` when there is none. */
  step(): string | null {
    const answer = this.#frontier.next();
    if (answer.kind !== 'lease') return null;
    const { lease } = answer;
    this.order.push(lease.url);
    this.visit(lease.url, this.#pages[lease.url] ?? '<p>Nada.</p>');
    this.#complete(lease);
    return lease.url;
  }

  /** Tells the steering of a page; queues what it wants. */
  visit(url: string, html: string): void {
    const document = parseHtml(html);
    const facts = this.#analyser.analyse(document, { url });
    this.facts.set(url, facts);
    const all = links(document);
    const found = new Map<string, FoundLink>();
    for (let link = 0; link < all.count; link++) {
      const target = normaliseUrl(all.href(link), url);
      if (target.kind === 'url' && !found.has(target.key))
        found.set(target.key, { fetch: target.fetch, key: target.key, link });
    }
    const targets = [...found.values()];
    this.steering.visited({ key: keyOf(url), facts }, targets, targets).forEach((priority, i) => {
      if (priority !== null) this.#give(targets[i]!, priority);
    });
    for (const { link, priority } of this.steering.raised) this.#give(link, priority);
  }

  run(most = Number.POSITIVE_INFINITY): this {
    while (this.order.length < most) {
      if (this.step() !== null) continue;
      const rest = this.steering.release();
      if (rest.length === 0) break;
      for (const { link, priority } of rest) this.#give(link, priority);
    }
    return this;
  }

  #give(link: FoundLink, priority: number): void {
    this.given.push([link.fetch, priority]);
    this.#add(link.fetch, priority, 1);
  }

  queued(): number {
    return this.#frontier.counts().queued;
  }

  remove(): void {
    this.#frontier.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #add(url: string, priority: number, hops: number): void {
    const target = normaliseUrl(url);
    if (target.kind !== 'url') throw new Error(`not an address: ${url}`);
    this.#frontier.add({
      url: target.fetch,
      key: target.key,
      queue: target.host,
      priority,
      depth: target.depth,
      hops,
      redirects: 0,
      kind: URL_KIND.page,
      parent: 0,
    });
  }

  #complete(lease: Lease): void {
    this.#frontier.end({
      kind: 'complete',
      lease,
      outcome: OUTCOME.analysed,
      status: 200,
      accessedAt: null,
      bytes: 0,
      revisitAt: null,
      links: [],
      seal: () => null,
    });
  }
}

export function keyOf(url: string): string {
  const target = normaliseUrl(url);
  return target.kind === 'url' ? target.key : url;
}

/** The pages of fixtures C.1 and C.2. */
export const P1 = 'https://pt.example.test/wiki/P1';
export const P2 = 'https://pt.example.test/wiki/P2';
export const FIXTURES: Readonly<Record<string, string>> = {
  [P1]: `<html lang="pt"><head><title>Exemplo</title></head><body>
<h1>Exemplo</h1>
<p>A <a href="/wiki/Segunda_Guerra_Mundial">Segunda Guerra Mundial</a> começou em 1 de Setembro de 1939 com a <a href="/wiki/Invas%C3%A3o_da_Pol%C3%B4nia">invasão da Polónia</a>.</p>
<p>Em 22 de Junho de 1941 começou a <a href="/wiki/Opera%C3%A7%C3%A3o_Barbarossa">Operação Barbarossa</a>; o memorial abriu em 1950.</p>
<p>Ver também a <a href="/wiki/Frente_Oriental">frente oriental</a>.</p>
<h2>Portugal</h2>
<p>Entre 1939 e 1945 o país manteve-se <a href="/wiki/Neutralidade">neutral</a> na <a href="/wiki/Segunda_Guerra_Mundial">guerra</a>.</p>
<p>No ano seguinte aderiu a novas <a href="/wiki/Organiza%C3%A7%C3%B5es">organizações</a>.</p>
<p>A sede fica na <a href="/wiki/Lisboa">rua 1º de Maio</a>.</p>
<h2>Referências</h2>
<p><a href="/wiki/Ajuda">Ajuda</a></p>
</body></html>`,
  [P2]: '<p>Em 1944 a <a href="/wiki/Segunda_Guerra_Mundial">guerra</a> aproximava-se do fim.</p>',
};
