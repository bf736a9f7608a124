/** A catalogue in memory that keeps what it is given: enough for the analysis to write to, and for a test to look at. */
import type {
  ArchiveMark,
  CaptureFound,
  CatalogueBatch,
  CataloguePlace,
  GeoRecordIn,
  KnownCapture,
  PageRecord,
  ProducerRecord,
  SamePage,
} from '../catalogue/index.ts';
import type { AnalysedCatalogue } from './analyse-archive.ts';

export class RecordingCatalogue implements AnalysedCatalogue {
  readonly batches: CatalogueBatch[] = [];
  readonly pages: PageRecord[] = [];
  readonly same: SamePage[] = [];
  readonly places = new Map<string, CataloguePlace>();
  readonly geo = new Map<string, GeoRecordIn>();
  producers: readonly ProducerRecord[] = [];
  settled = 0;
  readonly #marks = new Map<string, ArchiveMark>();

  async write(batch: CatalogueBatch): Promise<void> {
    this.batches.push(batch);
    for (const name of batch.forget ?? []) {
      this.#marks.delete(name);
      this.#drop(this.pages, name);
      this.#drop(this.same, name);
    }
    for (const page of batch.pages ?? []) {
      const at = this.pages.findIndex((one) => one.key === page.key && one.digest === page.digest);
      if (at < 0) this.pages.push(page);
      else this.pages[at] = page;
    }
    for (const same of batch.same ?? [])
      if (!this.same.some((one) => one.key === same.key && one.fetchedAt === same.fetchedAt))
        this.same.push(same);
    for (const place of batch.places ?? []) this.places.set(place.key, place);
    for (const geo of batch.geo ?? []) this.geo.set(geo.file.url, geo);
    if (batch.producers !== undefined) this.producers = batch.producers;
    for (const mark of batch.marks ?? []) this.#marks.set(mark.file, mark);
  }

  #drop(list: { readonly archive: { readonly file: string } | null }[], file: string): void {
    for (let i = list.length - 1; i >= 0; i--) if (list[i]!.archive?.file === file) list.splice(i, 1);
  }

  /** Nobody says anything of its pages. */
  async keptOf(): Promise<{ items: []; next: null }> {
    return { items: [], next: null };
  }

  async page(): Promise<null> {
    return null;
  }

  async versions(): Promise<[]> {
    return [];
  }

  async settle(): Promise<void> {
    this.settled++;
  }

  async marks(): Promise<readonly ArchiveMark[]> {
    return [...this.#marks.values()];
  }

  async known(captures: readonly CaptureFound[]): Promise<readonly (KnownCapture | null)[]> {
    return captures.map(({ url, fetchedAt, digest, archive }) => {
      const there = this.pages.filter((page) => page.url === url);
      if (digest === null) {
        const last = there
          .filter((page) => page.fetchedAt <= fetchedAt)
          .sort((a, b) => b.fetchedAt - a.fetchedAt)[0];
        return last === undefined ? null : { digest: last.digest, own: false };
      }
      if (!this.pages.some((page) => page.digest === digest)) return null;
      const own = there.some(
        (page) =>
          page.digest === digest &&
          page.fetchedAt === fetchedAt &&
          page.archive?.file === archive?.file &&
          page.archive?.offset === archive?.offset,
      );
      return { digest, own };
    });
  }

  of(url: string): PageRecord {
    const page = this.pages.find((one) => one.url === url);
    if (page === undefined) throw new Error(`no page ${url}`);
    return page;
  }
}
