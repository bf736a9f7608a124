/** Columns of a site's table: chosen by example values, by labels and structured data, or by people; aligned over sites. */
export { type AlignableColumn, alignColumns, findAligned, labelWords } from './align-columns.ts';
export { type Choices, type Chosen, columnsByChoice, parseChoices } from './choice-file.ts';
export { type Candidate, type ChoicePageWords, candidatesOf, choicePage } from './choice-page.ts';
export { inlineLabel, inlineLabels } from './inline-labels.ts';
export { cleanLabel } from './label-text.ts';
export {
  type ColumnRule,
  type ColumnsOptions,
  columnsByLabel,
  columnsForValues,
  LabelCompletion,
  type NameSource,
  type SiteColumn,
  type Wanted,
} from './site-columns.ts';
export { type PropertyMatch, propertyLabel, structuredNames } from './structured-names.ts';
export { labelOfRule, type ValueLabel } from './value-label.ts';
