/** Wrappers: learned, kept as files, run again, checked; and the whole way from an example page to a table. */
export { type AttributeCheck, checkWrapper, type Drift, type WrapperCheck } from './check.ts';
export {
  type EntityTable,
  type EntityTableOptions,
  type EntityWarning,
  entityTable,
  learnSites,
  type SiteLearning,
} from './entity-table.ts';
export { type Absence, type ExtractedPage, type ExtractedValue, explainAbsence, extract } from './extract.ts';
export { columnQuery, learnWrappers, type SiteSelection } from './learn-wrapper.ts';
export { type SelectedByWay, type SelectionNote, type SelectionWay, selectByWay } from './select-by-way.ts';
export { type Selected, type SiteRules, selectColumns } from './select-columns.ts';
export { taughtAttributes } from './taught-attributes.ts';
export {
  SELECTION_WAYS,
  type SelectionFile,
  type SelectionName,
  type WayOptions,
  wayFromFiles,
} from './way-from-files.ts';
export {
  parseWrapper,
  printWrapper,
  type Wrapper,
  type WrapperAttribute,
  type WrapperRule,
} from './wrapper.ts';
