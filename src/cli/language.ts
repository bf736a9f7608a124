/** The language of what a person reads at the terminal: Brazilian Portuguese unless asked otherwise. */
import { Option } from 'commander';
import { LANGUAGES, type Language, recogniseLanguage, USUAL_LANGUAGE } from '../words/index.ts';

/** `--lang`, then TARRAFA_LANG, then the system's locale. */
export function chooseLanguage(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const word = at < 0 ? undefined : argv[at];
  const flag = word?.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[at + 1];
  return (
    recogniseLanguage(at < 0 ? undefined : flag) ??
    recogniseLanguage(env.TARRAFA_LANG) ??
    recogniseLanguage(env.LC_ALL) ??
    recogniseLanguage(env.LC_MESSAGES) ??
    recogniseLanguage(env.LANG) ??
    USUAL_LANGUAGE
  );
}

/** The option of every command. Any form of a language is understood (`pt_BR.UTF-8`), so that none is refused: it was read before anything else. */
export function languageOption(about: string): Option {
  return new Option('--lang <language>', about).choices(LANGUAGES).argParser((text: string) => text);
}
