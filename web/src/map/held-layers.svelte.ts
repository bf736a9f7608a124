/** Records and previews of the layers that lie on the map, asked for once each. */
import { SvelteMap } from 'svelte/reactivity';
import { api } from '../api/client.ts';
import type { GeoFileView } from '../api/shapes.ts';
import type { Preview } from './preview-shapes.ts';

export interface HeldLayer {
  readonly record: GeoFileView;
  /** Null: there is none. */
  readonly preview: Preview | null;
}

export class HeldLayers {
  /** By collection and number; null while it is asked for, and when it could not be had. */
  readonly #held = new SvelteMap<string, HeldLayer | null>();

  get(collection: string, id: number): HeldLayer | null {
    return this.#held.get(`${collection}/${id}`) ?? null;
  }

  want(collection: string, id: number): void {
    const key = `${collection}/${id}`;
    if (this.#held.has(key)) return;
    this.#held.set(key, null);
    void this.#load(collection, id).then(
      (layer) => this.#held.set(key, layer),
      // It is left out of the map.
      () => {},
    );
  }

  async #load(collection: string, id: number): Promise<HeldLayer> {
    const record = await api.geoDetails(collection, id);
    const preview = record.hasPreview ? ((await api.geoPreview(collection, id)) as Preview) : null;
    return { record, preview };
  }
}
