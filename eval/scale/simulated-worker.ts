/** A worker of the simulated cluster: what it holds, what it waits for, and what it has sent. */
import { IdQueue } from './id-queue.ts';

export class SimulatedWorker {
  readonly id: number;
  readonly zone: number;
  alive = true;
  /** Requests that could be made. */
  free: number;
  /** Sites that are its own, whatever they do. */
  held = 0;
  /** Sites in hand that may be asked, and that rest. */
  ready: number[] = [];
  readonly resting = new IdQueue();
  /** Sites of the address that many share. */
  readonly crowd = new IdQueue();
  /** Sites on their way from the database. */
  arriving: number[] = [];
  isLeasing = false;
  leaseAsked = 0;
  nothingUntil = 0;
  /** A timer is set for this time. */
  wakesAt = Number.POSITIVE_INFINITY;
  /** Which server is asked next. */
  turn: number;
  /** Sites whose visits are over and not ended in the database yet: waiting for a batch, and in one. */
  pending: number[] = [];
  batch: number[] = [];
  batchSent = 0;
  /** The ends of the batch are with the database: a death takes nothing back. */
  ending = false;
  /** Links sent so far, for what it remembers of them. */
  linksSent = 0;
  cpuFree = 0;
  renewedAt = 0;
  ended = 0;
  /** How long ago it had uploaded its archive when the simulation began, ms. */
  readonly uploadPhase: number;
  /** Up to when its idle time is counted. */
  countedTo = 0;

  constructor(id: number, zone: number, slots: number, turn: number, uploadPhase: number) {
    this.id = id;
    this.zone = zone;
    this.free = slots;
    this.turn = turn;
    this.uploadPhase = uploadPhase;
  }
}
