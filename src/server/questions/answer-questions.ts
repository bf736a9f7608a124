/** What a thread does that answers questions: it holds the catalogues that it was asked about open, for reading only. */
import { EmbeddedCatalogue } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import type { QuestionAnswer, QuestionTask } from './question.ts';

interface Held {
  readonly opening: number;
  readonly catalogue: EmbeddedCatalogue;
}

/** `null` closes everything. */
export async function answerQuestions(): Promise<(task: QuestionTask | null) => Promise<QuestionAnswer>> {
  const gazetteer = await loadGazetteer({ towns: false });
  const held = new Map<string, Held>();

  const catalogueAt = async (path: string, opening: number): Promise<EmbeddedCatalogue> => {
    const before = held.get(path);
    if (before?.opening === opening) return before.catalogue;
    held.delete(path);
    await before?.catalogue.close();
    const catalogue = EmbeddedCatalogue.open(path, { gazetteer, readOnly: true });
    held.set(path, { opening, catalogue });
    return catalogue;
  };

  return async (task) => {
    try {
      if (task === null) {
        for (const { catalogue } of held.values()) await catalogue.close();
        held.clear();
        return { kind: 'closed' };
      }
      const catalogue = await catalogueAt(task.place.catalogue, task.opening);
      if (task.question === 'blocks') {
        // Reading pages takes more code than all other questions together, and is seldom asked for.
        const { blocksOfPage } = await import('../../collection/index.ts');
        return { kind: 'answer', value: await blocksOfPage(task.place, catalogue, task.values[0] as number) };
      }
      const ask = catalogue[task.question] as (...values: readonly unknown[]) => Promise<unknown>;
      return { kind: 'answer', value: await ask.apply(catalogue, [...task.values]) };
    } catch (error) {
      if (error instanceof TarrafaError) return { kind: 'failed', code: error.code, values: error.values };
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { kind: 'fault', message, stack };
    }
  };
}
