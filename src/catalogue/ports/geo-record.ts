/** Geographic files, services and who publishes them, as they are written and read. */
import type { BoundingBox, GeoFile } from '../../geo/index.ts';

/** A geographic file or a layer of a service, as `src/geo` describes it, with how it looks. */
export interface GeoRecordIn {
  readonly file: GeoFile;
  /** PNG. */
  readonly thumbnail: Uint8Array | null;
  /** Simplified GeoJSON, at most some hundred kB. */
  readonly preview: string | null;
}

export interface ProducerRecord {
  readonly site: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly score: number;
  readonly files: number;
  readonly downloads: number;
}

export interface StoredGeo extends GeoRecordIn {
  readonly id: number;
  readonly kind: 'geo-file' | 'service';
  readonly downloads: number;
  /** Of all its layers, WGS 84. */
  readonly box: BoundingBox | null;
  readonly producer: ProducerRecord | null;
}
