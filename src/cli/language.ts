/** The language of what a person reads: Brazilian Portuguese unless asked otherwise. */

export const LANGUAGES = ['pt-BR', 'pt-PT', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

function recognise(text: string | undefined): Language | null {
  if (!text) return null;
  const folded = text.replace('_', '-').toLowerCase();
  if (folded.startsWith('pt-pt')) return 'pt-PT';
  if (folded.startsWith('pt')) return 'pt-BR';
  return folded.startsWith('en') ? 'en' : null;
}

/** `--lang`, then TARRAFA_LANG, then the system's locale. */
export function chooseLanguage(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const flag =
    at < 0 ? undefined : argv[at]!.includes('=') ? argv[at]!.slice(argv[at]!.indexOf('=') + 1) : argv[at + 1];
  return (
    recognise(flag) ??
    recognise(env.TARRAFA_LANG) ??
    recognise(env.LC_ALL) ??
    recognise(env.LC_MESSAGES) ??
    recognise(env.LANG) ??
    'pt-BR'
  );
}
