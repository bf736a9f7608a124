/**
 * What the room does, for those who have no locale at hand: each function takes the one in its options, else the one that the profile
 * names. The core below knows no language and is handed the locale by these.
 */
import * as annotating from './annotate.ts';
import * as documents from './annotate-document.ts';
import type { TextBlock } from './block.ts';
import type { Chronon } from './chronon.ts';
import { localeOf } from './default-locale.ts';
import type { Grammar, Locale } from './locale.ts';
import { TIME_MODERN, type TimeProfile } from './profile.ts';
import * as resolving from './resolve/resolve.ts';
import * as scopes from './scope.ts';
import * as segments from './segment.ts';
import type { Timex } from './timex.ts';
import * as views from './view.ts';

export interface ResolveOptions extends resolving.ResolveOptions {
  /** Instead of the one that the profile names. */
  readonly locale?: Locale;
}

const localeIn = ({ locale, profile }: ResolveOptions): Locale => locale ?? localeOf(profile);

/** The annotator of a whole locale, or of the default one with another grammar. */
export class Annotator extends annotating.Annotator {
  constructor(reading: Locale | Grammar = localeOf()) {
    super('lexicon' in reading ? reading : { ...localeOf(), grammar: reading });
  }
}

/** The annotator of this process: a locale is compiled once. */
export function annotator(locale: Locale = localeOf()): annotating.Annotator {
  return annotating.annotatorOf(locale);
}

/** Finds the expressions of the blocks, unresolved, with identifiers that run on through the document. */
export function annotateBlocks(
  blocks: readonly TextBlock[],
  using: annotating.Annotator = annotator(),
): Timex[] {
  return documents.annotateBlocks(blocks, using);
}

/** Annotates and resolves one text. */
export function annotateText(text: string, options: ResolveOptions = {}): Timex[] {
  return documents.annotateText(text, localeIn(options), options);
}

/** Annotates and resolves the blocks of a page; sections bound what a date may lend to another. */
export function annotateDocument(blocks: readonly TextBlock[], options: ResolveOptions = {}): Timex[] {
  return documents.annotateDocument(blocks, localeIn(options), options);
}

/** Resolves annotated expressions; the input is not changed. */
export function resolve(timexes: readonly Timex[], options: ResolveOptions = {}): Timex[] {
  return resolving.resolve(timexes, localeIn(options), options);
}

/** Cuts a page. The expressions must be resolved. */
export function segment(
  blocks: readonly TextBlock[],
  timexes: readonly Timex[],
  policy: segments.SegmentPolicy & Partial<Pick<TimeProfile, 'locale'>> = TIME_MODERN,
  locale: Locale = localeOf(policy),
): segments.Segment[] {
  return segments.segment(blocks, timexes, policy, locale);
}

export interface ScopeOptions extends scopes.ScopeOptions {
  readonly locale?: Locale;
}

/**
 * Reads a scope: `1939..1945`, `2001`, `2001-09..2001-12`, `2001-09-11`, `século XIX`, `anos 40`, or a name given a period. Throws
 * TRF_PERIOD_EMPTY, TRF_PERIOD_UNKNOWN or TRF_PERIOD_REVERSED.
 */
export function parseScope(text: string, options: ScopeOptions = {}): scopes.TemporalScope {
  return scopes.parseScope(text, options.locale ?? localeOf(), options);
}

/** Temporal analysis of a page: segments, their verdicts, and the links worth following. */
export function analysePage(
  blocks: readonly TextBlock[],
  timexes: readonly Timex[],
  scope: scopes.TemporalScope,
  profile: TimeProfile = TIME_MODERN,
  dct: Chronon | null = null,
  locale: Locale = localeOf(profile),
): scopes.PageAnalysis {
  return scopes.analysePage(blocks, timexes, scope, locale, profile, dct);
}

/** The extents of a view. */
export function extents(
  timexes: readonly Timex[],
  text: string,
  view: views.View,
  locale: Locale = localeOf(),
): views.Extent[] {
  return views.extents(timexes, text, view, locale.names);
}
