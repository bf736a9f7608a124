/**
 * Where on the Web addresses stand: the site and the section (the folder of the path) of a page and of what it links to, as hashes, each written
 * once. The pages of a site, and of a section of one, are about as likely to speak of the period as those of it that were seen.
 */
import { fnv53 } from '../../bytes/index.ts';

export interface LinkSites {
  /** Hashes of sites and sections, each once. */
  readonly names: Float64Array;
  /** Places in `names`: site and section of the page, then of each target. */
  readonly at: Uint16Array;
}

const MOST_NAMES = 65_535;

export const NO_SITES: LinkSites = { names: new Float64Array(0), at: new Uint16Array(0) };

/** Of the comparison forms of a page and its targets. */
export function linkSites(page: string, targets: readonly string[]): LinkSites {
  const numbers = new Map<string, number>();
  const names: number[] = [];
  const at = new Uint16Array((targets.length + 1) * 2);
  const number = (name: string): number => {
    let known = numbers.get(name);
    if (known === undefined) {
      known = Math.min(names.length, MOST_NAMES);
      numbers.set(name, known);
      if (known === names.length) names.push(fnv53(name));
    }
    return known;
  };
  for (let i = 0; i <= targets.length; i++) {
    const key = i === 0 ? page : targets[i - 1]!;
    const path = key.indexOf('/', key.indexOf('//') + 2);
    const end = key.search(/[?#]/);
    const whole = end < 0 ? key : key.slice(0, end);
    at[i * 2] = number(path < 0 ? whole : key.slice(0, path));
    at[i * 2 + 1] = number(path < 0 ? `${whole}/` : whole.slice(0, whole.lastIndexOf('/') + 1));
  }
  return { names: Float64Array.from(names), at };
}
