/** The words of a report by their keys, in the language of its reader. */
import { type Language, type Speaker, type SpokenKey, speaker } from '../words/index.ts';
import { REPORT_WORDS } from '../words/report.ts';

type ReportWords = (typeof REPORT_WORDS)[Language];
export type MessageKey = SpokenKey<ReportWords>;
export type Say = Speaker<ReportWords>;

export function sayIn(language: Language): Say {
  return speaker(REPORT_WORDS[language]);
}

/** A name that may have words (an outcome, a reason to stop, a rule, why a visit came to nothing, the sign of a trap), or itself. */
export function sayName(
  say: Say,
  kind: 'outcome' | 'reason' | 'rule' | 'visit' | 'trap',
  name: string,
): string {
  const key = `${kind}-${name}`;
  return Object.hasOwn(REPORT_WORDS.en, key) ? say(key as 'outcome-analysed') : name;
}
