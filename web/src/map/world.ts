/** The map base, shipped with the page: countries of world-atlas (Natural Earth, public domain). */
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json?url';
import coarse from 'world-atlas/countries-110m.json?url';
import { unrolledGeometry } from './antimeridian.ts';

export interface Country {
  readonly type: string;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

const loaded = new Map<string, Promise<readonly Country[]>>();

/** Countries as polygons; `fine` for maps that can be looked at closely. */
export function countries(detail: 'coarse' | 'fine'): Promise<readonly Country[]> {
  const url = detail === 'coarse' ? coarse : fine;
  let answer = loaded.get(url);
  if (!answer) {
    answer = fetch(url)
      .then((response) => response.json() as Promise<Topology<{ countries: GeometryCollection }>>)
      .then((world) => {
        const found = feature(world, world.objects.countries).features as unknown as readonly Country[];
        return found.map((country) => ({ ...country, geometry: unrolledGeometry(country.geometry) }));
      });
    loaded.set(url, answer);
    answer.catch(() => loaded.delete(url));
  }
  return answer;
}
