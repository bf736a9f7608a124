/**
 * What kind of value a text is, for comparing columns: ISBN, date, telephone, number or string, tried in that order. The
 * formats are those of Portuguese and English pages; what a column holds decides what its ambiguous values mean.
 */
import { fold } from '../../text/index.ts';

export type ValueType = 'isbn' | 'date' | 'phone' | 'number' | 'string';

/** Longer texts are strings, whatever they hold. */
const LONGEST_TYPED = 60;

/** The thirteen digits of an ISBN with a right check digit (an ISBN-10 is converted), or null. */
export function isbnOf(text: string): string | null {
  if (text.length > LONGEST_TYPED) return null;
  const written = /^(?:ISBN)?(?:-?1[03])?[:\s]*([\dXx][\dXx -]{8,20})$/i.exec(text.trim())?.[1];
  if (written === undefined) return null;
  const digits = written.replace(/[ -]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits.slice(0, 12)) === digits[12] ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits)) return null;
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (10 - i) * (digits[i] === 'X' ? 10 : Number(digits[i]));
  if (sum % 11 !== 0) return null;
  const body = `978${digits.slice(0, 9)}`;
  return body + checkDigit13(body);
}

function checkDigit13(twelve: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** Month names by their first three letters, folded: English and Portuguese. */
const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  fev: 2,
  mar: 3,
  apr: 4,
  abr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  ago: 8,
  sep: 9,
  set: 9,
  oct: 10,
  out: 10,
  nov: 11,
  dec: 12,
  dez: 12,
};

export type DateOrder = 'dmy' | 'mdy';

function isoDate(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 0 || day > 31 || year < 1000 || year > 2999) return null;
  const two = (n: number) => String(n).padStart(2, '0');
  return day === 0 ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`;
}

const monthOf = (name: string): number => MONTHS[fold(name).slice(0, 3)] ?? 0;

/** `2024-03-15` (or `2024-03`) for a text that begins with a date and has little more; null for others. */
export function dateOf(text: string, order: DateOrder = 'dmy'): string | null {
  if (text.length > LONGEST_TYPED) return null;
  // What follows in brackets ("(age 29)") or after a comma is not the date.
  const plain = text.replace(/[([].*$/, '').trim();
  let found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(plain);
  if (found !== null) return isoDate(Number(found[1]), Number(found[2]), Number(found[3]));
  found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[,\s].{0,20})?$/.exec(plain);
  if (found !== null) {
    const [first, second] = [Number(found[1]), Number(found[2])];
    const written = Number(found[3]);
    const year = found[3]!.length === 2 ? written + (written < 50 ? 2000 : 1900) : written;
    const dayFirst = first > 12 || (second <= 12 && order === 'dmy');
    return dayFirst ? isoDate(year, second, first) : isoDate(year, first, second);
  }
  found =
    /^(\d{1,2})(?:º|°|ª|st|nd|rd|th)?[\s.-]+(?:de\s+)?(\p{L}{3,9})\.?,?[\s.-]+(?:de\s+)?(\d{4})(?:[,\s].{0,20})?$/iu.exec(
      plain,
    );
  if (found !== null) {
    const month = monthOf(found[2]!);
    if (month > 0) return isoDate(Number(found[3]), month, Number(found[1]));
  }
  found = /^(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:[,\s].{0,20})?$/iu.exec(plain);
  if (found !== null) {
    const month = monthOf(found[1]!);
    if (month > 0) return isoDate(Number(found[3]), month, Number(found[2]));
  }
  found = /^(\p{L}{3,9})\.?(?:\s+de|,)?\s+(\d{4})$/iu.exec(plain);
  if (found !== null) {
    const month = monthOf(found[1]!);
    if (month > 0) return isoDate(Number(found[2]), month, 0);
  }
  return null;
}

/** Day or month first, by the values of the column that leave no doubt; day first where none does. */
export function dateOrderOf(values: Iterable<string>): DateOrder {
  let monthFirst = 0;
  let dayFirst = 0;
  for (const value of values) {
    const found = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(value.trim());
    if (found === null) continue;
    if (Number(found[1]) > 12) dayFirst++;
    else if (Number(found[2]) > 12) monthFirst++;
  }
  return monthFirst > dayFirst ? 'mdy' : 'dmy';
}

/** The digits of a telephone number without a country prefix that is told apart by `+`; null for other texts. */
export function phoneOf(text: string): string | null {
  if (text.length > 40) return null;
  const plain = text.trim().replace(/^(?:tel(?:efone)?|phone|fone|fax)\.?:?\s*/i, '');
  if (!/^\+?[\d\s().\-/]{7,}(?:(?:x|ext|ramal)\.?\s*\d{1,5})?$/i.test(plain)) return null;
  const main = plain.replace(/(?:x|ext|ramal).*$/i, '');
  const digits = main.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return null;
  // A run of digits alone is a telephone only in the lengths that telephones have.
  if (!/[\s().+-]/.test(main.trim()) && (digits.length < 10 || digits.length > 13)) return null;
  const national = /^\+\s*(?:1|55|351)\b[\s.-]*/.exec(main);
  return national === null ? digits : main.slice(national[0].length).replace(/\D/g, '');
}

/** Whether commas part the decimals in a column. */
export type DecimalMark = ',' | '.';

const NUMBER = /\d[\d.,\s\u00a0]*\d|\d/;

export function decimalMarkOf(values: Iterable<string>): DecimalMark {
  let comma = 0;
  let dot = 0;
  for (const value of values) {
    const digits = NUMBER.exec(value)?.[0];
    if (digits === undefined) continue;
    const lastComma = digits.lastIndexOf(',');
    const lastDot = digits.lastIndexOf('.');
    if (lastComma >= 0 && lastDot >= 0) lastComma > lastDot ? comma++ : dot++;
    else if (lastComma >= 0) /,\d{3}(?:,|$)/.test(digits) ? dot++ : comma++;
    else if (lastDot >= 0) /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? comma++ : dot++;
  }
  return comma > dot ? ',' : '.';
}

/** Factors to one unit: centimetres for lengths, kilograms for weights. */
const UNITS: Readonly<Record<string, number>> = {
  mm: 0.1,
  cm: 1,
  m: 100,
  km: 100_000,
  in: 2.54,
  ft: 30.48,
  g: 0.001,
  kg: 1,
  kgs: 1,
  kilos: 1,
  quilos: 1,
  lb: 0.45359237,
  lbs: 0.45359237,
  pounds: 0.45359237,
};

/** A number with what little may stand around it (sign, currency, unit, percent), in one unit; null for others. */
export function numberOf(text: string, mark: DecimalMark = '.'): number | null {
  if (text.length > 40) return null;
  const plain = text.trim();
  const feet =
    /^(\d{1,2})\s*(?:['’′]|ft\.?|feet|pés)\s*-?\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″]|''|in(?:ches|\.)?|pol\.?)?)?$/i.exec(
      plain,
    );
  if (feet !== null) return Number(feet[1]) * 30.48 + Number(feet[2] ?? 0) * 2.54;
  const found =
    /^([-+−(]?)\s*(?:[\p{Sc}]|R\$|US\$|A\$|C\$|EUR|USD|BRL|GBP)*\s*([-+−]?)\s*(\d[\d.,\s\u00a0]*\d|\d)\s*([\p{L}%°²³/]{0,12})\.?\)?$/u.exec(
      plain,
    );
  if (found === null) return null;
  const thousands = mark === ',' ? /[.\s\u00a0]/g : /[,\s\u00a0]/g;
  const digits = found[3]!.replace(thousands, '').replace(',', '.');
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  const negative = /[-−(]/.test(found[1]! + found[2]!);
  const factor = UNITS[found[4]!.toLowerCase()] ?? 1;
  return (negative ? -value : value) * factor;
}

export function typeOf(text: string): ValueType {
  if (isbnOf(text) !== null) return 'isbn';
  if (dateOf(text) !== null) return 'date';
  if (phoneOf(text) !== null) return 'phone';
  if (numberOf(text) !== null || numberOf(text, ',') !== null) return 'number';
  return 'string';
}

const TYPES: readonly ValueType[] = ['isbn', 'date', 'phone', 'number', 'string'];

/** The most frequent type of a column; on a tie the more specific. `string` for an empty column. */
export function columnType(values: Iterable<string>): ValueType {
  const count = new Map<ValueType, number>();
  for (const value of values) {
    const type = typeOf(value);
    count.set(type, (count.get(type) ?? 0) + 1);
  }
  let best: ValueType = 'string';
  let most = 0;
  for (const type of TYPES)
    if ((count.get(type) ?? 0) > most) {
      most = count.get(type)!;
      best = type;
    }
  return best;
}

/** One form for equal ISBNs, dates and telephones; other texts folded, without punctuation. */
export function normalValue(text: string, type: ValueType, order: DateOrder = 'dmy'): string {
  if (type === 'isbn') return isbnOf(text) ?? normalIdentifier(text);
  if (type === 'date') return dateOf(text, order) ?? normalIdentifier(text);
  if (type === 'phone') return phoneOf(text) ?? normalIdentifier(text);
  return normalIdentifier(text);
}

/** An identifier as it is compared between sites: an ISBN in one form, other texts folded, letters and digits only. */
export function normalIdentifier(text: string): string {
  const isbn = isbnOf(text);
  if (isbn !== null) return isbn;
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
