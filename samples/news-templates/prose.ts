/** Sentences, paragraphs and headlines from the words: every article about its own people, places and things. */
import { capital } from '../language/expand.ts';
import { grouped } from '../language/numbers.ts';
import type { Random } from '../language/random.ts';
import {
  ADJECTIVES,
  ADVERBIALS,
  CLUB_WORDS,
  FIRST_NAMES_F,
  FIRST_NAMES_M,
  INFINITIVES,
  inventedName,
  OBJECTS_F,
  OBJECTS_M,
  PLACES,
  SUBJECTS_F,
  SUBJECTS_M,
  UNITS,
  VERBS,
} from './words.ts';

export type Spelling = 'br' | 'pt';

/** What Portugal writes otherwise, of the words used here. */
const PORTUGAL: readonly (readonly [RegExp, string])[] = [
  [/\bequipe(s?)\b/g, 'equipa$1'],
  [/\bgoleiro(s?)\b/g, 'guarda-redes'],
  [/\bzagueiro(s?)\b/g, 'defesa'],
  [/\bprefeito\b/g, 'autarca'],
  [/\bprefeita\b/g, 'autarca'],
  [/\bprefeitura\b/g, 'autarquia'],
  [/\bgramado\b/g, 'relvado'],
  [/\bônibus\b/g, 'autocarro'],
  [/\btrem\b/g, 'comboio'],
  [/\bbonde\b/g, 'elétrico'],
  [/\btorcida\b/g, 'claque'],
  [/\btorcedores\b/g, 'adeptos'],
  [/\bquilômetros\b/g, 'quilómetros'],
  [/\beconômico\b/g, 'económico'],
  [/\bgastronômico\b/g, 'gastronómico'],
  [/\beletrônico\b/g, 'eletrónico'],
  [/\bpolêmico\b/g, 'polémico'],
  [/\bcontemporâneo\b/g, 'contemporâneo'],
  [/\bregistrou\b/g, 'registou'],
  [/\bcafé da manhã\b/g, 'pequeno-almoço'],
  [/\bingressos\b/g, 'entradas'],
];

function inSpelling(text: string, spelling: Spelling): string {
  if (spelling === 'br') return text;
  return PORTUGAL.reduce((sum, [from, to]) => sum.replace(from, to), text);
}

/** The feminine of an adjective given in the masculine. */
function feminine(adjective: string): string {
  return adjective.endsWith('o') ? `${adjective.slice(0, -1)}a` : adjective;
}

/** What an article keeps coming back to. */
export interface Cast {
  readonly people: readonly string[];
  readonly places: readonly string[];
  readonly clubs: readonly string[];
}

export function cast(random: Random): Cast {
  const pick = <T>(items: readonly T[]) => random.pick(items);
  const person = () =>
    `${random.chance(0.5) ? pick(FIRST_NAMES_M) : pick(FIRST_NAMES_F)} ${inventedName(pick)}`;
  return {
    people: [person(), person(), person(), person()],
    places: [pick(PLACES), pick(PLACES), inventedName(pick)],
    clubs: [`${pick(CLUB_WORDS)} de ${inventedName(pick)}`, `${pick(CLUB_WORDS)} ${inventedName(pick)}`],
  };
}

/** Slots in capitals. S: subject with article, DS: “of the” subject, O and DO the same for objects, A: adjective of the last noun. */
const PATTERNS = [
  'S V O A ADV',
  'S V O DO A, e S V O ADV',
  'ADV, S V O A em PLACE',
  'PERSON, que V O em PLACE, quer INF O A',
  'O DS de PLACE custa N UNITS',
  'Em PLACE, S A V N UNITS de material e V O',
  'S prometeu INF O até MONTH',
  'Quem V O foi PERSON, que também V O ADV',
  'Falta agora INF O A e INF O DO A',
  'N UNITS depois, S V O A',
  'Para PERSON, não basta INF O: falta INF O A',
  'S e S discordam sobre O DE PLACE',
  'CLUB V O A diante de CLUB',
  'CLUB entrou em campo sem S e V O ADV',
  'Entre PLACE e PLACE, S V N UNITS',
  'PERSON V O, V O e V O ADV',
  '“É preciso INF O A”, disse PERSON',
  '“Ninguém esperava INF O tão cedo”, admitiu PERSON, de PLACE',
  '“Vamos INF O, custe o que custar”, garantiu PERSON ADV',
  'Segundo PERSON, O A pode INF O',
  'Por N UNITS, S V O A',
  'Já em YEAR S V O; agora V O A',
  'O A nasceu em PLACE e chegou a PLACE ADV',
  'S A V O, mas S V O ADV',
  'Sem O, S não consegue INF O A',
  'Desde YEAR, PLACE tenta INF O A',
  'Foi ADV que PERSON V O A',
  'Nem O nem O: S V O A',
  'S calcula perder N UNITS ao INF O',
  'PERSON trocou PLACE por PLACE e V O A',
  'Com N UNITS, O A é maior que O DE PLACE',
  'Ao INF O, S A V O DO',
  'Houve quem V O, e houve quem V O ADV',
  'Só S sabe INF O A sem INF O',
  'Enquanto S V O, PERSON V O em PLACE',
] as const;

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

/** One sentence, with its full stop. */
export function sentence(random: Random, { people, places, clubs }: Cast, spelling: Spelling): string {
  const pick = <T>(items: readonly T[]) => random.pick(items);
  let female = false;
  const noun = (masculine: readonly string[], feminineNouns: readonly string[]) => {
    female = random.chance(0.5);
    return pick(female ? feminineNouns : masculine);
  };
  const object = () => noun(OBJECTS_M, OBJECTS_F);
  const subject = () => noun(SUBJECTS_M, SUBJECTS_F);
  const text = pick(PATTERNS).replace(
    /\b(S|DS|V|O|DO|DE|A|ADV|INF|PLACE|PERSON|CLUB|N|UNITS|YEAR|MONTH)\b(?!\p{L})/gu,
    (slot) => {
      switch (slot) {
        case 'S': {
          const word = subject();
          return `${female ? 'a' : 'o'} ${word}`;
        }
        case 'DS': {
          const word = subject();
          return `${female ? 'da' : 'do'} ${word}`;
        }
        case 'O': {
          const word = object();
          return `${female ? 'a' : 'o'} ${word}`;
        }
        case 'DO': {
          const word = object();
          return `${female ? 'da' : 'do'} ${word}`;
        }
        case 'A': {
          const word = pick(ADJECTIVES);
          return female ? feminine(word) : word;
        }
        case 'V':
          return pick(VERBS);
        case 'INF':
          return pick(INFINITIVES);
        case 'ADV':
          return pick(ADVERBIALS);
        case 'DE':
          return 'de';
        case 'PLACE':
          return pick(places);
        case 'PERSON':
          return pick(people);
        case 'CLUB':
          return pick(clubs);
        case 'N':
          return grouped(random.int(3, 9800), spelling);
        case 'UNITS':
          return pick(UNITS);
        case 'YEAR':
          return String(random.int(1921, 2024));
        default:
          return pick(MONTHS);
      }
    },
  );
  return `${capital(inSpelling(text, spelling))}.`;
}

/** Paragraphs of one to four sentences. */
export function paragraph(
  random: Random,
  about: Cast,
  spelling: Spelling,
  sentences = random.int(2, 4),
): string {
  return Array.from({ length: sentences }, () => sentence(random, about, spelling)).join(' ');
}

/** A headline: a short sentence about the cast, without a full stop. */
export function headline(random: Random, about: Cast, spelling: Spelling): string {
  const words = sentence(random, about, spelling).slice(0, -1).replaceAll('“', '').replaceAll('”', '');
  const lead = random.pick(['', '', `${random.pick(about.places)}: `, `${random.pick(about.clubs)}: `]);
  return capital(`${lead}${words}`);
}

/** A few words in bold, italics or a link, as reporters and content systems put them into paragraphs. */
export function withInline(random: Random, text: string, share: number): string {
  return text
    .split(' ')
    .map((word, i, all) => {
      if (i === 0 || i === all.length - 1 || word.length < 4) return word;
      const draw = random.next();
      if (draw < share / 3) return `<strong>${word}</strong>`;
      if (draw < (2 * share) / 3) return `<em>${word}</em>`;
      return draw < share ? `<a href="/tema/${encodeURIComponent(word.toLowerCase())}">${word}</a>` : word;
    })
    .join(' ');
}

/** The first words of some paragraphs in a `span`, the way some content systems set off what opens a piece of text. */
export function withSpan(random: Random, html: string, share: number): string {
  const end = html.indexOf(' ', 12);
  if (end < 0 || html.lastIndexOf('<', end) >= 0 || !random.chance(share)) return html;
  return `<span class="realce">${html.slice(0, end)}</span>${html.slice(end)}`;
}
