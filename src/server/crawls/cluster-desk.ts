/** A crawl that several machines share, as a server asks about it and directs it. Whoever makes the server says how that is done. */
import type { ClusterInfo } from '../schemas/answers.ts';

/** The collection is what the server itself knows. */
export type ClusterPicture = Omit<ClusterInfo, 'collection'>;

export interface ClusterDesk {
  /** Its collection is known to the server by this as its folder. */
  readonly folder: string;
  picture(): Promise<ClusterPicture>;
  setPaused(isPaused: boolean): Promise<void>;
  /** Asks a worker, by name or number, or all of them, to stop after what they have under way; how many were asked. */
  stop(worker: string | null): Promise<number>;
}
