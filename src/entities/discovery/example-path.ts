/** The way from the root of the entity-tree down to the sample, found by climbing from the sample. */
import { findIndex, type Pointer } from './index-finder.ts';
import type { LinkedPage } from './linked-page.ts';
import type { PageReader } from './page-reader.ts';
import type { DiscoveryProfile } from './profile.ts';

export type PathEnd =
  /** As high as was asked for. */
  | 'height'
  /** Nothing that can be seen points to the topmost page. */
  | 'no-index'
  /** The index-page found is on the path already. */
  | 'cycle';

export class ExamplePath {
  readonly sample: LinkedPage;
  /** `pointers[i]` leads to the page below it: the sample for 0, the index of the one before for others. */
  readonly pointers: Pointer[] = [];
  end: PathEnd = 'height';

  constructor(sample: LinkedPage) {
    this.sample = sample;
  }

  /** From the sample (0) up. */
  page(level: number): LinkedPage {
    return level === 0 ? this.sample : this.pointers[level - 1]!.index;
  }

  get height(): number {
    return this.pointers.length;
  }

  /** Climbs one level; false when that is not possible. */
  async climb(
    reader: PageReader,
    profile: DiscoveryProfile,
    isEntity?: (page: LinkedPage) => boolean,
  ): Promise<boolean> {
    if (this.end !== 'height') return false;
    const pointer = await findIndex(reader, this.page(this.height), profile, isEntity, this.height);
    if (pointer === null) {
      this.end = 'no-index';
      return false;
    }
    if (
      pointer.index.key === this.sample.key ||
      this.pointers.some((p) => p.index.key === pointer.index.key)
    ) {
      this.end = 'cycle';
      return false;
    }
    this.pointers.push(pointer);
    return true;
  }
}
