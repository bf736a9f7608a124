/** What geographic files are made of, by the names that their formats have for it. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

const GEOMETRY_WORDS = inLanguages(
  {
    geometries: {
      Point: 'pontos',
      MultiPoint: 'grupos de pontos',
      LineString: 'linhas',
      MultiLineString: 'grupos de linhas',
      Polygon: 'polígonos',
      MultiPolygon: 'grupos de polígonos',
      GeometryCollection: 'geometrias reunidas',
      Geometry: 'geometrias',
      Mixed: 'geometrias de vários tipos',
    },
  },
  {},
  {
    geometries: {
      Point: 'points',
      MultiPoint: 'groups of points',
      LineString: 'lines',
      MultiLineString: 'groups of lines',
      Polygon: 'polygons',
      MultiPolygon: 'groups of polygons',
      GeometryCollection: 'collections of geometries',
      Geometry: 'geometries',
      Mixed: 'geometries of several kinds',
    },
  },
);

/** The ways in which formats and services write the same kinds: `POINT Z`, `esriGeometryPolyline`, `gml:MultiSurfacePropertyType`. */
const KINDS: readonly (readonly [written: RegExp, kind: keyof typeof GEOMETRY_WORDS.en.geometries])[] = [
  [/multi_?point/i, 'MultiPoint'],
  [/multi_?(?:line|curve)|polyline/i, 'MultiLineString'],
  [/multi_?(?:polygon|surface)/i, 'MultiPolygon'],
  [/collection|aggregate/i, 'GeometryCollection'],
  [/point/i, 'Point'],
  [/line|curve|arc\b/i, 'LineString'],
  [/polygon|surface/i, 'Polygon'],
  [/mixed/i, 'Mixed'],
];

/** A kind that a file has and nobody knows is called a geometry. */
export function geometryName(type: string, language: Language): string {
  const names: Readonly<Record<string, string>> = GEOMETRY_WORDS[language].geometries;
  if (Object.hasOwn(names, type)) return names[type]!;
  const kind = KINDS.find(([written]) => written.test(type))?.[1] ?? 'Geometry';
  return names[kind]!;
}
