/** Places that documents speak of. */
import { Type } from 'typebox';
import { Box, nullable, record } from './shapes.ts';

export const Place = record('CataloguePlace', {
  key: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  country: Type.String(),
  state: Type.String(),
  within: Type.Array(Type.String()),
  lat: Type.Number(),
  lon: Type.Number(),
  box: nullable(Box),
});
