/**
 * Why something cannot be, as data: rooms give it inside an error, threads and processes pass it on, and it becomes words only where
 * the language of the person is known.
 */
import { FAILURE_WORDS } from './failures.ts';
import { GEO_REASON_WORDS } from './geo-reasons.ts';
import type { Language } from './language.ts';
import { REASON_WORDS } from './reasons.ts';
import { type Amount, amount, type Message, say } from './say.ts';

type Texts = (typeof REASON_WORDS)[Language] & (typeof GEO_REASON_WORDS)[Language];

export type ReasonCode = keyof Texts;

/** A reason of ours, by its code in reasons.ts or geo-reasons.ts. */
export interface Reason {
  readonly reason: ReasonCode;
  readonly values: Readonly<Record<string, Why | number>>;
}

/** What somebody else says: the system, the network, the reader of addresses. */
export interface Failure {
  readonly failed: keyof (typeof FAILURE_WORDS)[Language];
  readonly code: string;
  /** As it was told; for programs, and for people when there are no words for the code. */
  readonly message: string;
}

/** A text is a name, an address, or words that nobody has in another language. */
export type Why = string | Reason | Failure;

type ValuesOf<Code extends ReasonCode> =
  Texts[Code] extends Message<infer Name> ? [values: Readonly<Record<Name, Why | number>>] : [];

export function reason<Code extends ReasonCode>(code: Code, ...[values]: ValuesOf<Code>): Reason {
  return { reason: code, values: values ?? {} };
}

/** Whether what was read from a file is a reason that is known here. */
export function isReason(value: unknown): value is Reason {
  if (typeof value !== 'object' || value === null) return false;
  const { reason: code, values } = value as Partial<Record<'reason' | 'values', unknown>>;
  const known: Readonly<Record<string, unknown>> = { ...GEO_REASON_WORDS.en, ...REASON_WORDS.en };
  if (typeof code !== 'string' || !Object.hasOwn(known, code)) return false;
  if (typeof values !== 'object' || values === null) return false;
  const given = Object.values(values);
  if (!given.every((each) => typeof each === 'string' || typeof each === 'number' || isReason(each)))
    return false;
  return [...String(known[code]).matchAll(/\{(\w+)/g)].every(([, name]) => Object.hasOwn(values, name!));
}

/** What the system says of a file or a socket, known by its errno. */
export function systemFailure(cause: unknown): Why {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = (cause as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? { failed: 'system', code, message } : message;
}

/** What is wrong with a text that is no JSON, with the place where the parser says one. */
export function jsonFailure(cause: unknown, text: string): Why {
  if (!(cause instanceof SyntaxError)) return systemFailure(cause);
  const at = Number(
    /at position (\d+)/.exec(cause.message)?.[1] ??
      (/end of JSON/.test(cause.message) ? text.length : Number.NaN),
  );
  if (!(at <= text.length)) return reason('not-json');
  const before = text.slice(0, at).split('\n');
  return reason('not-json-at', { line: `${before.length}`, column: `${before.at(-1)!.length + 1}` });
}

/** Why an address could not be fetched; the code tells more than the words of the system about it. */
export function fetchFailure(outcome: { readonly reason: string; readonly message: string }): Failure {
  return { failed: 'fetch', code: outcome.reason, message: `${outcome.reason}: ${outcome.message}` };
}

/** Why a text is not a usable address. */
export function addressFailure(code: string): Failure {
  return { failed: 'address', code, message: code };
}

export function sayWhy(why: Why, language: Language): string {
  if (typeof why === 'string') return why;
  if ('failed' in why) {
    const words: Readonly<Record<string, string>> = FAILURE_WORDS[language][why.failed];
    return Object.hasOwn(words, why.code) ? (words[why.code] as string) : why.message;
  }
  return sayReason(why, language, sayWhy);
}

/** In English and with the very words of the system, as errors carry it for programs and logs. */
export function whyForPrograms(why: Why): string {
  if (typeof why === 'string') return why;
  return 'failed' in why ? why.message : sayReason(why, 'en', whyForPrograms);
}

function sayReason(
  { reason, values }: Reason,
  language: Language,
  sayInner: (why: Why, language: Language) => string,
): string {
  const said: Record<string, string | Amount> = {};
  for (const [name, value] of Object.entries(values))
    said[name] = typeof value === 'number' ? amount(value, language) : sayInner(value, language);
  const texts: Texts = Object.hasOwn(REASON_WORDS[language], reason)
    ? (REASON_WORDS[language] as Texts)
    : (GEO_REASON_WORDS[language] as Texts);
  return say(texts[reason] as unknown as Message, said);
}
