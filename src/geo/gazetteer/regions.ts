/** Continents and regions that people name and no table of divisions has, with boxes good enough to search by. */
import type { BoundingBox } from '../box.ts';

export interface NamedRegion {
  readonly kind: 'continent' | 'region';
  /** The first is the one that is shown. */
  readonly names: readonly string[];
  readonly country: string;
  readonly box: BoundingBox;
}

export const REGIONS: readonly NamedRegion[] = [
  { kind: 'continent', names: ['América do Norte', 'North America'], country: '', box: [-168, 7, -52, 84] },
  {
    kind: 'continent',
    names: ['América Central', 'Central America'],
    country: '',
    box: [-92.5, 7, -77, 18.6],
  },
  { kind: 'continent', names: ['América do Sul', 'South America'], country: '', box: [-82, -56, -34, 13] },
  { kind: 'continent', names: ['América Latina', 'Latin America'], country: '', box: [-118, -56, -34, 33] },
  { kind: 'continent', names: ['Europa', 'Europe'], country: '', box: [-25, 34, 66, 72] },
  { kind: 'continent', names: ['África', 'Africa'], country: '', box: [-26, -35, 52, 38] },
  { kind: 'continent', names: ['Ásia', 'Asia'], country: '', box: [26, -11, 180, 82] },
  { kind: 'continent', names: ['Oceania', 'Oceânia'], country: '', box: [110, -50, -150, 22] },
  {
    kind: 'continent',
    names: ['Antártida', 'Antártica', 'Antarctica'],
    country: '',
    box: [-180, -90, 180, -60],
  },
  {
    kind: 'region',
    names: ['Região Norte', 'Norte do Brasil'],
    country: 'BR',
    box: [-74, -13.7, -45.7, 5.3],
  },
  {
    kind: 'region',
    names: ['Região Nordeste', 'Nordeste', 'Nordeste do Brasil'],
    country: 'BR',
    box: [-48.8, -18.4, -34.8, -1],
  },
  {
    kind: 'region',
    names: ['Região Sudeste', 'Sudeste', 'Sudeste do Brasil'],
    country: 'BR',
    box: [-53.2, -25.4, -39.6, -14.2],
  },
  { kind: 'region', names: ['Região Sul', 'Sul do Brasil'], country: 'BR', box: [-57.7, -33.8, -48, -22.5] },
  {
    kind: 'region',
    names: ['Região Centro-Oeste', 'Centro-Oeste'],
    country: 'BR',
    box: [-61.7, -24.1, -45.9, -7.3],
  },
  { kind: 'region', names: ['Amazônia Legal', 'Amazónia Legal'], country: 'BR', box: [-74, -18.1, -44, 5.3] },
  { kind: 'region', names: ['Amazônia', 'Amazónia', 'Amazon'], country: '', box: [-79.6, -20.5, -44, 9] },
  { kind: 'region', names: ['Pantanal'], country: 'BR', box: [-59.2, -22.2, -54.9, -15.5] },
  { kind: 'region', names: ['Vale do Paraíba'], country: 'BR', box: [-46.3, -23.9, -44.1, -22.4] },
  { kind: 'region', names: ['Vale do Ribeira'], country: 'BR', box: [-49.3, -25.3, -46.9, -23.8] },
  { kind: 'region', names: ['Vale do Jequitinhonha'], country: 'BR', box: [-43.8, -18.8, -39.8, -15.7] },
  { kind: 'region', names: ['Triângulo Mineiro'], country: 'BR', box: [-51.1, -20.5, -46.5, -18] },
  { kind: 'region', names: ['Recôncavo Baiano'], country: 'BR', box: [-39.4, -13.4, -38.3, -12.3] },
  { kind: 'region', names: ['Algarve'], country: 'PT', box: [-9, 36.95, -7.39, 37.53] },
  { kind: 'region', names: ['Alentejo'], country: 'PT', box: [-8.92, 37.32, -6.93, 39.66] },
  { kind: 'region', names: ['Minho'], country: 'PT', box: [-8.89, 41.3, -7.8, 42.15] },
  { kind: 'region', names: ['Trás-os-Montes'], country: 'PT', box: [-7.9, 41.1, -6.18, 42] },
  { kind: 'region', names: ['Ribatejo'], country: 'PT', box: [-9, 38.7, -7.9, 39.85] },
  {
    kind: 'region',
    names: ['Açores', 'Azores', 'Arquipélago dos Açores', 'Região Autónoma dos Açores'],
    country: 'PT',
    box: [-31.3, 36.9, -25, 39.75],
  },
  {
    kind: 'region',
    names: ['Madeira', 'Ilha da Madeira', 'Arquipélago da Madeira', 'Região Autónoma da Madeira'],
    country: 'PT',
    box: [-17.3, 32.35, -16.2, 33.15],
  },
];

/** Other names of places of the tables: the folded name, and the country and the name it stands for. */
export const OTHER_NAMES: readonly (readonly [
  name: string,
  kind: 'country' | 'state',
  country: string,
  of: string,
])[] = [
  ['EUA', 'country', 'US', ''],
  ['Estados Unidos da América', 'country', 'US', ''],
  ['USA', 'country', 'US', ''],
  ['Inglaterra', 'state', 'GB', 'England'],
  ['Escócia', 'state', 'GB', 'Scotland'],
  ['País de Gales', 'state', 'GB', 'Wales'],
  ['Holanda', 'country', 'NL', ''],
  ['Timor', 'country', 'TL', ''],
  ['Cabo Verde', 'country', 'CV', ''],
  ['Flórida', 'state', 'US', 'Florida'],
  ['Califórnia', 'state', 'US', 'California'],
  ['Nova York', 'state', 'US', 'New York'],
  ['Nova Iorque', 'state', 'US', 'New York'],
];
