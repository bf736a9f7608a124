/** Days and periods of them. */

/** A day number: 0 is 1970-01-01. */
export type Day = number;

/** Days, both included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}
