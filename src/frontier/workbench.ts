/**
 * The workbench: which queue may be fetched now, in O(log queues), whatever waits in the queues that may not.
 *
 * A queue with entries stands in exactly one place:
 *   resting   in a heap by the time from which it may be asked again
 *   ready     in a heap by the policy's key of its best entry
 *   parked    ready, but its network address is in use or rests: in the address's own heap, of which only the best wakes up
 *   in flight nowhere, until its lease ends
 * Addresses with parked queues stand in a fourth heap by the time from which they may be asked again.
 *
 * Keys are refreshed late where that is safe: a key that has grown (the penalty of the horizontal policy) is looked at when its
 * queue reaches the top; one that shrinks moves at once. Of a queue, memory holds the first and last entry of each chain; all
 * else is on disk.
 */
import type { Addresses } from './addresses.ts';
import { Chains } from './chains.ts';
import { IntColumn } from './columns.ts';
import { IndexedHeap } from './indexed-heap.ts';
import type { Links } from './links.ts';
import type { Ordering } from './ordering.ts';
import { Parking } from './parking.ts';
import type { QueueTable } from './queue-table.ts';
import type { Liveness, Schedule } from './schedule.ts';

const IDLE = 0;
const RESTING = 1;
const READY = 2;
const PARKED = 3;
const FLIGHT = 4;

const AGE = 2 ** 32;

export class Workbench implements Schedule {
  entry = 0;
  readonly #queues: QueueTable;
  readonly #addresses: Addresses;
  readonly #links: Links;
  readonly #ordering: Ordering;
  readonly #chains = new Chains();
  readonly #places = new IntColumn();
  readonly #resting = new IndexedHeap(this.#places);
  readonly #ready = new IndexedHeap(this.#places);
  readonly #parking = new Parking();
  readonly #addressPlaces = new IntColumn();
  /** Address + 1 is kept so that 0 says "not in the heap". */
  readonly #restingAddresses = new IndexedHeap(this.#addressPlaces);
  readonly #addressWaits = new IntColumn();
  /** Queues by their least wanted entry; built when the frontier is full for the first time. */
  #worst: { readonly heap: IndexedHeap; readonly member: IntColumn } | null = null;
  /** While the journal is read: what the links file says follows the last entry of each chain. */
  #declared: IntColumn | null = null;
  /** The entry in flight of each queue in flight. */
  readonly #leased = new Map<number, number>();

  constructor(queues: QueueTable, addresses: Addresses, links: Links, ordering: Ordering) {
    this.#queues = queues;
    this.#addresses = addresses;
    this.#links = links;
    this.#ordering = ordering;
  }

  get steps(): number {
    const worst = this.#worst === null ? 0 : this.#worst.heap.steps;
    return (
      this.#resting.steps + this.#ready.steps + this.#restingAddresses.steps + this.#parking.steps + worst
    );
  }

  get bytes(): number {
    const heaps =
      this.#resting.bytes + this.#ready.bytes + this.#restingAddresses.bytes + this.#parking.bytes;
    const columns = this.#places.bytes + this.#addressPlaces.bytes + this.#addressWaits.bytes;
    const worst = this.#worst === null ? 0 : this.#worst.heap.bytes + 2 * this.#worst.member.bytes;
    return this.#chains.bytes + heaps + columns + worst;
  }

  beginReplay(): void {
    this.#declared = new IntColumn();
  }

  endReplay(): void {
    this.#declared = null;
    for (let queue = 0; queue < this.#queues.count; queue++) {
      if (this.#queues.isInUse(queue)) this.#queues.setStanding(queue, FLIGHT);
      else this.#stand(queue);
    }
  }

  tail(queue: number, bucket: number): number {
    const chain = this.#chainOf(queue, bucket);
    return chain === 0 ? 0 : this.#chains.tail(chain);
  }

  push(queue: number, bucket: number, entry: number): void {
    const chains = this.#chains;
    let before = 0;
    let chain = this.#queues.firstChain(queue);
    while (chain !== 0 && chains.bucket(chain) < bucket) {
      before = chain;
      chain = chains.next(chain);
    }
    if (chain !== 0 && chains.bucket(chain) === bucket) {
      const tail = chains.tail(chain);
      if (this.#declared === null || this.#declared.get(chain) >>> 0 !== entry) this.#links.set(tail, entry);
      chains.setTail(chain, entry);
    } else {
      chain = chains.create(bucket, entry, chain);
      if (before === 0) this.#queues.setFirstChain(queue, chain);
      else chains.setNext(before, chain);
    }
    if (this.#declared !== null) {
      this.#declared.set(chain, this.#links.get(entry));
      return;
    }
    const standing = this.#queues.standing(queue);
    if (standing === IDLE) this.#stand(queue);
    else if (before === 0 && chains.head(chain) === entry) this.#rekey(queue, standing);
    if (this.#worst !== null) this.#raiseWorst(queue);
  }

  pick(now: number, isLive: Liveness): number {
    const ready = this.#ready;
    while (this.#resting.topKey <= now) {
      const queue = this.#resting.pop();
      this.#queues.setStanding(queue, READY);
      ready.push(queue, this.#key(queue));
    }
    while (this.#restingAddresses.topKey <= now) {
      const address = this.#restingAddresses.pop();
      this.#addressWaits.set(address, 0);
      this.#wake(address);
    }
    while (ready.size > 0) {
      const queue = ready.top;
      const key = this.#key(queue);
      if (key > ready.topKey) {
        ready.update(queue, key);
        continue;
      }
      const address = this.#addresses.boundTo(queue);
      if (address >= 0 && (this.#addresses.isBusy(address) || this.#addresses.nextAt(address) > now)) {
        ready.pop();
        this.#queues.setStanding(queue, PARKED);
        this.#parking.park(address, queue, key);
        this.#awaitAddress(address);
        continue;
      }
      const chain = this.#queues.firstChain(queue);
      const entry = this.#chains.head(chain);
      if (!isLive(entry)) {
        this.#advance(queue, 0, chain, entry === this.#chains.tail(chain) ? 0 : this.#links.get(entry));
        if (this.#queues.firstChain(queue) === 0) {
          this.#unstand(queue, READY);
          this.#queues.setStanding(queue, IDLE);
        }
        continue;
      }
      this.entry = entry;
      return queue;
    }
    return -1;
  }

  wakeAt(): number {
    return Math.min(this.#resting.topKey, this.#restingAddresses.topKey);
  }

  begin(queue: number, entry: number, address: number): void {
    if (this.#declared === null) this.#ready.remove(queue);
    this.#leased.set(queue, entry);
    this.#queues.setStanding(queue, FLIGHT);
    if (address >= 0) this.#addresses.setBusy(address, true);
  }

  end(queue: number, address: number): void {
    this.#leased.delete(queue);
    if (this.#declared !== null) return;
    this.#stand(queue);
    if (this.#worst !== null) this.#raiseWorst(queue);
    if (address >= 0) this.release(address);
  }

  remove(queue: number, bucket: number, entry: number): number {
    const { before, chain } = this.#locate(queue, bucket);
    if (chain === 0) return 0;
    const newHead = entry === this.#chains.tail(chain) ? 0 : this.#links.get(entry);
    this.#advance(queue, before, chain, newHead);
    return newHead;
  }

  replayRemove(queue: number, bucket: number, _entry: number, newHead: number): void {
    const { before, chain } = this.#locate(queue, bucket);
    if (chain !== 0) this.#advance(queue, before, chain, newHead);
  }

  reschedule(queue: number): void {
    const standing = this.#queues.standing(queue);
    if (standing === IDLE || standing === FLIGHT) return;
    this.#unstand(queue, standing);
    this.#stand(queue);
  }

  occupy(queue: number, address: number): void {
    if (this.#declared !== null) return;
    if (address >= 0) this.#addresses.setBusy(address, true);
    if (queue < 0) return;
    const standing = this.#queues.standing(queue);
    if (standing !== IDLE) this.#unstand(queue, standing);
    this.#queues.setStanding(queue, FLIGHT);
  }

  giveBack(queue: number, address: number): void {
    if (queue >= 0) this.#stand(queue);
    if (address >= 0) this.release(address);
  }

  release(address: number): void {
    this.#addresses.setBusy(address, false);
    if (!this.#parking.isEmpty(address)) this.#awaitAddress(address);
  }

  clear(queue: number): void {
    const standing = this.#queues.standing(queue);
    if (standing !== IDLE && standing !== FLIGHT) {
      this.#unstand(queue, standing);
      this.#queues.setStanding(queue, IDLE);
    }
    let chain = this.#queues.firstChain(queue);
    while (chain !== 0) {
      const next = this.#chains.next(chain);
      this.#chains.free(chain);
      chain = next;
    }
    this.#queues.setFirstChain(queue, 0);
  }

  worst(): number {
    if (this.#worst === null) {
      this.#worst = { heap: new IndexedHeap(new IntColumn()), member: new IntColumn() };
      for (let queue = 0; queue < this.#queues.count; queue++) this.#raiseWorst(queue);
    }
    const { heap, member } = this.#worst;
    while (heap.size > 0) {
      const queue = heap.top;
      const chain = this.#lastChain(queue);
      // The entry of a lease stands in its chain until the lease ends, but is not to be had.
      if (chain === 0 || this.#leased.get(queue) === this.#chains.tail(chain)) {
        heap.pop();
        member.set(queue, 0);
        continue;
      }
      const key = this.#worstKey(queue, chain);
      if (key > heap.topKey) {
        heap.update(queue, key);
        continue;
      }
      this.entry = this.#chains.tail(chain);
      return queue;
    }
    return -1;
  }

  worstRank(queue: number): number {
    return this.#rank(queue, this.worstBucket(queue));
  }

  rankOf(queue: number, bucket: number): number {
    return this.#rank(queue, bucket) + (this.#ordering.penalised ? 1 : 0);
  }

  worstBucket(queue: number): number {
    return this.#chains.bucket(this.#lastChain(queue));
  }

  evict(queue: number, before: number): number {
    const bucket = this.worstBucket(queue);
    const { chain } = this.#locate(queue, bucket);
    const newTail = this.#chains.head(chain) === this.#chains.tail(chain) ? 0 : before;
    this.replayEvict(queue, bucket, this.#chains.tail(chain), newTail);
    const standing = this.#queues.standing(queue);
    if (this.#queues.firstChain(queue) === 0 && standing !== IDLE && standing !== FLIGHT) {
      this.#unstand(queue, standing);
      this.#queues.setStanding(queue, IDLE);
    } else if (this.#ordering.penalised) this.#rekey(queue, standing);
    return newTail;
  }

  replayEvict(queue: number, bucket: number, _entry: number, newTail: number): void {
    const { before, chain } = this.#locate(queue, bucket);
    if (chain === 0) return;
    if (newTail === 0) this.#advance(queue, before, chain, 0);
    else {
      this.#chains.setTail(chain, newTail);
      // What the links file says of the new last entry leads to the one evicted.
      this.#declared?.set(chain, 0);
    }
  }

  #key(queue: number): number {
    const chain = this.#queues.firstChain(queue);
    return this.#ordering.key(
      this.#chains.bucket(chain),
      this.#chains.head(chain),
      this.#queues.penalty(queue),
    );
  }

  #rank(queue: number, bucket: number): number {
    return this.#ordering.penalised ? bucket + this.#queues.penalty(queue) : bucket;
  }

  #worstKey(queue: number, chain: number): number {
    return -(this.#rank(queue, this.#chains.bucket(chain)) * AGE + this.#chains.tail(chain));
  }

  #raiseWorst(queue: number): void {
    const { heap, member } = this.#worst!;
    const chain = this.#lastChain(queue);
    if (chain === 0) return;
    const key = this.#worstKey(queue, chain);
    if (member.get(queue) === 0) {
      member.set(queue, 1);
      heap.push(queue, key);
    } else if (key < heap.keyOf(queue)) heap.update(queue, key);
  }

  #lastChain(queue: number): number {
    let chain = this.#queues.firstChain(queue);
    if (chain === 0) return 0;
    for (let next = this.#chains.next(chain); next !== 0; next = this.#chains.next(chain)) chain = next;
    return chain;
  }

  #chainOf(queue: number, bucket: number): number {
    let chain = this.#queues.firstChain(queue);
    while (chain !== 0 && this.#chains.bucket(chain) !== bucket) chain = this.#chains.next(chain);
    return chain;
  }

  #locate(queue: number, bucket: number): { before: number; chain: number } {
    let before = 0;
    let chain = this.#queues.firstChain(queue);
    while (chain !== 0 && this.#chains.bucket(chain) !== bucket) {
      before = chain;
      chain = this.#chains.next(chain);
    }
    return { before, chain };
  }

  /** Moves the head of a chain; without a head the chain goes. */
  #advance(queue: number, before: number, chain: number, newHead: number): void {
    if (newHead !== 0) {
      this.#chains.setHead(chain, newHead);
      return;
    }
    const next = this.#chains.next(chain);
    if (before === 0) this.#queues.setFirstChain(queue, next);
    else this.#chains.setNext(before, next);
    this.#chains.free(chain);
  }

  #stand(queue: number): void {
    if (this.#queues.firstChain(queue) === 0 || this.#queues.isRetired(queue)) {
      this.#queues.setStanding(queue, IDLE);
      return;
    }
    const nextAt = this.#queues.nextAt(queue);
    if (nextAt > 0) {
      this.#queues.setStanding(queue, RESTING);
      this.#resting.push(queue, nextAt);
    } else {
      this.#queues.setStanding(queue, READY);
      this.#ready.push(queue, this.#key(queue));
    }
  }

  #unstand(queue: number, standing: number): void {
    if (standing === RESTING) this.#resting.remove(queue);
    else if (standing === READY) {
      this.#ready.remove(queue);
      // It may have been the one its address woke: the others parked there must not wait for it.
      const address = this.#addresses.boundTo(queue);
      if (address >= 0 && !this.#parking.isEmpty(address)) this.#awaitAddress(address);
    } else if (standing === PARKED) this.#parking.remove(this.#addresses.boundTo(queue), queue);
  }

  /** The best entry of a queue changed, or its penalty fell. */
  #rekey(queue: number, standing: number): void {
    if (standing === READY) this.#ready.update(queue, this.#key(queue));
    else if (standing === PARKED) {
      this.#parking.remove(this.#addresses.boundTo(queue), queue);
      this.#queues.setStanding(queue, READY);
      this.#ready.push(queue, this.#key(queue));
    }
  }

  /** An address with parked queues, not in use, waits for its time. */
  #awaitAddress(address: number): void {
    if (this.#addresses.isBusy(address) || this.#addressWaits.get(address) !== 0) return;
    this.#addressWaits.set(address, 1);
    this.#restingAddresses.push(address, this.#addresses.nextAt(address));
  }

  /** The time of an address has come: its best queue is ready. */
  #wake(address: number): void {
    if (this.#addresses.isBusy(address)) return;
    while (!this.#parking.isEmpty(address)) {
      const queue = this.#parking.best(address);
      const key = this.#key(queue);
      this.#parking.remove(address, queue);
      if (key > this.#parkedKey(address, key)) {
        this.#parking.park(address, queue, key);
        continue;
      }
      this.#queues.setStanding(queue, READY);
      this.#ready.push(queue, key);
      return;
    }
  }

  /** Key of the next parked queue, or the given one when there is none or it is worse. */
  #parkedKey(address: number, key: number): number {
    return this.#parking.isEmpty(address) ? key : Math.min(key, this.#parking.bestKey(address));
  }
}
