/** Why a visit came to nothing, in words: the crawl has short names for that. */
import { FAILURE_WORDS } from './failures.ts';
import type { Language } from './language.ts';
import { REPORT_WORDS } from './report.ts';

/** `robots`, `http-404`, `connect-timeout`; a name that has no words is itself. */
export function visitReasonName(reason: string, language: Language): string {
  const failures: Readonly<Record<string, string>> = FAILURE_WORDS[language].fetch;
  if (Object.hasOwn(failures, reason)) return failures[reason]!;
  const name = reason.replace(/^http-/, 'HTTP ');
  const words = REPORT_WORDS[language] as unknown as Readonly<Record<string, string>>;
  return Object.hasOwn(words, `visit-${name}`) ? words[`visit-${name}`]! : name;
}
