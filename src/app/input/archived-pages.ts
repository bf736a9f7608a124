/** The pages of one archive file, for whoever reads pages from anybody's archives. */
import type { DecodeProblem } from '../../coding/index.ts';
import type { FlatDocument } from '../../html/index.ts';
import { mayBeDocument, type Page, readPage } from '../../page/index.ts';
import {
  type HttpMessage,
  LONGEST_CAPTURE,
  readWarc,
  type WarcProblem,
  type WarcRecord,
} from '../../warc/index.ts';
import type { PageCopies } from './page-copies.ts';

export interface ArchivedPage {
  readonly record: WarcRecord;
  readonly http: HttpMessage;
  readonly contentType: string | null;
  readonly page: Page;
  readonly document: FlatDocument;
  /** What was wrong with its content coding. */
  readonly problem: DecodeProblem | null;
}

/** Damage, and in which file. */
export interface ArchiveProblem extends WarcProblem {
  readonly path: string;
}

export interface ArchivedPagesOptions {
  /** Told of damage, which never stops the reading. */
  readonly onProblem?: ((problem: ArchiveProblem) => void) | undefined;
  /** Whether a record counts; all do without it. */
  readonly counts?: ((record: WarcRecord) => boolean) | undefined;
  /** Where the same bytes at several addresses are as many pages: what was read so far, of other files too. */
  readonly copies?: PageCopies | undefined;
}

/** Answers with status 200 that are pages of HTML. */
export async function* archivedPages(
  path: string,
  { onProblem, counts = () => true, copies }: ArchivedPagesOptions,
): AsyncGenerator<ArchivedPage> {
  const records = readWarc(path, {
    maxBlockBytes: LONGEST_CAPTURE,
    onProblem: (problem) => onProblem?.({ ...problem, path }),
  });
  for await (const record of records) {
    const { http } = record;
    if (http === null || http.status !== 200 || !counts(record)) continue;
    const original = record.type === 'response' ? record : ((await copies?.originalOf(record)) ?? null);
    if (original?.http == null) continue;
    const contentType = http.header('content-type') ?? original.http.header('content-type');
    if (!mayBeDocument(contentType)) continue;
    if (original === record) copies?.remember(record, path);
    const { bytes, problem } = original.http.decoded();
    const page = readPage({ url: record.url ?? '', contentType, bytes, expected: 'page' });
    const { document } = page;
    if (document !== null) yield { record, http, contentType, page, document, problem };
  }
}
