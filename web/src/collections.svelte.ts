/** The collections of the server, and the one that the address names. */
import { api } from './api/client.ts';
import type { CollectionInfo } from './api/shapes.ts';
import { Loading } from './loading.svelte.ts';
import { navigation } from './navigation.svelte.ts';

class Collections {
  readonly list = new Loading<readonly CollectionInfo[]>();

  load(): void {
    void this.list.load(async (signal) => (await api.collections(signal)).collections);
  }

  /** Name of the one that is shown; '' until it is known. */
  get name(): string {
    return navigation.address.collection || this.list.value?.[0]?.name || '';
  }

  get current(): CollectionInfo | null {
    return this.list.value?.find((one) => one.name === this.name) ?? null;
  }
}

export const collections = new Collections();
