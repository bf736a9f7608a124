/** The collections of the server, and those that the address names. */
import { api } from './api/client.ts';
import type { CollectionInfo } from './api/shapes.ts';
import { Loading } from './loading.svelte.ts';
import { navigation } from './navigation.svelte.ts';

class Collections {
  readonly list = new Loading<readonly CollectionInfo[]>();

  load(): void {
    void this.list.load(async (signal) => (await api.collections(signal)).collections);
  }

  /** Names of those that are searched, as the address has them, with commas between them; '' until one is known. */
  get chosen(): string {
    return navigation.address.collection || this.list.value?.[0]?.name || '';
  }

  get names(): readonly string[] {
    return [...new Set(this.chosen.split(','))].filter((name) => name !== '');
  }

  /** Name of the first of them: the one that views show which show only one. */
  get name(): string {
    return this.names[0] ?? '';
  }

  get current(): CollectionInfo | null {
    return this.list.value?.find((one) => one.name === this.name) ?? null;
  }

  /** What is known of those that are searched. */
  get all(): readonly CollectionInfo[] {
    return this.names.flatMap((name) => this.list.value?.find((one) => one.name === name) ?? []);
  }

  /** As people call it. */
  title(name: string): string {
    return this.list.value?.find((one) => one.name === name)?.title || name;
  }
}

export const collections = new Collections();
