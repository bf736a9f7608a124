/** Portuguese numerals in words: cardinals of both norms and ordinals, with what each may be followed by. */

export const CARDINAL_WORDS: Readonly<Record<string, number>> = {
  zero: 0, um: 1, uma: 1, dois: 2, duas: 2, três: 3, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10, onze: 11,
  doze: 12, treze: 13, catorze: 14, quatorze: 14, quinze: 15, dezasseis: 16, dezesseis: 16, dezassete: 17, dezessete: 17, dezoito: 18,
  dezanove: 19, dezenove: 19, vinte: 20, trinta: 30, quarenta: 40, cinquenta: 50, cinqüenta: 50, cincoenta: 50, sessenta: 60, setenta: 70,
  oitenta: 80, noventa: 90, cem: 100, cento: 100, duzentos: 200, duzentas: 200, trezentos: 300, trezentas: 300, quatrocentos: 400,
  quatrocentas: 400, quinhentos: 500, quinhentas: 500, seiscentos: 600, seiscentas: 600, setecentos: 700, setecentas: 700,
  oitocentos: 800, oitocentas: 800, novecentos: 900, novecentas: 900, mil: 1000, dúzia: 12,
}; // biome-ignore format: a table

const ORDINAL_STEMS: Readonly<Record<string, number>> = {
  primeir: 1, segund: 2, terceir: 3, quart: 4, quint: 5, sext: 6, sétim: 7, oitav: 8, non: 9, décim: 10, vigésim: 20, trigésim: 30,
  quadragésim: 40, quinquagésim: 50,
}; // biome-ignore format: a table

export const ORDINAL_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(ORDINAL_STEMS).flatMap(([stem, value]) =>
    ['o', 'a', 'os', 'as'].map((end) => [stem + end, value]),
  ),
);

/** Whether `next` may follow the number read so far: hundreds take tens and units, tens take units, thousands take all. */
export function continues(sofar: number, last: number, next: number): boolean {
  if (next === 1000) return sofar >= 1 && sofar < 1000;
  if (last >= 1000) return next < 1000;
  if (last >= 100) return next < 100;
  if (last >= 20) return next < 10 && next > 0;
  return false;
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Value of a Roman numeral in capitals, 0 when it is not one or not well formed. */
export function romanValue(text: string): number {
  if (text.length === 0 || text.length > 9) return 0;
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const here = ROMAN[text[i]!];
    if (here === undefined) return 0;
    const next = ROMAN[text[i + 1] ?? ''] ?? 0;
    total += here < next ? -here : here;
  }
  return total > 0 && toRoman(total) === text ? total : 0;
}

export function toRoman(value: number): string {
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
