/** A moment as people write it. */
import { parseTimestamp14 } from '../../warc/index.ts';

/** `2024-01-31 23:59` → `202401312359`, as archives write it; null when it is no moment. */
export function momentDigits(text: string): string | null {
  const digits = text.replace(/[-:TZ .]/g, '');
  return parseTimestamp14(digits) === null ? null : digits;
}
