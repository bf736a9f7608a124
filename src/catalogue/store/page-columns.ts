/** What the table of pages holds of a version, beyond its content. */
import type { PageRecord } from '../ports/index.ts';
import { sqlText } from '../sqlite.ts';

export interface PageColumns {
  readonly title: string;
  readonly textBytes: number;
  readonly language: string | null;
  readonly type: string;
  readonly published: string | null;
  readonly status: number;
}

export function pageColumns(record: PageRecord): PageColumns {
  return {
    title: sqlText(record.title.slice(0, 1000)),
    textBytes: Buffer.byteLength(record.text),
    language: record.language === null ? null : sqlText(record.language).slice(0, 35),
    type: sqlText(record.type.slice(0, 100)),
    published: record.published === null ? null : sqlText(record.published.date.slice(0, 30)),
    status: Math.floor(record.status) || 0,
  };
}

/** ms since 1970 as they are kept. */
export const wholeTime = (at: number): number => Math.floor(at) || 0;
