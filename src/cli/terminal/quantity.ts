/** Quantities as people of a language read them. */
import type { Language } from '../language.ts';

export function formatBytes(bytes: number, language: Language): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${formatNumber(value, language, unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}

export function formatNumber(value: number, language: Language, digits = 0): string {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts[0]! > 0
    ? `${parts[0]}h${String(parts[1]).padStart(2, '0')}min`
    : parts[1]! > 0
      ? `${parts[1]}min${String(parts[2]).padStart(2, '0')}s`
      : `${parts[2]} s`;
}
