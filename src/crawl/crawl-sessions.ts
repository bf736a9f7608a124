/** The sessions of a crawl in its manifest. */
import type { CrawlManifest, CrawlSession, StopReason } from './crawl-folder.ts';

/** The manifest with a session that begins now. `pages`: those of all sessions before. */
export function withSessionBegun(
  manifest: CrawlManifest,
  startedAt: number,
  pages: number,
  changed: CrawlSession['changed'],
  { boot = '', mended = [], access = [] }: Pick<CrawlSession, 'boot' | 'mended' | 'access'> = {},
): CrawlManifest {
  // A session that was killed could not say how many pages it brought: those that no other session did.
  const told = manifest.sessions.reduce((sum, old) => sum + old.pages, 0);
  const last = manifest.sessions.length - 1;
  const earlier = manifest.sessions.map((old, i) =>
    old.endedAt === null
      ? {
          ...old,
          reason: old.reason ?? ('failed' as const),
          ...(i === last ? { pages: old.pages + Math.max(0, pages - told) } : {}),
        }
      : old,
  );
  const session: CrawlSession = {
    startedAt: new Date(startedAt).toISOString(),
    endedAt: null,
    reason: null,
    pages: 0,
    ...(changed ? { changed } : {}),
    ...(access.length > 0 ? { access } : {}),
    ...(boot === '' ? {} : { boot }),
    ...(mended.length > 0 ? { mended } : {}),
  };
  return { ...manifest, sessions: [...earlier, session] };
}

/** The manifest when its last session has ended. */
export function withSessionEnded(
  manifest: CrawlManifest,
  endedAt: number,
  reason: StopReason,
  pages: number,
): CrawlManifest {
  const sessions = manifest.sessions.slice();
  const last = sessions.length - 1;
  // Which start of the machine it was matters only while it has not ended.
  const { boot: _, ...session } = sessions[last]!;
  sessions[last] = { ...session, endedAt: new Date(endedAt).toISOString(), reason, pages };
  return { ...manifest, sessions };
}
