/** Keeping an index true: files whose link is broken, files that changed, pages that are due again. */
import { REVISIT_SECONDS, revisitDue } from '../policy/organiser.ts';
import type { GeoIndex } from './geo-index.ts';
import type { GeoFile } from './record.ts';

export interface LinkCheck {
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly etag?: string | null;
  readonly size?: number | null;
  readonly contentType?: string | null;
  /** ms since 1970. */
  readonly at: number;
}

export interface BrokenLinkRules {
  /** So many days on which it was gone. */
  readonly strikes: number;
  /** The strikes must lie this far apart, in ms. */
  readonly over: number;
}

export const COMPAT_BROKEN: BrokenLinkRules = { strikes: 1, over: 0 };
export const MODERN_BROKEN: BrokenLinkRules = { strikes: 3, over: 72 * 3600 * 1000 };

export type CheckOutcome = 'unchanged' | 'changed' | 'struck' | 'broken';

const DAY = 86_400_000;
const dayOf = (at: number): number => Math.floor(at / DAY);

/**
 * Takes note of a look at a file's address. What is broken disappears from the answers and comes back when it answers again; what changed is
 * to be described anew. However often it is asked on one day (UTC), that is one strike.
 */
export function noteCheck(
  index: GeoIndex,
  url: string,
  check: LinkCheck,
  rules: BrokenLinkRules = MODERN_BROKEN,
): CheckOutcome {
  const file = index.file(url);
  if (file === undefined) return 'unchanged';
  if (isGone(file, check)) {
    const isNew = file.strikes === 0 || dayOf(file.lastStrike ?? file.firstStrike) !== dayOf(check.at);
    const strikes = file.strikes + (isNew ? 1 : 0);
    const firstStrike = file.strikes === 0 ? check.at : file.firstStrike;
    const broken =
      file.state === 'broken' || (strikes >= rules.strikes && check.at - firstStrike >= rules.over);
    const state = broken ? 'broken' : file.state;
    const lastStrike = isNew ? check.at : (file.lastStrike ?? file.firstStrike);
    if (isNew || state !== file.state) index.addFile({ ...file, strikes, firstStrike, lastStrike, state });
    return broken ? 'broken' : 'struck';
  }
  // A server that is down, or asks for a name, says nothing about the file.
  if (!isAnswered(check)) return 'unchanged';
  if (file.strikes > 0 || file.state === 'broken') {
    const { lastStrike: _, ...rest } = file;
    const state = file.state === 'broken' ? 'indexed' : file.state;
    index.addFile({ ...rest, strikes: 0, firstStrike: 0, state });
  }
  return hasChanged(file, check) ? 'changed' : 'unchanged';
}

const isAnswered = ({ status }: LinkCheck): boolean => status >= 200 && status < 400;

/** Whether the file is not there: by the status, or because a page stands in its place that says so to people alone. */
export function isGone(file: GeoFile, check: LinkCheck): boolean {
  if (check.status === 404 || check.status === 410) return true;
  const isPage = /^\s*(?:text\/html|application\/xhtml)/i.test(check.contentType ?? '');
  if (!isAnswered(check) || !isPage || file.discovery === 'service') return false;
  // A server may call its files pages: then they are those that were looked into.
  const same =
    (check.etag != null && check.etag === file.etag) || (check.size != null && check.size === file.size);
  return !same;
}

/** By its ETag where both have one, else by its size. Also decides whether a rejected archive is worth another look. */
export function hasChanged(file: GeoFile, check: Pick<LinkCheck, 'etag' | 'size'>): boolean {
  if (check.etag != null && file.etag !== null) return check.etag !== file.etag;
  return check.size != null && file.size !== null && check.size !== file.size;
}

/** The pages of producers that are due for another visit, longest ago first. */
export function pagesDue(index: GeoIndex, now: number, seconds = REVISIT_SECONDS): string[] {
  return [...index.pages()]
    .filter((page) => index.producer(page.site) !== undefined && revisitDue(page.indexedAt, now, seconds))
    .sort((a, b) => a.indexedAt - b.indexedAt)
    .map((page) => page.url);
}
