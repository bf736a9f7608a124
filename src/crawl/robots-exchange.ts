/**
 * Robots files that others who share a crawl have asked for, and that they are told of. It only saves work: what it does not know is asked for, and what
 * goes wrong with it is as if it did not know.
 */
export interface RobotsExchange {
  /** What was told of an origin, and for how many ms it is still fresh; null when nothing was. */
  find(origin: string): Promise<{ readonly value: string; readonly fresh: number } | null>;
  tell(origin: string, value: string, fresh: number): Promise<void>;
}
