/**
 * What a mined sequence of Portuguese means. Tables, not learning; what no table knows is kept as a vague reference, with its extent but
 * without a place on the calendar, until a person has looked at it.
 */
import type { Markers } from '../../../cop/markers.ts';
import type { Meaning } from '../../../cop/mining.ts';
import type { ClassName } from '../../../lexicon.ts';
import type { RefClass } from '../../../timex.ts';

type Params = Readonly<Record<string, string | number>>;

/** Modifier of a unit to the number of units and the anchor. */
const STEPS: Readonly<Record<string, Params>> = Object.fromEntries(
  (
    [
      ['passado passada ultimo ultima transacto transato', { n: -1, anchor: 'dct' }],
      ['retrasado retrasada', { n: -2, anchor: 'dct' }],
      ['proximo proxima vem vindouro vindoura', { n: 1, anchor: 'dct' }],
      ['este esta neste nesta deste desta actual atual corrente', { n: 0, anchor: 'dct' }],
      ['seguinte', { n: 1, anchor: 'focus', loose: 1 }],
      ['anterior', { n: -1, anchor: 'focus', loose: 1 }],
      [
        'esse essa nesse nessa desse dessa aquele aquela naquele naquela daquele daquela mesmo mesma',
        { n: 0, anchor: 'focus' },
      ],
    ] as const
  ).flatMap(([words, params]) => words.split(' ').map((word) => [word, params])),
);

const DEICTIC: Readonly<Record<string, { readonly make: string; readonly with?: Params }>> = {
  hoje: { make: 'days', with: { n: 0 } },
  ontem: { make: 'days', with: { n: -1 } },
  anteontem: { make: 'days', with: { n: -2 } },
  amanha: { make: 'days', with: { n: 1 } },
  agora: { make: 'now' },
};

const REPEATED: Readonly<Record<string, string>> = {
  diariamente: 'P1D',
  semanalmente: 'P1W',
  quinzenalmente: 'P2W',
  mensalmente: 'P1M',
  bimestralmente: 'P2M',
  trimestralmente: 'P3M',
  semestralmente: 'P6M',
  anualmente: 'P1Y',
};

const VAGUE: Readonly<Record<string, string>> = {
  recentemente: 'PAST_REF',
  ultimamente: 'PAST_REF',
  antigamente: 'PAST_REF',
  outrora: 'PAST_REF',
  actualmente: 'PRESENT_REF',
  atualmente: 'PRESENT_REF',
  presentemente: 'PRESENT_REF',
  futuramente: 'FUTURE_REF',
  brevemente: 'FUTURE_REF',
};

/** The meaning of a sequence without alternatives. */
export function meaningOf(tokens: readonly string[], markers: Markers): Meaning {
  const has = (token: string): boolean => tokens.includes(token);
  const unitAt = tokens.findIndex((token) => {
    const kind = markers.lexical.get(token);
    return token === 'tag_WEEK' || kind === 'unit' || kind === 'week';
  });
  const numberAt = tokens.indexOf('tag_NUM');
  const calendar = (
    refClass: RefClass,
    make: string,
    as: ClassName,
    rest: Partial<Meaning> = {},
  ): Meaning => ({
    type: 'CALENDAR_REF',
    subtype: 'DATE',
    refClass,
    make,
    as,
    ...rest,
  });
  const frequency = (make: string, params?: Params): Meaning => ({
    type: 'FREQUENCY',
    refClass: 'EXPLICIT',
    make,
    as: 'SET',
    ...(params ? { with: params } : {}),
  });

  // Frequencies, told by their head.
  if (unitAt >= 0) {
    if ((has('vez') || has('vezes')) && numberAt >= 0 && (has('por') || has('a') || has('ao')))
      return frequency('times');
    if (tokens.slice(0, unitAt).some((token) => /^(cada|todos?|todas?)$/.test(token)))
      return frequency('every');
  }
  const repeated = tokens.find((token) => REPEATED[token] !== undefined);
  if (repeated !== undefined) return frequency('set', { value: REPEATED[repeated]! });

  // Amounts, and what is counted from an anchor.
  if (unitAt >= 0 && numberAt >= 0 && numberAt < unitAt) {
    if (has('ha') || has('faz') || has('atras'))
      return calendar('DEICTIC', 'ago', 'REL', { with: { sign: -1 } });
    if (has('daqui') || has('dentro')) return calendar('DEICTIC', 'ago', 'REL', { with: { sign: 1 } });
    const last = tokens[tokens.length - 1]!;
    if (last === 'depois' || (last === 'tarde' && has('mais')))
      return calendar('ANAPHORIC', 'later', 'REL', { with: { sign: 1 } });
    if (last === 'antes' || (last === 'cedo' && has('mais')))
      return calendar('ANAPHORIC', 'later', 'REL', { with: { sign: -1 } });
    const window = tokens.find((token) => /^(ultim|passad|proxim|seguint|anterior)/.test(token));
    if (window !== undefined)
      return calendar(/^(seguint|anterior)/.test(window) ? 'ANAPHORIC' : 'DEICTIC', 'window', 'REL', {
        subtype: 'INTERVAL',
        with: { sign: /^(proxim|seguint)/.test(window) ? 1 : -1 },
      });
    if (numberAt === unitAt - 1)
      return { type: 'DURATION', refClass: 'EXPLICIT', make: 'duration', as: 'DUR' };
  }
  if (
    unitAt > 0 &&
    /^(alguns|algumas|varios|varias|poucos|poucas|muitos|muitas)$/.test(tokens[unitAt - 1]!)
  ) {
    if (has('ha') || has('faz') || has('atras'))
      return calendar('VAGUE', 'vague', 'VAGUE', { with: { reference: 'PAST_REF' } });
    if (has('daqui') || has('dentro'))
      return calendar('VAGUE', 'vague', 'VAGUE', { with: { reference: 'FUTURE_REF' } });
    return { type: 'DURATION', refClass: 'VAGUE', make: 'vague-duration', as: 'DUR' };
  }

  // Calendar references.
  if (has('tag_DATE')) return calendar('EXPLICIT', 'date', 'DATE');
  if (has('tag_CENTURY')) return calendar('EXPLICIT', 'century', 'SPAN', { with: { sign: 1 } });
  if (has('tag_DECADE')) return calendar('EXPLICIT', 'decade', 'SPAN');
  if (has('tag_MONTH')) {
    const month = tokens.indexOf('tag_MONTH');
    if (numberAt >= 0 && numberAt < month)
      return calendar('EXPLICIT', 'date', has('tag_YEAR') ? 'DATE' : 'DM', { slots: { tag_NUM: ['D:DAY'] } });
    if (has('tag_YEAR')) return calendar('EXPLICIT', 'date', 'MONTHLY');
    return calendar('EXPLICIT', 'month', 'MONTHLY');
  }
  if (has('tag_SEASON')) return calendar('EXPLICIT', 'season', 'SPAN');
  if (has('tag_DAY')) {
    const step = tokens.map((token) => STEPS[token]).find((found) => found !== undefined);
    const which =
      step === undefined || step.anchor === 'focus'
        ? 'bare'
        : step.n === 0
          ? 'this'
          : Number(step.n) > 0
            ? 'next'
            : 'last';
    return calendar('DEICTIC', 'weekday', 'WD', { with: { which } });
  }
  if (has('tag_YEAR')) return calendar('EXPLICIT', 'year', 'YEARLY');
  if (has('tag_HOUR')) return calendar('EXPLICIT', 'clock', 'CLOCK', { subtype: 'HOUR' });
  const deictic = tokens.find((token) => DEICTIC[token] !== undefined);
  if (deictic !== undefined) {
    const n =
      /^(antes|depois)$/.test(tokens[0]!) && tokens[1] === 'de'
        ? deictic === 'ontem'
          ? -2
          : deictic === 'amanha'
            ? 2
            : null
        : null;
    if (n !== null) return calendar('DEICTIC', 'days', 'NOW', { with: { n } });
    return calendar(
      'DEICTIC',
      DEICTIC[deictic]!.make,
      'NOW',
      DEICTIC[deictic]!.with ? { with: DEICTIC[deictic]!.with } : {},
    );
  }
  if (unitAt >= 0) {
    const word =
      tokens.find((token) => STEPS[token] !== undefined && STEPS[token].n !== 0) ??
      tokens.find((token) => STEPS[token] !== undefined);
    if (word !== undefined) {
      const step = STEPS[word]!;
      return calendar(step.anchor === 'focus' ? 'ANAPHORIC' : 'DEICTIC', 'unit-of', 'REL', { with: step });
    }
  }
  const vague = tokens.find((token) => VAGUE[token] !== undefined);
  return calendar('VAGUE', 'vague', 'VAGUE', {
    with: { reference: vague === undefined ? 'PRESENT_REF' : VAGUE[vague]! },
  });
}
