/**
 * The words the miner starts from: lexical markers, of which expressions of time are made; grammatical markers, which may stand beside
 * them; negative words, whose neighbours are names of places. Plain data: a corpus of another kind is mined with other lists.
 */
import { foldWord } from '../characters.ts';
import { CARDINAL_WORDS, ORDINAL_WORDS } from '../locales/pt/numerals.ts';

/** What a lexical marker is; months, weekdays and seasons are counted under one tag each. */
export type LexicalKind =
  | 'month'
  | 'weekday'
  | 'season'
  | 'unit'
  | 'week'
  | 'part'
  | 'deictic'
  | 'adverb'
  | 'times';

/** What a grammatical marker is: words of one kind may take each other's place in a pattern. */
export type GrammaticalKind =
  | 'preposition'
  | 'article'
  | 'lead'
  | 'determiner'
  | 'quantifier'
  | 'modifier'
  | 'adverb'
  | 'relative';

export interface MarkerData {
  readonly lexical: Readonly<Record<LexicalKind, string>>;
  readonly grammatical: Readonly<Record<GrammaticalKind, string>>;
  readonly negative: string;
}

export const PT_MARKERS: MarkerData = {
  lexical: {
    month: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    weekday: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
    season: 'primavera verão outono inverno',
    unit:
      'segundos minuto minutos hora horas dia dias quinzena quinzenas mês meses bimestre bimestres trimestre trimestres quadrimestre quadrimestres ' +
      'semestre semestres ano anos biénio biênio triénio triênio quinquénio quinquênio década décadas século séculos milénio milénios milênio milênios',
    week: 'semana semanas',
    part: 'madrugada madrugadas manhã manhãs tarde tardes noite noites',
    deictic: 'hoje ontem anteontem amanhã agora',
    adverb:
      'actualmente atualmente presentemente recentemente ultimamente antigamente outrora futuramente brevemente diariamente semanalmente quinzenalmente ' +
      'mensalmente bimestralmente trimestralmente semestralmente anualmente',
    times: 'vez vezes',
  },
  grammatical: {
    preposition:
      'de do da dos das em no na nos nas num numa nuns numas ao à aos às por pelo pela pelos pelas para até desde entre durante após',
    article: 'a o as os um uma uns umas',
    // Words that open an expression and mean nothing at its end.
    lead: 'há faz daqui dentro',
    determiner:
      'este esta neste nesta deste desta esse essa nesse nessa desse dessa aquele aquela naquele naquela daquele daquela estes estas nestes nestas esses essas nesses nessas aqueles aquelas naqueles naquelas',
    quantifier: 'cada todo toda todos todas alguns algumas vários várias poucos poucas muitos muitas',
    modifier:
      'seguinte seguintes anterior anteriores próximo próxima próximos próximas passado passada passados passadas último última últimos últimas retrasado retrasada actual atual ' +
      'corrente mesmo mesma vindouro vindoura transacto transato',
    adverb: 'antes depois atrás seguida mais cedo',
    relative: 'que vem',
  },
  negative:
    'rua ruas avenida av praça largo travessa ponte estádio escola bairro estação edifício hospital biblioteca rotunda alameda estrada rodovia viaduto túnel parque colégio ' +
    'urbanização clube movimento jornal revista',
};

/** Tags that stand for what was written in the text. */
export const TAGS = [
  'tag_DATE',
  'tag_MONTH',
  'tag_YEAR',
  'tag_WEEK',
  'tag_DAY',
  'tag_HOUR',
  'tag_SEASON',
  'tag_NUM',
  'tag_ORD',
  'tag_DECADE',
  'tag_CENTURY',
] as const;
export type Tag = (typeof TAGS)[number];

const LEXICAL_TAG: Partial<Record<LexicalKind, Tag>> = {
  month: 'tag_MONTH',
  weekday: 'tag_DAY',
  season: 'tag_SEASON',
  week: 'tag_WEEK',
};

/** Tags around which candidates are collected, as around a lexical marker: a number alone is no reason to look. */
export const KEY_TAGS: ReadonlySet<string> = new Set(
  TAGS.filter((tag) => tag !== 'tag_NUM' && tag !== 'tag_ORD'),
);

/** The markers folded and ready for look-up. */
export class Markers {
  /** Folded word to its kind, or to the tag it is counted under. */
  readonly lexical = new Map<string, LexicalKind>();
  readonly grammatical = new Map<string, GrammaticalKind>();
  readonly negative = new Set<string>();
  readonly cardinals = new Set(Object.keys(CARDINAL_WORDS).map(foldWord));
  readonly ordinals = new Set(Object.keys(ORDINAL_WORDS).map(foldWord));

  constructor(data: MarkerData = PT_MARKERS) {
    const words = (list: string): string[] =>
      list
        .split(/\s+/)
        .filter((word) => word !== '')
        .map(foldWord);
    for (const [kind, list] of Object.entries(data.lexical))
      for (const word of words(list)) this.lexical.set(word, kind as LexicalKind);
    for (const [kind, list] of Object.entries(data.grammatical))
      for (const word of words(list))
        if (!this.grammatical.has(word)) this.grammatical.set(word, kind as GrammaticalKind);
    for (const word of words(data.negative)) this.negative.add(word);
  }

  /** What a lexical marker is counted as: its tag, or the word itself. */
  keyOf(word: string): string {
    const kind = this.lexical.get(word);
    return (kind === undefined ? undefined : LEXICAL_TAG[kind]) ?? word;
  }

  isKey(token: string): boolean {
    return KEY_TAGS.has(token) || this.lexical.has(token);
  }
}
