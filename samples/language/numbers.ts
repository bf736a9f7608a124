/** Numbers as Portuguese pages write them. */

/** `1.234.567` in Brazil, `1 234 567` (with no-break spaces) in Portugal. */
export function grouped(n: number, spelling: 'br' | 'pt' = 'br'): string {
  const separator = spelling === 'br' ? '.' : '\u00a0';
  const digits = String(Math.trunc(n));
  // Portuguese usage in Portugal leaves four-figure numbers together.
  if (spelling === 'pt' && digits.length <= 4) return digits;
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}

/** `3,4`; a whole number has no comma. */
export function decimal(n: number, places = 1): string {
  return n.toFixed(places).replace(/\.0+$/, '').replace('.', ',');
}

/** `1.234,56` */
export function money(n: number): string {
  const cents = Math.round(n * 100);
  return `${grouped(Math.trunc(cents / 100))},${String(cents % 100).padStart(2, '0')}`;
}

const UNITS_M = ['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'];
const UNITS_F = ['zero', 'uma', 'duas', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'];

/** In words up to ten, in figures above, as newspapers do. */
export function inWords(n: number, gender: 'm' | 'f' = 'm'): string {
  return (gender === 'f' ? UNITS_F : UNITS_M)[n] ?? String(n);
}

export function roman(n: number): string {
  const table: readonly [number, string][] = [
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let left = n;
  let out = '';
  for (const [value, sign] of table) {
    while (left >= value) {
      out += sign;
      left -= value;
    }
  }
  return out;
}
