/** The desk of the volunteers of a shared crawl, in a server that shows the crawl too: it works as long as there is work, and the server outlives it. */
import type { Desk, DeskStore } from '../../desk/index.ts';
import type { ClusterPlace } from '../cluster/cluster-place.ts';
import { type PreparedDesk, prepareDesk } from '../desk.ts';
import { sampleResolver } from '../input/loopback-resolver.ts';

export interface ServedDeskOptions {
  readonly place: ClusterPlace;
  readonly itemTime?: number | undefined;
  /** Port of the sample web, when names lead there. */
  readonly sampleWeb: number | null;
  /** Whether what volunteers bring is read into the catalogue. */
  readonly analyse: boolean;
  readonly onFault: (error: unknown) => void;
}

export class ServedDesk {
  readonly #prepared: PreparedDesk;
  readonly #stop: AbortController;
  readonly #giveUp: AbortController;
  #working: Promise<void> | null = null;

  private constructor(prepared: PreparedDesk, stop: AbortController, giveUp: AbortController) {
    this.#prepared = prepared;
    this.#stop = stop;
    this.#giveUp = giveUp;
  }

  /** Its folder is that of a worker of the crawl from then on. */
  static async open(folder: string, options: ServedDeskOptions): Promise<ServedDesk> {
    const { sampleWeb, analyse, ...rest } = options;
    const [stop, giveUp] = [new AbortController(), new AbortController()];
    const prepared = await prepareDesk(folder, {
      ...rest,
      resolver: sampleWeb === null ? undefined : await sampleResolver(sampleWeb),
      analyse: analyse ? 'where-possible' : 'never',
      signal: stop.signal,
      giveUp: giveUp.signal,
    });
    return new ServedDesk(prepared, stop, giveUp);
  }

  get parts(): { readonly desk: Desk; readonly store: DeskStore } {
    return this.#prepared;
  }

  /** `onEnd`: told when it has no more work, with why it failed, or null. */
  begin(onEnd: (error: unknown) => void): void {
    this.#working = this.#prepared.work().then(
      () => {
        if (!this.#stop.signal.aborted) onEnd(null);
      },
      (error: unknown) => onEnd(error),
    );
  }

  /** What is under way is given up: it is queued. */
  async end(): Promise<void> {
    this.#stop.abort();
    this.#giveUp.abort();
    await this.#working;
  }

  async close(): Promise<void> {
    await this.end();
    await this.#prepared.close();
  }
}
