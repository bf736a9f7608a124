/** Where `tarrafa entities` reads pages, as its flags and the environment say. */
import type { EntityPages } from '../../app/entities/open-pages.ts';
import { sampleResolver } from '../../app/input/loopback-resolver.ts';
import { portIn } from '../serve/listening-flags.ts';

export interface SourceFlags {
  readonly from?: readonly string[];
  readonly crawl?: string;
  readonly contact?: string;
  readonly delay?: string;
  readonly sampleWeb?: string;
}

/** `workers`: threads that read pages of the Web; as many as the machine bears unless somebody says otherwise. */
export async function pagesOf(
  flags: SourceFlags,
  folder: string,
  workers: number | 'auto' = 'auto',
): Promise<EntityPages> {
  if (flags.from !== undefined && flags.from.length > 0) return { from: flags.from };
  const delay = Number(flags.delay ?? Number.NaN);
  return {
    crawl: flags.crawl ?? folder,
    settings: {
      contact: flags.contact ?? process.env.TARRAFA_CONTACT ?? null,
      allowPrivate: process.env.TARRAFA_ALLOW_PRIVATE === '1',
      workers,
      ...(Number.isFinite(delay) && delay >= 0 ? { delay } : {}),
      // On the sample web all names share one address, which is nobody's to spare.
      ...(flags.sampleWeb === undefined ? {} : { addressDelay: 0 }),
    },
    resolver:
      flags.sampleWeb === undefined
        ? undefined
        : await sampleResolver(portIn(flags.sampleWeb, '--sample-web')),
  };
}
