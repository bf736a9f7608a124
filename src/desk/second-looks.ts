/**
 * URLs that are visited once more because of what a volunteer brought. To the frontier each is a URL of its own: what tells it from the page
 * itself stands behind the comparison form, with the volunteer who must not be the one to look again.
 */
import type { Candidate } from '../frontier/index.ts';
import type { TakenPage } from './desk-store.ts';

export interface SecondLook {
  /** `second`: its links want another witness. `again`: what was brought is not believed. */
  readonly why: 'second' | 'again';
  readonly page: number;
  readonly volunteer: number;
}

const MARK = / ~(second|again)-(\d+)-(\d+)$/;

export function secondLookOf(key: string): SecondLook | null {
  const found = MARK.exec(key);
  if (found === null) return null;
  return { why: found[1] as SecondLook['why'], page: Number(found[2]), volunteer: Number(found[3]) };
}

/** The comparison form of the page itself. */
export const bareKey = (key: string): string => key.replace(MARK, '');

export function lookAgain({ id, volunteer, candidate }: TakenPage, why: SecondLook['why']): Candidate {
  return { ...candidate, key: `${bareKey(candidate.key)} ~${why}-${id}-${volunteer}` };
}
