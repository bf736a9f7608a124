/**
 * A file of values by key, in a few tables, for one process at a time. Values that are put are gathered and written a moment later, together;
 * until then they are read from memory. A kill costs what was gathered; what was written outlives it. A power failure may damage the file, for
 * nothing is brought to the disk: it is for what only saves work. A value that is not what was put, bit by bit, is not given.
 *
 * It is SQLite underneath, which survives a disk that fails, with a journal that is rolled back and not a log that readers share: nothing is
 * mapped into memory, where a failing disk would end the process.
 */
import { rmSync } from 'node:fs';
import Driver from 'libsql';
import { crc32 } from '../bytes/crc32.ts';
import { readingError, storageError, TarrafaError } from '../errors.ts';
import { clearParts, partName, putInPlace } from './place.ts';

/** How long values are gathered, ms. */
const GATHERED = 400;
/** Bytes of the checksum before each value. */
const SUM = 4;
/** Values that are gone through at a time. */
const SLICE = 1000;

interface Statements {
  readonly get: { all(values: unknown[]): unknown[] };
  readonly put: { run(values: unknown[]): unknown };
}

export class KeyedFile {
  readonly #path: string;
  readonly #driver: InstanceType<typeof Driver>;
  readonly #tables: ReadonlyMap<string, Statements>;
  /** By table and key. */
  readonly #pending = new Map<string, { table: string; key: Uint8Array; value: Uint8Array }>();
  #timer: NodeJS.Timeout | null = null;
  /** The first write that failed. After it nothing is written any more. */
  problem: Error | null = null;

  private constructor(path: string, driver: InstanceType<typeof Driver>, tables: readonly string[]) {
    this.#path = path;
    this.#driver = driver;
    this.#tables = new Map(
      tables.map((name) => [
        name,
        {
          get: driver.prepare(`SELECT value FROM ${name} WHERE key = ?`),
          put: driver.prepare(`INSERT OR REPLACE INTO ${name} (key, value) VALUES (?, ?)`),
        } as Statements,
      ]),
    );
  }

  /** Makes the file when it is not there; null when it is damaged, or no file of this kind. `tables`: plain words. */
  static open(path: string, tables: readonly string[]): KeyedFile | null {
    let driver: InstanceType<typeof Driver> | null = null;
    try {
      driver = new Driver(path);
      for (const words of ['journal_mode = TRUNCATE', 'synchronous = OFF']) driver.exec(`PRAGMA ${words}`);
      if (!isWhole(driver)) {
        driver.close();
        return null;
      }
      for (const name of tables)
        driver.exec(`CREATE TABLE IF NOT EXISTS ${name} (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID`);
      return new KeyedFile(path, driver, tables);
    } catch (error) {
      closed(driver);
      if (isDamage(error)) return null;
      throw diskError(path, error);
    }
  }

  /**
   * Writes the file anew without some of its values, so that nothing of them is left in it. What is damaged of it is left out, as it would not
   * be given. Nobody else may have it open.
   */
  static without(path: string, gone: (table: string, key: Uint8Array, value: Uint8Array) => boolean): void {
    const part = partName(path);
    clearParts(path);
    let driver: InstanceType<typeof Driver> | null = null;
    try {
      driver = new Driver(path);
      const tables = driver.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all([]) as {
        readonly name: string;
      }[];
      const fresh = KeyedFile.open(
        part,
        tables.map(({ name }) => name),
      );
      if (fresh === null) throw Object.assign(new Error('a new file is damaged'), { code: 'EIO' });
      for (const { name } of tables) {
        const slice = driver.prepare(
          `SELECT key, value FROM ${name} WHERE key > ? ORDER BY key LIMIT ${SLICE}`,
        );
        for (let after = new Uint8Array(0); ; ) {
          const rows = slice.all([after]) as { readonly key: Uint8Array; readonly value: Uint8Array }[];
          for (const { key, value } of rows) {
            const bytes = Buffer.from(value);
            after = Uint8Array.from(Buffer.from(key));
            if (!gone(name, after, bytes.subarray(SUM))) fresh.#copy(name, after, bytes);
          }
          fresh.#write();
          if (rows.length < SLICE) break;
        }
      }
      fresh.close();
      if (fresh.problem !== null) throw fresh.problem;
      driver.close();
      driver = null;
      putInPlace(part, path);
    } catch (error) {
      closed(driver);
      for (const ending of ['', '-journal']) rmSync(`${part}${ending}`, { force: true });
      throw diskError(path, error);
    }
  }

  /** Owns its memory. */
  get(table: string, key: Uint8Array): Uint8Array | undefined {
    const waiting = this.#pending.get(nameOf(table, key));
    if (waiting !== undefined) return waiting.value;
    let found: { readonly value?: ArrayBuffer | Uint8Array | null } | undefined;
    try {
      // To its end: a statement that is not done keeps its lock.
      [found] = (this.#tables.get(table)?.get.all([key]) ?? []) as (typeof found)[];
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw diskError(this.#path, error);
    }
    if (found?.value === undefined || found.value === null) return undefined;
    const bytes = Buffer.from(found.value as Uint8Array);
    if (bytes.length < SUM || bytes.readUInt32LE(0) !== crc32(bytes.subarray(SUM))) return undefined;
    return bytes.subarray(SUM);
  }

  put(table: string, key: Uint8Array, value: Uint8Array): void {
    if (this.problem !== null) return;
    this.#pending.set(nameOf(table, key), { table, key, value });
    this.#timer ??= setTimeout(() => this.#write(), GATHERED).unref();
  }

  #copy(table: string, key: Uint8Array, stored: Uint8Array): void {
    if (stored.length < SUM || Buffer.from(stored).readUInt32LE(0) !== crc32(stored.subarray(SUM))) return;
    this.#pending.set(nameOf(table, key), { table, key, value: stored.subarray(SUM) });
  }

  /** Writes what was gathered. */
  close(): void {
    this.#write();
    try {
      this.#driver.close();
    } catch (error) {
      this.problem ??= diskError(this.#path, error);
    }
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending.size === 0 || this.problem !== null) return;
    try {
      this.#driver.exec('BEGIN');
      for (const { table, key, value } of this.#pending.values()) {
        const sum = Buffer.allocUnsafe(SUM);
        sum.writeUInt32LE(crc32(value), 0);
        this.#tables.get(table)?.put.run([key, Buffer.concat([sum, value])]);
      }
      this.#driver.exec('COMMIT');
      this.#pending.clear();
    } catch (error) {
      // What was gathered is still read from here.
      this.problem = diskError(this.#path, error);
    }
  }
}

function nameOf(table: string, key: Uint8Array): string {
  return `${table} ${Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')}`;
}

function closed(driver: InstanceType<typeof Driver> | null): void {
  try {
    driver?.close();
  } catch {
    // The first error is told.
  }
}

function isWhole(driver: InstanceType<typeof Driver>): boolean {
  const rows = driver.prepare('PRAGMA quick_check(1)').all([]) as { quick_check?: unknown }[];
  return rows.length === 1 && rows[0]?.quick_check === 'ok';
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/.test(codeOf(error));
}

function diskError(path: string, error: unknown): TarrafaError {
  if (error instanceof TarrafaError) return error;
  const code = codeOf(error);
  if (code === 'SQLITE_FULL') return new TarrafaError('TRF_STORAGE_FULL', [path], { cause: error });
  return /^SQLITE_IOERR_(?:READ|SHORT_READ|FSTAT)$/.test(code)
    ? readingError(path, error)
    : storageError(path, error);
}
