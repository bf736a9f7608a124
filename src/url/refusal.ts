/**
 * Why a link did not become a URL to collect. Every refusal has one of these names, so that a crawl can count them and a person
 * can ask which rule decided (`tarrafa explain`).
 */
import { FAILURE_WORDS } from '../words/failures.ts';

/** What each name means. The words are stated once, with those of the other languages, and a reason without words does not compile. */
export const REFUSAL_REASONS = FAILURE_WORDS.en.address;

export type RefusalReason = keyof typeof REFUSAL_REASONS;

export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  /** The link as given, cut to 300 characters: a refused `data:` link may hold megabytes. */
  readonly input: string;
}

const INPUT_SHOWN = 300;

export function refusal(reason: RefusalReason, input: string): Refusal {
  return { kind: 'refused', reason, input: input.length > INPUT_SHOWN ? input.slice(0, INPUT_SHOWN) : input };
}
