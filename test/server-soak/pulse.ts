/** How long a server leaves somebody waiting who asks it again and again whether it is there. */
import { Agent } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { take } from './asking.ts';

/** Between two questions, ms. */
const EVERY = 10;

export class Pulse {
  readonly #origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #beating: Promise<void>;
  #asked = performance.now();
  #longest = 0;
  #answered = 0;
  #over = false;

  constructor(origin: string) {
    this.#origin = origin;
    this.#beating = this.#beat();
  }

  /** How often it was answered. */
  get answered(): number {
    return this.#answered;
  }

  /** From now on; what is waited for just now counts from now. */
  begin(): void {
    this.#longest = 0;
    this.#asked = performance.now();
  }

  /** The longest wait since then, ms; one that lasts is waited for. */
  async longest(): Promise<number> {
    const before = this.#answered;
    while (this.#answered === before) await rest(1);
    return this.#longest;
  }

  async #beat(): Promise<void> {
    while (!this.#over) {
      this.#asked = performance.now();
      await take(this.#origin, '/api/v1/health', this.#agent);
      this.#longest = Math.max(this.#longest, performance.now() - this.#asked);
      this.#answered++;
      await rest(EVERY);
    }
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#beating;
    this.#agent.destroy();
  }
}
