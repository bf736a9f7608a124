/** What an import wrote down of itself, as far as it is what it should be: the folder may be anybody's. */
import type { CrawlManifest } from '../../crawl/index.ts';
import type { Language } from '../../words/index.ts';
import { isReason, sayWhy, type Why } from '../../words/why.ts';
import type { CrawlInfo } from '../schemas/crawls.ts';
import type { Answer } from '../schemas/shapes.ts';

type Imported = NonNullable<Answer<typeof CrawlInfo>['imported']>;

const MOST_SHOWN = 20;

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;

function isWhy(value: unknown): value is Why {
  if (typeof value === 'string' || isReason(value)) return true;
  const { failed, code, message } = (value ?? {}) as Partial<Record<'failed' | 'code' | 'message', unknown>>;
  return (
    ['system', 'fetch', 'address'].includes(failed as string) &&
    typeof code === 'string' &&
    typeof message === 'string'
  );
}

/** Null for a crawl. */
export function importedIn(manifest: CrawlManifest | null, language: Language): Imported | null {
  const { imported, passed } = (manifest ?? {}) as { imported?: unknown; passed?: unknown };
  if (!Array.isArray(imported)) return null;
  const files = imported as readonly { readonly from?: unknown; readonly bytes?: unknown }[];
  const sessions = Array.isArray(manifest?.sessions) ? manifest.sessions : [];
  return {
    files: files.length,
    bytes: files.reduce((sum, file) => sum + count(file?.bytes), 0),
    // Each session says how many captures the whole collection has.
    captures: count(sessions.at(-1)?.pages),
    from: files
      .slice(0, MOST_SHOWN)
      .flatMap(({ from } = {}) => (typeof from === 'string' ? [from.slice(0, 500)] : [])),
    isWhole: Array.isArray(passed) && passed.length === 0,
    passed: (Array.isArray(passed) ? passed : []).slice(0, MOST_SHOWN).flatMap((one: unknown) => {
      const { why, count: many } = (one ?? {}) as { why?: unknown; count?: unknown };
      return isWhy(why) ? [{ why: sayWhy(why, language).slice(0, 300), count: count(many) }] : [];
    }),
  };
}
