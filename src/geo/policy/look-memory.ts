/**
 * The bytes of one file while it is looked into. A description, the places of its tables and its picture read the same parts one after
 * the other; each part is brought once. And after the description an allowance can be set: a picture may cost so much and no more.
 */
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';

interface Stretch {
  readonly from: number;
  readonly bytes: Uint8Array;
}

interface Known {
  readonly asked: string;
  /** Where it was, after redirects. */
  readonly url: string;
  readonly header: (name: string) => string | null;
  readonly at: number;
  readonly size: number;
  /** In order of position, apart from each other. */
  stretches: Stretch[];
}

/** More than this is not remembered: it is asked for again instead. */
const MOST_HELD = 96 << 20;

export class LookMemory implements Fetcher {
  readonly #fetcher: Fetcher;
  readonly #known = new Map<string, Known>();
  #held = 0;
  #fetched = 0;
  #allowance = Number.POSITIVE_INFINITY;

  constructor(fetcher: Fetcher) {
    this.#fetcher = fetcher;
  }

  /** Bytes that had to be brought. */
  get fetched(): number {
    return this.#fetched;
  }

  /** From now on so many bytes may be brought; negative values are none. */
  allow(bytes: number): void {
    this.#allowance = this.#fetched + Math.max(0, bytes);
  }

  /** The addresses of which something is known, with their sizes. */
  files(): readonly { readonly url: string; readonly size: number }[] {
    return [...new Set(this.#known.values())].map(({ asked, size }) => ({ url: asked, size }));
  }

  /** All of a file, what is missing brought; null when it cannot be had. */
  async whole(url: string): Promise<Uint8Array | null> {
    const known = this.#known.get(keyOf({ url }));
    if (known === undefined) return null;
    if (known.size === 0) return new Uint8Array(0);
    const answer = await this.fetch({ url, range: { from: 0, to: known.size - 1 }, maxBytes: known.size });
    return answer.kind === 'fetched' && answer.body.length === known.size ? answer.body : null;
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    if (ask.method === 'HEAD') return this.#fetcher.fetch(ask);
    const known = this.#known.get(keyOf(ask));
    if (known === undefined) return this.#bring(ask);
    const { size } = known;
    const { range } = ask;
    const from = range === undefined ? 0 : 'last' in range ? Math.max(0, size - range.last) : range.from;
    const to = range === undefined || 'last' in range ? size : Math.min(size, range.to + 1);
    if (from >= to) return this.#bring(ask);
    const gap = missing(known.stretches, from, to);
    if (gap !== null) {
      const answer = await this.#bring({
        ...ask,
        range: { from: gap[0], to: gap[1] - 1 },
        maxBytes: gap[1] - gap[0],
      });
      if (answer.kind === 'not-fetched') return answer;
      // Anything but the missing part (the file changed, ranges are granted no more) is for the reader to judge.
      if (missing(known.stretches, from, to) !== null)
        return range === undefined || answer.status !== 206 ? answer : this.#bring(ask);
    }
    const body = slice(known.stretches, from, to);
    return range === undefined
      ? answerOf(known, 200, body, null)
      : answerOf(known, 206, body, `bytes ${from}-${to - 1}/${size}`);
  }

  async #bring(ask: Ask): Promise<Fetched | NotFetched> {
    const left = this.#allowance - this.#fetched;
    const { range } = ask;
    const wanted =
      range !== undefined && !('last' in range) ? range.to - range.from + 1 : (ask.maxBytes ?? 0);
    if (wanted > left)
      return { kind: 'not-fetched', url: ask.url, reason: 'budget', message: 'more than this look may cost' };
    const answer = await this.#fetcher.fetch(ask);
    if (answer.kind === 'fetched') {
      this.#fetched += answer.body.length;
      this.#remember(ask, answer);
    }
    return answer;
  }

  #remember(ask: Ask, answer: Fetched): void {
    let from = 0;
    let size = answer.body.length;
    if (answer.status === 206) {
      const stated = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.header('content-range')?.trim() ?? '');
      if (stated === null) return;
      from = Number(stated[1]);
      size = Number(stated[3]);
      if (!Number.isSafeInteger(size) || from + answer.body.length > size) return;
    } else if (answer.status !== 200 || !answer.complete) return;
    if (answer.body.length === 0 || this.#held + answer.body.length > MOST_HELD) return;
    const key = keyOf(ask);
    let known = this.#known.get(key);
    // A file that was replaced in between is another file.
    if (known !== undefined && known.size !== size) {
      this.#known.delete(key);
      known = undefined;
    }
    if (known === undefined) {
      const { url: where, at } = answer;
      const header = (name: string) => answer.header(name);
      known = { asked: ask.url, url: where, at, size, header, stretches: [] };
      this.#known.set(key, known);
      // Later asks use the address that the answer came from.
      if (where !== ask.url) this.#known.set(keyOf({ ...ask, url: where }), known);
    }
    this.#held += answer.body.length;
    known.stretches = added(known.stretches, { from, bytes: answer.body });
  }
}

/** A server may answer otherwise to who accepts other things. */
function keyOf({ url, accept = '' }: Ask): string {
  return `${accept} ${url}`;
}

function answerOf(known: Known, status: number, body: Uint8Array, range: string | null): Fetched {
  return {
    kind: 'fetched',
    url: known.url,
    status,
    header: (name) => {
      const wanted = name.toLowerCase();
      if (wanted === 'content-range') return range;
      return wanted === 'content-length' ? String(body.length) : known.header(name);
    },
    body,
    complete: true,
    at: known.at,
  };
}

/** From the first missing byte to behind the last; null when all of it is there. */
function missing(stretches: readonly Stretch[], from: number, to: number): readonly [number, number] | null {
  let start = from;
  let end = to;
  for (const one of stretches)
    if (one.from <= start && one.from + one.bytes.length > start) start = one.from + one.bytes.length;
  if (start >= to) return null;
  for (let i = stretches.length - 1; i >= 0; i--) {
    const one = stretches[i]!;
    if (one.from < end && one.from + one.bytes.length >= end) end = Math.max(start, one.from);
  }
  return [start, end];
}

function slice(stretches: readonly Stretch[], from: number, to: number): Uint8Array {
  const one = stretches.find((s) => s.from <= from && s.from + s.bytes.length >= to)!;
  return one.bytes.subarray(from - one.from, to - one.from);
}

/** Joined with those that it touches. */
function added(stretches: readonly Stretch[], fresh: Stretch): Stretch[] {
  const end = fresh.from + fresh.bytes.length;
  const apart = stretches.filter((s) => s.from > end || s.from + s.bytes.length < fresh.from);
  const touched = stretches.filter((s) => !apart.includes(s));
  let joined = fresh;
  if (touched.length > 0) {
    const from = Math.min(fresh.from, ...touched.map((s) => s.from));
    const to = Math.max(end, ...touched.map((s) => s.from + s.bytes.length));
    const bytes = new Uint8Array(to - from);
    for (const s of [...touched, fresh]) bytes.set(s.bytes, s.from - from);
    joined = { from, bytes };
  }
  return [...apart, joined].sort((a, b) => a.from - b.from);
}
