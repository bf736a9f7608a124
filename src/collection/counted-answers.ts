/**
 * Which answers in a file of an archive count, when many machines made it: those that a visit names. A robots file is the answer of no visit, and
 * counts as it is.
 */
import { isOfVisit } from '../crawl/capture.ts';
import type { WarcRecord } from '../warc/index.ts';

export interface CountedAnswers {
  /** By where its record begins. */
  has(offset: number): boolean;
  /** Where the last begins that counts; -1 when none does. */
  readonly last: number;
}

/** Of the answers of a file from a place on. */
export type CountAnswers = (file: string, from: number) => Promise<CountedAnswers>;

/** Null: its visit may be about to end. Visits end in the order of their records, so that only behind the last one nobody can tell. */
export function doesCount(answers: CountedAnswers, record: WarcRecord, growing: boolean): boolean | null {
  if (!isOfVisit(record) || answers.has(record.offset)) return true;
  return growing && record.offset > answers.last ? null : false;
}
