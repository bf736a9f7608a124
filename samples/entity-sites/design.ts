/**
 * How a site is made: the form of its addresses, the way from its home page to the pages of things, the mark-up of lists and of
 * details, what stands around, and what there is besides. A design is drawn so that every seed meets every form.
 */
import type { Random } from '../language/random.ts';
import type { Writing } from './kinds.ts';

export const ADDRESSES = [
  /** /vereadores/ana-prado */
  'slug-last',
  /** /vereadores/ana-prado/biografia */
  'slug-middle',
  /** /perfil.php?id=12 */
  'query-id',
  /** /index.php?pagina=vereador&id=12 */
  'query-two',
  /** /vereadores/12/ */
  'number-folder',
  /** /vereador/12-ana-prado.html */
  'number-slug',
  /** /vereadores/psd/vereador07.htm, below its list */
  'file-below-list',
  /** /portal/pagina/1204/ana-prado, where news are /portal/pagina/1377/… too */
  'content-system',
  /** /vereador/8a41f0 */
  'opaque',
  /** /AnaPrado.aspx in a folder of its own */
  'camel-case',
] as const;
export type AddressForm = (typeof ADDRESSES)[number];

export const INDEXES = [
  'one-list',
  'pages-query',
  'pages-path',
  'letters',
  'groups',
  'years',
  'deep',
] as const;
export type IndexForm = (typeof INDEXES)[number];

export const LISTINGS = ['ul', 'table', 'cards', 'divs', 'headings', 'wrapped-some'] as const;
export type ListingForm = (typeof LISTINGS)[number];

export const DETAILS = ['dl', 'dl-each', 'table', 'row', 'divs', 'strong', 'spans', 'inline'] as const;
export type DetailForm = (typeof DETAILS)[number];

export const FRAMES = ['plain', 'portal', 'bootstrap', 'old-table', 'blog'] as const;
export type FrameForm = (typeof FRAMES)[number];

export const WAYS_BACK = ['breadcrumb', 'button', 'menu', 'home'] as const;
export type WayBack = (typeof WAYS_BACK)[number];

export interface Design {
  readonly address: AddressForm;
  readonly index: IndexForm;
  readonly listing: ListingForm;
  readonly details: DetailForm;
  readonly frame: FrameForm;
  readonly back: WayBack;
  /** Links between things of the kind ("veja também"). */
  readonly related: boolean;
  /** News articles; in the worst form with addresses like those of the things. */
  readonly news: 'none' | 'own-folder' | 'same-form';
  /** Pages of another kind made with the same template. */
  readonly twins: boolean;
  /** Further pages of each thing: photographs, agenda. */
  readonly subPages: boolean;
  /** Pages that are no things in the list itself. */
  readonly strangersInList: boolean;
  /** schema.org data in the pages of things. */
  readonly structured: 'none' | 'json-ld' | 'microdata';
  readonly count: number;
  readonly omission: number;
  /** Share of pages on which one attribute stands in other mark-up. */
  readonly variant: number;
  readonly writing: Writing;
}

/** Takes turns through the values, from an offset of the seed, so that neighbours differ and no form is left out. */
function turn<T>(values: readonly T[], offset: number, i: number, stride = 1): T {
  return values[(offset + i * stride) % values.length]!;
}

export function drawDesign(random: Random, i: number): Design {
  const offsets = random.fork('offsets');
  const start = ADDRESSES.map(() => offsets.int(0, 999));
  const here = random.fork('design', i);
  const address = turn(ADDRESSES, start[0]!, i);
  let index = turn(INDEXES, start[1]!, i);
  // The folder of such a file is its list.
  if (address === 'file-below-list' && index !== 'groups' && index !== 'years' && index !== 'deep')
    index = 'groups';
  const levels =
    index === 'groups' || index === 'years' || index === 'letters' ? 2 : index === 'deep' ? 3 : 1;
  let back = turn(WAYS_BACK, start[2]!, i);
  // A page that leads only home, three clicks below it, is one that no visitor finds his way back from: sites avoid that.
  if (levels > 1 && back === 'home') back = 'menu';
  if (levels > 2 && back === 'menu') back = 'breadcrumb';
  return {
    address,
    index,
    back,
    listing: turn(LISTINGS, start[3]!, i),
    details: turn(DETAILS, start[4]!, i),
    frame: turn(FRAMES, start[5]!, i),
    related: here.chance(0.4),
    news: here.pick(['none', 'own-folder', 'own-folder', 'same-form']),
    twins: here.chance(0.5),
    subPages: address === 'slug-middle' || here.chance(0.2),
    strangersInList: here.chance(0.2),
    structured: here.pick(['none', 'none', 'none', 'json-ld', 'microdata']),
    count: here.pick([18, 24, 31, 45, 60, 85, 120, 180]),
    omission: here.pick([0, 0.1, 0.25]),
    variant: here.pick([0, 0, 0.15]),
    writing: {
      date: here.pick(['short', 'short', 'long', 'dots']),
      height: here.pick(['m', 'cm']),
      money: here.pick(['R$ ', 'R$ ', 'R$']),
      unitSpace: here.pick([' ', ' ', '']),
    },
  };
}
