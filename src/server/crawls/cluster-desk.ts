/** A crawl that several machines share, as a server asks about it and directs it. Whoever makes the server says how that is done. */
import type { ClusterInfo } from '../schemas/answers.ts';

export type ClusterPicture = ClusterInfo;

export interface ClusterDesk {
  picture(): Promise<ClusterPicture>;
  setPaused(isPaused: boolean): Promise<void>;
  /** Asks a worker, by name or number, or all of them, to stop after what they have under way; how many were asked. */
  stop(worker: string | null): Promise<number>;
}
