/** What a catalogue is asked for, and what it is given: one part a file. */
export type * from './catalogue.ts';
export type * from './catalogue-concordance.ts';
export type * from './catalogue-entities.ts';
export type * from './catalogue-geography.ts';
export type * from './catalogue-kept.ts';
export type * from './catalogue-overview.ts';
export type * from './catalogue-pages.ts';
export type * from './catalogue-search.ts';
export type * from './catalogue-writing.ts';
export type * from './days.ts';
export type * from './entity-record.ts';
export type * from './geo-record.ts';
export type * from './kept-record.ts';
export type * from './page-record.ts';
export type * from './place.ts';
export type * from './question.ts';
export type * from './slice.ts';
