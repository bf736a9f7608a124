/** A sports daily whose reports carry boxes of their own, different on each page: the next match, what to watch, numbers of the season. */
import { onWeekday } from '../../language/dates.ts';
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
import { mostRead } from '../paper.ts';
import { cast, sentence, withInline, withSpan } from '../prose.ts';
import type { Template } from './template.ts';

export const marcador: Template = {
  name: 'marcador',
  plan: {
    name: 'Marcador',
    host: 'marcador.example',
    spelling: 'br',
    sections: ['Futebol', 'Copa', 'Vôlei', 'Basquete', 'Motor', 'Lutas'],
    paragraphs: [5, 9],
    sentences: [2, 4],
  },
  write(w, paper, article, random) {
    head(w, paper, article);
    w.raw('<body class="ue-l-article">');
    consent(w, paper, 'ue-consent');
    w.inside('header', '', () => menu(w, paper, 'ue-menu'));
    w.inside('main', '', () => {
      w.inside('article', 'class="ue-article"', () => {
        w.inside('div', 'class="ue-heading"', () => w.content('h1', escaped(article.headline)));
        w.inside('div', 'class="ue-standfirst"', () => w.content('p', escaped(article.summary)));
        byline(w, paper, article, 'div', 'class="ue-byline"');
        picture(w, article, random);
        w.inside('div', 'class="ue-body"', () => {
          article.paragraphs.forEach((text, i) => {
            w.content('p', withSpan(random, withInline(random.fork('inline', i), text, 0.05), 0.1));
            if (i === 2) advert(w, 'ue-ad', 'Continua após a publicidade');
          });
        });
        const own = random.fork('boxes');
        w.inside('div', 'class="ue-widget ue-agenda"', () => {
          w.noise('h4', 'Agenda');
          for (let n = own.int(1, 3); n > 0; n--) {
            const { clubs, places } = cast(own);
            w.noise(
              'p',
              `${clubs[0]} x ${clubs[1]}, ${onWeekday(article.published)}, ${own.int(14, 21)}h${own.pick(['00', '15', '30', '45'])}, em ${own.pick(places)}`,
            );
          }
        });
        w.inside('div', 'class="ue-widget ue-frases"', () => {
          w.noise('h4', 'Frases da semana');
          for (let n = own.int(1, 3); n > 0; n--) {
            const others = cast(own);
            w.noise('p', `“${sentence(own, others, 'br').replaceAll(/[“”]/g, '')}” (${others.people[0]})`);
          }
        });
        sharing(w, 'ue-share');
      });
    });
    w.inside('aside', '', () => {
      linkList(w, 'As mais lidas', mostRead(paper, article.index, 7), 'ue-most-read');
    });
    foot(w, paper);
  },
};
