/**
 * Words of a collection in their context: lines, how often they stand there by year, and the words beside them.
 *
 * ```ts
 * const words = await openConcordance(['coleta'], { line: 'site:gov.br' });
 * for await (const { left, key, right } of words.lines({ words: 'não * de', sort: ['right'] })) console.log(left, key, right);
 * await words.close();
 * ```
 */
import type {
  Collocations,
  CollocationsAsked,
  ConcordanceLine,
  LinesAsked,
  WordsAsked,
  WordTotal,
  WordYears,
} from '../catalogue/index.ts';
import { refuseDeskFolder } from './cluster/worker-folder.ts';

export interface ConcordanceOptions {
  /** Which pages, as in the search box; all of them without it. */
  readonly line?: string | undefined;
  /** Threads that read what is new in the archive; default one less than the cores. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the archive while it is brought up to date, pages while they are read. */
  readonly onProgress?:
    | ((stage: 'analysing' | 'reading', done: number, total: number | null) => void)
    | undefined;
}

export interface OpenConcordance {
  /** Places of the line that no gazetteer knows. */
  readonly unknownPlaces: readonly string[];
  /** Every line, part by part; `most` of them. `total` hears how many there are before the first. */
  lines(
    asked: Omit<LinesAsked, 'cursor' | 'limit'>,
    most?: number,
    total?: (total: WordTotal) => void,
  ): AsyncGenerator<ConcordanceLine>;
  years(asked: WordsAsked): Promise<WordYears>;
  collocations(asked: CollocationsAsked): Promise<Collocations>;
  close(): Promise<void>;
}

const AT_ONCE = 1_000;

/** `inputs`: the folder of a crawl or a collection, or archives. */
export async function openConcordance(
  inputs: readonly string[],
  { line = '', threads, signal, onProgress }: ConcordanceOptions = {},
): Promise<OpenConcordance> {
  const { openCollection } = await import('../collection/index.ts');
  for (const input of inputs) refuseDeskFolder(input);
  const collection = await openCollection(inputs, {
    threads,
    signal,
    onProgress: ({ done, total }) => onProgress?.('analysing', done, total),
  });
  const { catalogue } = collection;
  const query = await collection.parseLine(line);
  const reading = {
    whole: true,
    signal,
    progress: (read: number, of: number) => onProgress?.('reading', read, of),
  };
  return {
    unknownPlaces: query.unknownPlaces.map(({ text }) => text),
    async *lines(asked, most = Number.POSITIVE_INFINITY, total) {
      let left = most;
      for (let cursor: string | undefined; left > 0; ) {
        const limit = Math.min(AT_ONCE, left);
        // How many there are is told once: the parts that follow need not count again.
        const whole = cursor === undefined;
        const part = await catalogue.concordance(query, { ...asked, limit, cursor }, { ...reading, whole });
        if (whole) total?.(part);
        yield* part.lines;
        left -= part.lines.length;
        if (part.next === null) return;
        cursor = part.next;
      }
    },
    years: (asked) => catalogue.wordYears(query, asked, reading),
    collocations: (asked) => catalogue.collocations(query, asked, reading),
    close: () => collection.close(),
  };
}
