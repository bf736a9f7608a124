/**
 * What can be wrong with a geographic file, as data: a code that a program can act on, the file, and a detail with the offending value.
 * Readers throw a `GeoProblem` for what stops them and collect `Problem`s for what does not; nothing else leaves them.
 */

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
  readonly detail: string;
}

export class GeoProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'GeoProblem';
    this.code = code;
  }
}

/**
 * What a failed reading is told as. Whatever a library of the field threw on bytes it did not foresee is damage of the file; the
 * message is kept, cut, because it is all that is known.
 */
export function problemOf(file: string, cause: unknown, severity: Severity = 'error'): Problem {
  if (cause instanceof GeoProblem) return { code: cause.code, severity, file, detail: cause.message };
  const errno = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (errno === 'ENOENT' || errno === 'EACCES' || errno === 'EISDIR')
    return { code: 'unreachable', severity, file, detail: errno };
  const message = cause instanceof Error ? cause.message : String(cause);
  return { code: 'corrupt', severity, file, detail: message.slice(0, 200) };
}
