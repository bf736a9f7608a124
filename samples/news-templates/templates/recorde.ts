/**
 * A sports daily that surrounds each report, inside the article, with teasers of other news (the same on the few pages of some days), a
 * newsletter and a video of its own. The headline stands in a `header`, outside every tag of X-CEX's list, and an empty `section` waits
 * for an advert.
 */
import {
  advert,
  byline,
  consent,
  escaped,
  foot,
  head,
  linkList,
  menu,
  picture,
  sharing,
} from '../furniture.ts';
import { mostRead, neighbours } from '../paper.ts';
import { headline, withInline, withSpan } from '../prose.ts';
import type { Template } from './template.ts';

export const recorde: Template = {
  name: 'recorde',
  plan: {
    name: 'Recorde do Povo',
    host: 'recordedopovo.example',
    spelling: 'pt',
    sections: ['Futebol', 'Liga', 'Seleção', 'Basquetebol', 'Ténis', 'Ciclismo'],
    paragraphs: [4, 7],
    sentences: [2, 3],
  },
  write(w, paper, article, random) {
    head(w, paper, article);
    w.raw('<body>');
    w.inside('div', 'id="wrapper"', () => {
      menu(w, paper, 'nav-principal');
      w.inside('main', '', () => {
        w.inside('article', 'class="article-full"', () => {
          w.inside('header', '', () => {
            w.content('h1', escaped(article.headline));
            w.content('h2', escaped(article.summary));
            byline(w, paper, article, 'span', 'class="author"');
          });
          picture(w, article, random);
          w.inside('div', 'class="text_container"', () => {
            article.paragraphs.forEach((text, i) => {
              w.content('p', withSpan(random, withInline(random.fork('inline', i), text, 0.04), 0.35));
              if (i === 1) w.raw('<section class="pub-slot"></section>');
            });
            const clip = random.fork('video');
            if (clip.chance(0.7)) {
              w.inside('div', 'class="video-embed"', () =>
                w.noise('p', `Vídeo: ${headline(clip, article.about, 'pt')}`, 'class="video-title"'),
              );
            }
          });
          w.inside('div', 'class="newsletter-box"', () => {
            w.noise(
              'p',
              'Receba as notícias do dia no seu e-mail. Subscreva a newsletter do Recorde do Povo.',
            );
            w.raw('<form><input type="email"></form>');
          });
          w.inside('div', 'class="relacionadas"', () => {
            w.noise('h4', 'Ver também');
            for (const item of neighbours(random.fork('related'), paper, article.index, 4, 7)) {
              w.inside('div', 'class="item"', () => {
                w.noise('p', `<a href="${item.url}">${escaped(item.headline)}</a>`, 'class="destaque"');
              });
            }
          });
          sharing(w, 'share', 'Partilhar');
        });
      });
      w.inside('aside', '', () => {
        advert(w, 'mrec', 'PUB');
        linkList(w, 'Mais lidas', mostRead(paper, article.index, 6), 'mais-lidas', 'p');
      });
    });
    consent(w, paper, 'rgpd-banner');
    foot(w, paper);
  },
};
