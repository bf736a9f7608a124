/** Pages of a batch with all that can be made of them before the tables are touched: numbers of what they speak of, and packed contents. */
import type { ArchivePlace, PageRecord, SamePage } from '../ports/index.ts';
import { sqlText } from '../sqlite.ts';
import { packDigest } from '../store/digest.ts';
import { periodShares } from '../store/documents.ts';
import type { KeptLink } from '../store/links.ts';
import type { FilledPack, PackFiller } from '../store/pack-filler.ts';
import { Packer } from '../store/packing.ts';
import { type PageColumns, pageColumns, wholeTime } from '../store/page-columns.ts';
import { packContent } from '../store/page-content.ts';
import { linksOf } from '../store/page-links.ts';
import type { Interning } from './interning.ts';
import { small, type Tables, whole } from './tables.ts';

/** A capture of a page, whether or not its payload came with it. */
export interface PreparedCapture {
  readonly address: number;
  readonly fetchedAt: number;
  readonly digest: string;
  /** The address as it is written here. */
  readonly written: string;
  readonly file: number | null;
  readonly archive: ArchivePlace | null;
}

export interface PreparedPage extends PreparedCapture {
  readonly record: PageRecord;
  readonly columns: PageColumns;
  readonly site: number;
  readonly links: readonly KeptLink[];
  /** Where they lead. */
  readonly targets: readonly number[];
  /** What its row holds of its content. */
  readonly content: Buffer;
  readonly spoken: string;
}

export interface PreparedPages {
  readonly pages: readonly PreparedPage[];
  readonly same: readonly PreparedCapture[];
  readonly packs: readonly FilledPack[];
  /** Addresses that nobody knew before this batch. */
  readonly fresh: ReadonlySet<number>;
  /** Anchors that nobody linked by. */
  readonly freshAnchors: ReadonlySet<number>;
  /** Where links of this batch lead. */
  readonly reached: ReadonlySet<number>;
}

export const NO_PAGES: PreparedPages = {
  pages: [],
  same: [],
  packs: [],
  fresh: new Set(),
  freshAnchors: new Set(),
  reached: new Set(),
};

export interface PreparingParts {
  readonly tables: Tables;
  readonly interning: Interning;
  readonly filler: PackFiller;
  /** Numbers that the filler takes for its packs. */
  readonly blocks: number[];
  readonly site: (name: string) => number;
}

export async function preparedPages(
  { tables, interning, filler, blocks, site }: PreparingParts,
  records: readonly PageRecord[],
  same: readonly SamePage[],
): Promise<PreparedPages> {
  const file = await interning.files(
    (function* () {
      for (const { archive } of [...records, ...same]) if (archive !== null) yield archive.file;
    })(),
  );
  const addresses = await interning.addresses(
    (function* () {
      for (const { url, key, links } of records) {
        yield { url, key };
        for (const link of links) yield { url: link.url };
      }
      for (const { url, key } of same) yield { url, key };
    })(),
  );
  const links = records.map((record) => linksOf(record, addresses.ofKey(record.key), addresses.ofUrl));
  const anchors = await interning.anchors(
    (function* () {
      for (const kept of links) for (const [target, { text }] of kept) yield { target, said: text };
    })(),
  );
  const groups = filler.groups(records);
  const needed = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  blocks.splice(0, blocks.length, ...(await numbers(tables, 'block_number', needed)));
  const packer = new Packer();
  const capture = (record: SamePage): PreparedCapture => ({
    address: addresses.ofKey(record.key),
    fetchedAt: whole(wholeTime(record.fetchedAt)),
    digest: packDigest(record.digest).toString('hex'),
    written: sqlText(record.url),
    file: record.archive === null ? null : file(record.archive.file),
    archive: record.archive,
  });
  const pages = records.map((record, i): PreparedPage => {
    const stored: KeptLink[] = [];
    const targets: number[] = [];
    for (const [target, { text, own }] of links[i]!) {
      stored.push({ anchor: anchors.of(target, text), own });
      targets.push(target);
    }
    packer.reset();
    packContent(
      packer,
      record,
      stored.map((link) => link.anchor),
    );
    const columns = pageColumns(record);
    return {
      ...capture(record),
      record,
      columns: { ...columns, status: small(columns.status) },
      site: site(record.site),
      links: stored,
      targets,
      content: filler.add(groups[i]!, record, packer.view()),
      spoken: multirange(record),
    };
  });
  return {
    pages,
    same: same.map(capture),
    packs: filler.filled(),
    fresh: addresses.fresh,
    freshAnchors: anchors.fresh,
    reached: new Set(pages.flatMap(({ targets }) => targets)),
  };
}

/** Numbers that nobody else gets, in order. */
export async function numbers(
  tables: Tables,
  sequence: 'block_number' | 'document_number',
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const rows = await tables.query<{ id: number }>(
    `select nextval('@${sequence}') as id from generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** A day as `int4range` takes it, which must know the one after it. */
const day = (value: number): number => Math.min(0x7ffffffe, small(value));

/** The days that a page speaks of, as PostgreSQL writes them. */
function multirange({ text, segments }: PageRecord): string {
  const ranges: string[] = [];
  for (const { from, to } of periodShares(text, segments))
    if (from <= to) ranges.push(`[${day(from)},${day(to)}]`);
  return `{${ranges.join(',')}}`;
}
