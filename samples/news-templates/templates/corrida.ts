/**
 * A sports daily that writes part of each report straight into the `article`: paragraphs before and after a `div`, a list, a quotation.
 * A reader of the `div` alone loses a third of the text.
 */
import {
  advert,
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

export const corrida: Template = {
  name: 'corrida',
  plan: {
    name: 'Correr é Preciso',
    host: 'correrepreciso.example',
    spelling: 'br',
    sections: ['Série A', 'Série B', 'Atletismo', 'Natação', 'Vela'],
    paragraphs: [3, 6],
    sentences: [2, 4],
    live: 0.02,
  },
  write(w, paper, article, random) {
    const { spelling } = paper.plan;
    head(w, paper, article);
    w.raw('<body>');
    w.inside('div', 'class="pagina"', () => {
      w.inside('header', '', () => {
        w.noise('p', 'Terça a domingo, nas bancas e aqui', 'class="slogan"');
        menu(w, paper, 'navegacao');
      });
      breadcrumbs(w, article, 'migalhas');
      w.inside('article', '', () => {
        w.inside('div', 'class="titulo"', () => w.content('h1', escaped(article.headline)));
        byline(w, paper, article, 'div', 'class="credito"');
        picture(w, article, random);
        const [first, ...rest] = article.paragraphs;
        if (random.chance(0.6))
          w.content(
            'p',
            `<b>${first!.slice(0, first!.indexOf(' '))}</b>${first!.slice(first!.indexOf(' '))}`,
          );
        else rest.unshift(first!);
        w.inside('div', 'class="bloco-texto"', () => {
          const inside = rest.length > 2 && random.chance(0.7) ? rest.slice(0, -1) : rest;
          inside.forEach((text, i) => {
            w.content('p', withInline(random.fork('inline', i), text, 0.05));
          });
          if (article.kind === 'live') {
            const own = random.fork('live');
            for (let n = 0; n < 30; n++) {
              w.content(
                'p',
                `${14 + Math.floor(n / 6)}h${10 + (n % 6) * 8} – ${sentence(own, article.about, spelling)}`,
              );
            }
          }
          if (inside !== rest) rest.splice(0, rest.length - 1);
          else rest.length = 0;
        });
        for (const text of rest) w.content('p', text);
        const own = random.fork('list');
        if (own.chance(0.3)) {
          w.inside('ul', 'class="pontos"', () => {
            for (let n = own.int(2, 4); n > 0; n--) w.content('li', sentence(own, article.about, spelling));
          });
        }
      });
      w.inside('aside', 'class="coluna"', () => {
        sharing(w, 'compartilhe');
        advert(w, 'banner');
        linkList(w, 'Mais lidas', mostRead(paper, article.index, 5), 'ranking', 'p');
        linkList(
          w,
          'Leia também',
          neighbours(random.fork('related'), paper, article.index, 3),
          'leia-tambem',
        );
        tagList(w, article, 'temas');
      });
    });
    consent(w, paper, 'cookies');
    foot(w, paper);
  },
};
