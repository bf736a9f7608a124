/** What the desk must not forget: who its volunteers are, what nobody but one of them has seen, and which links wait for a second witness. */
import type { Candidate } from '../frontier/index.ts';
import type { PageMarks } from './agreement.ts';
import type { Record30 } from './reputation.ts';

export interface Volunteer {
  readonly id: number;
  readonly name: string;
  readonly record: Record30;
  /** Pages that it brought. */
  readonly pages: number;
  readonly isRevoked: boolean;
}

/** A volunteer as the administrator sees it. */
export interface VolunteerState extends Volunteer {
  readonly made: Date;
  readonly seen: Date | null;
  /** Of its pages, those that nobody else has seen. */
  readonly unverified: number;
  readonly quarantined: number;
  readonly failures: number;
}

/** A page that was taken on the word of a volunteer. */
export interface TakenPage {
  readonly id: number;
  readonly volunteer: number;
  readonly candidate: Candidate;
  readonly marks: PageMarks;
}

/** Where the archive of the desk has the answer of a page. */
export interface PagePlace {
  /** The desk, as its crawl knows it. */
  readonly worker: string;
  readonly file: string;
  readonly offset: number;
}

export interface DeskStore {
  volunteerOf(tokenHash: string): Promise<Volunteer | null>;
  /** One more answer of a volunteer, or one more failure. */
  brought(volunteer: number, what: 'page' | 'failure'): Promise<void>;
  /** The record with one more verdict. */
  judged(volunteer: number, verdict: 'agrees' | 'doubtful' | 'differs'): Promise<Record30>;
  /** Whether the operator stopped all volunteers. */
  isStopped(): Promise<boolean>;
  /** Those of some volunteers whose tokens are good no more. */
  revoked(ids: readonly number[]): Promise<readonly number[]>;

  /** Keeps that a page was taken unverified; its number. */
  take(page: Omit<TakenPage, 'id'>, at: number): Promise<number>;
  taken(id: number): Promise<TakenPage | null>;
  /** Told before the visit ends that names the place: whoever reads the archive can tell what was taken back. */
  placed(id: number, place: PagePlace): Promise<void>;
  /** Somebody else saw the same. */
  verified(id: number): Promise<void>;
  /** All that was taken on the word of this volunteer is taken back, and its waiting links are forgotten; nothing when it was before. */
  quarantine(volunteer: number): Promise<void>;
  /** Pages taken back that are not queued again yet. */
  unqueued(): Promise<readonly TakenPage[]>;
  queuedAgain(ids: readonly number[]): Promise<void>;

  /**
   * Links of a page that one volunteer brought. Those that another told of are confirmed, and forgotten here; the others wait. Gives the
   * confirmed.
   */
  meet(
    volunteer: number,
    page: number,
    links: readonly Candidate[],
    at: number,
  ): Promise<ReadonlySet<string>>;
  /** Links seen by who is trusted wait no longer. */
  confirm(keys: readonly string[]): Promise<void>;
  /** Pages with links that have waited since then or longer, for which nobody was asked yet to look again. */
  unwitnessed(before: number, most: number): Promise<readonly TakenPage[]>;
  /** Somebody will look at these again. */
  witnessAsked(pages: readonly number[]): Promise<void>;
  /** A page was looked at again: what still waits of it was not there. */
  witnessed(page: number): Promise<void>;
  waiting(): Promise<number>;
}
