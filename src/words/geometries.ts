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

/** A kind that a file has and nobody knows is called as the file calls it. */
export function geometryName(type: string, language: Language): string {
  const names: Readonly<Record<string, string>> = GEOMETRY_WORDS[language].geometries;
  return Object.hasOwn(names, type) ? names[type]! : type;
}
