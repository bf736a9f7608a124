/** Names of places in attribute tables, and what a file's own name says that it holds. */
export { expanded } from './abbreviations.ts';
export { describeLabel, isPersonalLabel, labelTokens } from './descriptors.ts';
export { type FeatureType, featureTypesIn, fileClassOf, isPlaceLike } from './file-class.ts';
export {
  type ColumnSample,
  type KnownNames,
  type PlaceColumn,
  type PlaceColumnOptions,
  placeColumn,
  placeColumns,
  placeKey,
} from './place-columns.ts';
export {
  MOST_VALUES,
  PlaceIndex,
  type PlaceValue,
  PlaceValueCollector,
  type Posting,
} from './place-values.ts';
