/**
 * `tarrafa/time`: Portuguese temporal expressions. Find them, place them on the calendar, cut a page into the periods it speaks of, and ask
 * which parts lie inside a period.
 *
 *     annotateText('Nasceu há dois anos, em maio.', { dct: parseDct('2013-06-01') })
 */

export { type Annotation, Annotator, classOf, type Grammar, kindOf, PT_GRAMMAR } from './annotate.ts';
export * from './annotate-document.ts';
export type { Block, LinkRef } from './block.ts';
export * from './calendar.ts';
export * from './chronon.ts';
export { publicationOf } from './crawl/analyser.ts';
export {
  createLinkJudge,
  type JudgeLinksOptions,
  judgeLinks,
  type LinkVerdict,
  type LinkVerdicts,
  TEMPORAL_POLICIES,
  TemporalLinkPolicy,
  type TemporalPolicy,
} from './crawl/index.ts';
export {
  type DatedEvidence,
  datePage,
  type PageDates,
  SiteDateMemory,
  urlDate,
} from './dating/index.ts';
export type * from './expression.ts';
export type { Atom } from './items.ts';
export * from './markup.ts';
export { pageBlocks, plainHref, type ResolveHref } from './page-blocks.ts';
export type { Pattern } from './pattern.ts';
export * from './profile.ts';
export { holidayDay } from './resolve/holiday.ts';
export { parseDct, type ResolveOptions, resolve } from './resolve/resolve.ts';
export { formatValue } from './resolve/timex3-value.ts';
export * from './scope.ts';
export * from './segment.ts';
export type { Tense } from './tense.ts';
export type * from './timex.ts';
export * from './view.ts';
