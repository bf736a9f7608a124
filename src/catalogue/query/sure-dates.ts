/** Which dates of publication are facts. */

/** One of less confidence is told as a guess, and counts nowhere unless it is asked for. */
const SURE = 0.5;

export const isDoubtful = (date: { readonly confidence: number } | null): boolean =>
  date !== null && date.confidence < SURE;
