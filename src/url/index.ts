/**
 * Addresses of the Web: their two forms, what they are refused for, what is in scope, and what smells of a trap. Pure functions over
 * plain data; none throws on any input but `parseScope`, whose input is a person's.
 *
 * ```ts
 * const url = normaliseUrl('../Notícias/?utm_source=x#topo', 'https://www.exemplo.br/a/b/');
 * // { kind: 'url', fetch: 'https://www.exemplo.br/a/Not%C3%ADcias/', key: 'http://www.exemplo.br/a/not%c3%adcias', depth: 2, … }
 * ```
 */
export { depthOf } from './depth.ts';
export { plainEscapes } from './escapes.ts';
export { type FileKind, kindByExtension } from './file-kind.ts';
export { type DomainOptions, isPublicSuffix, registrableDomain } from './host.ts';
export { createNormaliser, type Normaliser, normaliseUrl } from './normalise.ts';
export { type Fold, URL_COMPAT, URL_MODERN, type UrlProfile } from './profile.ts';
export { type QueryEncoder, queryEncoder } from './query-charset.ts';
export { REFUSAL_REASONS, type Refusal, type RefusalReason } from './refusal.ts';
export { REPAIRS, type Repair } from './repair.ts';
export { EXCLUSION_RULES, type ExclusionRule, PAGE_KINDS, type RuleOptions, refuseByRule } from './rules.ts';
export { inScope, parseScope, SCOPE_PRESETS, type Scope } from './scope.ts';
export {
  TRAP_REFUSAL_SCORE,
  TRAP_SIGNALS,
  type TrapOptions,
  type TrapSignal,
  type TrapSignalName,
  trapScore,
  trapSignals,
} from './trap-signals.ts';
export { type PatternEvidence, type Suspicion, TrapWatch, type TrapWatchOptions } from './trap-watch.ts';
export type { WebUrl } from './web-url.ts';
