/** What can be chosen for the parts of an export that have names. */
import { EXPORT_FORMATS, EXPORT_KINDS } from '../../collection/export/index.ts';
import type { ExportWish } from '../export-collection.ts';

export const EXPORT_CHOICES = {
  format: EXPORT_FORMATS,
  what: EXPORT_KINDS,
} satisfies { readonly [Name in keyof ExportWish]?: readonly ExportWish[Name][] };
