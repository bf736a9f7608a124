/**
 * The tables of a crawl for geographic data, as its source has them (docs/methods.md, "GeoDiscover (Gibotti da Silva 2006)"): pages, producers,
 * files, their volume and what is kept of them; in which form files are published; how they were told from other files. Read from
 * `geo-index.jsonl` in one pass.
 */
import { existsSync } from 'node:fs';
import { eachJsonLine, type JsonObject, numberIn, textIn } from './lines.ts';
import { SiteTally } from './site-tally.ts';
import { type Count, Tally } from './tally.ts';

export interface GeoReport {
  /** Sites with at least one file or service in the index. */
  readonly producers: number;
  /** Files that were looked into and found geographic. */
  readonly files: number;
  readonly services: number;
  /** Looked into, and not geographic. */
  readonly rejected: number;
  /** Were in the index, and left it: their links are broken. */
  readonly left: number;
  /** Sum of the sizes of files that are known, and how many those are. */
  readonly bytes: number;
  readonly sized: number;
  readonly meanBytes: number;
  /** What was read of the files and services to describe and draw them. */
  readonly readBytes: number;
  /** What is kept of the files and services. */
  readonly metadataBytes: number;
  /** Of the sizes; null when none is known. */
  readonly metadataShare: number | null;
  /** In which form they are published: by extension or kind of service. */
  readonly types: readonly Count[];
  /** How they were told from other links: `explicit`, `named`, `context`, `service`. */
  readonly discovery: readonly Count[];
  /** Those with most files and services, with the sizes that are known. */
  readonly topProducers: readonly { readonly site: string; readonly files: number; readonly bytes: number }[];
}

const MOST_PRODUCERS = 20;
/** A description of many layers is longer than a visit. */
const LONGEST_DESCRIPTION = 64 << 20;

/** Null for a crawl that looked for nothing geographic. */
export async function readGeoReport(path: string): Promise<{ report: GeoReport; skipped: number } | null> {
  if (!existsSync(path)) return null;
  const reading = new GeoReading();
  const { skipped } = await eachJsonLine(
    path,
    (line, bytes) => reading.take(line, bytes),
    LONGEST_DESCRIPTION,
  );
  return { report: reading.report(), skipped };
}

class GeoReading {
  readonly #types = new Tally();
  readonly #discovery = new Tally();
  readonly #sites = new SiteTally();
  readonly #count = { files: 0, services: 0, rejected: 0, left: 0, bytes: 0, sized: 0, read: 0, kept: 0 };

  take(line: JsonObject, length: number): void {
    if (line.kind !== 'file') return;
    const count = this.#count;
    if (line.state === 'rejected') count.rejected++;
    else if (line.state === 'broken') count.left++;
    if (line.state !== 'indexed') return;
    const isService = line.discovery === 'service';
    const size = numberIn(line.size, -1);
    if (isService) count.services++;
    else count.files++;
    if (size >= 0 && !isService) {
      count.bytes += size;
      count.sized++;
    }
    count.read += numberIn(line.bytesFetched);
    count.kept += length;
    this.#types.add(textIn(line.type) ?? '?');
    this.#discovery.add(textIn(line.discovery) ?? '?');
    this.#sites.add(textIn(line.site) ?? '?', { page: true, failed: false, bytes: Math.max(0, size) });
  }

  report(): GeoReport {
    const { files, services, rejected, left, bytes, sized, read, kept } = this.#count;
    return {
      producers: this.#sites.sites,
      files,
      services,
      rejected,
      left,
      bytes,
      sized,
      meanBytes: sized === 0 ? 0 : bytes / sized,
      readBytes: read,
      metadataBytes: kept,
      metadataShare: bytes === 0 ? null : kept / bytes,
      types: this.#types.ordered(),
      discovery: this.#discovery.ordered(),
      topProducers: this.#sites
        .largest(MOST_PRODUCERS)
        .map(({ site, pages, bytes: size }) => ({ site, files: pages, bytes: size })),
    };
  }
}
