/** A download on its way out: how many there are at once, what it is called, and in which form it was asked for. */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type ExportFormat, FORMATS } from '../../collection/export/index.ts';
import { collectionName, DOSSIER_MEDIA, type DossierFormat } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { CsvForm } from '../../formats/index.ts';
import { attachment } from '../attachment.ts';
import { SENT, type Sent } from '../endpoint.ts';
import { Gate } from '../gate.ts';
import { goneSignal } from '../when-sent.ts';
import type { DossierWish, Download, DownloadWish, VisitsWish } from './download.ts';

/** How downloads are made: whoever makes the server says it. */
export interface DownloadMaker {
  /** Of the collection that has this folder. */
  collection(folder: string, title: string, wish: DownloadWish, signal: AbortSignal): Promise<Download>;
  dossier(folder: string, title: string, wish: DossierWish, signal: AbortSignal): Promise<Download>;
  visits(wish: VisitsWish, signal: AbortSignal): Promise<Download>;
}

/** At once: each has a thread. */
const MOST_DOWNLOADS = 4;

/** `as` of a request: the formats of exports, and CSV for spreadsheets. */
export const asked = (forms: string[]) =>
  Type.Unsafe<string>(
    Type.Enum(forms, {
      default: 'csv',
      description: 'csv-excel: for spreadsheets of Brazil and Portugal (semicolons, decimal commas)',
    }),
  );

export function formOf(as: string): { readonly format: ExportFormat; readonly csv: CsvForm } {
  return as === 'csv-excel' ? { format: 'csv', csv: 'excel' } : { format: as as ExportFormat, csv: 'plain' };
}

/** `coleta-enchente-quando-1941.csv`: from where it is, and what was asked. */
export function fileName(parts: readonly (string | undefined)[], format: ExportFormat): string {
  const { ending, endings } = FORMATS[format];
  return collectionName(parts.filter(Boolean).join(' ')) + (ending ?? endings[0] ?? '');
}

function mediaOf(format: ExportFormat | DossierFormat): string {
  return format in FORMATS ? FORMATS[format as ExportFormat].media : DOSSIER_MEDIA[format as DossierFormat];
}

export class Downloads {
  readonly #gate = new Gate('downloads', MOST_DOWNLOADS);
  readonly #maker: DownloadMaker | null;

  constructor(maker: DownloadMaker | null) {
    this.#maker = maker;
  }

  /** Begins it, and answers when the first of it is there. */
  async send(
    reply: FastifyReply,
    { name, format }: Pick<DownloadWish | DossierWish, 'name' | 'format'>,
    make: (maker: DownloadMaker, signal: AbortSignal) => Promise<Download>,
  ): Promise<Sent> {
    if (this.#maker === null) throw new TarrafaError('TRF_NOT_FOUND', ['download']);
    const leave = this.#gate.enter();
    let made: Download;
    try {
      made = await make(this.#maker, goneSignal(reply));
    } catch (error) {
      leave();
      throw error;
    }
    made.stream.once('close', leave);
    if (made.bytes !== null) reply.header('content-length', made.bytes);
    void reply
      .header('content-type', mediaOf(format))
      .header('content-disposition', attachment(name))
      .header('cache-control', 'no-store')
      .send(made.stream);
    return SENT;
  }
}
