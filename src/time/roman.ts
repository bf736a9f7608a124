/** Roman numerals, which every language of the room writes alike. */
const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Value of a Roman numeral in capitals, 0 when it is not one or not well formed. */
export function romanValue(text: string): number {
  if (text.length === 0 || text.length > 13) return 0;
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const here = ROMAN[text[i]!];
    if (here === undefined) return 0;
    const next = ROMAN[text[i + 1] ?? ''] ?? 0;
    total += here < next ? -here : here;
  }
  return total > 0 && toRoman(total) === text ? total : 0;
}

function toRoman(value: number): string {
  let rest = value;
  let out = '';
  for (const [n, sign] of [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const) {
    while (rest >= n) {
      out += sign;
      rest -= n;
    }
  }
  return out;
}
