/** Portuguese numerals in words: cardinals of both norms and ordinals, with what each may be followed by. */
import type { Numerals } from '../../locale.ts';

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

/**
 * Hundreds take tens and units, tens take units, thousands take all; between them stands `e`, but beside `mil` it may be missing:
 * `vinte e um`, `mil novecentos`, `dois mil`.
 */
function continues(sofar: number, last: number, next: number, joined: boolean): boolean {
  if (!joined && next !== 1000 && last !== 1000) return false;
  if (next === 1000) return sofar >= 1 && sofar < 1000;
  if (last >= 1000) return next < 1000;
  if (last >= 100) return next < 100;
  if (last >= 20) return next < 10 && next > 0;
  return false;
}

export const PT_NUMERALS: Numerals = {
  and: 'e',
  of: 'de',
  dayOrdinal: 'o',
  otherOrdinal: 'a',
  thousands: '.',
  decimal: ',',
  continues,
};
