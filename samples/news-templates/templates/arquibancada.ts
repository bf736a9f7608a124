/** A sports daily with short reports and long discussions below them, inside the article as far as markup goes. */
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
import { mostRead, neighbours, readerComments } from '../paper.ts';
import { sentence } from '../prose.ts';
import type { Template } from './template.ts';

export const arquibancada: Template = {
  name: 'arquibancada',
  plan: {
    name: 'Arquibancada',
    host: 'arquibancada.example',
    spelling: 'pt',
    sections: ['Futebol', 'Modalidades', 'Internacional', 'Mercado', 'Opinião'],
    paragraphs: [1, 4],
    sentences: [2, 4],
    live: 0.03,
  },
  write(w, paper, article, random) {
    const { spelling } = paper.plan;
    head(w, paper, article);
    w.raw('<body class="noticia">');
    consent(w, paper, 'cookie-aviso');
    w.inside('header', 'class="topo"', () => {
      w.noise('a', 'Arquibancada', 'class="logo" href="/"');
      menu(w, paper, 'menu-principal');
    });
    w.inside('main', 'id="conteudo"', () => {
      breadcrumbs(w, article, 'caminho');
      w.inside('article', '', () => {
        w.inside('div', 'class="titulo"', () => w.content('h1', escaped(article.headline)));
        byline(w, paper, article, 'div', 'class="data"');
        picture(w, article, random);
        w.inside('div', 'class="texto"', () => {
          for (const text of article.paragraphs) w.content('p', text);
          if (article.kind === 'live') {
            const own = random.fork('live');
            for (let minute = 2; minute <= 90; minute += own.int(1, 4)) {
              w.content('p', `<b>${minute}'</b> ${sentence(own, article.about, spelling)}`, 'class="minuto"');
            }
          }
        });
        sharing(w, 'partilha', 'Partilhar');
        w.inside('div', 'class="comentarios" id="comentarios"', () => {
          const comments = readerComments(random.fork('comments'), article, spelling, random.int(0, 10));
          w.noise('h3', `Comentários (${comments.length})`);
          for (const { name, ago, text } of comments) {
            w.inside('div', 'class="comentario"', () => {
              w.noise('span', `<b>${name}</b> <i>${ago}</i>`, 'class="autor"');
              w.noise('p', text);
              w.noise('span', '<a href="#">Responder</a> <a href="#">Denunciar</a>', 'class="acoes"');
            });
          }
        });
      });
    });
    w.inside('aside', 'class="lateral"', () => {
      advert(w, 'pub');
      linkList(w, 'Mais lidas', mostRead(paper, article.index, 5), 'mais-lidas');
      linkList(
        w,
        'Relacionadas',
        neighbours(random.fork('related'), paper, article.index, 4),
        'relacionadas',
      );
      tagList(w, article, 'etiquetas');
    });
    foot(w, paper);
  },
};
