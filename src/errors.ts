/**
 * Every error that a person or a program can meet, in one place: a stable code, the values that it is about, and the exit code of the
 * command that ends with it. What is said of it stands in src/words. Codes never change meaning; docs/errors.md lists them.
 */
import { ERROR_WORDS } from './words/errors.ts';
import type { Language } from './words/language.ts';
import { type Message, say } from './words/say.ts';
import { sayWhy, systemFailure, type Why, whyForPrograms } from './words/why.ts';

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

/** The codes, each with the exit code of the command that ends with it. */
const EXIT_OF = {
  TRF_URL_MALFORMED: EXIT.usage,
  TRF_SCOPE_UNKNOWN: EXIT.usage,
  TRF_POLICY_UNKNOWN: EXIT.usage,
  TRF_PERIOD_EMPTY: EXIT.usage,
  TRF_PERIOD_UNKNOWN: EXIT.usage,
  TRF_PERIOD_REVERSED: EXIT.usage,
  TRF_CONFIG_INVALID: EXIT.usage,
  TRF_INPUT_MISSING: EXIT.usage,
  TRF_CONTENT_MEMORY: EXIT.usage,
  TRF_CONTENT_NOT_HTML: EXIT.usage,
  TRF_CONTENT_NO_PAGES: EXIT.usage,
  TRF_CONTENT_TOO_FEW: EXIT.usage,
  TRF_CONTENT_MODEL: EXIT.failure,
  TRF_CONTENT_GOLD: EXIT.usage,
  TRF_GEO_AREA_UNKNOWN: EXIT.usage,
  TRF_GEO_AREA_TWICE: EXIT.usage,
  TRF_SEEDS_EMPTY: EXIT.usage,
  TRF_CONTACT_MISSING: EXIT.usage,
  TRF_CONTACT_INVALID: EXIT.usage,
  TRF_FOLDER_NOT_A_CRAWL: EXIT.usage,
  TRF_FOLDER_BUSY: EXIT.busy,
  TRF_FOLDER_VERSION: EXIT.damaged,
  TRF_FORMAT_NEWER: EXIT.damaged,
  TRF_SETTINGS_CHANGED: EXIT.usage,
  TRF_STORAGE_FULL: EXIT.storage,
  TRF_STORAGE_DENIED: EXIT.storage,
  TRF_STORAGE_UNREADABLE: EXIT.storage,
  TRF_STORAGE_DAMAGED: EXIT.damaged,
  TRF_RULE_INVALID: EXIT.usage,
  TRF_ENGINE_MISSING: EXIT.usage,
  TRF_ENGINE_UNKNOWN: EXIT.usage,
  TRF_WRAPPER_INVALID: EXIT.usage,
  TRF_TIME_PATTERNS: EXIT.usage,
  TRF_ENTITY_ALONE: EXIT.usage,
  TRF_ENTITY_NO_TABLE: EXIT.usage,
  TRF_ATTRIBUTE_UNKNOWN: EXIT.usage,
  TRF_WANTED_MISSING: EXIT.usage,
  TRF_SELECTION_LACKS: EXIT.usage,
  TRF_SELECTION_FILE: EXIT.usage,
  TRF_OUTPUT_FORM: EXIT.usage,
  TRF_REQUEST_INVALID: EXIT.usage,
  TRF_NOT_FOUND: EXIT.usage,
  TRF_CURSOR_INVALID: EXIT.usage,
  TRF_CONCORDANCE_WORDS: EXIT.usage,
  TRF_CONCORDANCE_LARGE: EXIT.usage,
  TRF_TOKEN_MISSING: EXIT.usage,
  TRF_HOST_REFUSED: EXIT.usage,
  TRF_ORIGIN_REFUSED: EXIT.usage,
  TRF_REPLAY_KEY: EXIT.usage,
  TRF_SERVER_BUSY: EXIT.busy,
  TRF_TIME_OUT: EXIT.failure,
  TRF_CRAWL_EXISTS: EXIT.usage,
  TRF_CRAWL_STATE: EXIT.usage,
  TRF_CRAWL_REFUSED: EXIT.usage,
  TRF_CRAWL_UNCHANGED: EXIT.usage,
  TRF_PORT_TAKEN: EXIT.busy,
  TRF_HOST_UNUSABLE: EXIT.usage,
  TRF_TOKEN_WEAK: EXIT.usage,
  TRF_INTERNAL: EXIT.failure,
  TRF_CATALOGUE_NEWER: EXIT.damaged,
  TRF_CATALOGUE_OTHER: EXIT.usage,
  TRF_CATALOGUE_DAMAGED: EXIT.damaged,
  TRF_CATALOGUE_BUSY: EXIT.busy,
  TRF_CORRECTION_INVALID: EXIT.usage,
  TRF_KEPT_STALE: EXIT.busy,
  TRF_KEPT_LARGE: EXIT.usage,
  TRF_EXPORT_KIND: EXIT.usage,
  TRF_EXPORT_TABLE: EXIT.usage,
  TRF_EXPORT_NAME: EXIT.usage,
  TRF_IMPORT_REFUSED: EXIT.usage,
  TRF_FORGET_TARGET: EXIT.usage,
  TRF_FORGET_REFUSED: EXIT.usage,
  TRF_CLUSTER_ADDRESS: EXIT.usage,
  TRF_CLUSTER_PASSWORD: EXIT.usage,
  TRF_CLUSTER_FILE_OPEN: EXIT.usage,
  TRF_CLUSTER_UNREACHABLE: EXIT.failure,
  TRF_CLUSTER_REFUSED: EXIT.usage,
  TRF_CLUSTER_EMPTY: EXIT.usage,
  TRF_CLUSTER_STOPPED: EXIT.interrupted,
  TRF_CLUSTER_VERSION: EXIT.damaged,
  TRF_CLUSTER_FENCED: EXIT.failure,
  TRF_CLUSTER_TAKEN: EXIT.usage,
  TRF_CLUSTER_BUSY: EXIT.busy,
  TRF_FOLDER_NO_WORKER: EXIT.usage,
  TRF_FOLDER_NOT_EMPTY: EXIT.usage,
  TRF_LEASE_UNKNOWN: EXIT.failure,
  TRF_DESK_UNREACHABLE: EXIT.failure,
  TRF_PROXY: EXIT.failure,
  TRF_DESK_REFUSED: EXIT.usage,
  TRF_FOLDER_OF_WORKER: EXIT.usage,
  TRF_FOLDER_NOT_OF_WORKER: EXIT.usage,
  TRF_FOLDER_OF_DESK: EXIT.usage,
  TRF_CLUSTER_POSTGIS: EXIT.usage,
  TRF_ARCHIVE_AWAY: EXIT.failure,
  TRF_STORE_INVALID: EXIT.usage,
  TRF_STORE_UNREACHABLE: EXIT.failure,
  TRF_STORE_SECRET: EXIT.usage,
  TRF_STORE_KEYS: EXIT.usage,
  TRF_STORE_REFUSED: EXIT.failure,
  TRF_STORE_NAME: EXIT.usage,
  TRF_STORE_MISSING: EXIT.usage,
  TRF_STORE_TAKEN: EXIT.damaged,
  TRF_STORE_CHANGED: EXIT.damaged,
  TRF_STORE_OTHER: EXIT.usage,
  TRF_WORKER_UNKNOWN: EXIT.usage,
  TRF_WORKER_ALIVE: EXIT.usage,
} as const satisfies Record<string, ExitCode>;

export type ErrorCode = keyof typeof EXIT_OF;

export const ERROR_CODES = Object.keys(EXIT_OF) as ErrorCode[];

interface ErrorText {
  readonly message: string | Message;
  readonly advice: string | Message;
}

const TEXTS: Readonly<Record<Language, Readonly<Record<ErrorCode, ErrorText>>>> = ERROR_WORDS;

/** What a message is filled with: names and numbers, and reasons that are said in the language of the message. */
export type ErrorValue = number | Why;

export class TarrafaError extends Error {
  readonly code: ErrorCode;
  readonly exit: ExitCode;
  readonly #values: readonly ErrorValue[];

  /** The message is for programs and logs: in English, with the very words of the system. */
  constructor(code: ErrorCode, values: readonly ErrorValue[] = [], options?: ErrorOptions) {
    const { message } = TEXTS.en[code];
    super(
      filled(
        message,
        values.map((value) => (typeof value === 'number' ? value : whyForPrograms(value))),
      ),
      options,
    );
    this.name = 'TarrafaError';
    this.code = code;
    this.exit = EXIT_OF[code];
    this.#values = values;
  }

  /** What fills the message and the advice: with the code, all that another thread or process needs to say the same. */
  get values(): readonly ErrorValue[] {
    return this.#values;
  }

  /** What to tell a person, in their language. */
  explain(language: Language): { readonly message: string; readonly advice: string } {
    const { message, advice } = TEXTS[language][this.code];
    const values = this.#values.map((value) => (typeof value === 'number' ? value : sayWhy(value, language)));
    return { message: filled(message, values), advice: filled(advice, values) };
  }
}

/** Somebody else was faster: nothing was changed, and this is what there is now. */
export class StaleError extends TarrafaError {
  readonly present: { readonly version: number } | null;

  /** `expected` is the version that was changed; 0 when none was seen. */
  constructor(what: string, expected: number, present: { readonly version: number } | null) {
    super('TRF_KEPT_STALE', [what, present?.version ?? '–', expected === 0 ? '–' : expected]);
    this.present = present;
  }
}

function filled(message: string | Message, values: readonly (string | number)[]): string {
  return say(message as Message<`${number}`>, values);
}

/** What the system calls reading; an `open` may be for either, and is told by who opens. */
const READING: ReadonlySet<unknown> = new Set(['read', 'scandir', 'opendir', 'stat', 'lstat', 'fstat']);

/** Turns the file system's errno into ours, so that a full disk or a read-only folder speaks the same language everywhere. */
export function storageError(path: string, cause: unknown): TarrafaError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new TarrafaError('TRF_STORAGE_FULL', [path], { cause });
  if (READING.has((cause as NodeJS.ErrnoException | undefined)?.syscall)) return readingError(path, cause);
  return new TarrafaError('TRF_STORAGE_DENIED', [path, systemFailure(cause)], { cause });
}

/** The same of something that is there and cannot be read: what the disk did not give is not lost, and not to be taken for absent. */
export function readingError(path: string, cause: unknown): TarrafaError {
  return new TarrafaError('TRF_STORAGE_UNREADABLE', [path, systemFailure(cause)], { cause });
}

/** The disk itself, not what was asked of it. */
const FAILING = /^E(?:IO|MFILE|NFILE|STALE|NODEV|NXIO)$/;

/** Of something that somebody named and that cannot be opened: usually there is no such thing, and once in a while the disk fails. */
export function inputError(path: string, cause: unknown): TarrafaError {
  return FAILING.test((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
    ? readingError(path, cause)
    : new TarrafaError('TRF_INPUT_MISSING', [path, systemFailure(cause)], { cause });
}

/** Of the disk, whatever the path: a file that is not there, or is no file, is somebody else's to judge. */
const OF_THE_DISK = /^E(?:IO|NOSPC|DQUOT|FBIG|MFILE|NFILE|ACCES|PERM|ROFS|STALE|NODEV|NXIO|BUSY)$/;

/** Whether an error is one of the disk and not of what is read: nothing follows from it for the data. */
export function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof syscall === 'string' && OF_THE_DISK.test(code ?? '');
}

/** What the disk said and nobody has told of yet, told as an error of ours; anything else as it is. */
export function toldOfDisk(error: unknown): unknown {
  return isDiskError(error) ? storageError(error.path ?? '…', error) : error;
}
