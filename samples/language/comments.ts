/** What readers write under a page. Kept apart from the stories: it is not the page's content. */
import { people, type Spelling } from './people.ts';
import type { Random } from './random.ts';

const LINES: Readonly<Record<Spelling, readonly string[]>> = {
  br: [
    'Até que enfim! Passo por ali todo dia e já tinha perdido a esperança.',
    'Quero só ver se vai durar. No ano passado prometeram a mesma coisa e nada.',
    'Parabéns à equipe, o atendimento foi muito bom quando precisei.',
    'E o meu bairro, quando é que vai ser lembrado?',
    'Faltou a reportagem dizer quanto isso vai custar por mês.',
    'Alguém sabe se aos sábados também funciona?',
    'Matéria muito bem escrita, obrigado por explicar com calma.',
    'Concordo com o comentário acima, é preciso fiscalizar.',
    'Meu avô contava histórias desse lugar. Fiquei emocionada.',
    'Não é bem assim: moro na rua ao lado e continua tudo igual.',
    'Compartilhei com a família inteira.',
    'Seria bom ter um mapa junto com o texto.',
  ],
  pt: [
    'Já não era sem tempo! Passo lá todos os dias a caminho do trabalho.',
    'Quero ver para crer. Há dois anos disseram exatamente o mesmo.',
    'Muitos parabéns a todos os que tornaram isto possível.',
    'E as aldeias, quando é que alguém se lembra de nós?',
    'Faltou dizer quanto é que isto vai custar aos contribuintes.',
    'Alguém me sabe dizer se ao sábado também está aberto?',
    'Excelente artigo, bem explicado e sem alarmismos.',
    'Subscrevo o que foi dito acima.',
    'A minha avó nasceu nessa rua. Que saudades.',
    'Não é bem assim, moro ao lado e está tudo na mesma.',
    'Partilhei com os meus colegas.',
    'Um mapa teria dado jeito para perceber melhor.',
  ],
};

export interface Comment {
  readonly author: string;
  readonly text: string;
}

export function comments(random: Random, spelling: Spelling, count: number): Comment[] {
  const authors = people(random, spelling, count);
  return random.sample(LINES[spelling], count).map((text, i) => ({ author: authors[i]!.name, text }));
}
