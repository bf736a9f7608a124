/** Down the entity-tree as published (docs/methods.md, "ORION"): every level filtered against the page of the example path that stands on it. */
import type { ExamplePath } from './example-path.ts';
import { type FilterTrace, filterGroups } from './group-filter.ts';
import { targetsByPath } from './index-finder.ts';
import type { PageReader } from './page-reader.ts';
import type { DiscoveryProfile } from './profile.ts';

export interface Traversal {
  /** Keys of the leaves. */
  readonly accepted: readonly string[];
  /** One trace a level, from the top. */
  readonly levels: readonly FilterTrace[];
}

export async function traverse(
  reader: PageReader,
  path: ExamplePath,
  profile: DiscoveryProfile,
): Promise<Traversal> {
  const levels: FilterTrace[] = [];
  let frontier: readonly string[] = [path.page(path.height).key];
  for (let level = path.height - 1; level >= 0; level--) {
    const pointer = path.pointers[level]!;
    const candidates = new Set<string>();
    for (const page of await reader.readAll(frontier)) {
      if (page === null) continue;
      for (const [by, keys] of targetsByPath(page))
        if (pointer.paths.has(by)) for (const key of keys) candidates.add(reader.identity(key));
    }
    const trace = await filterGroups(
      reader,
      candidates,
      path.page(level),
      pointer.weights,
      profile.scoreDigits,
    );
    levels.push(trace);
    frontier = trace.accepted;
  }
  return { accepted: path.height === 0 ? [path.sample.key] : frontier, levels };
}
