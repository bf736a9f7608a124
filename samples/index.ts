/** The sample web: generated Portuguese-language sites with known truth, served on loopback. */
export { type Group, HOSTS, type SampleHost, UNRESOLVABLE } from './hosts.ts';
export { type NationalWeb, type NationalWebOptions, nationalWeb } from './national-web.ts';
export { type LoggedRequest, RequestLog } from './request-log.ts';
export { type SampleResolution, sampleAddress } from './resolver.ts';
export { type SampleWeb, type SampleWebOptions, START_TIME, startSampleWeb } from './server.ts';
export type { PageKind, Reach, Segment, Trap, WrittenPage } from './site.ts';
export { CHANGE_HOURS, stationVersion } from './sites/observatorio.ts';
export type { SiteChoice } from './sites.ts';
export { type PageTruth, type Redirect, SampleTruth, type SiteTruth } from './truth.ts';
