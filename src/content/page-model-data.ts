/** Written by `tarrafa content train`; see `trainedOn` for the material and `command` for how. */
import type { PageModel } from './page-model.ts';

export const PAGE_MODEL: PageModel = {
  features: [
    'bias',
    'words',
    'links',
    'link count',
    'controls',
    'punctuation',
    'ends',
    'digits',
    'early',
    'late',
    'paragraph',
    'heading',
    'item',
    'row',
    'preformatted',
    'caption',
    'quote',
    'definition',
    'navigation',
    'footer',
    'side',
    'share',
    'related',
    'advert',
    'subscribe',
    'popup',
    'byline',
    'search',
    'header',
    'form',
    'content',
    'body',
  ],
  weights: [
    -2.1888, 1.0645, -0.1915, -0.1076, -0.4446, 1.6701, -0.7391, 4.0917, -0.9078, -1.3344, 0.4289, 1.1882,
    -0.0817, 0.5, 0, 0.0403, 0.1625, -1.305, -0.8678, -1.8579, -0.0503, -0.5142, 0.4585, -0.4551, -0.9751,
    -1.8508, 0.6394, -0.3547, -0.5885, -0.882, 0.3565, 0.1976,
  ],
  trainedOn: [
    {
      material: 'SWDE (Hao et al. 2011): cars, books, players and universities',
      licence: 'Apache-2.0',
      sites: 40,
      pages: 2400,
    },
  ],
  command:
    "tarrafa content train swde-dev --material 'SWDE (Hao et al. 2011): cars, books, players and universities' --licence Apache-2.0 --out page-model-data.ts",
};
