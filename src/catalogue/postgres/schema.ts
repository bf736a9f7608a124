/**
 * The tables of a catalogue that several machines share, beside those of its crawl. They hold what a catalogue file holds, with these
 * differences:
 *   - an address is known by a hash of its comparison form that nothing else has, so that two who meet it at once make one row;
 *   - identities come from sequences: there may be gaps, and a lower one may come in later than a higher one. What is to be looked at
 *     again is therefore said row by row (`unsettled`, `unindexed`);
 *   - texts that sort or compare do so by their bytes, whatever the locale of the database;
 *   - the search index stands in rows too, written by one at a time; whoever searches has a copy of them (`index-copy.ts`).
 * Texts of strangers stand in `bytea`, or went through `sqlText`: PostgreSQL refuses NUL.
 */
import type { Migrations } from '../../postgres/index.ts';
import { INDEX_FORM } from '../migrations.ts';

/** What PostgreSQL should not try to compress: it is compressed, or packed. */
const PACKED: readonly (readonly [table: string, column: string])[] = [
  ['content_block', 'bytes'],
  ['entity', 'content'],
  ['geo', 'content'],
  ['geo_picture', 'thumbnail'],
  ['geo_picture', 'preview'],
  ['index_segments', 'deleted'],
  ['index_columns', 'bytes'],
  ['index_data', 'bytes'],
];

const TABLES = `
-- Whose copy a copy is: drawn once.
create table catalogue_origin (one boolean primary key default true check (one), origin uuid not null default gen_random_uuid());
insert into catalogue_origin default values;

create table catalogue_counts (
  one boolean primary key default true check (one),
  pages bigint not null default 0, versions bigint not null default 0, links bigint not null default 0,
  entities bigint not null default 0, geo_files bigint not null default 0, services bigint not null default 0,
  text_bytes bigint not null default 0,
  -- Raised when places or geographic files change: what others keep of them in memory is then read anew.
  place_changes bigint not null default 0, geo_changes bigint not null default 0
) with (fillfactor = 20);
insert into catalogue_counts default values;

create table catalogue_dictionary (id int primary key, bytes bytea not null);
-- Identities of pages, entities and geographic files.
create sequence catalogue_document_number;
create sequence catalogue_block_number;
create sequence catalogue_address_number;
create sequence catalogue_anchor_number;

create table catalogue_archive_file (
  id int generated always as identity primary key, name text collate "C" not null unique, analysed bigint, head text
);
create table catalogue_site (
  id int generated always as identity primary key, name text collate "C" not null unique,
  pages int not null default 0, entities int not null default 0, geo_files int not null default 0,
  first_fetched bigint, last_fetched bigint
) with (fillfactor = 70);

create table catalogue_address (
  id bigint primary key, hash uuid not null unique, url text not null, key text, page bigint
) with (fillfactor = 90);

-- "spoken": the days that its text speaks of.
create table catalogue_page (
  id bigint primary key, address bigint not null, site int not null, url text, fetched_at bigint not null,
  digest bytea not null, status int not null, language text, type text not null, title text not null, published text,
  text_bytes int not null, spoken int4multirange not null, content bytea not null
);
create index catalogue_page_digest on catalogue_page (digest);
create table catalogue_content_block (id bigint primary key, pages int not null, bytes bytea not null);
create table catalogue_capture (
  address bigint not null, fetched_at bigint not null, page bigint not null, url text,
  file int, position bigint, length bigint, primary key (address, fetched_at, page)
);

create table catalogue_anchor (
  id bigint primary key, target bigint not null, text text collate "C" not null, unique (target, text)
);
create table catalogue_link (anchor bigint not null, source bigint not null, primary key (anchor, source));

create table catalogue_evidence (page bigint primary key, anchors text not null, authority float8 not null);
-- Addresses whose link evidence may have changed; one may stand there more than once, so that nobody waits for another to put it there.
create table catalogue_unsettled (address bigint not null);
-- Documents that changed and are not in the search index yet. "version" says whose change was the last.
create table catalogue_unindexed (
  document bigint primary key, version bigint not null, at timestamptz not null default now()
);

create table catalogue_entity_table (
  id int generated always as identity primary key, name text collate "C" not null, example text not null, columns text not null,
  made_at bigint not null
);
create unique index catalogue_entity_table_name on catalogue_entity_table (md5(name));
create table catalogue_entity (
  id bigint primary key, page bigint, entity_table int, live boolean not null, site int not null, url text,
  type text collate "C" not null, name text not null, content bytea not null
);
create index catalogue_entity_page on catalogue_entity (page) where page is not null;
create index catalogue_entity_of_table on catalogue_entity (entity_table, id) where entity_table is not null;
create index catalogue_entity_type on catalogue_entity (md5(type), id) where live;

create table catalogue_geo (
  id bigint primary key, url text not null, kind text not null, site int not null, name text not null, type text not null,
  downloads bigint not null default 0, content bytea not null
);
create unique index catalogue_geo_url on catalogue_geo (md5(url));
create table catalogue_geo_box (geo bigint not null, box GEOMETRY not null);
create index catalogue_geo_box_geo on catalogue_geo_box (geo);
create index catalogue_geo_box_box on catalogue_geo_box using gist (box);
create table catalogue_geo_picture (geo bigint primary key, thumbnail bytea, preview bytea);
create table catalogue_producer (
  site text collate "C" primary key, title text not null, description text not null, url text not null, score float8 not null,
  files bigint not null, downloads bigint not null
);
create table catalogue_download (
  geo bigint not null, day int not null, visitor bytea not null, primary key (geo, day, visitor)
);

create table catalogue_place (
  key text collate "C" primary key, name text not null, kind text not null, country text not null, state text not null, within text not null,
  lat float8, lon float8, west float8, south float8, east float8, north float8
);

create table catalogue_index_state (
  one boolean primary key default true check (one),
  stamp bigint not null, next_segment bigint not null, next_row bigint not null, form int not null,
  -- Whether link evidence of every page was computed once.
  settled boolean not null default false
) with (fillfactor = 20);
insert into catalogue_index_state values (true, 0, 1, 1, ${INDEX_FORM});
-- The stamps that there were lately: a copy with another one is of another past (of a server that was restored from a backup).
create table catalogue_index_history (n bigint generated always as identity primary key, stamp bigint not null);
create index catalogue_index_history_stamp on catalogue_index_history (stamp);
create table catalogue_index_segments (
  id bigint primary key, documents int not null, first_row bigint not null, last_row bigint not null, bytes bigint not null,
  changed bigint not null, deleted bytea
);
create table catalogue_index_columns (
  segment bigint not null, name text not null, bytes bytea not null, primary key (segment, name)
);
create table catalogue_index_data (id bigint primary key, bytes bytea not null);
create table catalogue_index_names (kind int not null, id int not null, name text not null, primary key (kind, id));

-- Everything that is searched, under one identity.
create view catalogue_found as
  select page.id as id, 'page' as kind, page.title as title, coalesce(page.url, address.url) as url
    from catalogue_page page join catalogue_address address on address.id = page.address and address.page = page.id
  union all select id, 'entity', name, url from catalogue_entity where live
  union all select id, kind, name, url from catalogue_geo;

${PACKED.map(([table, column]) => `alter table catalogue_${table} alter column ${column} set storage external;`).join('\n')}
`;

/**
 * Version 2: who reads which file of the archive, until when; and where every capture of the archive stands, pictures and style sheets among
 * them, so that pages can be shown as they were. A key may be longer than an index takes: its beginning is looked up.
 */
const SHARED_ARCHIVE = `
create table catalogue_reading (
  file text collate "C" primary key, holder uuid not null, until timestamptz not null
) with (fillfactor = 50);
create table catalogue_archived (
  file int not null, position bigint not null, length bigint not null, key text collate "C" not null, timestamp text collate "C" not null,
  url text not null, mime text not null, status int, digest text, primary key (file, position)
);
create index catalogue_archived_key on catalogue_archived (substr(key, 1, 600), timestamp);
`;

/**
 * Version 3: records that the analysis has passed by, and that are in no table: nobody knew yet that they count, or what they shared a row with was
 * withdrawn.
 */
const UNREAD_RECORDS = `
create table catalogue_unread (file int not null, position bigint not null, primary key (file, position));
`;

/**
 * Version 4: what people added. "version" is drawn anew by each change; an identity may be longer than an index takes, and is looked up by its
 * hash.
 */
const KEPT = `
create sequence catalogue_kept_number;
create table catalogue_kept (
  kind text collate "C" not null, id text collate "C" not null, version bigint not null, at bigint not null, by text not null, value text not null
);
create unique index catalogue_kept_id on catalogue_kept (kind, md5(id));
`;

/** Version 5: what there is of each site is counted by what `site:` asks for (`searchedSite`), no longer by registrable domain for pages. */
const SITES_SEARCHED = `
create temporary table catalogue_counted on commit drop as
  select left(lower(coalesce(substring(url from '(?i)^[a-z][a-z0-9+.-]*://(?:[^/?#@]*@)?(?:www\\d?\\.)?([^/?#:@\\[\\]]+)'), name)), 255) as name,
    sum(pages) as pages, sum(entities) as entities, sum(geo_files) as geo_files, min(first) as first, max(last) as last
  from (
    select coalesce(page.url, address.url) as url, site.name, (address.page is not distinct from page.id)::int as pages, 0 as entities,
        0 as geo_files, seen.first, seen.last
      from catalogue_page page join catalogue_address address on address.id = page.address join catalogue_site site on site.id = page.site
      left join (select page, min(fetched_at) as first, max(fetched_at) as last from catalogue_capture group by page) seen
        on seen.page = page.id
    union all select entity.url, site.name, 0, 1, 0, null, null
      from catalogue_entity entity join catalogue_site site on site.id = entity.site where live
    union all select geo.url, site.name, 0, 0, 1, null, null from catalogue_geo geo join catalogue_site site on site.id = geo.site
  ) held group by 1;
update catalogue_site set pages = 0, entities = 0, geo_files = 0, first_fetched = null, last_fetched = null;
insert into catalogue_site (name) select name from catalogue_counted on conflict do nothing;
update catalogue_site site set pages = c.pages, entities = c.entities, geo_files = c.geo_files, first_fetched = c.first, last_fetched = c.last
  from catalogue_counted c where c.name = site.name;
`;

/**
 * Version 6: rows of tables that tell of one thing are one. "about" is a hash of the comparison form of the address, "thing" says of a further
 * row which entity it belongs to, "named" whether a column of names calls it so. Which rows are one is found by who opens it for writing.
 */
const THINGS = `
alter table catalogue_entity add column about uuid, add column thing bigint, add column named boolean not null default false;
create index catalogue_entity_about on catalogue_entity (about) where about is not null;
create index catalogue_entity_thing on catalogue_entity (thing) where thing is not null;
alter table catalogue_index_state add column gathered boolean not null default false;
`;

/** `postgis` is the schema that PostGIS stands in. */
export const catalogueMigrations = (postgis: string): Migrations => ({
  room: 'catalogue',
  steps: [
    TABLES.replace('GEOMETRY', `${postgis}.geometry(Polygon, 4326)`),
    SHARED_ARCHIVE,
    UNREAD_RECORDS,
    KEPT,
    SITES_SEARCHED,
    THINGS,
  ],
});
