/** Keeping an index true: files whose link is broken, files that changed, pages that are due again. */
import { REVISIT_SECONDS, revisitDue } from '../policy/organiser.ts';
import type { GeoIndex } from './geo-index.ts';
import type { GeoFile } from './record.ts';

export interface LinkCheck {
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly etag?: string | null;
  readonly size?: number | null;
  /** ms since 1970. */
  readonly at: number;
}

export interface BrokenLinkRules {
  readonly strikes: number;
  /** The strikes must lie this far apart, in ms. */
  readonly over: number;
}

export const COMPAT_BROKEN: BrokenLinkRules = { strikes: 1, over: 0 };
export const MODERN_BROKEN: BrokenLinkRules = { strikes: 3, over: 72 * 3600 * 1000 };

export type CheckOutcome = 'unchanged' | 'changed' | 'struck' | 'broken';

/** Takes note of a look at a file's address. What is broken disappears from the answers; what changed is to be described anew. */
export function noteCheck(
  index: GeoIndex,
  url: string,
  check: LinkCheck,
  rules: BrokenLinkRules = MODERN_BROKEN,
): CheckOutcome {
  const file = index.file(url);
  if (file === undefined) return 'unchanged';
  if (check.status === 404 || check.status === 410) {
    const strikes = file.strikes + 1;
    const firstStrike = file.strikes === 0 ? check.at : file.firstStrike;
    const broken = strikes >= rules.strikes && check.at - firstStrike >= rules.over;
    index.addFile({ ...file, strikes, firstStrike, state: broken ? 'broken' : file.state });
    return broken ? 'broken' : 'struck';
  }
  // A server that is down says nothing about the file.
  if (check.status === 0 || check.status >= 500) return 'unchanged';
  if (file.strikes > 0)
    index.addFile({
      ...file,
      strikes: 0,
      firstStrike: 0,
      state: file.state === 'broken' ? 'indexed' : file.state,
    });
  return hasChanged(file, check) ? 'changed' : 'unchanged';
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
