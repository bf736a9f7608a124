/**
 * Seven papers, each with its own layout and its own way of making life hard for an extractor, with the truth of every piece of text:
 * readers' comments, boxes that stay for some days, boxes of the page's own, text that is repeated and meant, headlines and paragraphs
 * outside the usual tags, live coverage, small sections. Any seed gives another site of the same kind.
 */
import { Random } from '../language/random.ts';
import { PageWriter, type TruthBlock } from './page-writer.ts';
import { paper } from './paper.ts';
import { arquibancada } from './templates/arquibancada.ts';
import { corpoEBola } from './templates/corpo-e-bola.ts';
import { correio } from './templates/correio.ts';
import { corrida } from './templates/corrida.ts';
import { esporteJa } from './templates/esporte-ja.ts';
import { marcador } from './templates/marcador.ts';
import { recorde } from './templates/recorde.ts';
import type { Template } from './templates/template.ts';

export type { TruthBlock } from './page-writer.ts';

const TEMPLATES: readonly Template[] = [
  arquibancada,
  esporteJa,
  corrida,
  correio,
  corpoEBola,
  marcador,
  recorde,
];

/** In the order of the source's tables. */
export const TEMPLATE_NAMES: readonly string[] = TEMPLATES.map(({ name }) => name);

export interface NewsPage {
  readonly id: string;
  readonly url: string;
  readonly kind: 'article' | 'live' | 'special';
  readonly html: string;
  readonly truth: readonly TruthBlock[];
}

export interface NewsSite {
  readonly template: string;
  readonly name: string;
  readonly host: string;
  readonly language: string;
  readonly pages: readonly NewsPage[];
}

const PAGES_PER_SITE = 160;

export function newsSite(template: string, seed: number, pages: number = PAGES_PER_SITE): NewsSite {
  const found = TEMPLATES.find(({ name }) => name === template);
  if (found === undefined)
    throw new RangeError(`no template ${template}: one of ${TEMPLATE_NAMES.join(', ')}`);
  const random = new Random(seed, 'news', template);
  const site = paper(random, found.plan, pages);
  return {
    template,
    name: found.plan.name,
    host: found.plan.host,
    language: found.plan.spelling === 'br' ? 'pt-BR' : 'pt-PT',
    pages: site.articles.map((article) => {
      const writer = new PageWriter();
      found.write(writer, site, article, random.fork('page', article.index));
      return {
        id: `${template}-${article.index}`,
        url: article.url,
        kind: article.kind,
        html: writer.html,
        truth: writer.truth,
      };
    }),
  };
}
