/**
 * Precision, recall and F1 of an attribute on a site. A page is a hit when one of its gold values was extracted; every
 * other value extracted is wrong, also beside a right one, so a rule that takes everything does not pay.
 */
export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function f1Of(hits: number, wrong: number, missed: number): Score {
  const precision = hits + wrong === 0 ? 0 : hits / (hits + wrong);
  const recall = hits + missed === 0 ? 0 : hits / (hits + missed);
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** Scores keys extracted by page against gold keys by page; pages in `skip` do not count. */
export function score(
  extracted: readonly ReadonlySet<string>[],
  gold: readonly ReadonlySet<string>[],
  skip: ReadonlySet<number> = new Set(),
): Score {
  let hits = 0;
  let wrong = 0;
  let missed = 0;
  for (let page = 0; page < gold.length; page++) {
    if (skip.has(page)) continue;
    let hit = false;
    for (const key of extracted[page] ?? []) {
      if (gold[page]!.has(key)) hit = true;
      else wrong++;
    }
    if (hit) hits++;
    else if (gold[page]!.size > 0) missed++;
  }
  return f1Of(hits, wrong, missed);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean over sites of figures that are given by group: every site counts once, however large its group. */
export function meanOverSites(groups: readonly { readonly sites: number; readonly mean: number }[]): number {
  const sites = groups.reduce((sum, group) => sum + group.sites, 0);
  return groups.reduce((sum, group) => sum + group.sites * group.mean, 0) / sites;
}
