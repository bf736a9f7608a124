/** Quantities as people write them: `2MB/s`, `30s`, `1h`, `500k`. */

const SIZES: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
  ti: 2 ** 40,
};
const TIMES: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1e3,
  '': 1e3,
  m: 60e3,
  min: 60e3,
  h: 3_600e3,
  d: 86_400e3,
};

function number(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Bytes, or bytes a second; null when it is not a size. `2MB/s`, `500 kB`, `1,5 GiB`, `1000`. */
export function parseBytes(text: string): number | null {
  const match = /^\s*(\d{1,15}(?:[.,]\d{1,6})?)\s*([kmgt]i?)?\s*b?(?:\/s)?\s*$/i.exec(text);
  if (!match) return null;
  const factor = SIZES[(match[2] ?? '').toLowerCase()];
  return factor === undefined ? null : Math.round(number(match[1]!) * factor);
}

/** Milliseconds; a bare number is seconds. `30`, `1.5s`, `200ms`, `2h`. */
export function parseDuration(text: string): number | null {
  const match = /^\s*(\d{1,12}(?:[.,]\d{1,6})?)\s*(ms|s|min|m|h|d)?\s*$/i.exec(text);
  return match ? Math.round(number(match[1]!) * TIMES[(match[2] ?? '').toLowerCase()]!) : null;
}

/** A count; `10k` and `1M` are allowed. */
export function parseCount(text: string): number | null {
  const match = /^\s*(\d{1,12}(?:[.,]\d{1,6})?)\s*([km])?\s*$/i.exec(text);
  if (!match) return null;
  const value = number(match[1]!) * SIZES[(match[2] ?? '').toLowerCase()]!;
  return Number.isInteger(value) ? value : null;
}
