/** Every visit of a shared crawl as the database has it, and its answer as the store has it. */
import postgres from 'postgres';
import { unpackUrl } from '../src/cluster/url-facts.ts';
import { openStore, readStoredRecord } from '../src/store/index.ts';

export interface StoredVisits {
  /** Address and status of each, in order. */
  readonly visits: readonly string[];
  /** Answers that were read back with the right digests. */
  readonly records: number;
  /** Objects that came into the store, and nobody was told. */
  readonly untold: readonly string[];
  readonly problems: readonly string[];
}

interface Visit {
  readonly fp: string;
  readonly url: string;
  readonly site: string;
  readonly facts: number;
  readonly status: number;
  readonly object: string | null;
  readonly pos: string | null;
}

/** `keys`: of the store, as the environment gives them. */
export async function storedVisits(
  place: string,
  store: string,
  keys: Readonly<Record<string, string>>,
): Promise<StoredVisits> {
  const sql = postgres(place, { max: 1, onnotice: () => {} });
  const rows = await sql<
    Visit[]
  >`select v.fp::text, v.url, s.name as site, v.facts, v.status, w.name || '/' || f.name as object, v.pos::text
    from tarrafa.visit v join tarrafa.site s on s.id = v.site
      left join tarrafa.file f on f.id = v.file left join tarrafa.worker w on w.id = f.worker`;
  const told = await sql<{ object: string; bytes: string; nth: string }[]>`
    select distinct w.name || '/' || f.name as object, f.bytes::text, f.nth::text
    from tarrafa.file f join tarrafa.worker w on w.id = f.worker where f.stored is not null`;
  await sql.end();
  const problems: string[] = [];
  const twice = rows.length - new Set(rows.map(({ fp }) => fp)).size;
  if (twice > 0) problems.push(`${twice} visits ended twice`);
  const kept = openStore(store, keys);
  const visits: string[] = [];
  let records = 0;
  for (const { url: rest, site, facts, status, object, pos } of rows) {
    const { url } = unpackUrl(facts, rest, site);
    visits.push(`${url} ${status}`);
    if (object === null) continue;
    try {
      const record = await readStoredRecord(kept, object, Number(pos), undefined, { verify: true });
      const { verdicts } = record;
      const isWhole =
        verdicts?.block === 'match' && (record.type !== 'response' || verdicts.payload === 'match');
      if (record.url !== url) problems.push(`${object} at ${pos} has ${record.url} instead of ${url}`);
      else if (!isWhole) problems.push(`${object} at ${pos} is not what was archived of ${url}`);
      else records++;
    } catch (error) {
      problems.push(`${object} at ${pos}, of ${url}: ${error}`);
    }
  }
  if (new Set(told.map(({ nth }) => nth)).size !== told.length) problems.push('an object is known twice');
  for (const { object, bytes } of told) {
    const size = (await kept.stat(object))?.size;
    if (size !== Number(bytes)) problems.push(`${object} has ${size} bytes instead of ${bytes}`);
  }
  const known = new Set(told.map(({ object }) => object));
  const untold: string[] = [];
  for await (const { name } of kept.list())
    if (name.endsWith('.warc.gz') && !known.has(name)) untold.push(name);
  await kept.close();
  return { visits: visits.sort(), records, untold, problems };
}
