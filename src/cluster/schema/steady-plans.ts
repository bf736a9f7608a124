/**
 * Plans that are made once and kept. A batch is a handful of rows and its functions run a dozen statements: to plan each of them anew cost more
 * than to run them (a visit ended alone: 2.4 ms of the server's CPU, now half of that).
 *
 *   - A plan that does not know its arrays takes them for ten rows, and one that knows them for what they are would always look cheaper: kept
 *     ones must be asked for.
 *   - A kept plan is as old as its connection, and may have been made when the tables were empty. Then all ready sites are read and sorted for the best
 *     of them, by a bitmap of their index; without bitmaps the index is walked from its head. What looks for visits by their file
 *     (\`lost_visits\`) has an index that is nothing but bitmaps, and keeps them.
 *   - What is written in plain SQL is read and planned with every call.
 */
export const STEADY_PLANS = `
create or replace function timeline() returns int language plpgsql volatile as
  $$ begin return ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int; end $$;

create or replace function server() returns text language plpgsql volatile as
  $$ begin return timeline() || ' ' || extract(epoch from pg_postmaster_start_time()); end $$;

create or replace function pull(ids bigint[], m int) returns table (id bigint, ord bigint, fp bigint, parent bigint, facts int, priority smallint, url text, key text)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select s.id, q.ord, q.fp, q.parent, q.facts, q.priority, q.url, q.key
  from unnest(ids) s(id) cross join lateral (select * from queue where site = s.id order by queue.ord limit m) q;
end $$;

-- an address that was parked for goes to one who waits for it
create or replace function wake_parked(ids bigint[]) returns void language plpgsql as $$
begin
  update site set state = 1 where id in (
    select p.id from unnest(ids) i(id) join address a on a.id = i.id and a.owner is null cross join lateral
      (select s.id from site s where s.state = 4 and s.addr = i.id order by s.rank limit 1 for update skip locked) p);
end $$;

-- what was said of a site: a delay of its own, a rest that it asked for. It need not be ours, nor known.
create or replace function note(ids bigint[], names text[], delays int[], rests float8[]) returns void language plpgsql as $$
begin
  insert into site as s (id, name, state, rank, delay, next_at)
  select n.id, n.name, 0, 0, coalesce(n.delay, 0), coalesce(clock() + span(n.rest), 'epoch')
  from unnest(ids, names, delays, rests) n(id, name, delay, rest) order by n.id
  on conflict (id) do update set
    delay = case when excluded.delay > 0 then excluded.delay else s.delay end,
    next_at = greatest(s.next_at, excluded.next_at),
    state = case when s.state = 1 and excluded.next_at > clock() + span(15000) then 2 else s.state end;
end $$;
`;

/** Behind the plans of a step: for all that a worker asks for, page by page. */
export const KEPT_PLANS = `
do $$ declare f regprocedure; begin
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace s on s.oid = p.pronamespace where s.nspname = current_schema()
      and p.prolang = (select oid from pg_language where lanname = 'plpgsql')
      and p.proname not in ('file_stored', 'lost_visits', 'queue_again', 'forget_files') loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan set enable_bitmapscan = off', f);
  end loop;
end $$;
`;
