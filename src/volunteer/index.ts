/** A machine that somebody lends: fetches for a desk what it is asked to, within the limits of its owner, and shows what it does. */
export { openStatusPage } from './status-page.ts';
export { Volunteer, type Volunteered } from './volunteer.ts';
