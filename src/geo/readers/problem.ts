/**
 * What can be wrong with a geographic file, as data: a code that a program can act on, the file, and a detail with the offending value.
 * Readers throw a `GeoProblem` for what stops them and collect `Problem`s for what does not; nothing else leaves them.
 */
import { type Why, whyForPrograms } from '../../words/why.ts';

export type ProblemCode =
  /** The bytes end before they should. */
  | 'truncated'
  /** The bytes contradict the format, or themselves. */
  | 'corrupt'
  /** A variant of the format that is not read. */
  | 'unsupported'
  /** A format that is recognised by name and not opened. */
  | 'named-only'
  /** More bytes, members, features or levels than the limits allow. */
  | 'too-large'
  | 'too-many-entries'
  | 'bomb'
  | 'too-deep'
  | 'time-limit'
  | 'encrypted'
  | 'path-traversal'
  | 'symlink'
  | 'executable'
  | 'duplicate-entry'
  /** A part of the set is absent (`.shx`, `.dbf`, `.mid`…). */
  | 'missing-part'
  /** Parts of a set disagree: so many shapes, so many rows. */
  | 'count-mismatch'
  | 'unknown-crs'
  | 'no-crs'
  | 'bad-encoding'
  | 'not-geographic'
  | 'empty'
  | 'unreachable';

export type Severity = 'error' | 'warning';

export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** The file or member that it concerns. */
  readonly file: string;
  /** In English, for programs and logs. */
  readonly detail: string;
  /** The same, for people of every language. */
  readonly why: Why;
}

/** What exactly is wrong, for programs and for people. */
export function told(why: Why): Pick<Problem, 'detail' | 'why'> {
  return { detail: whyForPrograms(why), why };
}

export class GeoProblem extends Error {
  readonly code: ProblemCode;
  readonly why: Why;

  constructor(code: ProblemCode, why: Why, options?: ErrorOptions) {
    super(whyForPrograms(why), options);
    this.name = 'GeoProblem';
    this.code = code;
    this.why = why;
  }
}

/**
 * What a failed reading is told as. Whatever a library of the field threw on bytes it did not foresee is damage of the file; the
 * message is kept, cut, because it is all that is known.
 */
export function problemOf(file: string, cause: unknown, severity: Severity = 'error'): Problem {
  if (cause instanceof GeoProblem) return { code: cause.code, severity, file, ...told(cause.why) };
  const errno = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (errno === 'ENOENT' || errno === 'EACCES' || errno === 'EISDIR')
    return {
      code: 'unreachable',
      severity,
      file,
      ...told({ failed: 'system', code: errno, message: errno }),
    };
  const message = cause instanceof Error ? cause.message : String(cause);
  return { code: 'corrupt', severity, file, ...told(message.slice(0, 200)) };
}
