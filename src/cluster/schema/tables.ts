/**
 * The tables of a crawl that several machines share.
 *
 * Sites (politeness queues) are leased to workers, URLs are not: a URL stands in `queue` until the transaction that ends its visit.
 *   - `site.id` is the 64-bit fingerprint of the queue's name; `seen.fp` has 16 bits of it above 48 bits of the key's fingerprint, so that
 *     what is known of one site lies together.
 *   - `queue.ord` has the bucket of the policy (15 bits: priority, depth) above the record number (48 bits): a site's URLs in their order.
 *   - `site.state`: 0 nothing waits, 1 ready, 2 rests for long, 3 leased, 4 parked (another worker holds its address), 6 retired.
 *   - `address.turn` counts how often it was taken: who gives back an earlier turn, of which the answer was under way, does not lose the next.
 *   - Rests are told as spans, never as times of a worker: only the server's clock, `clock()`, is asked when something may be.
 *
 * Worker rows are updated with every batch and stay small: most of a page of theirs is left free for that.
 */
export const TABLES = `
create table crawl (
  one boolean primary key default true check (one),
  settings jsonb not null,
  made timestamptz not null default now(),
  penalised boolean not null,
  improves boolean not null,
  delay int not null,
  address_delay int not null,
  site_budget int,
  seed_a int not null,
  seed_b int not null,
  ttl int not null,
  partitions int not null default 0,
  state smallint not null default 0,
  pages_left bigint
);

create table worker (
  id int generated always as identity primary key,
  name text not null,
  alive boolean not null default true,
  entered timestamptz not null,
  until timestamptz not null,
  batch bigint not null default 0,
  mark text,
  part int not null default 0,
  stop boolean not null default false,
  hungry boolean not null default false,
  known bigint not null default 0,
  queued bigint not null default 0,
  scheduled bigint not null default 0,
  completed bigint not null default 0,
  duplicates bigint not null default 0,
  improved bigint not null default 0,
  queues bigint not null default 0,
  pages bigint not null default 0,
  granted bigint not null default 0,
  bytes bigint not null default 0,
  outcomes bigint[] not null default '{}',
  dropped jsonb not null default '{}',
  about jsonb not null default '{}'
) with (fillfactor = 20);
create unique index worker_alive on worker (name) where alive;

create table site (
  id bigint primary key,
  rank bigint not null,
  next_at timestamptz not null default 'epoch',
  addr bigint,
  owner int,
  delay int not null default 0,
  collected int not null default 0,
  queued int not null default 0,
  state smallint not null,
  name text not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index site_ready on site (rank) where state = 1;
create index site_later on site (next_at) where state = 2;
create index site_leased on site (owner) where state = 3;
create index site_parked on site (addr, rank) where state = 4;
create index site_retired on site (id) where state = 6;

create table address (id bigint primary key, next_at timestamptz not null, owner int, turn int not null default 0) with (fillfactor = 70);
create index address_owner on address (owner) where owner is not null;

create sequence record;
create table seen (fp bigint primary key);
create table queue (
  site bigint, ord bigint, fp bigint not null, parent bigint not null, facts int not null, priority smallint not null,
  url text not null, key text,
  primary key (site, ord)
) with (autovacuum_vacuum_scale_factor = 0.05);
create table later (
  at timestamptz not null, again boolean not null,
  site bigint not null, ord bigint not null, fp bigint not null, parent bigint not null, facts int not null, priority smallint not null,
  url text not null, key text
);
create index later_at on later (at);
create index later_site on later (site);
create table file (
  id int generated always as identity primary key,
  worker int not null, name text not null, stored timestamptz, bytes bigint,
  unique (worker, name)
);
create table visit (
  record bigint not null, fp bigint not null, site bigint not null, at timestamptz not null, pos bigint, bytes int not null, worker int not null,
  file int, facts int not null, status smallint not null, outcome smallint not null, url text not null
);
create index visit_at on visit using brin (at);
`;
