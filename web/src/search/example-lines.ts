/** Lines to begin with that find something in this collection: made from what it speaks of. */
import type { Facets } from '../api/shapes.ts';
import { yearsInLine } from '../days.ts';
import { KINDS, placeInLine } from '../query-line.ts';

/** Countries are spoken of everywhere; a town is a better beginning. */
const isCountry = (kind: string): boolean => kind === 'country';

export function exampleLines(facets: Facets | null): string[] {
  if (!facets) return [];
  const lines: string[] = [];
  const town = facets.places.find(({ value }) => !isCountry(value.kind)) ?? facets.places[0];
  if (town) lines.push(placeInLine(town.value));
  const decades = new Map<number, number>();
  for (const { value, count } of facets.years) {
    const decade = Math.floor(value / 10) * 10;
    decades.set(decade, (decades.get(decade) ?? 0) + count);
  }
  const [fullest] = [...decades].sort((a, b) => b[1] - a[1]);
  if (fullest) lines.push(`quando:${yearsInLine(fullest[0], fullest[0] + 9)}`);
  const [site] = facets.sites;
  if (site) lines.push(`site:${site.value}`);
  const rare = facets.kinds.find(({ value }) => value === 'geo-file' || value === 'entity');
  if (rare) lines.push(`tipo:${KINDS[rare.value]}`);
  return lines;
}
