import { readFileSync, statSync } from 'node:fs';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import { fitProjection } from '../projection.ts';
import { readMunicipalities } from './boundaries.ts';
import { placedNames, zoomOf } from './name-places.ts';

const file = (name: string) => new URL(`./boundaries/${name}`, import.meta.url);
const topology = JSON.parse(readFileSync(file('divisions.topojson'), 'utf8'));

describe('borders and names under the data', () => {
  it('are small', () => {
    expect(statSync(file('divisions.topojson')).size).toBeLessThan(100_000);
    expect(statSync(file('municipalities.tsv')).size).toBeLessThan(160_000);
  });

  it('name all states of Brazil, districts of Portugal and provinces of the others, where they are', () => {
    const names = feature(topology, topology.objects.names) as unknown as {
      features: { properties: { name: string; country: string }; geometry: { coordinates: number[] } }[];
    };
    const of = (country: string) => names.features.filter(({ properties }) => properties.country === country);
    expect(of('BR').map(({ properties }) => properties.name)).toEqual(
      expect.arrayContaining(['Distrito Federal', 'São Paulo', 'Amapá']),
    );
    expect([of('BR').length, of('PT').length, of('AO').length]).toEqual([27, 20, 18]);
    expect(of('PT').map(({ properties }) => properties.name)).toContain('Açores');
    const [lon, lat] = of('BR').find(({ properties }) => properties.name === 'Goiás')!.geometry.coordinates;
    expect([Math.round(lon!), Math.round(lat!)]).toEqual([-50, -16]);
  });

  it('have only what two divisions share: within the land, and nowhere twice', () => {
    const { geometry } = feature(topology, topology.objects.borders) as unknown as {
      geometry: { coordinates: number[][][] };
    };
    const sides = geometry.coordinates.flatMap((line) =>
      line.slice(1).map((end, i) =>
        [line[i]!, end]
          .map((at) => at.map((n) => n.toFixed(3)).join())
          .sort()
          .join(),
      ),
    );
    expect(new Set(sides).size).toBe(sides.length);
    for (const [lon, lat] of geometry.coordinates.flat()) {
      expect(Math.abs(lat!)).toBeLessThan(43);
      expect(lon! > -75 && lon! < 128).toBe(true);
    }
  });

  it('name the municipalities, the larger ones from farther away', () => {
    const all = readMunicipalities(readFileSync(file('municipalities.tsv'), 'utf8'));
    expect(all.length).toBeGreaterThan(5_800);
    expect(all[0]).toEqual({ name: 'Altamira', lon: -52.21, lat: -3.2, from: 7 });
    const sobral = all.find(({ name }) => name === 'Sobral')!;
    expect([Math.round(sobral.lon), Math.round(sobral.lat)]).toEqual([-40, -4]);
    expect(all.at(-1)!.from).toBe(8);
  });
});

describe('names on a drawn map', () => {
  const projection = fitProjection([-60, -30, -40, -10], 400, 400);
  const room = { zoom: 5, width: 400, height: 400 };
  const at = (name: string, lon: number, lat: number, from = 3) => ({ name, lon, lat, from });

  it('stand where there is room for them, the first ones first', () => {
    const names = [at('Goiás', -50, -16), at('Distrito Federal', -49.9, -16.1), at('Paraná', -52, -25)];
    expect(placedNames(names, projection, room).map(({ name }) => name)).toEqual(['Goiás', 'Paraná']);
  });

  it('wait for their zoom, and are not cut off by the edge', () => {
    expect(placedNames([at('Sobral', -50, -16, 7)], projection, room)).toEqual([]);
    expect(placedNames([at('Rio Grande do Norte', -40.1, -16)], projection, room)).toEqual([]);
    expect(placedNames([at('Lisboa', -9, 38)], projection, room)).toEqual([]);
  });

  it('count the zoom as the live map does', () => {
    expect(zoomOf(360, 512)).toBeCloseTo(0);
    expect(zoomOf(45, 1024)).toBeCloseTo(4);
  });
});
