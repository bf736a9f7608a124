/** A value read from a text: what kind it is, its normal form, and the text itself, always. */

export interface DateValue {
  readonly kind: 'date';
  readonly raw: string;
  /** `2024-03-15`, `2024-03` or `2024`, as precise as the text. */
  readonly iso: string;
}

export interface MoneyValue {
  readonly kind: 'money';
  readonly raw: string;
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface QuantityValue {
  readonly kind: 'quantity';
  readonly raw: string;
  /** In the unit written. */
  readonly amount: number;
  readonly unit: string;
  /** In the base unit of its dimension (m, kg, m², L, s …): comparable between sites. */
  readonly base: number;
  readonly dimension: string;
}

export interface NumberValue {
  readonly kind: 'number';
  readonly raw: string;
  readonly amount: number;
}

export interface PhoneValue {
  readonly kind: 'phone';
  readonly raw: string;
  /** With the country's prefix: `+551135551234`. A number that works only inside the country has none: `08001234567`. */
  readonly number: string;
  /** The area code of Brazil, or null. */
  readonly ddd: string | null;
}

/** Things with a form of their own and, but for `cep`, with check digits that were verified. */
export interface CodeValue {
  readonly kind: 'cep' | 'cpf' | 'cnpj' | 'isbn';
  readonly raw: string;
  /** Digits (letters of a CNPJ in capitals) alone; ISBN always in thirteen. */
  readonly code: string;
}

export interface AddressValue {
  readonly kind: 'email' | 'url';
  readonly raw: string;
  readonly address: string;
}

export interface TextValue {
  readonly kind: 'text';
  readonly raw: string;
}

export type Value =
  | DateValue
  | MoneyValue
  | QuantityValue
  | NumberValue
  | PhoneValue
  | CodeValue
  | AddressValue
  | TextValue;

export type ValueKind = Value['kind'];

/** One string that is equal for equal values of a kind, however they were written. */
export function normalForm(value: Value): string {
  switch (value.kind) {
    case 'date':
      return value.iso;
    case 'money':
      return `${value.currency} ${value.amount}`;
    case 'quantity':
      return `${Number(value.base.toPrecision(12))} ${value.dimension}`;
    case 'number':
      return String(value.amount);
    case 'phone':
      return value.number;
    case 'cep':
    case 'cpf':
    case 'cnpj':
    case 'isbn':
      return value.code;
    case 'email':
    case 'url':
      return value.address;
    case 'text':
      return value.raw
        .normalize('NFC')
        .replace(/[\s\u00a0]+/g, ' ')
        .trim()
        .toLowerCase();
  }
}
