/** What happened since the last batch, in columns: one statement of the database for all of it. */
import { type Completion, OUTCOME, type OutcomeCode, type SteadyClock } from '../frontier/index.ts';
import { numberArray, type Parameter, textArray } from '../postgres/index.ts';
import type { WaitingUrl } from './held-sites.ts';
import { withAttempt } from './url-facts.ts';

export class EndBatch {
  readonly #now: number;
  readonly #done = {
    site: [] as string[],
    ord: [] as string[],
    fp: [] as string[],
    age: [] as number[],
    bytes: [] as number[],
    status: [] as number[],
    outcome: [] as number[],
    file: [] as (number | null)[],
    pos: [] as (number | null)[],
    again: [] as (number | null)[],
    facts: [] as number[],
  };
  readonly #retries = {
    site: [] as string[],
    ord: [] as string[],
    fp: [] as string[],
    wait: [] as number[],
    facts: [] as number[],
  };
  readonly #notes = new Map<string, { name: string; delay: number | null; rest: number | null }>();
  readonly #sites: { readonly id: string; readonly rest: number }[] = [];
  readonly #addresses: { readonly id: string; readonly turn: number; readonly rest: number }[] = [];
  readonly #files: string[] = [];
  #pages = 0;
  #mark: string | null = null;

  constructor(now: number) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return (
      this.#done.site.length + this.#retries.site.length === 0 &&
      this.#notes.size + this.#sites.length + this.#addresses.length === 0
    );
  }

  get completed(): number {
    return this.#done.site.length;
  }

  get outcomes(): readonly number[] {
    return this.#done.outcome;
  }

  get revisits(): number {
    return this.#done.again.filter((again) => again !== null).length;
  }

  mark(mark: string | null): void {
    if (mark !== null) this.#mark = mark;
  }

  complete(site: string, url: WaitingUrl, end: Completion, clock: SteadyClock): void {
    const done = this.#done;
    done.site.push(site);
    done.ord.push(url.ord);
    done.fp.push(url.fp);
    done.age.push(end.accessedAt === null ? 0 : Math.max(0, this.#now - clock.fromWall(end.accessedAt)));
    done.bytes.push(Math.min(end.bytes, 2 ** 31 - 1));
    done.status.push(end.status);
    done.outcome.push(end.outcome);
    done.file.push(end.archived ? this.#fileOf(end.archived.file) : null);
    done.pos.push(end.archived?.offset ?? null);
    done.again.push(end.revisitAt === null ? null : Math.max(0, clock.fromWall(end.revisitAt) - this.#now));
    done.facts.push(withAttempt(url.facts, 1));
    if (isPage(end.outcome)) this.#pages++;
  }

  retry(site: string, url: WaitingUrl, attempt: number, wait: number): void {
    this.#retries.site.push(site);
    this.#retries.ord.push(url.ord);
    this.#retries.fp.push(url.fp);
    this.#retries.wait.push(wait);
    this.#retries.facts.push(withAttempt(url.facts, attempt));
  }

  note(id: string, name: string, delay: number | null, rest: number | null): void {
    const before = this.#notes.get(id);
    this.#notes.set(id, {
      name,
      delay: delay ?? before?.delay ?? null,
      rest: rest === null && before?.rest == null ? null : Math.max(rest ?? 0, before?.rest ?? 0),
    });
  }

  giveBack(id: string, rest: number): void {
    this.#sites.push({ id, rest });
  }

  unclaim(id: string, turn: number, rest: number): void {
    this.#addresses.push({ id, turn, rest });
  }

  /** The number of an archive file in this batch, from 1. */
  #fileOf(name: string): number {
    const at = this.#files.indexOf(name);
    return at < 0 ? this.#files.push(name) : at + 1;
  }

  /** What `note` takes. */
  notes(): Parameter[] {
    const notes = [...this.#notes.entries()];
    return [
      numberArray(notes.map(([id]) => id)),
      textArray(notes.map(([, { name }]) => name)),
      numberArray(notes.map(([, { delay }]) => delay)),
      numberArray(notes.map(([, { rest }]) => rest)),
    ];
  }

  /** What `finish` takes after worker, number and timeline. */
  parameters(): Parameter[] {
    return [
      ...Object.values(this.#done).map(numberArray),
      ...Object.values(this.#retries).map(numberArray),
      ...this.notes(),
      numberArray(this.#sites.map(({ id }) => id)),
      numberArray(this.#sites.map(({ rest }) => rest)),
      numberArray(this.#addresses.map(({ id }) => id)),
      numberArray(this.#addresses.map(({ turn }) => turn)),
      numberArray(this.#addresses.map(({ rest }) => rest)),
      textArray(this.#files),
      this.#pages,
      this.#mark,
    ];
  }
}

/** Whether a visit that ended so brought a page, as budgets count them. */
export const isPage = (outcome: OutcomeCode): boolean =>
  outcome === OUTCOME.analysed || outcome === OUTCOME.unchanged;
