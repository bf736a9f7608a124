/** How the columns of a table are chosen, as the page asks for it. */
import type { ColumnSelectionOrder } from '../api/shapes.ts';

/** `pages`: as the pages name them, and the person takes and renames. */
export const COLUMN_WAYS = ['pages', 'expert', 'votes', 'learned', 'knowledge', 'redundancy'] as const;
export type ColumnWayName = (typeof COLUMN_WAYS)[number];

export interface ColumnSelection {
  readonly way: ColumnWayName;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Example pages of other sites. */
  readonly sites: readonly string[];
}

export const needsFiles = (way: ColumnWayName): boolean => way !== 'pages' && way !== 'redundancy';

/** What is sent with a request for a table. */
export function orderOf({ way, files, sites }: ColumnSelection): {
  readonly sites?: string[];
  readonly select?: ColumnSelectionOrder;
} {
  return {
    ...(sites.length === 0 ? {} : { sites: [...sites] }),
    ...(way === 'pages' ? {} : { select: { way, files: files.map((file) => ({ ...file })) } }),
  };
}

/** A file of choices for `--votes`, and for this page: one person's answer. The first rule of a column is the one that was selected. */
export function choicesFile(
  columns: readonly { readonly name: string; readonly rules: readonly string[] }[],
): string {
  const choices = Object.fromEntries(columns.map(({ name, rules }) => [name, rules[0] ?? null]));
  return `${JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: '', choices }, null, 2)}\n`;
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
