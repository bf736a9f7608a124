/**
 * Sites taken and given back, with their addresses.
 *
 *   - Of the sites of one address that a lease finds the best one is handed out, and the others are parked: one can be asked at a time. Who holds the
 *     address asks for one of them when it has none that may be asked.
 *   - What a lease says of a site comes from the update that takes it, instead of looking for each once more.
 *   - Retired sites are still asked, when a robots file of others stands there: one at a time and with their rests, like every site. They stay
 *     retired, and `owner` tells who is there. Whoever passes by a site learns the delay that it asked for.
 */
export const LEASES = `
-- the k best sites, with their first m URLs
create function lease(w int, k int, m int, mine bigint[], parts int, part int) returns table (
  id bigint, name text, rest float8, delay int, collected int, site_queued int, addr bigint, addr_rest float8, turn int,
  ord bigint, fp bigint, parent bigint, facts int, priority smallint, url text, key text) language plpgsql as $$
#variable_conflict use_column
declare got leased_site[]; t timestamptz;
begin
  perform fence(w);
  perform wake(w);
  with p as (select s.id, s.addr, s.rank from site s where s.state = 1 and of_part(s.id, parts, part)
             order by s.rank limit k for update skip locked),
  pp as (select s.id, s.addr, s.rank from unnest(mine) m(a) cross join lateral
          (select y.id, y.addr, y.rank from site y where y.state = 4 and y.addr = m.a and of_part(y.id, parts, part) order by y.rank limit 1 for update skip locked) s),
  pick as (select x.id, x.addr, x.addr is null or row_number() over (partition by x.addr order by x.rank) = 1 best
           from (select * from p union all select * from pp) x),
  a as (insert into address as x (id, next_at, owner) select distinct pick.addr, 'epoch'::timestamptz, w from pick where pick.addr is not null order by 1
        on conflict (id) do update set owner = w, turn = x.turn + 1 where x.owner is null or x.owner = w returning x.id, x.next_at, x.turn),
  g as (update site s set state = case when pick.addr is null or pick.best and a.id is not null then 3 else 4 end,
          owner = case when pick.addr is null or pick.best and a.id is not null then w end
        from pick left join a on a.id = pick.addr where s.id = pick.id
        returning s.state, row(s.id, s.name, s.next_at, s.delay, s.collected, s.queued, s.addr, a.next_at, a.turn)::leased_site site)
  select array_agg(g.site) into got from g where g.state = 3;
  if got is not null then update worker set hungry = false where id = w and hungry; end if;
  t := clock();
  -- a second statement, behind the locks: what a site that was just given back has left
  return query select g.id, g.name, ms_until(g.next_at, t), g.delay, g.collected, g.queued, g.addr, ms_until(g.addr_next, t), g.turn,
      q.ord, q.fp, q.parent, q.facts, q.priority, q.url, q.key
    from unnest(got) g left join lateral (select * from queue where site = g.id order by queue.ord limit m) q on true;
end $$;

create function pull(ids bigint[], m int) returns table (id bigint, ord bigint, fp bigint, parent bigint, facts int, priority smallint, url text, key text)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select s.id, q.ord, q.fp, q.parent, q.facts, q.priority, q.url, q.key
  from unnest(ids) s(id) cross join lateral (select * from queue where site = s.id order by queue.ord limit m) q;
end $$;

-- what rests no more becomes ready; retries and visits to be made again whose time has come are queued
create function wake(w int) returns void language plpgsql as $$
declare c crawl; t timestamptz := clock();
begin
  update site set state = 1 where id in (select s.id from site s where s.state = 2 and s.next_at <= t + span(1000) order by s.next_at limit 500 for update skip locked);
  if not exists (select from later where at <= t) then return; end if;
  select * into c from crawl;
  with d as (delete from later where ctid in (select l.ctid from later l where l.at <= t order by l.at limit 500 for update skip locked) returning *),
  n as (select d.* from d join site s on s.id = d.site where s.state <> 6),
  q as (insert into queue select n.site, n.ord, n.fp, n.parent, n.facts, n.priority, n.url, n.key from n returning site, ord),
  b as (select n.site, min(n.ord) ord, count(*) filter (where n.again)::int again from n group by n.site),
  l as (select s.id from site s join b on b.site = s.id order by s.id for no key update of s),
  u as (update site s set queued = s.queued + b.again,
          state = case when s.state <> 0 then s.state when s.next_at > t + span(15000) then 2 else 1 end,
          rank = case when s.state in (0, 1) and (s.state = 0 or s.rank > rank_of(b.ord, s.collected + s.queued, c.penalised))
            then rank_of(b.ord, s.collected + s.queued, c.penalised) else s.rank end
        from b join l on l.id = b.site where s.id = b.site)
  update worker set queued = queued + x.again, scheduled = scheduled - x.all_again
  from (select (select count(*) from n where n.again) again, (select count(*) from d where d.again) all_again) x
  where id = w and x.all_again > 0;
end $$;

-- addresses that became known only now: a site whose address another worker holds is parked, under the lock of the address's row
create function claim(w int, s_ids bigint[], a_ids bigint[]) returns table (id bigint, addr bigint, ok boolean, rest float8, turn int) language plpgsql as $$
#variable_conflict use_column
declare t timestamptz := clock();
begin
  perform fence(w);
  return query
  with i as (select * from unnest(s_ids, a_ids) i(site, a)),
  c as (insert into address as x (id, next_at, owner) select distinct i.a, 'epoch'::timestamptz, w from i order by 1
        on conflict on constraint address_pkey do update set owner = w, turn = x.turn + 1 where x.owner is null or x.owner = w returning x.id, x.next_at, x.turn),
  u as (update site s set addr = i.a, state = case when c.id is null then 4 else 3 end, owner = case when c.id is null then null else w end
        from i left join c on c.id = i.a where s.id = i.site and s.owner = w and s.state = 3 returning s.id, i.a, c.id is not null ok, c.next_at, c.turn)
  select u.id, u.a, u.ok, ms_until(u.next_at, t), u.turn from u;
end $$;

-- addresses given back; one that this worker has taken again meanwhile stays its own
create function unclaim(w int, ids bigint[], turns int[], rests float8[]) returns void language plpgsql as $$
declare t timestamptz := clock();
begin
  perform from address where id = any(ids) and owner = w order by id for update;
  update address a set owner = case when a.turn = r.turn then null else a.owner end, next_at = greatest(a.next_at, t + span(r.rest))
    from unnest(ids, turns, rests) r(id, turn, rest) where a.id = r.id and a.owner = w;
  perform wake_parked(ids);
end $$;

-- an address that was parked for goes to one who waits for it
create function wake_parked(ids bigint[]) returns void language plpgsql as $$
begin
  update site set state = 1 where id in (
    select p.id from unnest(ids) i(id) join address a on a.id = i.id and a.owner is null cross join lateral
      (select s.id from site s where s.state = 4 and s.addr = i.id order by s.rank limit 1 for update skip locked) p);
end $$;

-- one access to another site, or to another address, on the way of a visit: 0 it may be made, -1 somebody has it, else the ms that it rests
create function pass(w int, s bigint, s_name text, a bigint, out wait float8, out a_turn int, out delay int, out collected int, out queued int) language plpgsql as $$
#variable_conflict use_column
declare t timestamptz := clock(); x record;
begin
  perform fence(w);
  wait := 0;
  if s is not null then
    insert into site (id, name, state, rank) values (s, s_name, 0, 0) on conflict do nothing;
    select * into x from site where id = s for update;
    if x.state in (3, 4) or x.state = 6 and x.owner is not null then wait := -1; return; end if;
    wait := ms_until(x.next_at, t);
    delay := x.delay;
    collected := x.collected;
    queued := x.queued;
  end if;
  if a is not null then
    insert into address (id, next_at) values (a, 'epoch') on conflict do nothing;
    select * into x from address where id = a for update;
    if x.owner is not null and x.owner <> w then wait := -1; return; end if;
    wait := greatest(wait, ms_until(x.next_at, t));
  end if;
  if wait > 0 then return; end if;
  -- a retired site stays so: nothing of it is ever queued
  if s is not null then update site set state = case when state = 6 then 6 else 3 end, owner = w where id = s; end if;
  if a is not null then update address set owner = w, turn = turn + 1 where id = a returning turn into a_turn; end if;
end $$;

-- what this worker has, as the database knows: an answer that was lost may have said more than it heard
create function mine(w int) returns table (site bigint, addr bigint, turn int) language plpgsql as $$
begin
  perform fence(w);
  return query select s.id, null::bigint, null::int from site s where s.state = 3 and s.owner = w
    union all select s.id, null::bigint, null::int from site s where s.state = 6 and s.owner is not null and s.owner = w
    union all select null::bigint, a.id, a.turn from address a where a.owner = w;
end $$;

-- 0 for nothing queued or leased anywhere; wait: ms until something may be ready, null when only what this worker holds can change that
create function look(w int, parts int, part int) returns table (state smallint, stop boolean, busy boolean, ready boolean, others boolean, rests float8, retries float8, visits float8)
language plpgsql as $$
#variable_conflict use_column
declare t timestamptz := clock(); holds boolean := exists (select from site s where s.state = 3 and s.owner = w);
begin
  -- others that have much hear of it with their next beat
  update worker set hungry = true where id = w and not hungry and not holds;
  return query select c.state, coalesce((select y.stop from worker y where y.id = w), true),
    holds,
    exists (select from site s where s.state = 1 and of_part(s.id, parts, part)),
    exists (select from site s where s.state = 4 and of_part(s.id, parts, part)) or exists (select from site s where s.state = 3 and s.owner < w and of_part(s.id, parts, part))
      or exists (select from site s where s.state = 3 and s.owner > w and of_part(s.id, parts, part)),
    (select ms_until(s.next_at, t) from site s where s.state = 2 and of_part(s.id, parts, part) order by s.next_at limit 1),
    (select ms_until(l.at, t) from later l where not l.again and of_part(l.site, parts, part) order by l.at limit 1),
    (select ms_until(l.at, t) from later l where l.again and of_part(l.site, parts, part) order by l.at limit 1)
  from crawl c;
end $$;
`;
