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
    -2.188, 1.0632, -0.1818, -0.124, -0.4462, 1.6798, -0.7414, 4.0876, -0.9178, -1.3243, 0.4228, 1.1843,
    -0.0788, 0.4886, 0, 0.0403, 0.1619, -1.3122, -0.8661, -1.8946, -0.0627, -0.5241, 0.4675, -0.431, -0.962,
    -1.8522, 0.641, -0.3441, -0.6263, -0.8904, 0.3644, 0.2059,
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
