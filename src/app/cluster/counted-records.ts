/**
 * Which records of the archive of a shared crawl count: answers that a visit names, unless the desk took them back. All others stay in their files,
 * and are neither searched nor shown nor handed on.
 */
import type { CountedAnswers } from '../../collection/index.ts';
import type { RefusedPages } from '../../desk/refused-pages.ts';
import type { Database } from '../../postgres/index.ts';

export class CountedRecords {
  readonly #database: Database;
  #refused: RefusedPages | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What volunteers brought, and nobody believes any more; null while none ever worked. */
  async refused(): Promise<RefusedPages | null> {
    const { RefusedPages } = await import('../../desk/refused-pages.ts');
    this.#refused ??= await RefusedPages.open(this.#database);
    return this.#refused;
  }

  /** Of `worker/file.warc.gz`, from a place on. */
  async of(
    name: string,
    from = 0,
  ): Promise<CountedAnswers & { readonly isRefused: (offset: number) => boolean }> {
    const { namedRecords } = await import('../../cluster/index.ts');
    const [worker = '', file = ''] = name.split('/');
    const named = await namedRecords(this.#database, { worker, name: file }, from);
    let last = -1;
    for (const at of named) last = Math.max(last, at);
    // Asked for afterwards: where a page stands is known before its visit names it.
    const refused = new Set(await (await this.refused())?.inFile(worker, file));
    return {
      has: (offset) => named.has(offset) && !refused.has(offset),
      last,
      isRefused: (offset) => refused.has(offset),
    };
  }
}
