/**
 * Workers come, renew their time with everything they do, and go. One whose time is over is taken for dead: its sites and addresses rest a full
 * delay from then, for what it was doing nobody knows.
 *
 * Where sites are divided, a worker gets a part that nobody has now. Of those, first one where something waits, then one that nobody ever had: whoever
 * comes after another has ended goes on with what is left.
 */
export const WORKERS = `
create function timeline() returns int language plpgsql volatile as
  $$ begin return ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int; end $$;

create function server() returns text language plpgsql volatile as
  $$ begin return timeline() || ' ' || extract(epoch from pg_postmaster_start_time()); end $$;

create function fence(w int) returns void language plpgsql as $$
begin
  perform from worker where id = w and alive for share;
  if not found then raise exception 'fenced' using errcode = 'TF001'; end if;
end $$;

-- 1: go on, 0: this batch is already in
create function pulse(w int, n bigint, tl int) returns int language plpgsql as $$
declare k bigint;
begin
  if timeline() < tl then raise exception 'this server was replaced' using errcode = 'TF003'; end if;
  update worker set until = clock() + span((select ttl from crawl)), batch = n where id = w and alive and batch = n - 1;
  if found then return 1; end if;
  select batch into k from worker where id = w and alive for update;
  if k = n then return 0; end if;
  raise exception 'fenced' using errcode = 'TF001';
end $$;

-- a sign of life, and what the worker should know
create function beat(w int, tl int, a_bout jsonb) returns table (tl_now int, state smallint, stop boolean, workers int, hungry int, bytes bigint) language plpgsql as $$
#variable_conflict use_column
begin
  if timeline() < tl then raise exception 'this server was replaced' using errcode = 'TF003'; end if;
  update worker set until = clock() + span((select ttl from crawl)), about = coalesce(a_bout, about) where id = w and alive;
  if not found then raise exception 'fenced' using errcode = 'TF001'; end if;
  return query select timeline(), c.state, y.stop, (select count(*)::int from worker where alive),
    (select count(*)::int from worker where alive and hungry and id <> w), (select coalesce(sum(bytes), 0)::bigint from worker)
    from crawl c, worker y where y.id = w;
end $$;

create function enter(n text, a_bout jsonb) returns table (id int, mark text, tl int, part int) language plpgsql as $$
declare t timestamptz := clock(); gone int[]; before text; me int; places int; mine int;
begin
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' enter'));
  select array_agg(y.id) into gone from worker y where y.name = n and y.alive;
  if gone is not null then perform release(gone); end if;
  select y.mark into before from worker y where y.name = n and y.mark is not null order by y.id desc limit 1;
  select c.partitions into places from crawl c;
  select g into mine from generate_series(0, places - 1) g where not exists (select from worker y where y.alive and y.part = g)
    order by exists (select from site s where s.state in (1, 2) and of_part(s.id, places, g)) desc, exists (select from worker y where y.part = g), g limit 1;
  insert into worker (name, entered, until, mark, about, part)
    select n, t, t + span(c.ttl), before, a_bout, coalesce(mine, 0) from crawl c returning worker.id into me;
  return query select y.id, y.mark, timeline(), y.part from worker y where y.id = me;
end $$;

-- those that are dead, or leave
create function release(gone int[]) returns void language plpgsql as $$
declare c crawl; t timestamptz := clock(); free bigint[]; back bigint;
begin
  select * into c from crawl;
  with u as (update worker y set alive = false where y.id = any(gone) and y.alive returning y.granted - y.pages b) select sum(b) into back from u;
  if back > 0 then update crawl set pages_left = pages_left + back; end if;
  update worker set granted = pages where id = any(gone);
  perform from site s where s.owner = any(gone) and s.state = 3 order by s.id for update;
  perform from address a where a.owner = any(gone) order by a.id for update;
  update site s set owner = null, next_at = greatest(s.next_at, t + span(greatest(s.delay, c.delay))),
    state = case when h.ord is null then 0 when greatest(s.next_at, t + span(greatest(s.delay, c.delay))) > t + span(15000) then 2 else 1 end,
    rank = coalesce(rank_of(h.ord, s.collected + s.queued, c.penalised), s.rank)
  from site o left join lateral (select q.ord from queue q where q.site = o.id order by q.ord limit 1) h on true
  where o.owner = any(gone) and o.state = 3 and s.id = o.id;
  update site s set owner = null, next_at = greatest(s.next_at, t + span(greatest(s.delay, c.delay)))
  where s.owner = any(gone) and s.state = 6 and s.owner is not null;
  with a as (update address set owner = null, next_at = greatest(next_at, t + span(c.address_delay)) where owner = any(gone) returning id)
  select array_agg(id) into free from a;
  if free is not null then perform wake_parked(free); end if;
end $$;

-- not within a time-to-live of the server's start: then it is the server that was away
create function reap() returns int language plpgsql as $$
declare gone int[];
begin
  if clock_timestamp() < pg_postmaster_start_time() + span((select ttl from crawl)) then return 0; end if;
  select array_agg(d.id) into gone from (select y.id from worker y where y.alive and y.until < clock() for update skip locked) d;
  if gone is null then return 0; end if;
  perform release(gone);
  return cardinality(gone);
end $$;

-- pages that a worker may still start: so many more than the \`had\` that it knows of, or fewer; answers what it has in all. Asked again
-- after a cut it grants nothing twice.
create function grant_pages(w int, had bigint, more bigint) returns bigint language plpgsql as $$
declare g bigint; has bigint;
begin
  select granted into has from worker where id = w and alive for update;
  if not found then raise exception 'fenced' using errcode = 'TF001'; end if;
  if has <> had then return has; end if;
  select least(more, pages_left) into g from crawl for update;
  update crawl set pages_left = pages_left - g;
  update worker set granted = granted + g where id = w;
  return has + g;
end $$;

create function pages_spent() returns boolean language sql stable as $$
  select coalesce((select pages_left <= 0 from crawl), false) and not exists (select from worker where alive and granted > pages)
$$;

create function leave(w int) returns void language plpgsql as $$
begin
  if exists (select from worker where id = w and alive) then perform release(array[w]); end if;
end $$;
`;
