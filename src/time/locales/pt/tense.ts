/**
 * Endings that only verbs have: `-ou`, `-ei`, `-aram`, `-ava(m)`, `-iam`, `-iu`, `-eu`, `-ámos` (as Portugal writes it), `-aste` are past;
 * `-rá`, `-rão`, `-rei`, `-remos` with the accent are future. `vai` and its like are future in the lexicon, with or without an infinitive: who says `vai ao Porto na segunda` speaks of
 * the next one.
 */
import type { TenseForms } from '../../tense.ts';

export const PT_TENSE: TenseForms = {
  // The end first: so a word is not tried from each of its letters.
  past: /$(?<=ou|aram|eram|iram|avam|ava|iam|iu|eu|(?<![aei]r)ei|[áéí]mos|(?:áva|ía|ára|êra|íra)mos|aste|[cdlmnprtv]iste)/,
  future: /$(?<=[aei](?:rá|rão|rei|remos))/,
  notPast: new Set(
    (
      'museu europeu chapéu ateneu plebeu romeu bartolomeu show grou perou lava java brava oitava escrava palava iam outrem ou ' +
      'vôlei frei grei triste haste contraste desgaste arraste traste'
    ).split(' '),
  ),
  shortest: 4,
};
