/** How well several crawling processes worked together (docs/methods.md, "Temporal crawl (Pereira 2013)"). */

/** (N − I)/I: pages downloaded in vain, per distinct page. */
export function overlap(downloaded: number, distinct: number): number {
  return distinct > 0 ? (downloaded - distinct) / distinct : 0;
}

/** I/U: the part of what should be downloaded that was. */
export function coverage(distinct: number, wanted: number): number {
  return wanted > 0 ? distinct / wanted : 0;
}

/** |A ∩ P| / |P|: the part of the N most important pages that is among the N downloaded. */
export function quality(downloaded: number, mostImportant: number): number {
  return mostImportant > 0 ? downloaded / mostImportant : 0;
}

/** M/N: URLs exchanged between processes, per page downloaded. */
export function communicationOverhead(exchanged: number, downloaded: number): number {
  return downloaded > 0 ? exchanged / downloaded : 0;
}
