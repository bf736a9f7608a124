/**
 * Writes WARC 1.1, one gzip member a record. Request and response of an exchange leave in one positioned write, the response first:
 * when a process dies in the middle, either the response is whole and counts, or it is cut at the next start and the page is fetched
 * again.
 *
 * ```ts
 * const writer = WarcWriter.open('out/archive', { software: 'tarrafa/0.1' });
 * const at = writer.writeExchange({ url, date, status, statusText, httpVersion: '1.1', rawHeaders, body, requestHead, address });
 * writer.close();
 * ```
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { syncFolder } from '../files/index.ts';
import { reason } from '../words/why.ts';
import { AppendFile, type FileCalls, NODE_CALLS } from './append-file.ts';
import { type ArchiveName, archiveName, inOrderOfWriting, USUAL_PREFIX } from './archive-name.ts';
import { bareMime, cdxjLine, cdxjLineOf } from './cdxj.ts';
import { CdxjLog, type IndexMark } from './cdxj-log.ts';
import { blockDigest, payloadDigest } from './digest.ts';
import { MemberBuffer } from './gzip-member.ts';
import { headerName, requestHead, responseHead } from './http-message.ts';
import type { RecordPosition } from './record.ts';
import { repairTail, standsThere } from './tail.ts';
import { warcDate } from './timestamp.ts';

/** Fields of a project's own, e.g. `{ 'Tarrafa-Record': '123' }`. */
export type ExtraFields = Readonly<Record<string, string>>;

export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** The earlier capture that a revisit stands for. */
export interface Revisited {
  readonly url: string;
  /** Moment of the earlier capture in ms. */
  readonly date: number;
  /** Its record id, when known. */
  readonly recordId?: string;
}

export interface Exchange {
  readonly url: string;
  /** Moment of the request in ms. */
  readonly date: number;
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** Name, value, name, value … as received. */
  readonly rawHeaders: readonly string[];
  /** As received: content encoding kept, chunking removed. */
  readonly body: Uint8Array;
  readonly truncated?: Truncation | null;
  /** Request line and headers as sent; no request record is written without it. */
  readonly requestHead?: string;
  /** IP address of the server. */
  readonly address?: string;
  /** `payloadDigest(body)`, when the caller has it already. For a 304: the digest of the payload that did not change. */
  readonly payloadDigest?: string;
  /** Writes a `revisit` instead of a `response`: by the server's word when the status is 304, by identical payload otherwise. */
  readonly revisitOf?: Revisited;
  /** e.g. `http/1.1`, `tls/1.3`; becomes WARC-Protocol. */
  readonly protocols?: readonly string[];
  readonly extra?: ExtraFields;
}

export interface MetadataRecord {
  readonly url: string;
  readonly date?: number;
  /** Fields (`application/warc-fields`), or bytes of the content type named. */
  readonly body: Readonly<Record<string, string | number | readonly string[]>> | Uint8Array;
  readonly contentType?: string;
  /** Id of the record of the same exchange. */
  readonly concurrentTo?: string;
  readonly refersTo?: string;
  readonly extra?: ExtraFields;
}

export interface ResourceRecord {
  readonly url: string;
  readonly date?: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly extra?: ExtraFields;
}

export interface WrittenRecord extends RecordPosition {
  readonly recordId: string;
  readonly payloadDigest: string | null;
  /** End in the file of everything that was written with the record: the place to scan from after a crash. */
  readonly end: number;
}

/** A file whose half-written end was cut, and where that is kept. */
export interface RepairedEnd {
  readonly file: string;
  readonly cutBytes: number;
  readonly kept: string;
}

export interface WarcWriterOptions {
  /** First part of the file names; default `tarrafa`. */
  readonly prefix?: string;
  /** A new file begins when the next exchange would pass this; default 1 GB. */
  readonly maxFileBytes?: number;
  /** Begin a new file on opening, also when the last one is not full: it may have been given away since. Default false. */
  readonly newFile?: boolean;
  /** `software` of the warcinfo records. */
  readonly software?: string;
  /** Further fields of the warcinfo records: operator, robots, http-header-user-agent … */
  readonly info?: Readonly<Record<string, string>>;
  /** Level for bodies that came uncompressed; default 1. */
  readonly compressionLevel?: number;
  /** WARC-Block-Digest; default true. */
  readonly blockDigest?: boolean;
  /** Keep the log of the CDXJ index; default true. */
  readonly index?: boolean;
  /** Force written records to the disk at most this often, in ms; default 0 = leave it to the system. */
  readonly syncIntervalMs?: number;
  /** A place known to be the end of a whole record, so that opening need not read the file before it. */
  readonly knownGood?: { readonly file: string; readonly offset: number };
  readonly clock?: () => number;
  /** Gives record ids, `<urn:uuid:…>`. */
  readonly recordId?: () => string;
  readonly calls?: FileCalls;
}

const PROFILE_IDENTICAL = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
const PROFILE_NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

const EMPTY = Buffer.alloc(0);
const RECORD_END = Buffer.from('\r\n\r\n');
/** Full files that are kept open until somebody brings them to the disk. */
const MOST_ENDED = 16;
/** Below this the set-up of a compressor costs more than the bytes it saves. */
const STORE_BELOW = 2048;

const PACKED_ENCODING = /\b(gzip|br|deflate|zstd|compress)\b/i;
const PACKED_TYPE =
  /^(image\/(?!svg|bmp|x-ms-bmp|tiff|x-icon|vnd\.microsoft\.icon)|video\/|audio\/|font\/woff|application\/(pdf|zip|gzip|x-gzip|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|zstd|font-woff|vnd\.openxmlformats|vnd\.oasis|epub|java-archive|vnd\.google-earth\.kmz))/;

/** A field value that stays on its line. WARC fields are UTF-8, so only controls have to go. */
function fieldValue(value: string): string {
  return /[\x00-\x1f\x7f]/.test(value) ? value.replace(/[\x00-\x1f\x7f]+/g, ' ') : value;
}

/** An address as a field: no spaces or controls, which would make another address or another field of it. */
function fieldUri(url: string): string {
  return /[\x00-\x20\x7f]/.test(url)
    ? url.replace(
        /[\x00-\x20\x7f]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      )
    : url;
}

function extraLines(extra: ExtraFields | undefined): string {
  if (extra === undefined) return '';
  let lines = '';
  for (const name in extra) lines += `${headerName(name)}: ${fieldValue(extra[name]!)}\r\n`;
  return lines;
}

function headerOf(rawHeaders: readonly string[], name: string): string | null {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const key = rawHeaders[i]!;
    if (key.length === name.length && key.toLowerCase() === name) return rawHeaders[i + 1]!;
  }
  return null;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (cause) {
    throw storageError(path, cause);
  }
}

export class WarcWriter {
  readonly folder: string;
  readonly #options: WarcWriterOptions;
  readonly #prefix: string;
  readonly #maxFileBytes: number;
  readonly #level: number;
  readonly #digests: boolean;
  readonly #clock: () => number;
  readonly #newId: () => string;
  readonly #calls: FileCalls;
  readonly #batch = new MemberBuffer();
  #log: CdxjLog | null = null;
  #file: AppendFile | null = null;
  #name = '';
  /** Length of the file of that name when it was ended. */
  #endedSize = 0;
  #serial = 0;
  /** Full, and not on the disk yet: closed by the next that brings them there. */
  #ended: AppendFile[] = [];
  /** The folder has a file whose name is not on the disk yet. */
  #unnamed = false;
  #lastSync = 0;
  #closed = false;
  /** What opening found at the end of the last file. */
  #repaired: RepairedEnd | null = null;

  private constructor(folder: string, options: WarcWriterOptions) {
    this.folder = folder;
    this.#options = options;
    this.#prefix =
      (options.prefix ?? USUAL_PREFIX).replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_') || USUAL_PREFIX;
    this.#maxFileBytes = options.maxFileBytes ?? 1_000_000_000;
    this.#level = options.compressionLevel ?? 1;
    this.#digests = options.blockDigest ?? true;
    this.#clock = options.clock ?? Date.now;
    this.#newId = options.recordId ?? (() => `<urn:uuid:${randomUUID()}>`);
    this.#calls = options.calls ?? NODE_CALLS;
  }

  /**
   * Opens the folder for writing, making it when needed. The last file of the same prefix is repaired (a half-written record is cut),
   * index lines lost in a crash are made again, and writing goes on in that file unless it is full.
   */
  static open(folder: string, options: WarcWriterOptions = {}): WarcWriter {
    const writer = new WarcWriter(folder, options);
    writer.#resume();
    return writer;
  }

  /** The file written last; empty before the first record of a new folder. */
  get file(): string {
    return this.#name;
  }

  /** End of the last whole record in it. */
  get offset(): number {
    return this.#file?.size ?? this.#endedSize;
  }

  /** The file that will grow; null when the next record begins a new one. */
  get growing(): string | null {
    return this.#file === null ? null : this.#name;
  }

  /** The file whose half-written end was cut when the folder was opened; null when all was whole. */
  get repaired(): RepairedEnd | null {
    return this.#repaired;
  }

  #resume(): void {
    let names: ArchiveName[];
    try {
      mkdirSync(this.folder, { recursive: true });
      names = inOrderOfWriting(readdirSync(this.folder), this.#prefix);
    } catch (cause) {
      throw storageError(this.folder, cause);
    }
    if (this.#options.index ?? true) this.#log = CdxjLog.open(this.folder, this.#calls);
    const order = names.map(({ name }) => name);
    const doubted = this.#forgetDoubted(order);
    if (names.length === 0) return;
    this.#serial = names[names.length - 1]!.serial + 1;

    // Files after the one that the log ends in were begun when the log could not be written: they are indexed whole.
    const mark = this.#log?.mark ?? null;
    const marked = mark === null ? -1 : order.indexOf(mark.filename);
    const first = marked >= 0 ? marked : doubted >= 0 ? doubted : order.length - 1;
    for (let i = first; i < order.length; i++) {
      const name = order[i]!;
      const last = i === order.length - 1;
      const path = join(this.folder, name);
      let from = 0;
      if (this.#log !== null && marked === i) from = mark!.offset;
      else if (this.#log === null && this.#options.knownGood?.file === name)
        from = this.#options.knownGood.offset;
      if (from > sizeOf(path)) from = 0;
      const result = repairTail(path, {
        from,
        disk: this.#calls,
        onRecord: (record) => {
          const line = cdxjLineOf(record, name);
          if (line !== null) this.#log?.add(line);
        },
      });
      if (!last) continue;
      if (result.kept !== null) this.#repaired = { file: name, cutBytes: result.cutBytes, kept: result.kept };
      if (result.end < this.#maxFileBytes && this.#options.newFile !== true) {
        this.#file = AppendFile.open(path, this.#calls);
        this.#name = name;
      }
    }
    this.#log?.flush();
  }

  /**
   * Takes out of the log what it says of a file in which it does not end with the record that stands there: after a power failure the file
   * may be shorter, or gone, and may have been written again. The earliest such file that is there; -1 when there is none.
   */
  #forgetDoubted(order: readonly string[]): number {
    let earliest = -1;
    for (;;) {
      const mark = this.#log?.mark ?? null;
      if (mark === null || this.#holds(mark, order)) return earliest;
      this.#log!.close();
      this.#log = CdxjLog.openForgetting(
        this.folder,
        ({ filename, last }) =>
          filename === mark.filename || (last !== undefined && !order.includes(filename)),
        this.#calls,
      );
      const at = order.indexOf(mark.filename);
      if (at >= 0 && (earliest < 0 || at < earliest)) earliest = at;
    }
  }

  #holds({ filename, offset, last }: IndexMark, order: readonly string[]): boolean {
    const path = join(this.folder, filename);
    // A file that was sorted into the index may have been given away since.
    if (!order.includes(filename)) return last === undefined;
    if (sizeOf(path) < offset) return false;
    return last === undefined || standsThere(path, last.url, last.offset, offset);
  }

  /**
   * Ends the file being written before it is full, so that it can be given away: the next record begins another. Its name; null when none
   * was being written.
   */
  finishFile(): string | null {
    if (this.#file === null || this.#file.size === 0) return null;
    this.#file.settle();
    this.#endFile();
    return this.#name;
  }

  /** Makes the next file and writes its warcinfo. */
  #begin(): void {
    this.#file?.settle();
    this.#endFile();
    for (;;) {
      const name = archiveName(this.#prefix, this.#clock(), this.#serial);
      const file = AppendFile.create(join(this.folder, name), this.#calls);
      this.#serial++;
      if (file === null) continue;
      this.#file = file;
      this.#name = name;
      this.#unnamed = true;
      break;
    }
  }

  #endFile(): void {
    if (this.#file === null) return;
    if ((this.#options.syncIntervalMs ?? 0) > 0) this.#file.sync();
    try {
      this.#log?.flush();
    } catch {
      // Kept, and told at the next explicit flush.
    }
    this.#ended.push(this.#file);
    this.#endedSize = this.#file.size;
    this.#file = null;
    // Nobody asks for the disk: those that wait for it are not to hold ever more descriptors.
    if (this.#ended.length > MOST_ENDED) this.#ended.shift()!.close();
  }

  #warcinfo(): Buffer {
    const info: Record<string, string> = {
      software: this.#options.software ?? 'tarrafa',
      format: 'WARC File Format 1.1',
      conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      ...this.#options.info,
    };
    let text = '';
    for (const name in info) text += `${headerName(name)}: ${fieldValue(info[name]!)}\r\n`;
    const block = Buffer.from(text, 'utf8');
    const buffer = new MemberBuffer();
    const fields =
      `WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: ${this.#newId()}\r\nWARC-Date: ${warcDate(this.#clock())}\r\n` +
      `WARC-Filename: ${this.#name}\r\nContent-Type: application/warc-fields\r\n` +
      `${this.#digests ? `WARC-Block-Digest: ${payloadDigest(block)}\r\n` : ''}Content-Length: ${block.length}\r\n\r\n`;
    buffer.addStored([Buffer.from(fields, 'utf8'), block, RECORD_END]);
    return buffer.bytes();
  }

  /** Writes the batch where it fits; returns the offset of its first byte. */
  #commit(): number {
    if (this.#closed) throw new TarrafaError('TRF_STORAGE_DENIED', [this.folder, reason('archive-closed')]);
    const size = this.#file?.size ?? 0;
    if (this.#file === null || (size > 0 && size + this.#batch.length > this.#maxFileBytes)) this.#begin();
    const file = this.#file!;
    if (file.size === 0) file.append(this.#warcinfo());
    const offset = file.size;
    file.append(this.#batch.bytes());
    const interval = this.#options.syncIntervalMs ?? 0;
    if (interval > 0) {
      const now = this.#clock();
      // A clock set back must not stop the syncing.
      if (now - this.#lastSync >= interval || now < this.#lastSync) {
        file.sync();
        this.#lastSync = now;
      }
    }
    return offset;
  }

  /** Archives a request and its response, or a revisit in the response's place. On the file when it returns. */
  writeExchange(exchange: Exchange): WrittenRecord {
    const id = this.#newId();
    const date = warcDate(exchange.date);
    const uri = fieldUri(exchange.url);
    const revisit = exchange.revisitOf;
    const notModified = revisit !== undefined && exchange.status === 304;
    const head = Buffer.from(
      responseHead(exchange.httpVersion, exchange.status, exchange.statusText, exchange.rawHeaders),
      'latin1',
    );
    const body = revisit === undefined || notModified ? exchange.body : EMPTY;
    const digest = exchange.payloadDigest ?? (notModified ? null : payloadDigest(exchange.body));

    let common = `WARC-Date: ${date}\r\nWARC-Target-URI: ${uri}\r\n`;
    if (exchange.address !== undefined && isIP(exchange.address) !== 0)
      common += `WARC-IP-Address: ${exchange.address}\r\n`;
    for (const protocol of exchange.protocols ?? []) common += `WARC-Protocol: ${fieldValue(protocol)}\r\n`;

    let fields = `WARC/1.1\r\nWARC-Type: ${revisit === undefined ? 'response' : 'revisit'}\r\nWARC-Record-ID: ${id}\r\n${common}`;
    if (revisit !== undefined) {
      fields += `WARC-Profile: ${notModified ? PROFILE_NOT_MODIFIED : PROFILE_IDENTICAL}\r\n`;
      fields += `WARC-Refers-To-Target-URI: ${fieldUri(revisit.url)}\r\nWARC-Refers-To-Date: ${warcDate(revisit.date)}\r\n`;
      if (revisit.recordId !== undefined) fields += `WARC-Refers-To: ${fieldValue(revisit.recordId)}\r\n`;
    }
    fields += extraLines(exchange.extra);
    fields += 'Content-Type: application/http; msgtype=response\r\n';
    if (digest !== null) fields += `WARC-Payload-Digest: ${fieldValue(digest)}\r\n`;
    if (this.#digests) fields += `WARC-Block-Digest: ${blockDigest(head, body)}\r\n`;
    if (exchange.truncated != null && body.length > 0)
      fields += `WARC-Truncated: ${fieldValue(exchange.truncated)}\r\n`;
    fields += `Content-Length: ${head.length + body.length}\r\n\r\n`;

    this.#batch.clear();
    const contentType = headerOf(exchange.rawHeaders, 'content-type');
    const mime = bareMime(contentType);
    const parts = [Buffer.from(fields, 'utf8'), head, body, RECORD_END];
    const store =
      this.#level === 0 ||
      body.length < STORE_BELOW ||
      PACKED_ENCODING.test(headerOf(exchange.rawHeaders, 'content-encoding') ?? '') ||
      PACKED_TYPE.test(mime);
    const length = store ? this.#batch.addStored(parts) : this.#batch.addDeflated(parts, this.#level);
    if (exchange.requestHead !== undefined)
      this.#addRequest(exchange.requestHead, common, id, exchange.extra);

    const offset = this.#commit();
    this.#log?.add(
      cdxjLine({
        url: uri,
        date: exchange.date,
        mime: revisit === undefined ? mime : 'warc/revisit',
        status: exchange.status,
        digest,
        filename: this.#name,
        offset,
        length,
      }),
    );
    return { file: this.#name, offset, length, recordId: id, payloadDigest: digest, end: this.#file!.size };
  }

  #addRequest(sent: string, common: string, responseId: string, extra: ExtraFields | undefined): void {
    const head = Buffer.from(requestHead(sent), 'latin1');
    let fields = `WARC/1.1\r\nWARC-Type: request\r\nWARC-Record-ID: ${this.#newId()}\r\n${common}`;
    fields += `WARC-Concurrent-To: ${responseId}\r\n${extraLines(extra)}Content-Type: application/http; msgtype=request\r\n`;
    if (this.#digests) fields += `WARC-Block-Digest: ${payloadDigest(head)}\r\n`;
    fields += `Content-Length: ${head.length}\r\n\r\n`;
    this.#batch.addStored([Buffer.from(fields, 'utf8'), head, RECORD_END]);
  }

  /** Archives what is known about an address without its payload, or next to it. */
  writeMetadata(metadata: MetadataRecord): WrittenRecord {
    let body: Uint8Array;
    let contentType = metadata.contentType;
    if (metadata.body instanceof Uint8Array) {
      body = metadata.body;
      contentType ??= 'application/octet-stream';
    } else {
      let text = '';
      for (const name in metadata.body) {
        const value = metadata.body[name]!;
        for (const one of Array.isArray(value) ? (value as readonly string[]) : [String(value)]) {
          text += `${headerName(name)}: ${fieldValue(one)}\r\n`;
        }
      }
      body = Buffer.from(text, 'utf8');
      contentType ??= 'application/warc-fields';
    }
    let links = '';
    if (metadata.concurrentTo !== undefined)
      links += `WARC-Concurrent-To: ${fieldValue(metadata.concurrentTo)}\r\n`;
    if (metadata.refersTo !== undefined) links += `WARC-Refers-To: ${fieldValue(metadata.refersTo)}\r\n`;
    return this.#writeBlock(
      'metadata',
      metadata.url,
      metadata.date,
      contentType,
      body,
      links,
      metadata.extra,
    );
  }

  /** Archives bytes that came by no HTTP exchange. */
  writeResource(resource: ResourceRecord): WrittenRecord {
    const { url, date, contentType, body, extra } = resource;
    return this.#writeBlock('resource', url, date, contentType, body, '', extra);
  }

  #writeBlock(
    type: 'metadata' | 'resource',
    url: string,
    date: number | undefined,
    contentType: string,
    body: Uint8Array,
    links: string,
    extra: ExtraFields | undefined,
  ): WrittenRecord {
    const id = this.#newId();
    const at = date ?? this.#clock();
    const uri = fieldUri(url);
    const digest = payloadDigest(body);
    let fields = `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Record-ID: ${id}\r\nWARC-Date: ${warcDate(at)}\r\nWARC-Target-URI: ${uri}\r\n`;
    fields += `${links}${extraLines(extra)}Content-Type: ${fieldValue(contentType)}\r\n`;
    if (type === 'resource') fields += `WARC-Payload-Digest: ${digest}\r\n`;
    if (this.#digests) fields += `WARC-Block-Digest: ${digest}\r\n`;
    fields += `Content-Length: ${body.length}\r\n\r\n`;
    this.#batch.clear();
    const mime = bareMime(contentType);
    const parts = [Buffer.from(fields, 'utf8'), body, RECORD_END];
    const store = this.#level === 0 || body.length < STORE_BELOW || PACKED_TYPE.test(mime);
    const length = store ? this.#batch.addStored(parts) : this.#batch.addDeflated(parts, this.#level);
    const offset = this.#commit();
    if (type === 'resource') {
      this.#log?.add(
        cdxjLine({ url: uri, date: at, mime, status: null, digest, filename: this.#name, offset, length }),
      );
    }
    return { file: this.#name, offset, length, recordId: id, payloadDigest: digest, end: this.#file!.size };
  }

  /** Writes out the index lines held back; with `sync`, waits until the disk has everything. */
  flush(options: { readonly sync?: boolean } = {}): void {
    this.#log?.flush();
    if (options.sync === true) {
      this.#file?.sync();
      this.#log?.sync();
    }
  }

  /**
   * Brings every record to the disk, beside the thread that asks, which may go on writing; it must not be closed meanwhile. Index lines are
   * not waited for: those that are lost are made again.
   */
  async sync(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    try {
      for (const file of ended) await file.syncLater();
    } catch (error) {
      this.#ended.unshift(...ended);
      throw error;
    }
    for (const file of ended) file.close();
    await this.#file?.syncLater();
    this.#nameFiles();
  }

  /** A new file is lost with its name. */
  #nameFiles(): void {
    if (!this.#unnamed) return;
    syncFolder(this.folder);
    this.#unnamed = false;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#endFile();
    try {
      for (const file of this.#ended) file.sync();
      this.#nameFiles();
    } finally {
      for (const file of this.#ended) file.close();
      this.#ended = [];
      this.#log?.close();
    }
  }
}
