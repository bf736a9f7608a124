/**
 * One load on the frontier, in a process of its own, so that its memory is its own. Started by frontier.ts:
 *   node frontier-load.mjs <module> <folder> <load> <json of parameters>
 * prints one line of JSON, and, where the load says so, kills itself with SIGKILL as a crash would.
 */
import { readFileSync, writeSync } from 'node:fs';
import type { Candidate, Completion, FolderFrontier, FolderOptions, Lease } from '../src/frontier/index.ts';

type Room = { FolderFrontier: { open(folder: string, options: FolderOptions): FolderFrontier } };

const [modulePath, folder, load, json] = process.argv.slice(2) as [string, string, string, string];
const parameters = JSON.parse(json) as Record<string, number | string>;
const number = (name: string): number => Number(parameters[name]);
const room = (await import(modulePath)) as Room;

let clock = 1_700_000_000_000;
const options: FolderOptions = {
  policy: (parameters.policy ?? 'horizontal') as FolderOptions['policy'],
  delay: 30_000,
  addressDelay: 0,
  capacity: Number.POSITIVE_INFINITY,
  queueBudget: Number.POSITIVE_INFINITY,
  now: () => clock,
  exact: parameters.exact === 1,
};

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Private memory: anonymous pages of this process; pages backed by files are not counted. */
function privateBytes(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

function report(result: Record<string, number>): void {
  writeSync(1, `${JSON.stringify(result)}\n`);
}

const noMark = (): null => null;

function completed(lease: Lease): Completion {
  return {
    kind: 'complete',
    lease,
    outcome: 1,
    status: 200,
    accessedAt: clock,
    bytes: 1,
    revisitAt: null,
    links: [],
    seal: noMark,
  };
}

function mix(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** URL number i of a Web with power-law hosts: the first URL of each host, then ever more of the large ones. */
function candidate(i: number, hosts: number): Candidate {
  let host = i;
  if (i >= hosts) {
    const u = mix(i) / 2 ** 32;
    host = Math.floor(hosts * u * u * u);
  }
  const folders = mix(i ^ 0x5bd1e995) & 3;
  const queue = `sitio${host}.com.br`;
  let url = `http://www.${queue}`;
  for (let k = 0; k < folders; k++) url += `/secao${(i >>> (3 * k)) & 7}`;
  url += `/artigo-${i}`;
  // One in four ends in a slash that the comparison form has not.
  const slash = (i & 3) === 0;
  return {
    url: slash ? `${url}/` : url,
    key: url,
    queue,
    priority: 50,
    depth: folders + 1,
    hops: 3,
    redirects: 0,
    kind: 0,
    parent: 1,
  };
}

/** `calls` insertions, 55 in 100 of them new. */
function* stream(calls: number, hosts: number): Generator<Candidate> {
  let known = 0;
  for (let call = 0; call < calls; call++) {
    const fresh = call % 20 < 11;
    yield candidate(fresh ? known++ : mix(call) % known, hosts);
  }
}

const loads: Record<string, () => void> = {
  /** Insertion, then SIGKILL with a thousand leases open. */
  insert() {
    const calls = number('calls');
    const hosts = number('hosts');
    const frontier = room.FolderFrontier.open(folder, options);
    let peak = 0;
    let call = 0;
    const cpu = cpuMs();
    const wall = performance.now();
    for (const each of stream(calls, hosts)) {
      frontier.add(each);
      if (++call % 50_000 === 0) peak = Math.max(peak, privateBytes());
    }
    frontier.flush();
    const took = cpuMs() - cpu;
    const tookWall = performance.now() - wall;
    const memory = privateBytes();
    peak = Math.max(peak, memory);
    const before = cpuMs();
    let length = 0;
    for (const each of stream(calls, hosts)) length += each.url.length;
    const making = cpuMs() - before;
    for (let i = 0; i < 1000; i++) frontier.next();
    const counts = frontier.counts();
    report({
      cpu: took,
      wall: tookWall,
      making,
      peak,
      memory,
      tables: frontier.memory,
      known: counts.known,
      hosts: counts.queues,
      length: length / calls,
      writes: frontier.work.writes,
    });
    process.kill(process.pid, 'SIGKILL');
  },

  reopen() {
    clock += 1000;
    const cpu = cpuMs();
    const wall = performance.now();
    const frontier = room.FolderFrontier.open(folder, options);
    const took = cpuMs() - cpu;
    const tookWall = performance.now() - wall;
    const first = frontier.next();
    report({
      cpu: took,
      wall: tookWall,
      first: performance.now() - wall,
      leased: first.kind === 'lease' ? 1 : 0,
      orphans: frontier.orphans().length,
      known: frontier.counts().known,
      memory: privateBytes(),
    });
  },

  /** `next` and `complete` when nearly every host rests: in each step of the clock one more may be asked. */
  next() {
    const hosts = number('hosts');
    const steps = number('steps');
    const batch = 50;
    const frontier = room.FolderFrontier.open(folder, options);
    const pages = 2 + Math.ceil(steps / hosts);
    for (let page = 0; page < pages; page++) {
      for (let host = 0; host < hosts; host++) {
        const queue = `h${host}.com.br`;
        const url = `http://${queue}/p/${page}`;
        frontier.add({
          url,
          key: url,
          queue,
          priority: 50,
          depth: 2,
          hops: 0,
          redirects: 0,
          kind: 0,
          parent: 0,
        });
      }
    }
    frontier.flush();
    let inNext = 0;
    let inComplete = 0;
    let count = 0;
    const run = (total: number): void => {
      for (let done = 0; done < total; done += batch) {
        clock += (batch * 30_000) / hosts;
        const leases: Lease[] = [];
        const start = cpuMs();
        for (let i = 0; i < batch; i++) {
          const answer = frontier.next();
          if (answer.kind === 'lease') leases.push(answer.lease);
        }
        const middle = cpuMs();
        for (const lease of leases) {
          frontier.end(completed(lease));
        }
        inNext += middle - start;
        inComplete += cpuMs() - middle;
        count += leases.length;
      }
    };
    run(Math.max(hosts, 20_000)); // every host has been asked once: they rest now
    inNext = inComplete = count = 0;
    const before = frontier.work;
    run(steps);
    const after = frontier.work;
    report({
      next: inNext,
      complete: inComplete,
      count,
      steps: (after.heapSteps - before.heapSteps) / count,
      reads: (after.reads - before.reads) / count,
      writes: (after.writes - before.writes) / count,
      memory: privateBytes(),
    });
  },

  /** H-5: pops while `waiting` URLs of `spread` resting hosts are queued. */
  resting() {
    const waiting = number('waiting');
    const spread = number('spread');
    const others = number('others');
    const frontier = room.FolderFrontier.open(folder, options);
    const add = (queue: string, page: number, depth: number): void => {
      const url = `http://${queue}/${page}`;
      frontier.add({ url, key: url, queue, priority: 50, depth, hops: 0, redirects: 0, kind: 0, parent: 0 });
    };
    for (let host = 0; host < spread; host++) frontier.restUntil(`big${host}.br`, clock + 3_600_000);
    for (let i = 0; i < waiting; i++) add(`big${i % spread}.br`, i, 1);
    // Deeper than all of the resting hosts': whoever looks at the URLs in order meets those first.
    for (let i = 0; i < others; i++) add(`h${i}.br`, 0, 255);
    frontier.flush();
    const before = frontier.work;
    const cpu = cpuMs();
    let count = 0;
    for (let i = 0; i < others; i++) {
      const answer = frontier.next();
      if (answer.kind !== 'lease') break;
      count++;
      frontier.end(completed(answer.lease));
    }
    report({
      cpu: cpuMs() - cpu,
      count,
      steps: (frontier.work.heapSteps - before.heapSteps) / Math.max(1, count),
    });
  },
};

loads[load]!();
