/** Numbers, sizes and times as a person reads them, in the report's language. */
import { formatBytes, formatNumber, type Language } from '../words/index.ts';

export interface Quantities {
  /** A whole number. */
  count(value: number): string;
  /** Three significant digits at least: 0.123, 12.3, 1,234. */
  number(value: number): string;
  bytes(value: number): string;
  /** Seconds as `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
  seconds(value: number): string;
  percent(share: number): string;
}

export function quantitiesIn(language: Language): Quantities {
  const format = (value: number, digits: number): string => formatNumber(value, language, digits);
  const count = (value: number): string => format(value, 0);
  const number = (value: number): string => {
    const size = Math.abs(value);
    return format(value, size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
  };
  return {
    count,
    number,
    bytes: (value) => formatBytes(value, language),
    seconds(value) {
      if (value < 1) return value === 0 ? '0 s' : `${Math.round(value * 1000)} ms`;
      if (value < 59.5) return `${format(value, value < 10 ? 1 : 0)} s`;
      const minutes = Math.round(value / 60);
      const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
        small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
      if (value < 600) {
        const seconds = Math.round(value);
        return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
      }
      if (minutes < 60) return `${minutes} min`;
      if (minutes < 48 * 60) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
      const hours = Math.round(value / 3600);
      return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
    },
    percent: (share) => `${format(share * 100, share > 0 && share < 0.1 ? 1 : 0)} %`,
  };
}
