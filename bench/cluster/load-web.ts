/**
 * URLs for loads of millions, by number: sites, and pages of sites, with paths as long as those of real links (a median of 30 characters on 93
 * real sites). Nothing is stored.
 */
import { type Candidate, URL_KIND } from '../../src/frontier/index.ts';

const WORDS = [
  'noticias',
  'cidade',
  'cultura',
  'agenda-da-semana',
  'camara',
  'historia',
  'obras',
  'servicos',
];

/** Spreads neighbours far apart; 32 bits. */
export function mixed(a: number, b: number): number {
  let x = Math.imul(a, 0x85ebca6b) ^ Math.imul(b + 0x9e37, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

export function pageOf(site: number, page: number, parent = 1): Candidate {
  const queue = `sitio${site}.com.br`;
  const h = mixed(site, page);
  const url =
    page === 0
      ? `http://${queue}/`
      : `http://${queue}/${WORDS[h & 7]}/${2000 + ((h >>> 3) % 25)}/${WORDS[(h >>> 8) & 7]}-${page}.html`;
  const depth = page === 0 ? 0 : 3;
  return { url, key: url, queue, priority: 50, depth, hops: 1, redirects: 0, kind: URL_KIND.page, parent };
}

/** Numbers at random that are the same in every run. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(most: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return Math.floor((mixed(this.#state, 7) / 2 ** 32) * most);
  }
}
