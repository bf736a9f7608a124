/**
 * The toy site of the entity specification (§3.10): its pages, links and link-paths are such that every figure printed there comes
 * out. `body` between `html` and the rest is the parser's, the same on all pages.
 */

export interface ToySite {
  readonly origin: string;
  readonly pages: ReadonlyMap<string, string>;
  /** By the number that the specification gives to a page: `3/2` → its address. */
  readonly address: ReadonlyMap<string, string>;
  readonly sample: string;
  readonly entities: readonly string[];
}

type Links = readonly (readonly [around: string, targets: readonly string[]])[];

const ADDRESSES: Readonly<Record<string, string>> = {
  '0/0': '',
  '1/0': 'jogadores',
  '1/1': 'times',
  '2/0': 'jogadores/2015',
  '2/1': 'jogadores/2014',
  '2/2': 'jogadores/2013',
  '2/3': 'times/2015',
  '2/4': 'contato.htm',
  '3/0': 'index.htm',
  '3/1': 'jogadores/2015/jogador01.htm',
  '3/2': 'jogadores/2015/jogador02.htm',
  '3/3': 'jogadores/2015/jogador03.htm',
  '3/4': 'jogadores/2014/jogador04.htm',
  '3/5': 'jogadores/2013/jogador05.htm',
  '3/6': 'times/2015/time01.htm',
  '3/7': 'times/2015/time02.htm',
  '3/8': 'ajuda.htm',
};

const LINKS: Readonly<Record<string, Links>> = {
  '0/0': [['ul li', ['1/0', '1/1']]],
  '1/0': [
    ['nav', ['0/0']],
    ['ul li', ['2/0', '2/1', '2/2']],
  ],
  '1/1': [
    ['nav', ['0/0', '2/4']],
    ['ul li', ['2/3']],
  ],
  '2/0': [
    ['nav', ['3/0']],
    ['div', ['3/1', '3/2', '3/3']],
  ],
  '2/1': [
    ['nav', ['3/0']],
    ['div', ['3/4']],
  ],
  '2/2': [
    ['nav', ['3/0']],
    ['div', ['3/5']],
  ],
  '2/3': [
    ['nav', ['3/8']],
    ['div', ['3/6', '3/7']],
  ],
  '2/4': [],
  '3/0': [
    ['nav', ['0/0', '1/0']],
    ['aside', ['3/2']],
  ],
  '3/1': [
    ['header', ['2/0']],
    ['nav', ['3/0']],
  ],
  '3/2': [
    ['header', ['2/0']],
    ['nav', ['3/0']],
  ],
  '3/3': [
    ['header', ['2/0']],
    ['nav', ['3/0']],
  ],
  '3/4': [
    ['header', ['2/1']],
    ['nav', ['3/0']],
  ],
  '3/5': [
    ['header', ['2/2']],
    ['nav', ['3/0']],
  ],
  '3/6': [
    ['header', ['2/3']],
    ['nav', ['3/0']],
  ],
  '3/7': [
    ['header', ['2/3']],
    ['nav', ['3/0']],
  ],
  '3/8': [],
};

/** L3 … L17 and X1 … X3 of the specification: link-paths that lead nowhere, for the likeness of pages. */
const FURTHER = [
  'section',
  'article',
  'main',
  'footer',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'address',
  'center',
] as const;
const STRANGE = ['fieldset', 'details', 'dialog'] as const;
/** How many of L1 … L17, and how many of X1 … X3. */
const LIKENESS: Readonly<Record<string, readonly [number, number]>> = {
  '3/1': [17, 3],
  '3/2': [17, 0],
  '3/3': [15, 3],
  '3/4': [12, 0],
  '3/5': [14, 0],
  '3/6': [9, 3],
  '3/7': [8, 3],
};

export function toySite(origin = 'http://site'): ToySite {
  const address = new Map(Object.entries(ADDRESSES).map(([id, path]) => [id, `${origin}/${path}`]));
  const pages = new Map<string, string>();
  for (const [id, links] of Object.entries(LINKS)) {
    const groups = links.map(([around, targets]) => {
      const [outer, inner] = around.split(' ');
      const all = targets.map((t) => `<a href="${address.get(t)}">${t}</a>`);
      return inner === undefined
        ? `<${outer}>${all.join(' ')}</${outer}>`
        : `<${outer}>${all.map((a) => `<${inner}>${a}</${inner}>`).join('')}</${outer}>`;
    });
    const [like, strange] = LIKENESS[id] ?? [0, 0];
    const idle = [...FURTHER.slice(0, Math.max(0, like - 2)), ...STRANGE.slice(0, strange)].map(
      (tag) => `<${tag}><a href="#">·</a></${tag}>`,
    );
    pages.set(
      address.get(id)!,
      `<html><head><title>${id}</title></head><body>${groups.join('')}${idle.join('')}</body></html>`,
    );
  }
  return {
    origin,
    pages,
    address,
    sample: address.get('3/2')!,
    entities: ['3/1', '3/2', '3/3', '3/4', '3/5'].map((id) => address.get(id)!),
  };
}
