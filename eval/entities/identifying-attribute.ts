/** Which attribute names the entities, told without gold: measurements of several sites need it, a table of one site does not. */
import { entityIds } from '../../src/entities/reinforcement/query.ts';

/** The values of one attribute on one site. */
export interface AttributeValues {
  readonly attribute: string;
  readonly values: readonly { readonly page: string; readonly value: string }[];
}

/**
 * The attribute that best tells entities apart over several sites: nearly every page has it, hardly two pages of a site
 * share it, and sites have it in common. Null when no attribute is unique enough on most sites.
 */
export function identifyingAttribute(sites: readonly (readonly AttributeValues[])[]): string | null {
  const attributes = new Set(sites.flatMap((site) => site.map(({ attribute }) => attribute)));
  let best: string | null = null;
  let highest = 0;
  for (const attribute of [...attributes].sort()) {
    let unique = 0;
    const owners = new Map<string, number>();
    let pages = 0;
    for (const site of sites) {
      const column = site.find((entry) => entry.attribute === attribute);
      if (column === undefined) continue;
      const ids = [...entityIds(column.values).byPage.values()];
      const known = ids.filter((id) => id !== null);
      unique += known.length / Math.max(1, ids.length);
      pages += known.length;
      for (const id of new Set(known)) owners.set(id, (owners.get(id) ?? 0) + 1);
    }
    unique /= sites.length;
    let shared = 0;
    for (const count of owners.values()) if (count > 1) shared += count;
    const score = unique * (0.2 + shared / Math.max(1, pages));
    if (unique >= 0.5 && score > highest) {
      highest = score;
      best = attribute;
    }
  }
  return best;
}
