/**
 * A crawl by a fixed script that makes every kind of record, for each policy. The journals it left and what was answered on the way
 * are kept in `fixtures/`: whatever becomes of the code, they must open to the same state, and the same script must leave the same
 * bytes.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../test/seeded-random.ts';
import { FolderFrontier, type FolderOptions } from './folder-frontier.ts';
import { historyInFolder } from './history.ts';
import { type Candidate, type FrontierOptions, type Lease, OUTCOME, URL_KIND } from './port.ts';
import { completion } from './rig.suite.ts';

export const RECORDED = ['breadth-first', 'horizontal', 'horizontal-compat', 'priority'] as const;
const FIXTURES = new URL('./fixtures/', import.meta.url);
const SEGMENT = 'journal-00000000.log';
const HEADER_BYTES = 32;
const START = 1_700_000_000_000;
/** Time between the kill and the opening after it. */
const AWAY = 400;
const STEPS = 260;

export interface RecordedState {
  readonly counts: unknown;
  readonly queues: unknown;
  readonly mark: string | null;
  readonly orphans: readonly Omit<Lease, 'collected'>[];
  readonly histories: unknown;
  /** What is left, in the order in which it is handed out. */
  readonly left: readonly string[];
}

export interface Recording {
  /** The time at which the script ended, by its own clock. */
  readonly endedAt: number;
  /** What each step answered. */
  readonly answers: readonly unknown[];
  readonly state: RecordedState;
}

export function journalOf(policy: FrontierOptions['policy']): Buffer {
  return readFileSync(new URL(`journal-${policy}.log`, FIXTURES));
}

export function recordingOf(policy: FrontierOptions['policy']): Recording {
  return JSON.parse(readFileSync(new URL(`recorded-${policy}.json`, FIXTURES), 'utf8')) as Recording;
}

function optionsOf(policy: FrontierOptions['policy'], now: () => number): FolderOptions {
  return { policy, delay: 1000, addressDelay: 300, capacity: 14, queueBudget: 12, now };
}

/** What is in the recorded journal of a policy, and what is left to be done. */
export function openJournal(policy: FrontierOptions['policy'], endedAt: number): RecordedState {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-recorded-'));
  copyFileSync(new URL(`journal-${policy}.log`, FIXTURES), join(folder, SEGMENT));
  let now = endedAt + AWAY;
  const frontier = FolderFrontier.open(
    folder,
    optionsOf(policy, () => now),
  );
  try {
    const histories = Object.fromEntries(
      allPages().map(({ key }) => [key, historyInFolder(folder, key)] as const),
    );
    const state = {
      counts: frontier.counts(),
      // What the recordings, which are older, do not tell.
      queues: [...frontier.queues()].map(({ isRetired: _, ...state }) => state),
      mark: frontier.mark(),
      orphans: frontier.orphans().map(recorded),
      histories,
    };
    for (const lease of frontier.orphans())
      frontier.end({ kind: 'put-back', lease, accessedAt: null, notBefore: null });
    const left: string[] = [];
    for (;;) {
      const answer = frontier.next();
      if (answer.kind === 'empty') break;
      if (answer.kind !== 'lease') {
        now = answer.until;
        continue;
      }
      left.push(`${answer.lease.attempt} ${answer.lease.url}`);
      frontier.end(completion(answer.lease, now));
    }
    return JSON.parse(JSON.stringify({ ...state, left })) as RecordedState;
  } finally {
    frontier.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Plays the script from an empty journal with the seeds of the recorded one, up to a kill. */
export function playScript(policy: FrontierOptions['policy']): {
  journal: Buffer;
  endedAt: number;
  answers: unknown[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-recorded-'));
  const path = join(folder, SEGMENT);
  writeFileSync(path, header());
  let now = START;
  const frontier = FolderFrontier.open(
    folder,
    optionsOf(policy, () => now),
  );
  const answers: unknown[] = [];
  const open = new Map<string, Lease>();
  try {
    script(policy, {
      add: (candidate) => void answers.push(frontier.add(candidate)),
      next() {
        const answer = frontier.next();
        if (answer.kind === 'lease') answers.push(recorded(answer.lease));
        // A recording does not tell one kind of waiting from the other.
        else answers.push(answer.kind === 'later' ? { ...answer, kind: 'wait' } : answer);
        if (answer.kind === 'lease') open.set(answer.lease.queue, answer.lease);
      },
      bind(index, address) {
        const lease = [...open.values()][index];
        if (lease) answers.push(frontier.bind(lease, address));
      },
      complete(index, took, links, revisitIn) {
        const lease = take(open, index);
        if (lease === undefined) return;
        now += took ?? 0;
        const taken = links.map((link) => frontier.add(link));
        answers.push(...taken);
        const mark = `marca ${answers.length}`;
        frontier.end(
          completion(lease, now, {
            outcome: revisitIn === null ? OUTCOME.gone : OUTCOME.analysed,
            status: revisitIn === null ? 404 : 200,
            accessedAt: took === null ? null : now,
            bytes: 12_345 + links.length,
            revisitAt: revisitIn === null ? null : now + revisitIn,
            seal: () => mark,
          }),
        );
      },
      putBack(index, took, rest) {
        const lease = take(open, index);
        if (lease === undefined) return;
        now += took ?? 0;
        const accessedAt = took === null ? null : now;
        const notBefore = rest === null ? null : now + rest;
        frontier.end({ kind: 'put-back', lease, accessedAt, notBefore });
      },
      retry(index, took, rest) {
        const lease = take(open, index);
        if (lease === undefined) return;
        now += took;
        frontier.end({ kind: 'retry', lease, accessedAt: now, notBefore: now + rest });
      },
      setDelay: (queue, delay) => frontier.setDelay(queue, delay),
      restUntil: (queue, rest) => frontier.restUntil(queue, now + rest),
      retire: (queue) => void answers.push(frontier.retire(queue, 'inalcançável')),
      flush: () => frontier.flush(),
      wait(ms) {
        now += ms;
      },
    });
    return {
      journal: readFileSync(path),
      endedAt: now,
      answers: JSON.parse(JSON.stringify(answers)) as unknown[],
    };
  } finally {
    frontier.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Actor {
  add(candidate: Candidate): void;
  next(): void;
  bind(index: number, address: string): void;
  complete(index: number, took: number | null, links: readonly Candidate[], revisitIn: number | null): void;
  putBack(index: number, took: number | null, rest: number | null): void;
  retry(index: number, took: number, rest: number): void;
  setDelay(queue: string, delay: number): void;
  restUntil(queue: string, rest: number): void;
  retire(queue: string): void;
  flush(): void;
  wait(ms: number): void;
}

function script(policy: FrontierOptions['policy'], actor: Actor): void {
  const draw = seededRandom(1 + RECORDED.indexOf(policy));
  const pick = (below: number): number => Math.floor(draw() * below);
  const maybe = (most: number): number | null => (draw() < 0.4 ? null : pick(most));
  const page = (): Candidate => pageOf(pick(HOSTS), pick(PAGES), pick(6) * 20);
  actor.add({ ...pageOf(0, 0, 50), url: `http://h0.br/${'y'.repeat(20_000)}`, key: 'longo' });
  for (let step = 0; step < STEPS; step++) {
    const what = pick(100);
    if (what < 26) actor.add(page());
    else if (what < 52) actor.next();
    else if (what < 62) actor.bind(pick(3), `192.0.2.${pick(3)}`);
    else if (what < 76) {
      const links = Array.from({ length: pick(5) }, page);
      actor.complete(pick(3), maybe(800), links, draw() < 0.7 ? null : pick(9000));
    } else if (what < 81) actor.putBack(pick(3), maybe(500), maybe(2000));
    else if (what < 86) actor.retry(pick(3), pick(500), pick(4000));
    else if (what < 89) actor.setDelay(QUEUES[pick(HOSTS)]!, pick(4000));
    else if (what < 91) actor.restUntil(QUEUES[pick(HOSTS)]!, pick(4000));
    else if (what < 93) actor.flush();
    else actor.wait(pick(2500));
    if (step === STEPS - 60) actor.retire(QUEUES[HOSTS - 1]!);
  }
  actor.wait(5000);
  for (let i = 0; i < 3; i++) actor.next();
  actor.bind(0, '192.0.2.9');
  actor.flush();
}

const HOSTS = 5;
const PAGES = 12;
/** One queue is no part of its URLs, and not ASCII. */
const QUEUES = ['h0.br', 'h1.br', 'h2.br', 'grupo ção', 'h4.br'] as const;

function pageOf(host: number, page: number, priority: number): Candidate {
  const path = `${'x/'.repeat(page % 3)}${page % 4 === 3 ? 'notícia-' : 'p'}${page}`;
  const url = `http://h${host}.br/${path}`;
  return {
    url,
    key: page % 5 === 4 ? `${url.slice(0, -1)}~` : url,
    queue: QUEUES[host]!,
    priority,
    depth: 1 + (page % 3),
    hops: page,
    redirects: page % 4,
    kind: page % 6 === 5 ? URL_KIND.feed : URL_KIND.page,
    parent: page === 0 ? 0 : 1000 + page,
  };
}

function allPages(): Candidate[] {
  return Array.from({ length: HOSTS * PAGES }, (_, i) => pageOf(Math.floor(i / PAGES), i % PAGES, 0));
}

/** What a recording tells of a lease. */
function recorded({ collected: _, ...lease }: Lease): Omit<Lease, 'collected'> {
  return lease;
}

function take(open: Map<string, Lease>, index: number): Lease | undefined {
  const lease = [...open.values()][index];
  if (lease !== undefined) open.delete(lease.queue);
  return lease;
}

function header(): Uint8Array {
  const words = new Int32Array(HEADER_BYTES / 4);
  words.set([0x4a465254, 1, 0, 0x1234567, -0x7654321]);
  return new Uint8Array(words.buffer);
}
