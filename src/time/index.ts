/**
 * `tarrafa/time`: temporal expressions, of Portuguese unless another locale is given. Find them, place them on the calendar, cut a page
 * into the periods it speaks of, and ask which parts lie inside a period.
 *
 *     annotateText('Nasceu há dois anos, em maio.', { dct: parseDct('2013-06-01') })
 */

export type { Annotation } from './annotate.ts';
export type { LinkRef, TextBlock } from './block.ts';
export * from './calendar.ts';
export * from './chronon.ts';
export { classOf, kindOf } from './classify.ts';
export { type PublicationContext, publicationOf } from './crawl/analyser.ts';
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
export { localeNamed, localeOf } from './default-locale.ts';
export { documentBlocks, plainHref, type ResolveHref } from './document-blocks.ts';
export type * from './expression.ts';
export type { Atom } from './items.ts';
export type { LexiconEntry } from './lexicon.ts';
export type * from './locale.ts';
export { PT_GRAMMAR } from './locales/pt/grammar.ts';
export * from './markup.ts';
export type { Pattern } from './pattern.ts';
export * from './profile.ts';
export * from './reading.ts';
export type { LocalCalendar } from './resolve/local-calendar.ts';
export { parseDct } from './resolve/resolve.ts';
export type { RuleName, RuleNames } from './resolve/rule-names.ts';
export { formatValue } from './resolve/timex3-value.ts';
export {
  exceeds,
  formatScope,
  inside,
  judge,
  type PageAnalysis,
  rangeOf,
  type ScopePolicy,
  type TemporalScope,
  type Verdict,
} from './scope.ts';
export { linksIn, type Segment, type SegmentPolicy } from './segment.ts';
export type { Tense, TenseForms } from './tense.ts';
export { textBlocks } from './text-blocks.ts';
export type * from './timex.ts';
export type { Extent, View } from './view.ts';
