/** Sentences of the sample encyclopaedia. A paragraph becomes one sentence for each date or link, whichever are more. */

import { MONTHS, two } from '../language/dates.ts';
import { capital } from '../language/expand.ts';
import type { Random } from '../language/random.ts';
import { esc } from '../markup.ts';
import { type ArticleName, contracted } from './articles.ts';
import type { Mention } from './outline.ts';

/** An anchor with the words that must stand before it. */
export interface Anchor {
  readonly html: string;
  readonly article: ArticleName['article'];
}

/** `[quando]` a date; `[Coisa]` something of the theme, at the beginning, `[coisa]` inside, `[daCoisa]`, `[naCoisa]`; `[terra]` a place. */
const DATED = [
  '[Quando], [coisa] voltou a ser assunto em [terra], onde {pouco se sabia do caso|quase todos tinham opinião|a imprensa local lhe deu relevo}.',
  '[Coisa] mudou de mãos [quando], depois de {longas conversas|uma disputa breve|vários adiamentos}.',
  '[Quando], uma comissão de [terra] examinou o estado [daCoisa] e propôs {obras|um regulamento novo|o seu abandono}.',
  'As fontes situam [quando] {o momento decisivo|a primeira mudança|o ponto mais baixo} [daCoisa].',
  '[Quando], a câmara de [terra] deliberou sobre o futuro [daCoisa].',
  'O trabalho recomeçou [quando], com {menos gente|outros meios|nova direção}.',
  '[Quando] chegaram a [terra] as primeiras notícias sobre [coisa].',
  'Um relatório assinado [quando] descreve [coisa] com {minúcia|algum exagero|frieza}.',
] as const;

const DATED_LINK = [
  '[Quando], o peso [doL] na região de [terra] {cresceu|diminuiu|tornou-se visível}.',
  'A ligação [aoL] tornou-se evidente [quando], quando [coisa] {ficou sem apoio|entrou em crise|mudou de rumo}.',
  '[Quando], houve quem {comparasse|associasse} [coisa] [aoL].',
  'Foi [quando] que a influência [doL] se fez sentir em [terra].',
  '[Quando], as cartas trocadas a propósito [doL] {deixaram de circular|foram reunidas|vieram a público}.',
  'O papel [doL] foi reconhecido [quando], não sem {reservas|polémica|demora}.',
  '[Quando], em [terra], discutia-se abertamente o caso [doL].',
] as const;

const LINK = [
  'O tema cruza-se com o [doL], tratado noutro lugar.',
  'Para o enquadramento, vale a pena conhecer o que se escreveu acerca [doL].',
  'A comparação com o caso [doL] é frequente na bibliografia.',
  'Em [terra] seguiu-se, neste ponto, o exemplo [doL].',
  'Há quem veja aqui um eco [doL].',
] as const;

const PLAIN = [
  '[Coisa] continua a dividir os estudiosos, que lhe atribuem {causas diversas|um peso desigual|significados opostos}.',
  'Nada indica que [coisa] tenha tido, em [terra], a importância que a tradição lhe dá.',
  'A descrição [daCoisa] varia de autor para autor, mas o essencial {mantém-se|não se discute|é conhecido}.',
  'Em [terra] conserva-se documentação abundante sobre [coisa], ainda por estudar.',
] as const;

/** Figures that are no dates. */
const FALSE_DATES = [
  'O destacamento reunia [figura] homens.',
  'A sede ficava na Rua 1.º de Maio, em [terra].',
  'A Lei n.º [figura] não chegou a ser aplicada.',
  'O depósito guardava [figura] volumes.',
] as const;

export interface Scene {
  readonly things: readonly string[];
  readonly place: (random: Random) => string;
}

export function paragraphHtml(
  mentions: readonly Mention[],
  anchors: readonly Anchor[],
  scene: Scene,
  falseDate: boolean,
  random: Random,
): string {
  const sentences: string[] = [];
  const n = Math.max(mentions.length, anchors.length, 1);
  for (let i = 0; i < n; i++) {
    const mention = mentions[i];
    const anchor = anchors[i];
    const template = random.pick(mention ? (anchor ? DATED_LINK : DATED) : anchor ? LINK : PLAIN);
    sentences.push(sentence(template, mention, anchor, scene, random));
  }
  if (falseDate) sentences.push(sentence(random.pick(FALSE_DATES), undefined, undefined, scene, random));
  return sentences.join(' ');
}

function sentence(
  template: string,
  mention: Mention | undefined,
  anchor: Anchor | undefined,
  scene: Scene,
  random: Random,
): string {
  const thing = random.pick(scene.things);
  const when = mention ? whenText(mention, random) : '';
  return template
    .replace(/\{([^{}]*)\}/g, (_, options: string) => random.pick(options.split('|')))
    .replace(/\[([A-Za-zÀ-ÿ]+)\]/g, (_, slot: string) => {
      if (slot === 'quando') return when;
      if (slot === 'Quando') return capital(when);
      if (slot === 'coisa') return thing;
      if (slot === 'Coisa') return capital(thing);
      if (slot === 'daCoisa') return contracted('de', thing);
      if (slot === 'terra') return esc(scene.place(random));
      if (slot === 'figura') return String(random.int(1100, 2010));
      const article = anchor!.article;
      const html = anchor!.html;
      if (slot === 'doL') return article === '' ? `de ${html}` : `d${article} ${html}`;
      return article === '' ? `a ${html}` : contracted('a', `${article} ${html}`);
    });
}

/** A date as running text says it, with its preposition. */
function whenText({ form, year, month, day, said }: Mention, random: Random): string {
  const name = MONTHS[month - 1]!;
  switch (form) {
    case 'full':
      return `${random.pick(['em', 'no dia', 'em'])} ${day} de ${name} de ${year}`;
    case 'year':
      return `${random.pick(['em', 'em', 'em', 'no ano de', 'já em'])} ${year}`;
    case 'year-month':
      return `em ${name} de ${year}`;
    case 'day-month':
      return `${random.pick(['em', 'no dia'])} ${day} de ${name}`;
    case 'month':
      return `${random.pick(['em', 'no mês de'])} ${name}`;
    case 'clock': {
      const hour = random.int(7, 22);
      return `às ${hour}h${two(random.int(0, 11) * 5)}`;
    }
    case 'said':
      return said!;
  }
}

/** A date by itself, as the row of a table has it. */
export function plainDate({ form, year, month, day }: Mention): string {
  return form === 'full' ? `${day} de ${MONTHS[month - 1]} de ${year}` : String(year);
}
