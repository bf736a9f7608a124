/** What of a crawl can be made again, or begun anew, is given another name: all but its archive. */
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import type { CrawlPaths } from './crawl-folder.ts';

/** Where it is kept. */
export function setAside(paths: CrawlPaths): string[] {
  const moved: string[] = [];
  const damagedManifest = existsSync(paths.manifest) && !isJson(paths.manifest) ? [paths.manifest] : [];
  for (const path of [
    ...damagedManifest,
    paths.frontier,
    paths.visits,
    paths.state,
    paths.policyLog,
    paths.policyState,
    paths.spool,
    paths.suspects,
  ]) {
    if (!existsSync(path) || (statSync(path).isDirectory() && readdirSync(path).length === 0)) continue;
    let aside = '';
    for (let n = 1; aside === '' || existsSync(aside); n++) aside = `${path}.damaged-${n}`;
    renameSync(path, aside);
    moved.push(aside);
  }
  return moved;
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
