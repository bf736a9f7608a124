/**
 * What a shared crawl keeps in its database: tables, brought forward step by step in the order in which versions of Tarrafa changed them, and
 * functions, made anew behind the last step.
 */
import type { Migrations } from '../../postgres/index.ts';
import { FUNCTIONS } from './functions/index.ts';
import { TABLES } from './tables.ts';

/** Where the archive files of all workers are kept, as it may be shown; none while each keeps its own. */
const STORE = 'alter table crawl add store text;';

/** Files of the store in the order in which they came there, and what of the visits stands in them (`functions/stored-files.ts`). */
const STORED_FILES = `
alter table file add nth bigint;
create table archive_sums (one boolean primary key default true check (one), files bigint not null, bytes bigint not null) with (fillfactor = 20);
insert into archive_sums (files, bytes) values (0, 0);
create index file_waiting on file (worker) where stored is null;
create index file_nth on file (nth) where nth is not null;
alter table worker add lost bigint not null default 0;
create index visit_file on visit using brin (file) with (pages_per_range = 32, autosummarize = on);
`;

/** Who is at a retired site, whose robots file others need. */
const PASSED_SITES = 'create index site_passed on site (owner) where state = 6 and owner is not null;';

const SITE_STATE =
  'create table site_state (id bigint primary key, until timestamptz not null, robots text not null) with (fillfactor = 90);';

const HANDED_OVER = `
create table handed_site (id bigint primary key, said bytea not null) with (fillfactor = 90);
create table handed_page (fp bigint primary key, said bytea not null) with (fillfactor = 90);
create table handed_memory (id bigint primary key, weight int not null, said bytea not null);
-- it comes compressed
alter table handed_memory alter said set storage external;
`;

const VOTES = `
create table vote (page bigint primary key, targets bigint[] not null);
create table reference_count (fp bigint primary key, n int not null) with (fillfactor = 80);
`;

/** What `lease` hands on from the update that takes a site. */
const LEASED_SITE =
  'create type leased_site as (id bigint, name text, next_at timestamptz, delay int, collected int, queued int, addr bigint, addr_next timestamptz, turn int);';

/** Of URLs and names: nothing is ever looked for by them, and to sample and sort them was most of what the server did on its own account. */
const NO_STATISTICS = `
alter table queue alter url set statistics 0, alter key set statistics 0;
alter table later alter url set statistics 0, alter key set statistics 0;
alter table visit alter url set statistics 0;
alter table site alter name set statistics 0;
`;

/** A version that changed functions alone, as every change of them must be one: an older program would call what is not there. */
const FUNCTIONS_ALONE = '';

export const CLUSTER_TABLES: Migrations = {
  room: 'cluster',
  steps: [
    TABLES,
    STORE,
    STORED_FILES,
    PASSED_SITES,
    SITE_STATE,
    FUNCTIONS_ALONE,
    HANDED_OVER,
    FUNCTIONS_ALONE,
    VOTES,
    FUNCTIONS_ALONE,
    FUNCTIONS_ALONE,
    FUNCTIONS_ALONE,
    LEASED_SITE,
    FUNCTIONS_ALONE,
    NO_STATISTICS,
  ],
  settle: FUNCTIONS,
};
