/**
 * A crawl whose files are damaged, made again from its archive: nobody is asked for anything, and what could not be made again is told.
 *
 * ```ts
 * const { visits, pages, told } = await repair('guerra');
 * ```
 *
 * What stood there before is kept beside it (`frontier.damaged-1` …). The crawl then goes on, is analysed and is served like any other.
 */
import type { CrawlSettings, Rebuilt } from '../crawl/index.ts';
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import { SOFTWARE } from './version.ts';

export interface RepairOptions {
  /** Of a folder that does not say any more how it was made; of any other its own hold. */
  readonly settings?: Partial<CrawlSettings> | undefined;
  /** Visits made again, of about so many. */
  readonly onProgress?: ((visits: number, all: number) => void) | undefined;
  /** Ends early; the next repair begins anew. */
  readonly signal?: AbortSignal | undefined;
}

export type Repaired = Rebuilt;

export async function repair(folder: string, options: RepairOptions = {}): Promise<Repaired> {
  const { crawlPaths, readManifest, rebuild, settingsOf } = await import('../crawl/index.ts');
  const { linkPolicyEnvironment } = await import('./collect/link-policies.ts');
  const { settings, told } = await settingsOf(folder, options.settings);
  if (told.length === 0 && 'imported' in (readManifest(crawlPaths(folder)) ?? {}))
    throw new TarrafaError('TRF_CONFIG_INVALID', [folder, reason('folder-of-import')]);
  const followed = await linkPolicyEnvironment(settings.linkPolicy, settings);
  const memories = settings.content
    ? await (await import('./collect/site-memories.ts')).siteMemories(folder)
    : null;
  const rebuilt = await rebuild(folder, settings, {
    ...followed,
    ...(memories
      ? {
          observer: memories.observer,
          analysers: [...memories.analysers, ...(followed.analysers ?? [])],
          // Every page is learned again.
          prepare: async () => void (await memories.resume({ fresh: true })),
        }
      : {}),
    software: SOFTWARE,
    onVisit: options.onProgress,
    signal: options.signal,
  });
  return { ...rebuilt, told: [...told, ...rebuilt.told] };
}
