/** The volunteers of a shared crawl, as a server asks about them and directs them. Whoever makes the server says how that is done. */
import type { VolunteerList, VolunteerToken } from '../schemas/answers.ts';

export interface DirectedVolunteers {
  list(): Promise<VolunteerList>;
  /** A new volunteer; the token is told this once. */
  invite(name: string): Promise<VolunteerToken>;
  /** By name or number: their tokens are good no more. How many; TRF_NOT_FOUND for none. */
  revoke(who: string): Promise<number>;
  /** They begin anew. How many; TRF_NOT_FOUND for none. */
  pardon(who: string): Promise<number>;
  /** The kill switch. */
  setStopped(isStopped: boolean): Promise<void>;
}
