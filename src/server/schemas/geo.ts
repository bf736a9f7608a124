/** Geographic files, services and who produces them. */
import { Type } from 'typebox';
import type { GeoFile } from '../../geo/index.ts';
import { Place } from './places.ts';
import { Box, Count, Milliseconds, nullable, record, slice } from './shapes.ts';

export const Producer = record('Producer', {
  site: Type.String(),
  title: Type.String(),
  description: Type.String(),
  url: Type.String(),
  score: Type.Number(),
  files: Count,
  downloads: Count,
});
export const Producers = slice('Producers', Producer);

/** Of the many parts of a description, those that a reader can count on. */
const GeoFileSchema = Type.Unsafe<GeoFile>(
  record('GeoFile', {
    kind: Type.Literal('file'),
    url: Type.String(),
    name: Type.String(),
    type: Type.String(),
    site: Type.String(),
    state: Type.Enum(['indexed', 'rejected', 'broken']),
    reason: Type.String(),
    discovery: Type.String(),
    size: nullable(Type.Number()),
    indexedAt: Type.Number(),
    anchors: Type.Array(
      Type.Object({
        page: Type.String(),
        text: Type.String(),
        before: Type.Array(Type.String()),
        after: Type.Array(Type.String()),
      }),
    ),
    datasets: Type.Array(
      record('GeoDataset', {
        layer: Type.String(),
        format: Type.String(),
        kind: Type.String(),
        geometryType: nullable(Type.String()),
        count: nullable(Type.Number()),
        box: nullable(Box),
        crs: nullable(Type.String()),
        columns: Type.Array(Type.String()),
        title: nullable(Type.String()),
        abstract: nullable(Type.String()),
        keywords: Type.Array(Type.String()),
        licence: nullable(Type.String()),
      }),
    ),
    places: Type.Array(Type.Unknown()),
  }),
);

export const GeoView = record('GeoView', {
  id: Type.Integer(),
  kind: Type.Enum(['geo-file', 'service']),
  downloads: Count,
  box: nullable(Box),
  producer: nullable(Producer),
  file: GeoFileSchema,
  hasThumbnail: Type.Boolean(),
  hasPreview: Type.Boolean(),
});

const GeoCopySchema = record('GeoCopy', {
  place: Type.Enum(['kept', 'archive'], { description: 'kept beside the harvest, or in the archive' }),
  at: Milliseconds,
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      path: Type.String({ description: 'on this server' }),
      size: nullable(Type.Number()),
    }),
    { description: 'the file itself, then what belongs to it (.dbf, .shx …)' },
  ),
});

export const GeoFileView = record('GeoFileView', {
  ...GeoView.properties,
  copy: nullable(GeoCopySchema),
  qgis: Type.Object(
    {
      source: nullable(Type.String({ description: 'what QGIS is given to open it at its source' })),
      copy: nullable(Type.String({ description: 'the same of the copy on this server' })),
    },
    { description: 'null: QGIS cannot take it from there' },
  ),
});

const counts = Type.Array(Type.Tuple([Type.String(), Count]));

const GeoVariantSchema = record('GeoVariant', {
  id: Type.Integer(),
  kind: Type.Enum(['geo-file', 'service']),
  url: Type.String(),
  name: Type.String(),
  type: Type.String(),
  site: Type.String(),
  layer: nullable(Type.String({ description: 'its name there, when the file or service holds others too' })),
});

const GeoHitSchema = record('GeoHit', {
  geo: GeoView,
  score: Type.Number(),
  parts: Type.Record(Type.String(), Type.Number()),
  variants: Type.Array(GeoVariantSchema, { description: 'the same layer in other formats, or elsewhere' }),
});

export const GeoAnswerSchema = record('GeoAnswer', {
  items: Type.Array(GeoHitSchema),
  next: nullable(Type.String()),
  total: Count,
  place: nullable(Place),
  facets: Type.Object({ formats: counts, geometries: counts, producers: counts }),
});
