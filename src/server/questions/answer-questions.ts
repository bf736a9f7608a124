/** What a thread does that answers questions: it holds the catalogues that it was asked about open, for reading only. */
import type { Catalogue, PageCorrection } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import { type OpenPlace, openPlace } from './open-place.ts';
import type { BlocksOfRecord, QuestionAnswer, QuestionTask } from './question.ts';

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

  const blocksFor = async (task: QuestionTask): Promise<unknown> => {
    const { place, values } = task;
    // Reading pages takes more code than all other questions together, and is seldom asked for.
    const { blocksOfPage, blocksOfRecord } = await import('../../collection/index.ts');
    if (!('shared' in place)) return blocksOfPage(place, await catalogueAt(task), values[0] as number);
    const { url, record, correction } = values[0] as BlocksOfRecord;
    return blocksOfRecord(record, url, null, correction);
  };

  const rereadFor = async (task: QuestionTask): Promise<unknown> => {
    const { place, values } = task;
    const correction = values[1] as PageCorrection | null;
    const { rereadingOf, rereadPage, rereadRecord } = await import('../../collection/index.ts');
    if (!('shared' in place))
      return rereadPage(
        await catalogueAt(task),
        values[0] as number,
        correction,
        rereadingOf(place, gazetteer),
      );
    const { record, archive } = values[0] as BlocksOfRecord;
    return rereadRecord(record, archive, correction, { memory: () => null, gazetteer });
  };

  return async (task) => {
    try {
      if (task === null) {
        for (const one of held.values()) await one.close();
        held.clear();
        return { kind: 'closed' };
      }
      if (task.question === 'blocks') return { kind: 'answer', value: await blocksFor(task) };
      if (task.question === 'reread') return { kind: 'answer', value: await rereadFor(task) };
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
