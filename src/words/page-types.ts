/** What kind of page a page is. */
import { inLanguages } from './in-languages.ts';

export const PAGE_TYPE_WORDS = inLanguages(
  {
    article: 'artigo',
    documentation: 'documentação',
    listing: 'lista',
    forum: 'fórum',
    product: 'produto',
    front: 'capa',
    service: 'serviço',
  },
  {},
  {
    article: 'article',
    documentation: 'documentation',
    listing: 'list',
    forum: 'forum',
    product: 'product',
    front: 'front page',
    service: 'service',
  },
);
