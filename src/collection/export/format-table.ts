/**
 * The formats of exports in one table: what each can hold, and what its files are called. A new one is a row here, and
 * its writer in `export.ts`.
 */
export const EXPORT_KINDS = ['pages', 'entities', 'geo', 'links', 'segments'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

interface FormatRow {
  /** The usual first. */
  readonly holds: readonly [ExportKind, ...ExportKind[]];
  /** Endings of names that mean it, in lower case. */
  readonly endings: readonly string[];
  /** The one that a reader of the format insists on. */
  readonly ending?: string;
}

const ROWS = {
  csv: { holds: EXPORT_KINDS, endings: ['.csv'] },
  jsonl: { holds: EXPORT_KINDS, endings: ['.jsonl', '.ndjson'] },
  parquet: { holds: EXPORT_KINDS, endings: ['.parquet'] },
  geojson: { holds: ['geo', 'pages'], endings: ['.geojson', '.json'] },
  warc: { holds: ['pages'], endings: ['.warc.gz'], ending: '.warc.gz' },
  wacz: { holds: ['pages'], endings: ['.wacz'], ending: '.wacz' },
  timex3: { holds: ['pages'], endings: ['.xml', '.tml'] },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type ExportFormat = keyof typeof ROWS;

export const FORMATS: Readonly<Record<ExportFormat, FormatRow>> = ROWS;
export const EXPORT_FORMATS = Object.keys(ROWS) as readonly ExportFormat[];

/** The format that the name of a file means; null when it means none. */
export function exportFormatOf(name: string): ExportFormat | null {
  const lower = name.toLowerCase();
  return EXPORT_FORMATS.find((format) => FORMATS[format].endings.some((end) => lower.endsWith(end))) ?? null;
}
