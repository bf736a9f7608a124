/**
 * Every error that a person or a program can meet, in one place: a stable code, a message with the offending value, what to do
 * about it, and the exit code of the command that ends with it. Codes never change meaning; docs/errors.md lists them.
 */

export const EXIT = {
  ok: 0,
  /** Something failed that is not the caller's doing. */
  failure: 1,
  /** The command line, the configuration or an input file is wrong. */
  usage: 2,
  /** Another process holds the folder. */
  busy: 3,
  /** The disk is full, the folder is read-only, or a file cannot be written. */
  storage: 4,
  /** Data on disk is damaged beyond what is mended by itself. */
  damaged: 5,
  /** Stopped by Ctrl-C (128 + SIGINT). */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface ErrorKind {
  readonly exit: ExitCode;
  readonly message: string;
  readonly advice: string;
}

/** `%s` in a message is replaced by the values given, in order. */
const KINDS = {
  TRF_URL_MALFORMED: {
    exit: EXIT.usage,
    message: 'not a usable address: %s (%s)',
    advice: 'Give an absolute http or https address.',
  },
  TRF_SCOPE_UNKNOWN: {
    exit: EXIT.usage,
    message: 'unknown scope: %s',
    advice: 'Use br, pt, lusofonia, seeds, any, or a list of domains separated by commas.',
  },
  TRF_POLICY_UNKNOWN: {
    exit: EXIT.usage,
    message: 'unknown policy: %s',
    advice: 'Use one of: %s.',
  },
  TRF_CONFIG_INVALID: {
    exit: EXIT.usage,
    message: 'the configuration %s is not valid: %s',
    advice: 'Correct the value named; docs/configuration.md lists every setting.',
  },
  TRF_INPUT_MISSING: {
    exit: EXIT.usage,
    message: 'cannot read %s: %s',
    advice: 'Check that the path exists and may be read.',
  },
  TRF_SEEDS_EMPTY: {
    exit: EXIT.usage,
    message: 'there is no usable seed (%s)',
    advice: 'Name at least one address, or a file of addresses with --seeds.',
  },
  TRF_CONTACT_MISSING: {
    exit: EXIT.usage,
    message: 'a crawl of the public Web needs a contact address for its User-Agent',
    advice: 'Give --contact with a web page or e-mail address of yours, or set TARRAFA_CONTACT.',
  },
  TRF_FOLDER_NOT_A_CRAWL: {
    exit: EXIT.usage,
    message: '%s holds no crawl',
    advice: 'Name the folder that was given to --out.',
  },
  TRF_FOLDER_BUSY: {
    exit: EXIT.busy,
    message: 'the folder %s is in use by process %s',
    advice: 'Wait for it to end, or choose another folder with --out.',
  },
  TRF_FOLDER_VERSION: {
    exit: EXIT.damaged,
    message: '%s was written in format %s; this version reads format %s',
    advice: 'Use the version of Tarrafa that wrote it, or start over with --fresh.',
  },
  TRF_STORAGE_FULL: {
    exit: EXIT.storage,
    message: 'no space left to write %s',
    advice: 'Free some space and run the same command again: nothing collected is lost.',
  },
  TRF_STORAGE_DENIED: {
    exit: EXIT.storage,
    message: 'cannot write %s: %s',
    advice: 'Check the permissions of the folder, or choose another with --out.',
  },
  TRF_STORAGE_DAMAGED: {
    exit: EXIT.damaged,
    message: '%s is damaged at byte %s: %s',
    advice: 'Run `tarrafa warc check` on the folder; the records before that point are whole.',
  },
  TRF_ADDRESS_PRIVATE: {
    exit: EXIT.usage,
    message: '%s leads to the private address %s',
    advice: 'Use --allow-private only for servers of your own.',
  },
  TRF_DATA_MISSING: {
    exit: EXIT.ok,
    message: 'no data found in %s',
    advice: 'Give the folder of the corpus with --data.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof KINDS;

export const ERROR_CODES = Object.keys(KINDS) as ErrorCode[];

function fill(template: string, values: readonly (string | number)[], from: number): [string, number] {
  let at = from;
  return [template.replace(/%s/g, () => String(values[at++] ?? '')), at];
}

export class TarrafaError extends Error {
  readonly code: ErrorCode;
  readonly advice: string;
  readonly exit: ExitCode;

  constructor(code: ErrorCode, values: readonly (string | number)[] = [], options?: ErrorOptions) {
    const kind: ErrorKind = KINDS[code];
    const [message, used] = fill(kind.message, values, 0);
    super(message, options);
    this.name = 'TarrafaError';
    this.code = code;
    this.advice = fill(kind.advice, values, used)[0];
    this.exit = kind.exit;
  }
}

/** Turns the file system's errno into ours, so that a full disk or a read-only folder speaks the same language everywhere. */
export function storageError(path: string, cause: unknown): TarrafaError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new TarrafaError('TRF_STORAGE_FULL', [path], { cause });
  const message = cause instanceof Error ? cause.message : String(cause);
  return new TarrafaError('TRF_STORAGE_DENIED', [path, message], { cause });
}
