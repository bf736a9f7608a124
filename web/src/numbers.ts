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

/** `1 h 05 min`, `3 min 20 s`, `12 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return minutes > 0 ? `${minutes} min ${String(seconds % 60).padStart(2, '0')} s` : `${seconds} s`;
}
