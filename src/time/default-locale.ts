/** The locales of the room by name, and the one that is taken when nobody names another. A new language has its line here. */
import type { Locale } from './locale.ts';
import { PT_BR } from './locales/pt/pt-br.ts';
import { PT_PT } from './locales/pt/pt-pt.ts';
import { type LocaleName, TIME_MODERN, type TimeProfile } from './profile.ts';

const LOCALES: Readonly<Record<LocaleName, Locale>> = { 'pt-PT': PT_PT, 'pt-BR': PT_BR };

export function localeNamed(name: LocaleName): Locale {
  return LOCALES[name];
}

/** The locale that a profile names. */
export function localeOf(profile: Partial<Pick<TimeProfile, 'locale'>> = TIME_MODERN): Locale {
  return LOCALES[profile.locale ?? TIME_MODERN.locale];
}
