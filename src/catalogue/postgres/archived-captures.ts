/**
 * Where every capture of the archive of many machines stands: what an index beside the archive of one machine says (CDXJ), in rows. Those who
 * read a file into the catalogue write them, before the mark that says so: twice is once.
 */
import { type Database, numberArray, textArray } from '../../postgres/index.ts';
import { sqlText } from '../sqlite.ts';
import { Interning } from './interning.ts';
import { small, Tables, whole } from './tables.ts';

/** As a line of a CDXJ index has it. */
export interface ArchivedCapture {
  /** The address in SURT form: `pt,exemplo)/a`. */
  readonly key: string;
  /** 14 digits. */
  readonly timestamp: string;
  readonly url: string;
  readonly mime: string;
  readonly status: number | null;
  readonly digest: string | null;
  /** `worker/file.warc.gz`. */
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
}

const COLUMNS =
  'archived.key, archived.timestamp, archived.url, archived.mime, archived.status, archived.digest, file.name as filename, archived.position as "offset", archived.length';
const FROM = '@archived archived join @archive_file file on file.id = archived.file';
/** As the index of the table has it. */
const BEGINNING = 'substr(archived.key, 1, 600)';
/** Captures of one address that are told. */
const MOST = 100_000;

export class ArchivedCaptures {
  readonly #tables: Tables;
  readonly #interning: Interning;

  constructor(database: Database) {
    this.#tables = new Tables(database, '');
    this.#interning = new Interning(this.#tables);
  }

  async write(captures: readonly ArchivedCapture[]): Promise<void> {
    if (captures.length === 0) return;
    const file = await this.#interning.files(captures.map(({ filename }) => filename));
    const text = (of: (capture: ArchivedCapture) => string | null): string =>
      textArray(
        captures.map((capture) => {
          const value = of(capture);
          return value === null ? null : sqlText(value);
        }),
      );
    const number = (of: (capture: ArchivedCapture) => number | null): string =>
      numberArray(captures.map((capture) => of(capture)));
    await this.#tables.query(
      `insert into @archived (file, position, length, key, timestamp, url, mime, status, digest)
        select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[])
        on conflict (file, position) do nothing`,
      [
        number(({ filename }) => file(filename)),
        number(({ offset }) => whole(offset)),
        number(({ length }) => whole(length)),
        text(({ key }) => key),
        text(({ timestamp }) => timestamp),
        text(({ url }) => url),
        text(({ mime }) => mime),
        number(({ status }) => (status === null ? null : small(status))),
        text(({ digest }) => digest),
      ],
    );
  }

  /** Of one address, oldest first. */
  async of(key: string): Promise<ArchivedCapture[]> {
    return this.#tables.query<ArchivedCapture>(
      `select ${COLUMNS} from ${FROM} where ${BEGINNING} = substr($1, 1, 600) and archived.key = $1
        order by archived.timestamp, file.name, archived.position limit ${MOST}`,
      [sqlText(key)],
    );
  }

  /** The keys of sites (`pt,exemplo`) after one, by leaps: the pages of a site are not read. */
  async sites(after: string, most: number): Promise<string[]> {
    const rows = await this.#tables.query<{ site: string }>(
      `with recursive site (name, n) as (
          select split_part(found.key, ')', 1), 1 from (select substr(key, 1, 600) as key from @archived
            where substr(key, 1, 600) > $1 order by substr(key, 1, 600) limit 1) found
          union all
          select split_part(next.key, ')', 1), site.n + 1 from site, lateral (select substr(key, 1, 600) as key from @archived
            where substr(key, 1, 600) > site.name || $3 order by substr(key, 1, 600) limit 1) next where site.n < $2
        ) select name as site from site`,
      [after === '' ? '' : `${sqlText(after)})\x7f`, most, ')\x7f'],
    );
    return rows.map(({ site }) => site);
  }

  /** The newest capture of each page of a site, a full one before a revisit, after a key. */
  async pages(site: string, after: string, most: number): Promise<ArchivedCapture[]> {
    const begin = `${sqlText(site)})`;
    return this.#tables.query<ArchivedCapture>(
      `select distinct on (${BEGINNING}, archived.key) ${COLUMNS} from ${FROM}
        where ${BEGINNING} >= substr($1, 1, 600) and ${BEGINNING} < $2 and archived.key >= $1 and archived.key <> $3
        order by ${BEGINNING}, archived.key, archived.mime = 'warc/revisit', archived.timestamp desc limit $4`,
      [after === '' ? begin : sqlText(after), `${begin}\x7f`, sqlText(after), most],
    );
  }
}
