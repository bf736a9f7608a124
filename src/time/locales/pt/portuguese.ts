/** Portuguese, both norms. A country adds its calendar. */
import type { Locale } from '../../locale.ts';
import { PT_GRAMMAR } from './grammar.ts';
import { PT_INTRODUCERS, PT_LISTS, PT_NAMES } from './introducers.ts';
import { PT_LEXICON } from './lexicon.ts';
import { PT_MEANINGS } from './meaning/meanings.ts';
import { PT_NUMERALS } from './numerals.ts';
import { PT_RULES } from './rule-names.ts';
import { PT_TENSE } from './tense.ts';

export const PORTUGUESE: Omit<Locale, 'name' | 'calendar'> = {
  lexicon: PT_LEXICON,
  grammar: PT_GRAMMAR,
  meanings: PT_MEANINGS,
  tense: PT_TENSE,
  numerals: PT_NUMERALS,
  introducers: PT_INTRODUCERS,
  lists: PT_LISTS,
  // A plural; `-mos` is of a verb.
  isCounted: (word) => word.length > 3 && word.endsWith('s') && !word.endsWith('mos'),
  rules: PT_RULES,
  names: PT_NAMES,
  clause:
    /;|(?<![\p{L}\p{N}])(?:mas|e|porém|contudo|todavia|enquanto|que|quando|onde|cujo|cuja|ao passo que)(?![\p{L}\p{N}])/giu,
  citing:
    /^(?:refer[êe]ncias?(?: bibliogr[áa]ficas)?|bibliografia|notas(?: e refer[êe]ncias)?|fontes|liga[çc][õo]es externas|links externos|leitura (?:complementar|adicional))\W*$/iu,
  fillers: new Set(
    'uma dos das nos nas por com para que sob sem aos mais como html php index wiki the and'.split(' '),
  ),
};
