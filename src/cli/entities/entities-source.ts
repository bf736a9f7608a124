/** Where `tarrafa entities` reads pages: the live Web, politely and archived, or an archive that is already here. */

import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { SOFTWARE } from '../../app/version.ts';
import { ArchiveFetcher } from '../../collection/archive-fetcher.ts';
import { TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import { systemFailure } from '../../words/why.ts';

export interface SourceFlags {
  readonly from?: readonly string[];
  readonly crawl?: string;
  readonly contact?: string;
  readonly delay?: string;
  readonly sampleWeb?: string;
}

export interface PageSource {
  readonly fetcher: Fetcher;
  close(): Promise<void>;
}

/** `workers`: threads that read pages of the Web; as many as the machine bears unless somebody says otherwise. */
export async function openSource(
  flags: SourceFlags,
  folder: string,
  workers: number | 'auto' = 'auto',
): Promise<PageSource> {
  if (flags.from !== undefined && flags.from.length > 0) {
    let fetcher: ArchiveFetcher;
    try {
      fetcher = await ArchiveFetcher.open(flags.from);
    } catch (cause) {
      if (cause instanceof TarrafaError) throw cause;
      throw new TarrafaError('TRF_INPUT_MISSING', [flags.from.join(', '), systemFailure(cause)], { cause });
    }
    return { fetcher, close: async () => {} };
  }
  const contact = flags.contact ?? process.env.TARRAFA_CONTACT ?? null;
  const allowPrivate = process.env.TARRAFA_ALLOW_PRIVATE === '1';
  if (contact === null && flags.sampleWeb === undefined && !allowPrivate)
    throw new TarrafaError('TRF_CONTACT_MISSING');
  const { PoliteFetcher } = await import('../../crawl/index.ts');
  const delay = Number(flags.delay ?? Number.NaN);
  const settings = {
    contact,
    allowPrivate,
    workers,
    politeness: 'host' as const,
    delay: Number.isFinite(delay) && delay >= 0 ? delay : 1_000,
    // On the sample web all names share one address, which is nobody's to spare.
    ...(flags.sampleWeb === undefined ? {} : { addressDelay: 0 }),
  };
  const environment = {
    software: SOFTWARE,
    ...(flags.sampleWeb === undefined ? {} : { resolver: await sampleResolver(Number(flags.sampleWeb)) }),
  };
  const fetcher = await PoliteFetcher.open(flags.crawl ?? folder, settings, environment);
  return { fetcher, close: async () => void (await fetcher.close()) };
}
