/**
 * The formats of exports in one table: what each can hold, and what its files are called. A new one is a row here, and
 * its writer in `export.ts`.
 */
export const EXPORT_KINDS = ['pages', 'entities', 'geo', 'links', 'segments', 'timeline', 'visits'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

interface FormatRow {
  /** The usual first. */
  readonly holds: readonly [ExportKind, ...ExportKind[]];
  /** Endings of names that mean it, in lower case. */
  readonly endings: readonly string[];
  /** The one that a reader of the format insists on. */
  readonly ending?: string;
  /** As the world of mail and the Web calls it. */
  readonly media: string;
  /** Its beginning is completed at its end: it cannot be read along while it is written. */
  readonly whole?: true;
}

const ROWS = {
  csv: { holds: EXPORT_KINDS, endings: ['.csv'], media: 'text/csv; charset=utf-8' },
  jsonl: {
    holds: EXPORT_KINDS,
    endings: ['.jsonl', '.ndjson'],
    media: 'application/x-ndjson; charset=utf-8',
  },
  parquet: { holds: EXPORT_KINDS, endings: ['.parquet'], media: 'application/vnd.apache.parquet' },
  geojson: {
    holds: ['geo', 'pages'],
    endings: ['.geojson', '.json'],
    media: 'application/geo+json; charset=utf-8',
  },
  warc: { holds: ['pages'], endings: ['.warc.gz'], ending: '.warc.gz', media: 'application/warc' },
  wacz: {
    holds: ['pages'],
    endings: ['.wacz'],
    ending: '.wacz',
    media: 'application/wacz',
    whole: true,
  },
  timex3: { holds: ['pages'], endings: ['.xml', '.tml'], media: 'application/xml; charset=utf-8' },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type ExportFormat = keyof typeof ROWS;

export const FORMATS: Readonly<Record<ExportFormat, FormatRow>> = ROWS;
export const EXPORT_FORMATS = Object.keys(ROWS) as readonly ExportFormat[];

/** The format that the name of a file means; null when it means none. */
export function exportFormatOf(name: string): ExportFormat | null {
  const lower = name.toLowerCase();
  return EXPORT_FORMATS.find((format) => FORMATS[format].endings.some((end) => lower.endsWith(end))) ?? null;
}
