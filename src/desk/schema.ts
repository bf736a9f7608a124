/** The tables of the desk, beside those of the crawl. */
import type { Database, Migrations } from '../postgres/index.ts';

export const DESK_TABLES: Migrations = {
  room: 'desk',
  steps: [
    `create table desk_switch (one boolean primary key default true check (one), stopped boolean not null default false);
     insert into desk_switch default values;
     create table desk_volunteer (
       id int generated always as identity primary key,
       name text not null,
       token_hash text not null unique,
       made timestamptz not null default now(),
       seen timestamptz,
       revoked boolean not null default false,
       pages bigint not null default 0,
       failures bigint not null default 0,
       record text not null default ''
     );
     create table desk_page (
       id bigint generated always as identity primary key,
       volunteer int not null references desk_volunteer,
       at timestamptz not null,
       candidate jsonb not null,
       marks jsonb not null,
       -- 0 nobody else saw it, 1 verified, 2 taken back, 3 taken back and queued again
       state smallint not null default 0,
       witness boolean not null default false
     );
     create index desk_page_open on desk_page (volunteer) where state = 0;
     create index desk_page_back on desk_page (id) where state = 2;
     create table desk_link (
       key_hash bytea not null,
       volunteer int not null,
       page bigint not null references desk_page on delete cascade,
       at timestamptz not null,
       primary key (key_hash, volunteer)
     );
     create index desk_link_page on desk_link (page);
     create index desk_link_at on desk_link (at)`,
    `-- where the archive has the answer; and whether what was taken back is out of the catalogue
     alter table desk_page add worker text, add file text, add pos bigint, add withdrawn boolean not null default false;
     create index desk_page_refused on desk_page (worker, file) where state >= 2;
     create index desk_page_shown on desk_page (id) where state >= 2 and not withdrawn`,
  ],
};

/** Whether a volunteer was ever to work for the crawl of a database. */
export async function hasDesk(database: Database): Promise<boolean> {
  const [row] = await database.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
    `${database.schema}.desk_page`,
  ]);
  return row?.made === true;
}
