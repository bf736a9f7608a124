/**
 * Values of Portuguese pages, typed: money, measures, dates, telephones, CEP, CPF, CNPJ, ISBN. The text is always kept.
 *
 * ```ts
 * readValue('R$ 1.234,56');              // { kind: 'money', amount: 1234.56, currency: 'BRL', raw: 'R$ 1.234,56' }
 * readValue('15 de março de 2024').kind; // 'date'
 * ```
 */
export { isbn13, isCnpj, isCpf } from './check-digits.ts';
export { readDate } from './dates.ts';
export { type Decimals, readNumber } from './numbers.ts';
export { readColumn, type TypedColumn } from './read-column.ts';
export { type ReadingHints, readValue } from './read-value.ts';
export {
  type AddressValue,
  type CodeValue,
  type DateValue,
  type MoneyValue,
  type NumberValue,
  normalForm,
  type PhoneValue,
  type QuantityValue,
  type TextValue,
  type Value,
  type ValueKind,
} from './value.ts';
