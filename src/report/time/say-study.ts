/** The words of a study by their keys, in the language of its reader. */
import { type Language, type Speaker, type SpokenKey, speaker } from '../../words/index.ts';
import { STUDY_WORDS } from '../../words/study.ts';

type StudyWords = (typeof STUDY_WORDS)[Language];
export type StudyMessageKey = SpokenKey<StudyWords>;
export type SayStudy = Speaker<StudyWords>;

export function sayStudyIn(language: Language): SayStudy {
  return speaker(STUDY_WORDS[language]);
}

/** The name of a row in words. */
export function rowLabel(say: SayStudy, name: string): string {
  if (Object.hasOwn(STUDY_WORDS.en, name)) return say(name as 'documents');
  const m = /^(before|decade|year|after|at-least|quartile)-(-?\d+)$/.exec(name);
  if (!m) return name;
  const n = m[2]!;
  switch (m[1]) {
    case 'year':
      return n;
    case 'at-least':
    case 'quartile':
      return say(m[1], { n });
    default:
      return say(m[1] as 'before' | 'decade' | 'after', { year: n });
  }
}
