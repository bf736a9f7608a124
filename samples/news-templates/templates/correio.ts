/** A general daily with long articles full of bold, italics and links, here and there a line to another story, and no `main`. */
import {
  breadcrumbs,
  byline,
  consent,
  escaped,
  foot,
  head,
  linkList,
  menu,
  picture,
  sharing,
  tagList,
} from '../furniture.ts';
import { mostRead, neighbours } from '../paper.ts';
import { sentence, withInline } from '../prose.ts';
import type { Template } from './template.ts';

export const correio: Template = {
  name: 'correio',
  plan: {
    name: 'Correio do Dia',
    host: 'correiododia.example',
    spelling: 'pt',
    sections: ['Política', 'Economia', 'Local', 'Cultura', 'Ciência', 'Mundo', 'Sociedade', 'Desporto'],
    paragraphs: [11, 20],
    sentences: [2, 4],
    live: 0.02,
    specials: 5,
  },
  write(w, paper, article, random) {
    const { spelling } = paper.plan;
    head(w, paper, article);
    w.raw('<body>');
    w.inside('div', 'class="t-site"', () => {
      w.inside('div', 'class="t-header"', () => menu(w, paper, 't-menu'));
      if (article.kind === 'special') {
        // A section of a handful of pages, dressed otherwise.
        w.inside('div', 'class="especial-capa"', () => {
          w.noise('p', 'Especiais · Grandes reportagens do Correio do Dia');
        });
      } else breadcrumbs(w, article, 't-breadcrumb');
      w.inside('article', `class="t-article ${article.kind === 'special' ? 't-especial' : ''}"`, () => {
        w.inside('div', 'class="t-head"', () => w.content('h1', escaped(article.headline)));
        w.inside('div', 'class="t-lead"', () => w.content('h2', escaped(article.summary)));
        byline(w, paper, article, 'div', 'class="t-byline"');
        picture(w, article, random);
        w.inside('div', 'class="t-body"', () => {
          const asides = neighbours(random.fork('asides'), paper, article.index, 2, 60);
          article.paragraphs.forEach((text, i) => {
            w.content('p', withInline(random.fork('inline', i), text, 0.12));
            if (i === 4 && random.chance(0.8)) {
              w.inside('div', 'class="t-leia"', () =>
                w.noise('p', `Leia também: <a href="${asides[0]!.url}">${escaped(asides[0]!.headline)}</a>`),
              );
            }
            if (i === 8 && random.chance(0.6)) {
              w.inside('div', 'class="t-leia"', () =>
                w.noise('p', `Leia mais: <a href="${asides[1]!.url}">${escaped(asides[1]!.headline)}</a>`),
              );
            }
            if (article.kind === 'special' && i % 4 === 3) {
              w.inside('div', 'class="capitulo"', () =>
                w.content('h3', sentence(random.fork('chapter', i), article.about, spelling).slice(0, -1)),
              );
            }
          });
          if (article.kind === 'live') {
            const own = random.fork('live');
            for (let hour = 9; hour <= 19; hour++) {
              for (let n = own.int(2, 5); n > 0; n--) {
                w.content(
                  'p',
                  `<strong>${hour}:${own.int(10, 59)}</strong> ${sentence(own, article.about, spelling)}`,
                );
              }
            }
          }
        });
        sharing(w, 't-share', 'Partilhe');
        w.inside('div', 'class="t-author"', () =>
          w.noise('p', `<b>${article.author.name}</b> ${article.author.bio}`),
        );
      });
      linkList(w, 'Mais lidas', mostRead(paper, article.index, 5), 't-popular');
      tagList(w, article, 't-tags');
    });
    consent(w, paper, 't-consent');
    foot(w, paper);
  },
};
