import type { BoundingBox } from '../../geo/index.ts';
import type { Day } from './days.ts';
import type { ProducerRecord, StoredGeo } from './geo-record.ts';
import type { CataloguePlace } from './place.ts';
import type { Slice, SliceOptions } from './slice.ts';

export interface GeoSearchOptions extends SliceOptions {
  /** `direct` looks at place names, anchors and file names; `expanded` at contexts too. */
  readonly mode?: 'direct' | 'expanded' | undefined;
  readonly box?: BoundingBox | undefined;
  readonly relation?: 'intersects' | 'within' | undefined;
  readonly formats?: readonly string[] | undefined;
  readonly producer?: string | undefined;
  readonly kind?: 'geo-file' | 'service' | undefined;
  /** The same layer in several formats or places is one hit with its variants. Default false: every record by itself. */
  readonly fold?: boolean | undefined;
}

/** Another form of a hit: the same layer in another format, by another protocol or in another place. */
export interface GeoVariant {
  readonly id: number;
  readonly kind: 'geo-file' | 'service';
  readonly url: string;
  readonly name: string;
  /** Extension, or the kind of service. */
  readonly type: string;
  readonly site: string;
  /** Its name there, when the file or service holds others too. */
  readonly layer: string | null;
}

export interface GeoHit {
  readonly geo: Omit<StoredGeo, 'thumbnail' | 'preview'> & {
    readonly hasThumbnail: boolean;
    readonly hasPreview: boolean;
  };
  readonly score: number;
  /** What matched: `place`, `anchor`, `name`, `context`, `area` … with its share of the score. */
  readonly parts: Readonly<Record<string, number>>;
  /** None unless hits were folded. */
  readonly variants: readonly GeoVariant[];
}

export interface GeoAnswer extends Slice<GeoHit> {
  readonly total: number;
  /** How the text was understood, for chips; null when it names no place. */
  readonly place: CataloguePlace | null;
  readonly facets: {
    readonly formats: readonly (readonly [string, number])[];
    readonly geometries: readonly (readonly [string, number])[];
    readonly producers: readonly (readonly [string, number])[];
  };
}

/** Geographic files and services: found, shown, their downloads counted. */
export interface CatalogueGeography {
  geoSearch(text: string, options?: GeoSearchOptions): Promise<GeoAnswer>;
  geo(id: number): Promise<StoredGeo | null>;
  /** Records by their identities, in the order asked for; what is not there is left out. At most 1,000 at once. */
  geosOf(ids: readonly number[]): Promise<readonly StoredGeo[]>;
  geoThumbnail(id: number): Promise<Uint8Array | null>;
  producers(options?: SliceOptions): Promise<Slice<ProducerRecord>>;
  /** Counts a download once for each visitor, file and day; false when it was counted already. */
  countDownload(id: number, visitor: string, day: Day): Promise<boolean>;
}
