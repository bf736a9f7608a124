/**
 * What a text is: a sum of money, a measure, a date, a telephone, a code. The whole text must be the value (a remark in brackets may
 * follow); what is not plainly one of these stays text. Nothing is guessed into existence: codes must have right check digits.
 */
import { isbn13, isCnpj, isCpf } from './check-digits.ts';
import { readDate } from './dates.ts';
import { type Decimals, readNumber } from './numbers.ts';
import { unitOf } from './units.ts';
import type { Value } from './value.ts';

export interface ReadingHints {
  /** The decimal sign of the column, where one figure alone leaves it open. */
  readonly decimals?: Decimals | null;
  readonly dayOrder?: 'day-first' | 'month-first';
}

/** Longer texts are prose. */
const LONGEST = 120;

const NUMBER = String.raw`[-+−–]?\s?\d[\d.,]*(?:[ \u00a0\u202f]\d{3})*(?:,\d+)?`;
/** `2,3 milhões`, `1,5 mil`; a *bilhão* of Brazil is a thousand million, a *bilião* of Portugal a million million. */
const SCALE = String.raw`(?:\s*(mil milhões|mil|milh(?:ão|ões)|mi|bilh(?:ão|ões)|bi|bili(?:ão|ões)|trilh(?:ão|ões)|tri)\b)`;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^mil$/i, 1e3],
  [/^mil milhões$/i, 1e9],
  [/^mi/i, 1e6],
  [/^bili/i, 1e12],
  [/^bi/i, 1e9],
  [/^tri/i, 1e12],
];
const MONEY_BEFORE = new RegExp(
  String.raw`^(R\$|US\$|U\$|€|EUR|\$|£|BRL|USD)\s*(${NUMBER})(?:,-|${SCALE})?$`,
  'iu',
);
const MONEY_AFTER = new RegExp(
  String.raw`^(${NUMBER})(?:${SCALE}(?: de)?)?\s*(€|reais|real|euros?|dólares|EUR|BRL|USD)$`,
  'iu',
);
const SCALED = new RegExp(`^(${NUMBER})${SCALE}$`, 'iu');
const QUANTITY = new RegExp(String.raw`^(${NUMBER})\s*([a-zà-ÿ°º%][a-zà-ÿ²³23/]{0,12}\.?)$`, 'iu');
const PLAIN = new RegExp(`^${NUMBER}$`);
const CURRENCIES: Readonly<Record<string, string>> = {
  r$: 'BRL',
  brl: 'BRL',
  reais: 'BRL',
  real: 'BRL',
  us$: 'USD',
  u$: 'USD',
  $: 'USD',
  usd: 'USD',
  dólares: 'USD',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
};
const REMARK = /\s*\([^()]{1,60}\)$/;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$/u;
const WEB = /^https?:\/\/[^\s<>"]{3,}$/i;

/** Area codes in use in Brazil. */
const DDDS = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);

function collapse(text: string): string {
  return text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();
}

export function readValue(raw: string, hints: ReadingHints = {}): Value {
  if (raw.length > LONGEST * 4) return { kind: 'text', raw };
  const text = collapse(raw);
  if (text === '' || text.length > LONGEST) return { kind: 'text', raw };
  return (
    readWhole(text, raw, hints) ?? readWhole(text.replace(REMARK, ''), raw, hints) ?? { kind: 'text', raw }
  );
}

function readWhole(text: string, raw: string, hints: ReadingHints): Value | null {
  if (text === '') return null;
  return (
    readCode(text, raw) ??
    readDay(text, raw, hints) ??
    readPhone(text, raw) ??
    readMoney(text, raw, hints) ??
    readQuantity(text, raw, hints) ??
    readAddress(text, raw) ??
    readPlainNumber(text, raw, hints)
  );
}

function readCode(text: string, raw: string): Value | null {
  const bare = text.replace(/^(?:CPF|CNPJ|CEP|ISBN(?:-1[03])?)\s*:?\s*(?:n[ºo°.]{1,2}\s*)?/i, '');
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(bare)) {
    const code = bare.replace(/\D/g, '');
    return isCpf(code) ? { kind: 'cpf', raw, code } : null;
  }
  if (/^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/i.test(bare)) {
    const code = bare.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
    return isCnpj(code) ? { kind: 'cnpj', raw, code } : null;
  }
  if (/^\d{2}\.?\d{3}-\d{3}$/.test(bare)) return { kind: 'cep', raw, code: bare.replace(/\D/g, '') };
  if (bare !== text && /^\d{8}$/.test(bare) && /^CEP/i.test(text)) return { kind: 'cep', raw, code: bare };
  if (/^\d{14}$/.test(bare) && isCnpj(bare)) return { kind: 'cnpj', raw, code: bare };
  // Eleven digits in a row are as often a mobile telephone as a CPF: only its name decides.
  if (bare !== text && /^CPF/i.test(text) && isCpf(bare)) return { kind: 'cpf', raw, code: bare };
  if (/^[\d-]{9,17}[\dXx]$/.test(bare)) {
    const digits = bare.replace(/-/g, '').toUpperCase();
    const hyphens = bare.length - digits.length;
    // Ten plain digits are a telephone without its punctuation more often than a book.
    if (digits.length === 13 || (digits.length === 10 && (hyphens === 3 || bare !== text))) {
      const code = isbn13(digits);
      if (code !== null) return { kind: 'isbn', raw, code };
    }
  }
  return null;
}

function readDay(text: string, raw: string, hints: ReadingHints): Value | null {
  const iso = readDate(text, hints.dayOrder);
  return iso === null ? null : { kind: 'date', raw, iso };
}

function readPhone(text: string, raw: string): Value | null {
  const bare = text
    .replace(/^(?:tel(?:efone)?|fone|cel(?:ular)?|whatsapp)\.?\s*:?\s*/i, '')
    .replace(/\s*(?:\/|ramal|r\.)\s*\d{1,5}$/i, '');
  if (!/^[+(]?[\d\s().-]{8,24}$/.test(bare)) return null;
  const digits = bare.replace(/\D/g, '');
  const free = /^0[358]00[ -]?\d{3}[ -]?\d{3,4}$/.test(bare);
  if (free) return { kind: 'phone', raw, number: digits, ddd: null };
  if (/^\+/.test(bare)) {
    if (digits.startsWith('55') && (digits.length === 12 || digits.length === 13))
      return { kind: 'phone', raw, number: `+${digits}`, ddd: digits.slice(2, 4) };
    return digits.length >= 9 && digits.length <= 15
      ? { kind: 'phone', raw, number: `+${digits}`, ddd: null }
      : null;
  }
  const brazil = /^\(?0?(\d{2})\)?[ -]?\s?(\d{4,5})[ .-]?(\d{4})$/.exec(bare);
  if (brazil !== null) {
    const [, ddd, first, last] = brazil as unknown as [string, string, string, string];
    const inBrackets = bare.includes('(');
    const separated = /[\s-]/.test(bare);
    if ((inBrackets || (DDDS.has(ddd) && separated)) && (first.length === 4 || first.startsWith('9')))
      return { kind: 'phone', raw, number: `+55${ddd}${first}${last}`, ddd };
  }
  // Portugal: nine figures in groups, the first 2 or 9.
  if (/^[29]\d{2} \d{3} \d{3}$/.test(bare)) return { kind: 'phone', raw, number: `+351${digits}`, ddd: null };
  return null;
}

/** A figure with its word of size. */
function scaled(amount: number | null, scale: string | undefined): number | null {
  if (amount === null || scale === undefined) return amount;
  const factor = SCALES.find(([word]) => word.test(scale))?.[1];
  // 2,3 × 10⁶ is no whole number to a machine; what is written this way has no finer part than this.
  return factor === undefined ? null : Math.round(amount * factor * 100) / 100;
}

function readMoney(text: string, raw: string, hints: ReadingHints): Value | null {
  const before = MONEY_BEFORE.exec(text);
  const after = before === null ? MONEY_AFTER.exec(text) : null;
  const [figure, scale, sign] =
    before !== null
      ? [before[2]!, before[3], before[1]!]
      : after !== null
        ? [after[1]!, after[2], after[3]!]
        : ['', undefined, ''];
  if (figure === '') return null;
  const amount = scaled(readNumber(figure.trim(), hints.decimals), scale);
  return amount === null
    ? null
    : { kind: 'money', raw, amount, currency: CURRENCIES[sign.toLowerCase()] ?? 'BRL' };
}

function readQuantity(text: string, raw: string, hints: ReadingHints): Value | null {
  // `1h30`, `1h30min`, `1m85`
  const clock = /^(\d{1,3})\s?h\s?(\d{1,2})\s?(?:min|m)?$/i.exec(text);
  if (clock !== null && Number(clock[2]) < 60) {
    const minutes = Number(clock[1]) * 60 + Number(clock[2]);
    return { kind: 'quantity', raw, amount: minutes, unit: 'min', base: minutes * 60, dimension: 's' };
  }
  const height = /^(\d)\s?m\s?(\d{2})$/i.exec(text);
  if (height !== null) {
    const metres = Number(`${height[1]}.${height[2]}`);
    return { kind: 'quantity', raw, amount: metres, unit: 'm', base: metres, dimension: 'm' };
  }
  const match = QUANTITY.exec(text);
  if (match === null) return null;
  const unit = unitOf(match[2]!);
  const amount = unit === null ? null : readNumber(match[1]!.trim(), hints.decimals);
  return unit === null || amount === null
    ? null
    : {
        kind: 'quantity',
        raw,
        amount,
        unit: unit.name,
        base: amount * unit.factor,
        dimension: unit.dimension,
      };
}

function readAddress(text: string, raw: string): Value | null {
  if (EMAIL.test(text)) return { kind: 'email', raw, address: text.toLowerCase() };
  if (WEB.test(text) && URL.canParse(text)) return { kind: 'url', raw, address: new URL(text).href };
  return null;
}

function readPlainNumber(text: string, raw: string, hints: ReadingHints): Value | null {
  const words = SCALED.exec(text);
  if (words !== null) {
    const amount = scaled(readNumber(words[1]!.trim(), hints.decimals), words[2]);
    return amount === null ? null : { kind: 'number', raw, amount };
  }
  // A number that begins with 0 is a code: its zeros count.
  if (!PLAIN.test(text) || /^0\d/.test(text)) return null;
  const amount = readNumber(text, hints.decimals);
  return amount === null ? null : { kind: 'number', raw, amount };
}
