/**
 * What somebody takes away, as plain data that can cross threads: the selection and the form of an export, the messages by which the thread that
 * writes it and the one that sends it speak, and what comes of it.
 */
import type { Readable } from 'node:stream';
import type { ExportWant } from '../../collection/export/index.ts';
import type { DossierFormat } from '../../collection/index.ts';
import type { ErrorCode, ErrorValue } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import type { QuestionTask } from '../questions/question.ts';

/** `name`: of the file. */
export interface DownloadWish extends ExportWant {
  readonly name: string;
}

/** The visits of a crawl, which no catalogue holds. */
export interface VisitsWish extends Pick<DownloadWish, 'format' | 'csv' | 'name'> {
  /** Their log. */
  readonly visits: string;
}

/** A dossier, which may have changed when its file is made. */
export interface DossierWish {
  readonly id: string;
  readonly format: DossierFormat;
  readonly name: string;
  readonly language: Language;
  /** ms since 1970. */
  readonly now: number;
}

/** Of what is in a catalogue. */
interface OfCollection {
  readonly place: QuestionTask['place'];
  readonly title: string;
  readonly software: string;
  /** An empty folder for what must be whole before it is sent. */
  readonly folder: string | null;
}

export type DownloadTask =
  | { readonly kind: 'visits'; readonly wish: VisitsWish }
  | (OfCollection & { readonly kind: 'export'; readonly wish: DownloadWish })
  | (OfCollection & { readonly kind: 'dossier'; readonly wish: DossierWish });

/** What the thread says. It goes on when somebody has taken what it said before: to each `piece` it is answered `taken`. */
export type DownloadMessage =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  /** It is at work. */
  | { readonly kind: 'going' }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly values: readonly ErrorValue[] };

export interface Download {
  readonly stream: Readable;
  /** Null when it is not known before the end. */
  readonly bytes: number | null;
}
