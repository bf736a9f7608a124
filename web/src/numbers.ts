/** Numbers and quantities as a person reads them. */
import { formatBytes, formatNumber, type Language } from '../../src/words/index.ts';

export { formatBytes, formatNumber };

export function formatShare(share: number, language: Language): string {
  return `${formatNumber(share * 100, language, 0)}%`;
}

/** A count that may be a lower bound. */
export function formatCount(count: number, bounded: boolean, language: Language): string {
  return `${bounded ? '≥ ' : ''}${formatNumber(count, language)}`;
}
