/** A catalogue in memory that keeps what it is given: enough for the analysis to write to, and for a test to look at. */
import type {
  ArchiveMark,
  Catalogue,
  CatalogueBatch,
  CataloguePlace,
  GeoRecordIn,
  PageRecord,
  ProducerRecord,
  SamePage,
} from '../catalogue/port.ts';

export class RecordingCatalogue {
  readonly batches: CatalogueBatch[] = [];
  readonly pages: PageRecord[] = [];
  readonly same: SamePage[] = [];
  readonly places = new Map<string, CataloguePlace>();
  readonly geo = new Map<string, GeoRecordIn>();
  producers: readonly ProducerRecord[] = [];
  settled = 0;
  readonly #marks = new Map<string, ArchiveMark>();

  /** As the analysis sees it. */
  get port(): Catalogue {
    return this as unknown as Catalogue;
  }

  write(batch: CatalogueBatch): void {
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

  settle(): void {
    this.settled++;
  }

  marks(): readonly ArchiveMark[] {
    return [...this.#marks.values()];
  }

  knows(digest: string): boolean {
    return this.pages.some((page) => page.digest === digest);
  }

  versions(url: string) {
    return this.pages
      .map((page, id) => ({ ...page, id }))
      .filter((page) => page.url === url)
      .sort((a, b) => a.fetchedAt - b.fetchedAt);
  }

  page(id: number) {
    return this.pages[id] ?? null;
  }

  of(url: string): PageRecord {
    const page = this.pages.find((one) => one.url === url);
    if (page === undefined) throw new Error(`no page ${url}`);
    return page;
  }
}
