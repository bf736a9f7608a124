/**
 * One function says every message. `{name}` is replaced by the value of that name; `{name|página|páginas}` by the first form when the
 * value counts one and by the second otherwise. A message without its values is a compile error, and so is one shown unsaid.
 *
 * @example say(m.found, { pages: amount(2, 'en'), folder }) // '2 pages in acervo' from '{pages} {pages|page|pages} in {folder}'
 */
import type { Language } from './language.ts';

declare const PARAMETERS: unique symbol;

/** A text with places for values, which has to be said before it is shown. */
export interface Message<Name extends string = string> {
  readonly [PARAMETERS]: Name;
}

/** A number as it is written (`≥ 1.200`) and whether the words about it are in the singular. */
export interface Amount {
  readonly shown: string;
  readonly one: boolean;
}

export type Value = string | number | Amount;

/** The names of the places of a text. */
export type Names<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? (Place extends `${infer Name}|${string}` ? Name : Place) | Names<Rest>
  : never;

export const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

export function say<Name extends string>(
  message: Message<Name>,
  values: Readonly<Record<Name, Value>> | (Name extends `${number}` ? readonly Value[] : never),
): string {
  const given = values as Readonly<Record<string, Value>>;
  return (message as unknown as string).replace(
    PLACE,
    (whole, name: string, one?: string, other?: string) => {
      if (!Object.hasOwn(given, name)) return whole;
      const value = given[name] as Value;
      if (one === undefined) return typeof value === 'object' ? value.shown : String(value);
      // A number in writing is none to reckon with: `1.000` is a thousand in Brazil.
      const singular = typeof value === 'object' ? value.one : String(value) === '1';
      return singular ? one : (other as string);
    },
  );
}

const rules = new Map<Language, Intl.PluralRules>();

/** A number with the number of its words, by the rules of the language: `0 página` in Brazil, `0 páginas` in Portugal. */
export function amount(n: number, language: Language, shown: string = String(n)): Amount {
  let rule = rules.get(language);
  if (rule === undefined) rules.set(language, (rule = new Intl.PluralRules(language)));
  return { shown, one: rule.select(n) === 'one' };
}

type ValuesOf<Text> = Text extends Message<infer Name> ? [values: Readonly<Record<Name, Value>>] : [];

/** Says the messages of one language by their keys, tables aside. */
export type Speaker<W> = <Key extends SpokenKey<W>>(key: Key, ...values: ValuesOf<W[Key]>) => string;

export type SpokenKey<W> = {
  [Key in keyof W]: W[Key] extends string | Message ? Key : never;
}[keyof W];

export function speaker<W>(words: W): Speaker<W> {
  return (key, ...[values]) => {
    const message = words[key];
    return values === undefined ? String(message) : say(message as Message, values);
  };
}
