/**
 * The query line is the only state of a search: chips, brush, map box and lists all rewrite it, so that what a person sees in it is
 * what is asked.
 */

import { placeForLine } from '../../src/words/place-names.ts';
import type { BoundingBox, CataloguePlace, DocumentKind, Period, Query, QueryChip } from './api/shapes.ts';
import { periodInLine } from './days.ts';

const tidy = (line: string): string => line.replace(/\s+/g, ' ').trim();

interface Span {
  readonly start: number;
  readonly end: number;
}

function without(line: string, spans: readonly Span[]): string {
  let rest = line;
  for (const { start, end } of [...spans].sort((a, b) => b.start - a.start))
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return tidy(rest);
}

/**
 * The line without a chip. One that was recognised in plain words leaves them in quotes (`instead`): they are searched for as words,
 * and not recognised again.
 */
export function withoutChip(query: Query, chip: QueryChip): string {
  return tidy(`${query.line.slice(0, chip.start)} ${chip.instead} ${query.line.slice(chip.end)}`);
}

function replaced(query: Query, kind: QueryChip['kind'], written: string): string {
  const old = query.chips.filter((chip) => chip.kind === kind && !chip.negated);
  return tidy(`${without(query.line, old)} ${written}`);
}

/** The line asking for this period instead of any that stood in it. */
export function withPeriod(query: Query, period: Period): string {
  return replaced(query, 'when', `quando:${periodInLine(period)}`);
}

export function withPublished(query: Query, period: Period): string {
  return replaced(query, 'published', `publicado:${periodInLine(period)}`);
}

/** The line asking for what speaks of one period and was published in another. */
export function withBothPeriods(query: Query, spoken: Period, published: Period): string {
  const old = query.chips.filter(
    (chip) => (chip.kind === 'when' || chip.kind === 'published') && !chip.negated,
  );
  return tidy(
    `${without(query.line, old)} quando:${periodInLine(spoken)} publicado:${periodInLine(published)}`,
  );
}

const degrees = (value: number): string => String(Math.round(value * 100) / 100);

export function boxInLine(box: BoundingBox): string {
  return box.map(degrees).join(',');
}

export function withBox(query: Query, box: BoundingBox): string {
  return replaced(query, 'where', `onde:${boxInLine(box)}`);
}

/** A place by a name that tells it from others, as lines are written: `Santarém, PA`, `Baviera, Alemanha`. */
export function placeInLine(place: CataloguePlace): string {
  return `onde:"${placeForLine(place).replaceAll('"', '')}"`;
}

/** The line with a place that nobody knows replaced by one that was meant perhaps. */
export function withMeant(
  query: Query,
  unknown: Query['unknownPlaces'][number],
  place: CataloguePlace,
): string {
  return tidy(`${query.line.slice(0, unknown.start)} ${placeInLine(place)} ${query.line.slice(unknown.end)}`);
}

/** Only the words: every chip taken out. */
export function withoutChips(query: Query): string {
  return without(query.line, query.chips);
}

export function withPlace(query: Query, place: CataloguePlace): string {
  return replaced(query, 'where', placeInLine(place));
}

const quotedValue = (value: string): string =>
  /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;

/** As a line names them; it reads them in any language. */
export const KINDS: Readonly<Record<DocumentKind, string>> = {
  page: 'página',
  entity: 'entidade',
  'geo-file': 'geo',
  service: 'serviço',
};

/** Adds a site, or takes it out when it stands in the line. Two sites are alternatives. */
export function toggledSite(query: Query, site: string): string {
  const chip = query.chips.find((c) => c.kind === 'site' && !c.negated && c.site === site);
  return chip ? withoutChip(query, chip) : tidy(`${query.line} site:${quotedValue(site)}`);
}

export function toggledKind(query: Query, kind: DocumentKind): string {
  const chip = query.chips.find((c) => c.kind === 'kind' && !c.negated && c.value === kind);
  return chip ? withoutChip(query, chip) : tidy(`${query.line} tipo:${KINDS[kind]}`);
}

export function toggledLanguage(query: Query, language: string): string {
  const chip = query.chips.find((c) => c.kind === 'language' && !c.negated && c.value === language);
  return chip ? withoutChip(query, chip) : tidy(`${query.line} idioma:${quotedValue(language)}`);
}

export function hasSite(query: Query, site: string): boolean {
  return query.chips.some((c) => c.kind === 'site' && !c.negated && c.site === site);
}

/** The years that the line asks for, for the brush; null without a period. */
export function askedPeriod(query: Query): Period | null {
  const chips = query.chips.filter((c) => c.kind === 'when' && !c.negated);
  if (chips.length === 0) return null;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const chip of chips)
    if (chip.kind === 'when') {
      from = Math.min(from, chip.period.from);
      to = Math.max(to, chip.period.to);
    }
  return { from, to };
}

export function askedBox(query: Query): BoundingBox | null {
  for (const chip of query.chips) if (chip.kind === 'where' && !chip.negated) return chip.box;
  return null;
}

/** The years of publication that the line asks for; null without any. */
export function askedPublished(query: Query): Period | null {
  for (const chip of query.chips) if (chip.kind === 'published' && !chip.negated) return chip.period;
  return null;
}

/** Whether dates of publication with weak evidence count too. */
export function hasAllDates(query: Query): boolean {
  return query.chips.some(({ kind }) => kind === 'dates');
}

export function toggledAllDates(query: Query): string {
  const chip = query.chips.find(({ kind }) => kind === 'dates');
  return chip ? withoutChip(query, chip) : tidy(`${query.line} datas:todas`);
}
