/** How good the pages are that several crawling processes chose (docs/methods.md, "Temporal crawl (Pereira 2013)"). */

/** |A ∩ P| / |P|: the part of the N most important pages that is among those downloaded. */
export function quality(downloaded: Iterable<string>, mostImportant: Iterable<string>): number {
  const have = downloaded instanceof Set ? (downloaded as ReadonlySet<string>) : new Set(downloaded);
  const important = new Set(mostImportant);
  let hits = 0;
  for (const page of important) if (have.has(page)) hits++;
  return important.size > 0 ? hits / important.size : 0;
}
