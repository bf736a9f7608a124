/**
 * A catalogue of messages in every language. Brazilian Portuguese and English are stated whole, Portuguese of Portugal by the messages
 * that differ, each of them whole. A table inside a catalogue is for what is looked up by a code (`m.kinds[kind]`).
 */
import type { Language } from './language.ts';
import type { Message, Names } from './say.ts';

export interface Texts {
  readonly [key: string]: string | readonly string[] | Texts;
}

/** The messages of a catalogue as those see them who say them. */
export type Words<T extends Texts> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? [Names<T[Key]>] extends [never]
      ? string
      : Message<Names<T[Key]>>
    : T[Key] extends Texts
      ? Words<T[Key]>
      : readonly string[];
};

type Whole<T extends Texts> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends Texts
      ? Whole<T[Key]>
      : readonly string[];
};

type Differences<T extends Texts> = {
  readonly [Key in keyof T]?: T[Key] extends string
    ? string
    : T[Key] extends Texts
      ? Differences<T[Key]>
      : readonly string[];
};

export type Catalogue<T extends Texts> = Readonly<Record<Language, Words<T>>>;

export function inLanguages<const T extends Texts>(
  brazil: T,
  portugal: Differences<NoInfer<T>>,
  english: Whole<NoInfer<T>>,
): Catalogue<T> {
  return {
    'pt-BR': brazil,
    'pt-PT': over(brazil, portugal as Texts),
    en: english,
  } as unknown as Catalogue<T>;
}

function over(whole: Texts, differences: Texts): Texts {
  const result: Record<string, Texts[string]> = { ...whole };
  for (const [key, text] of Object.entries(differences)) {
    const beneath = whole[key];
    const nested = typeof text === 'object' && !Array.isArray(text) && typeof beneath === 'object';
    result[key] = nested ? over(beneath as Texts, text as Texts) : text;
  }
  return result;
}
