/**
 * Retired sites that are still asked, because a robots file of others stands there: one at a time and with their rests, like every site. They
 * stay retired, and `owner` tells who is there. Whoever passes by a site learns the delay that it asked for.
 */
export const PASSING = `
create index site_passed on site (owner) where state = 6 and owner is not null;

drop function pass(int, bigint, text, bigint);
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

-- sites given back, each with the rest it still needs. The lock comes first, the look into the queue behind it.
create or replace function give_back(w int, ids bigint[], rests float8[]) returns void language plpgsql as $$
declare c crawl; t timestamptz := clock();
begin
  select * into c from crawl;
  perform from site where id = any(ids) order by id for update;
  update site s set owner = null, next_at = greatest(s.next_at, t + span(r.rest)),
    state = case when s.state = 6 then 6 when h.ord is null then 0 when greatest(s.next_at, t + span(r.rest)) > t + span(15000) then 2 else 1 end,
    rank = coalesce(rank_of(h.ord, s.collected + s.queued, c.penalised), s.rank)
  from unnest(ids, rests) r(id, rest) left join lateral (select q.ord from queue q where q.site = r.id order by q.ord limit 1) h on true
  where s.id = r.id and s.owner = w and s.state in (3, 6);
end $$;

-- those that are dead, or leave
create or replace function release(gone int[]) returns void language plpgsql as $$
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

-- what this worker has, as the database knows: an answer that was lost may have said more than it heard
create or replace function mine(w int) returns table (site bigint, addr bigint, turn int) language plpgsql as $$
begin
  perform fence(w);
  return query select s.id, null::bigint, null::int from site s where s.state = 3 and s.owner = w
    union all select s.id, null::bigint, null::int from site s where s.state = 6 and s.owner is not null and s.owner = w
    union all select null::bigint, a.id, a.turn from address a where a.owner = w;
end $$;
`;
