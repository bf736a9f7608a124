/** What a thread does that answers questions: it holds the catalogues that it was asked about open, for reading only. */
import type { Catalogue, DossierItem, PageCorrection, Query } from '../../catalogue/index.ts';
import type { ComparedCapture, WantedItem } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import { type OpenPlace, openPlace } from './open-place.ts';
import {
  type BlocksOfRecord,
  isPageTask,
  type PageTask,
  type QuestionAnswer,
  type QuestionTask,
} from './question.ts';

interface Held extends OpenPlace {
  readonly opening: number;
}

/** `null` closes everything. */
export async function answerQuestions(): Promise<(task: QuestionTask | null) => Promise<QuestionAnswer>> {
  const gazetteer = await loadGazetteer({ towns: false });
  const held = new Map<string, Held>();

  const catalogueAt = async ({ place, opening }: QuestionTask): Promise<Catalogue> => {
    const key = 'shared' in place ? JSON.stringify(place.shared) : place.catalogue;
    const before = held.get(key);
    if (before?.opening === opening) return before.catalogue;
    held.delete(key);
    await before?.close();
    const opened = { opening, ...(await openPlace(place, gazetteer)) };
    held.set(key, opened);
    return opened.catalogue;
  };

  /** The version of a page that was asked for by its number or its record, analysed again. */
  const reread = async (task: QuestionTask, correction: PageCorrection | null) => {
    const { place, values } = task;
    // Reading pages takes more code than all other questions together, and is seldom asked for.
    const { rereadingOf, rereadPage, rereadRecord } = await import('../../collection/index.ts');
    if (!('shared' in place)) {
      const id = values[0] as number;
      return rereadPage(await catalogueAt(task), id, correction, rereadingOf(place, gazetteer));
    }
    const { record, archive } = values[0] as BlocksOfRecord;
    return rereadRecord(record, archive, correction, { memory: () => null, gazetteer });
  };

  const tasks: Readonly<Record<PageTask, (task: QuestionTask) => Promise<unknown>>> = {
    blocks: async (task) => {
      const { place, values } = task;
      const { blocksOfPage, blocksOfRecord } = await import('../../collection/index.ts');
      if (!('shared' in place)) return blocksOfPage(place, await catalogueAt(task), values[0] as number);
      const { url, record, correction } = values[0] as BlocksOfRecord;
      return blocksOfRecord(record, url, null, correction);
    },
    computedFacts: async (task) => (await reread(task, null))?.computed ?? null,
    rewrite: async (task) => {
      const read = await reread(task, task.values[1] as PageCorrection | null);
      const { writeReread } = await import('../../collection/index.ts');
      const { catalogue, close } = await openPlace(task.place, gazetteer, false);
      try {
        await writeReread(catalogue, read);
      } finally {
        await close();
      }
    },
    difference: async (task) => {
      const { pageDifference, rereadingOf } = await import('../../collection/index.ts');
      const [from, to] = task.values as readonly [ComparedCapture, ComparedCapture];
      // Its places are not compared.
      const reading =
        'shared' in task.place ? { memory: () => null, gazetteer: null } : rereadingOf(task.place, null);
      return pageDifference(await catalogueAt(task), from, to, reading);
    },
    matches: async (task) => {
      const { matchesOfPage } = await import('../../collection/index.ts');
      const [id, query] = task.values as readonly [number, Query];
      return matchesOfPage(await catalogueAt(task), id, query);
    },
    citedItems: async (task) => {
      const { citedItems } = await import('../../collection/dossier/index.ts');
      return citedItems(await catalogueAt(task), task.values[0] as readonly DossierItem[]);
    },
    itemsToAdd: async (task) => {
      const { itemsToAdd } = await import('../../collection/dossier/index.ts');
      return itemsToAdd(await catalogueAt(task), task.values[0] as readonly WantedItem[]);
    },
  };

  return async (task) => {
    try {
      if (task === null) {
        for (const one of held.values()) await one.close();
        held.clear();
        return { kind: 'closed' };
      }
      if (isPageTask(task.question)) return { kind: 'answer', value: await tasks[task.question](task) };
      const catalogue = await catalogueAt(task);
      const ask = catalogue[task.question] as (...values: readonly unknown[]) => Promise<unknown>;
      return { kind: 'answer', value: await ask.apply(catalogue, [...task.values]) };
    } catch (error) {
      if (error instanceof TarrafaError) return { kind: 'failed', code: error.code, values: error.values };
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { kind: 'fault', message, stack };
    }
  };
}
