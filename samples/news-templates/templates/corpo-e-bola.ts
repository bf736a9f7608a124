/**
 * A magazine of sport and exercise. Its training articles are put together from descriptions of exercises that are told in the same words
 * each time they are recommended: repeated, and content. An empty `section` stands in every article.
 */
import { byline, consent, escaped, foot, head, linkList, menu, picture, sharing } from '../furniture.ts';
import { mostRead, neighbours } from '../paper.ts';
import { withInline } from '../prose.ts';
import type { Template } from './template.ts';

const EXERCISES = [
  'Agachamento livre: afaste os pés na largura dos ombros, desça até as coxas ficarem paralelas ao chão e suba devagar. Faça três séries de doze repetições.',
  'Prancha: apoie os antebraços e a ponta dos pés no chão, mantenha o corpo reto e contraia o abdômen. Fique assim por quarenta segundos.',
  'Flexão de braço: mãos um pouco além dos ombros, corpo alinhado, desça até o peito quase tocar o chão. Comece com oito e aumente aos poucos.',
  'Ponte de glúteos: deite de costas, dobre os joelhos e levante o quadril até formar uma linha reta. Segure por dois segundos antes de descer.',
  'Polichinelo: salte abrindo pernas e braços ao mesmo tempo e volte à posição inicial. Um minuto basta para aquecer.',
  'Afundo: dê um passo longo à frente, dobre os dois joelhos em ângulo reto e volte. Alterne as pernas, dez vezes cada uma.',
  'Abdominal remador: deite, estique braços e pernas, e junte joelhos e cotovelos num só movimento. Quinze repetições, duas séries.',
  'Corrida parada: eleve bem os joelhos, sem sair do lugar, num ritmo que ainda permita falar. Três blocos de um minuto.',
  'Alongamento de panturrilha: apoie as mãos na parede, estique uma perna atrás com o calcanhar no chão e sustente por trinta segundos.',
  'Elevação lateral: com um halter leve em cada mão, suba os braços até a altura dos ombros e desça contando até três.',
  'Remada com elástico: prenda o elástico num ponto firme, puxe os cotovelos para trás e aproxime as escápulas. Doze repetições.',
  'Subida na caixa: suba com um pé de cada vez numa caixa firme e desça com controle. Troque a perna de apoio a cada dez subidas.',
  'Burpee: agache, apoie as mãos, estique as pernas para trás, volte e salte. Seis seguidos já cansam qualquer um.',
  'Bicicleta no ar: deitado, pedale devagar, levando o cotovelo ao joelho oposto. Vinte vezes, sem prender a respiração.',
  'Pular corda: saltos baixos, joelhos soltos, pulsos em vez de braços. Comece por trinta segundos e descanse outro tanto.',
  'Superman: de barriga para baixo, levante braços e pernas ao mesmo tempo, olhe para o chão e conte até cinco.',
  'Cadeira na parede: encoste as costas, desça até sentar no ar e fique o tempo que conseguir, sem apoiar as mãos nas coxas.',
  'Tríceps no banco: mãos na borda, pernas esticadas, dobre os cotovelos até noventa graus e empurre de volta. Dez repetições.',
  'Rotação de tronco: sentado, pés no chão, gire de um lado para o outro com os braços à frente. Vinte giros lentos.',
  'Deslocamento lateral: em posição de defesa, dê cinco passos para cada lado sem cruzar os pés. Repita por um minuto.',
] as const;

export const corpoEBola: Template = {
  name: 'corpo-e-bola',
  plan: {
    name: 'Corpo & Bola',
    host: 'corpoebola.example',
    spelling: 'br',
    sections: ['Treino', 'Corrida', 'Futebol', 'Nutrição', 'Ciclismo'],
    paragraphs: [3, 6],
    sentences: [2, 4],
    specials: 4,
  },
  write(w, paper, article, random) {
    head(w, paper, article);
    w.raw('<body>');
    w.inside('header', 'role="banner"', () => menu(w, paper, 'menu'));
    w.inside('main', '', () => {
      w.inside('article', 'class="materia"', () => {
        w.raw('<section class="video-topo"></section>');
        w.inside('div', 'class="titulo"', () => w.content('h1', escaped(article.headline)));
        byline(w, paper, article, 'div', 'class="autoria"');
        picture(w, article, random);
        w.inside('div', 'class="conteudo"', () => {
          const own = random.fork('exercises');
          const exercises =
            article.section === 'Treino' || own.chance(0.15)
              ? own.shuffle(EXERCISES).slice(0, own.int(4, 7))
              : [];
          const half = Math.ceil(article.paragraphs.length / 2);
          article.paragraphs.slice(0, half).forEach((text, i) => {
            w.content('p', withInline(random.fork('inline', i), text, 0.04));
          });
          for (const text of exercises) w.content('p', text);
          for (const text of article.paragraphs.slice(half)) w.content('p', text);
          if (own.chance(0.1)) w.noise('p', 'Siga o Corpo &amp; Bola nas redes sociais e no WhatsApp.');
        });
      });
    });
    w.inside('aside', '', () => {
      sharing(w, 'redes');
      linkList(w, 'Veja também', neighbours(random.fork('related'), paper, article.index, 4), 'veja-tambem');
      linkList(w, 'Mais lidas', mostRead(paper, article.index, 5), 'top5');
    });
    consent(w, paper, 'aviso-lgpd');
    foot(w, paper);
  },
};
