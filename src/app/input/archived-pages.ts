/** The pages of one archive file, for the commands that read pages from anybody's archives. */
import { bareMime, type HttpMessage, readWarc, type WarcRecord } from '../../warc/index.ts';

export interface ArchivedPage {
  readonly record: WarcRecord;
  readonly http: HttpMessage;
  readonly contentType: string | null;
}

export interface ArchivedPagesOptions {
  /** What is longer is cut. */
  readonly longest: number;
  /** Told of damage, which never stops the reading. */
  readonly onProblem?: ((message: string) => void) | undefined;
}

/** Answers with status 200 that are HTML, or do not say what they are. */
export async function* archivedPages(
  path: string,
  { longest, onProblem }: ArchivedPagesOptions,
): AsyncGenerator<ArchivedPage> {
  const records = readWarc(path, {
    maxBlockBytes: longest,
    onProblem: ({ offset, message }) => onProblem?.(`${path} @${offset}: ${message}`),
  });
  for await (const record of records) {
    const { http } = record;
    if (record.type !== 'response' || http === null || http.status !== 200) continue;
    const contentType = http.header('content-type');
    if (contentType !== null && !/html/.test(bareMime(contentType))) continue;
    yield { record, http, contentType };
  }
}
