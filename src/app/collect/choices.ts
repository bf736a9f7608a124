/** What can be chosen for the settings of a crawl that have names, and what holds without a choice. */
export { POLICIES } from '../../crawl/index.ts';
export { REVISIT_POLICIES } from '../../frontier/index.ts';
export { GEO_PROFILES } from './geographic.ts';
export { WHEN_PROFILES } from './period.ts';
