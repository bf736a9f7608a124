/** Places that documents speak of. */
import type { BoundingBox } from '../../geo/index.ts';

/** A place that documents speak of. */
export interface CataloguePlace {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  /** ISO 3166-1. */
  readonly country: string;
  readonly state: string;
  readonly within: readonly string[];
  readonly lat: number;
  readonly lon: number;
  readonly box: BoundingBox | null;
}
