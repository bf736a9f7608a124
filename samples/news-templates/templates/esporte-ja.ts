/**
 * A portal with short reports inside a great deal of furniture that markup calls article: a table of the championship, a box of headlines
 * that stays for some days, invitations to subscribe. Names stand in `span`.
 */
import type { Random } from '../../language/random.ts';
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
  tagList,
} from '../furniture.ts';
import { mostRead, neighbours } from '../paper.ts';
import { cast, headline, withInline, withSpan } from '../prose.ts';
import type { Template } from './template.ts';

/** The same six clubs lead the table all season; their points change. */
function standings(random: Random, index: number): string[] {
  const clubs = Array.from({ length: 6 }, (_, i) => cast(random.fork('club', i)).clubs[0]!);
  const round = 4 + Math.floor(index / 6);
  const lost = random.fork('round', round);
  return clubs.map((club, i) => `${i + 1}º ${club} ${round * 3 - i * 2 - lost.int(0, 2)} pontos`);
}

export const esporteJa: Template = {
  name: 'esporte-ja',
  plan: {
    name: 'Esporte Já',
    host: 'esporteja.example',
    spelling: 'br',
    sections: ['Brasileirão', 'Estaduais', 'Europa', 'Olímpicos', 'Mercado da bola'],
    paragraphs: [3, 5],
    sentences: [2, 4],
  },
  write(w, paper, article, random) {
    head(w, paper, article);
    w.raw('<body>');
    menu(w, paper, 'menu');
    w.inside('main', 'class="grade"', () => {
      w.inside('article', '', () => {
        w.inside('div', 'class="cabeca"', () => w.content('h1', escaped(article.headline)));
        byline(w, paper, article, 'div', 'class="assina"');
        picture(w, article, random);
        w.inside('div', 'class="corpo"', () => {
          article.paragraphs.forEach((text, i) => {
            w.content(
              'p',
              withSpan(random, withInline(random.fork('inline', i), text, 0.03), 0.45),
              'class="texto"',
            );
            if (i === 0) advert(w, 'anuncio', 'Publicidade');
          });
        });
        w.inside('div', 'class="tabela"', () => {
          w.noise('p', 'Classificação', 'class="rotulo"');
          for (const line of standings(paper.random, article.index)) w.noise('p', line, 'class="linha"');
        });
        w.inside('div', 'class="destaques"', () => {
          for (const item of neighbours(
            paper.random.fork('box', Math.floor(article.index / 5)),
            paper,
            article.index - (article.index % 5) - 1,
            5,
            30,
          ).filter(({ index }) => index !== article.index)) {
            w.noise('p', `<a href="${item.url}">${escaped(item.headline)}</a>`, 'class="chamada"');
          }
        });
        const poll = random.fork('poll');
        if (poll.chance(0.35)) {
          w.inside('div', 'class="enquete"', () => {
            w.noise('p', `Enquete: ${headline(poll, cast(poll), 'br')}?`);
          });
        }
        w.inside('div', 'class="assine"', () => {
          w.noise('p', 'Assine o Esporte Já e leia sem limites por R$ 4,90 no primeiro mês.');
        });
        sharing(w, 'compartilhar');
      });
    });
    w.inside('div', 'class="barra"', () => {
      linkList(w, 'Mais lidas', mostRead(paper, article.index, 5), 'lidas');
      tagList(w, article, 'assuntos');
    });
    consent(w, paper, 'lgpd');
    foot(w, paper);
  },
};
