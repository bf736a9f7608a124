/** The thread in which entities are found: one request, one answer. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ArchiveFetcher } from '../../collection/archive-fetcher.ts';
import { TarrafaError } from '../../errors.ts';
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';
import { findEntities } from './find-entities.ts';
import type { PageBrought, PageWanted, ThreadAnswer, ThreadRequest } from './thread-finder.ts';

/** Pages that whoever started this thread brings, one after the other. */
function broughtPages(port: MessagePort): Fetcher {
  let last: Promise<unknown> = Promise.resolve();
  const bring = async (ask: Ask): Promise<Fetched | NotFetched> => {
    const wanted: PageWanted = { kind: 'wanted', ask: { ...ask } };
    port.postMessage(wanted);
    const [brought] = (await once(port, 'message')) as [PageBrought];
    if (brought.kind === 'not-fetched') return brought;
    const { headers, ...page } = brought;
    const heads = new Map(headers);
    return { ...page, header: (name) => heads.get(name.toLowerCase()) ?? null };
  };
  return {
    fetch: (ask) => {
      const done = last.then(() => bring(ask));
      last = done.catch(() => {});
      return done;
    },
  };
}

async function answer({ inputs, examples, select, teach, want }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const fetcher = inputs === null ? broughtPages(parentPort!) : await ArchiveFetcher.open(inputs);
    return { kind: 'found', table: await findEntities(fetcher, examples, { select, teach, want }) };
  } catch (error) {
    if (error instanceof TarrafaError) return { kind: 'failed', code: error.code, values: error.values };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData as ThreadRequest));
