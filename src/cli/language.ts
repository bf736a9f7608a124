/** The language of what a person reads at the terminal: Brazilian Portuguese unless asked otherwise. */
import { Option } from 'commander';
import { TarrafaError } from '../errors.ts';
import { LANGUAGES, type Language, recogniseLanguage, USUAL_LANGUAGE } from '../words/index.ts';
import { reason } from '../words/why.ts';

/** What stands behind `--lang`; undefined when nobody gave it, or nothing with it. */
function languageFlag(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const word = at < 0 ? undefined : argv[at];
  return word?.includes('=') ? word.slice(word.indexOf('=') + 1) : word && argv[at + 1];
}

/** Throws TRF_CONFIG_INVALID when `--lang` asks for a language that is not spoken here, whatever the command. */
export function checkLanguageFlag(argv: readonly string[]): void {
  const given = languageFlag(argv);
  if (given === undefined || recogniseLanguage(given) !== null) return;
  const value = JSON.stringify(given);
  throw new TarrafaError('TRF_CONFIG_INVALID', [
    '--lang',
    reason('not-one-of', { value, choices: LANGUAGES.join(', ') }),
  ]);
}

/** `--lang`, then TARRAFA_LANG, then the system's locale. */
export function chooseLanguage(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Language {
  return (
    recogniseLanguage(languageFlag(argv)) ??
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
