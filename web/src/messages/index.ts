/** Texts by key in the language of the reader. */
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import { ptPT } from './pt-PT.ts';

export const LANGUAGES = ['pt-BR', 'pt-PT', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export type MessageKey = keyof typeof ptBR;
export type Messages = Readonly<Record<MessageKey, string>>;

/** Keys that come in two numbers: `pages` for `pages_one` and `pages_other`. */
export type CountKey = MessageKey extends infer K ? (K extends `${infer Stem}_one` ? Stem : never) : never;

export const MESSAGES: Readonly<Record<Language, Messages>> = { 'pt-BR': ptBR, 'pt-PT': ptPT, en };

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  en: 'English',
};

export type Values = Readonly<Record<string, string | number>>;

export function say(language: Language, key: MessageKey, values: Values = {}): string {
  return MESSAGES[language][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

const rules = new Map<Language, Intl.PluralRules>();

/** `shown` is the number as it is written (`≥ 1.200`). */
export function sayCount(language: Language, key: CountKey, n: number, shown: string): string {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  const number = rule.select(n) === 'one' ? 'one' : 'other';
  return say(language, `${key}_${number}` as MessageKey, { n: shown });
}
