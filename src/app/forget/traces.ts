/**
 * What a collection's folder has of an address beside its archive and its catalogue. Every step can be done again, and each file is replaced as
 * a whole: a kill leaves it as it was, or done.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KeptFile, keptPath } from '../../catalogue/index.ts';
import {
  blankVisits,
  type CrawlPaths,
  changedEvent,
  changePolicyEntries,
  type Forgotten,
  readManifest,
  stateWithout,
} from '../../crawl/index.ts';
import { writeFileWhole } from '../../files/index.ts';
import { blankUrls, countUrls } from '../../frontier/index.ts';
import { GEO_INDEX_FILE, removeKeptGeo } from '../../geo/index.ts';
import { changedEntry } from '../../geo/policy/index.ts';
import { normaliseUrl } from '../../url/index.ts';

/** Addresses of the frontier that are to go. */
export function knownUrls(paths: CrawlPaths, forgotten: Forgotten): number {
  return existsSync(paths.frontier) ? countUrls(paths.frontier, goneIn(forgotten)) : 0;
}

const goneIn =
  (forgotten: Forgotten) =>
  (url: string): boolean =>
    forgotten.hasUrl(url);

/** The small state first: whose pages it remembers is known by the journal alone. */
export function forgetState(paths: CrawlPaths, forgotten: Forgotten, archived: Iterable<string>): void {
  const keys = new Set(archived);
  const origins = new Set<string>();
  const gone = goneIn(forgotten);
  if (existsSync(paths.frontier))
    countUrls(paths.frontier, (url, key) => {
      if (!gone(url)) return false;
      keys.add(key);
      const read = normaliseUrl(url, null, forgotten.profile);
      // A robots file is a page of its site when all of the site goes.
      if (read.kind === 'url')
        for (const scheme of ['http', 'https'])
          if (forgotten.hasUrl(`${scheme}://${read.host}/robots.txt`))
            origins.add(`${scheme}://${read.host}`);
      return true;
    });
  stateWithout(paths.state, { keys, origins, url: (url) => forgotten.hasUrl(url) });
}

/** Frontier, visits, and what the link policy was told. */
export async function forgetLogs(paths: CrawlPaths, forgotten: Forgotten): Promise<void> {
  const gone = goneIn(forgotten);
  const blanked = (url: string, bytes?: number): string => forgotten.blanked(url, bytes);
  if (existsSync(paths.frontier)) blankUrls(paths.frontier, { gone, blanked });
  await blankVisits(paths.visits, { gone, blanked });
  const policy = readManifest(paths)?.linkPolicy?.name;
  const change = <T>(value: T): T => forgotten.blankedJson(value);
  // It says what the log says.
  rmSync(paths.policyState, { force: true });
  if (policy === 'collection') await changePolicyEntries(paths, (entry) => changedEvent(entry, change));
  if (policy === 'temporal') {
    const { changedHeld } = await import('../../time/crawl/index.ts');
    await changePolicyEntries(paths, (entry) => changedHeld(entry, change));
  }
  if (policy === 'geographic') await changePolicyEntries(paths, (entry) => changedEntry(entry, change));
}

const JSON_FILES = ['crawl.json', 'order.json', 'geo-check.json'];
const LINE_FILES = [GEO_INDEX_FILE, 'geo-urls.jsonl', 'geo-errors.jsonl', 'crawl-log.jsonl'];
const TEXT_FILES = ['crawl.log'];

/** What people and other commands read: seeds, messages, the index of geographic files with how they look. */
export function forgetTold({ root }: CrawlPaths, forgotten: Forgotten): void {
  for (const name of JSON_FILES)
    changeFile(join(root, name), (text) => {
      const value: unknown = JSON.parse(text);
      const now = forgotten.blankedJson(value);
      return now === value ? text : `${JSON.stringify(now, null, 2)}\n`;
    });
  for (const name of LINE_FILES) changeFile(join(root, name), (text) => changedLines(text, root, forgotten));
  for (const name of TEXT_FILES) changeFile(join(root, name), (text) => forgotten.blankedText(text));
}

/** What people added: corrections of pages that are gone, and what dossiers have of them. */
export async function forgetKept(catalogue: string, forgotten: Forgotten): Promise<void> {
  if (!existsSync(keptPath(catalogue))) return;
  await new KeptFile(keptPath(catalogue), false).changeAll((kept) => {
    const { value } = kept;
    if ('url' in value) return forgotten.hasUrl(value.url) ? null : kept;
    const items = 'items' in value ? value.items : [];
    const left = items.filter(({ url }) => !forgotten.hasUrl(url));
    const now = forgotten.blankedJson(
      'items' in value && left.length < items.length ? { ...value, items: left } : value,
    );
    return now === value ? kept : { ...kept, value: now };
  });
}

function changeFile(path: string, change: (text: string) => string): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  const now = change(text);
  if (now !== text) writeFileWhole(path, now);
}

/** A line that is about an address goes, with what a harvest kept of it; others lose what they say of it. */
function changedLines(text: string, root: string, forgotten: Forgotten): string {
  const kept: string[] = [];
  let changed = false;
  for (const line of text.split('\n')) {
    let value: { readonly url?: unknown } | null;
    try {
      value = JSON.parse(line);
    } catch {
      kept.push(forgotten.blankedText(line));
      changed ||= kept.at(-1) !== line;
      continue;
    }
    const url = typeof value === 'object' && typeof value?.url === 'string' ? value.url : null;
    if (url !== null && forgotten.hasUrl(url)) {
      changed = true;
      removeKeptGeo(root, url);
      continue;
    }
    const now = forgotten.blankedJson(value);
    if (now !== value) changed = true;
    kept.push(now === value ? line : JSON.stringify(now));
  }
  return changed ? kept.join('\n') : text;
}

/** What was cut off, moved aside or left half made: nobody reads it, and nobody can say what it holds. */
const LEFT_IN_ROOT =
  /^(?:(?:crawl\.json|frontier|visits\.jsonl|state|policy\.(?:log|state)|spool|suspects\.json)\.(?:cut|damaged)(?:-\d+)?|fatal-report\.json)$/;
const LEFT_IN_ARCHIVE =
  /\.w?arc(?:\.gz)?\.cut(?:-\d+)?$|^index\.cdxj\.raw$|\.\d+(?:-\d+-\d+-[\da-f]{8})?\.parts?$/i;
const LEFT_IN_FRONTIER = /\.log\.cut(?:-\d+)?$|\.part$/;

/** Reports are made of all of it, and are made again by whoever wants them. */
export function removeLeftovers(paths: CrawlPaths): void {
  for (const [folder, pattern] of [
    [paths.root, LEFT_IN_ROOT],
    [paths.archive, LEFT_IN_ARCHIVE],
    [paths.frontier, LEFT_IN_FRONTIER],
  ] as const)
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (pattern.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  rmSync(paths.report, { recursive: true, force: true });
  // Answers that a dead process had not archived yet: they are asked for again.
  for (const name of existsSync(paths.spool) ? readdirSync(paths.spool) : [])
    rmSync(join(paths.spool, name), { force: true });
}
