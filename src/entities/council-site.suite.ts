/** The site of a town council with twenty-four members and all that makes their pages hard to tell from others. */
import { buildEntitySite, drawDesign, KINDS, things } from '../../samples/entity-sites/index.ts';
import { Random } from '../../samples/language/random.ts';

const random = new Random(5, 'command');

export const councilSite = buildEntitySite(
  {
    name: 'Câmara',
    origin: 'http://www.camara-exemplo.leg.br',
    kind: KINDS[0]!,
    things: things(KINDS[0]!, random, 24),
    design: {
      ...drawDesign(random, 3),
      address: 'slug-last',
      index: 'one-list',
      listing: 'ul',
      details: 'dl',
      frame: 'portal',
      back: 'breadcrumb',
      news: 'own-folder',
      twins: true,
      subPages: false,
      strangersInList: false,
      structured: 'none',
      omission: 0.25,
      variant: 0,
    },
  },
  5,
);
