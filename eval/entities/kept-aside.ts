/**
 * Sites that nothing measured here is set by: no weight is fitted on them and no threshold was chosen by looking at them. (The weights that are
 * shipped are older than this rule, and were fitted on all sites.) Every fifth site of a vertical, in
 * the order of the names, from the third on; the rule was fixed before anything was measured by it.
 */
import type { SiteFile } from './corpus.ts';

const EVERY = 5;
const FROM = 2;

export function isKeptAside(file: SiteFile, files: readonly SiteFile[]): boolean {
  const place = files
    .filter(({ vertical }) => vertical === file.vertical)
    .findIndex(({ site }) => site === file.site);
  return place % EVERY === FROM;
}
