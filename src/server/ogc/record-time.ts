/**
 * The time that a geographic file speaks of. Files seldom say it; their names and titles often do (`BR_Municipios_2022.zip`). A number
 * that is the year of a datum, a scale or a code is not one.
 */
import type { GeoFile } from '../../geo/index.ts';

export interface RecordTime {
  readonly from: number;
  /** Years, both included. */
  readonly to: number;
}

/** Words before a number that make it something else than a year: reference systems, scales, codes. */
const NO_YEAR =
  /(?:sirgas|wgs|sad|etrs|itrf|nad|ed|datum|epsg|esri|utm|srid|fuso|zona|folha|escala|lote|setor)[\s_.:-]{0,2}$/i;

/** The years that a text names, between 1500 and the year when it was read. */
export function yearsIn(text: string, latest: number): number[] {
  const years: number[] = [];
  for (const match of text
    .slice(0, 500)
    .matchAll(/(?<![\d.,:/])(1[5-9]\d{2}|20\d{2})(?![\d]|[.,]\d|\s?(?:m|km|ha)\b)/g)) {
    const year = Number(match[1]);
    if (year <= latest && !NO_YEAR.test(text.slice(Math.max(0, match.index - 12), match.index)))
      years.push(year);
  }
  return years;
}

/** Null when the file does not tell. */
export function timeOfFile(file: GeoFile): RecordTime | null {
  const latest = new Date(file.indexedAt).getUTCFullYear();
  const years = [
    file.name,
    ...file.datasets.slice(0, 50).flatMap((one) => [one.layer, one.title ?? '']),
  ].flatMap((text) => yearsIn(text, latest));
  return years.length === 0 ? null : { from: Math.min(...years), to: Math.max(...years) };
}

export const yearStart = (year: number): string => `${String(year).padStart(4, '0')}-01-01T00:00:00Z`;
export const yearEnd = (year: number): string => `${String(year).padStart(4, '0')}-12-31T23:59:59Z`;
