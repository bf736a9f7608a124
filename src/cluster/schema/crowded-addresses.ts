/**
 * Addresses with very many sites, of which one can be asked at a time: of those that a lease finds the best one is handed out, and the others are
 * parked. Who holds the address asks for one of them when it has none that may be asked.
 */
export const CROWDED_ADDRESSES = `
-- the k best sites, with their first m URLs
create or replace function lease(w int, k int, m int, mine bigint[], parts int, part int) returns table (
  id bigint, name text, rest float8, delay int, collected int, site_queued int, addr bigint, addr_rest float8, turn int,
  ord bigint, fp bigint, parent bigint, facts int, priority smallint, url text, key text) language plpgsql as $$
#variable_conflict use_column
declare got bigint[]; nx timestamptz[]; tn int[]; t timestamptz;
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
        returning s.id, s.state, a.next_at a_next, a.turn a_turn)
  select array_agg(g.id), array_agg(g.a_next), array_agg(g.a_turn) into got, nx, tn from g where g.state = 3;
  if got is not null then update worker set hungry = false where id = w and hungry; end if;
  t := clock();
  -- a second statement, behind the locks: what a site that was just given back has left
  return query select s.id, s.name, ms_until(s.next_at, t), s.delay, s.collected, s.queued, s.addr, ms_until(g.a_next, t), g.a_turn,
      q.ord, q.fp, q.parent, q.facts, q.priority, q.url, q.key
    from unnest(got, nx, tn) g(id, a_next, a_turn) join site s on s.id = g.id
      left join lateral (select * from queue where site = g.id order by queue.ord limit m) q on true;
end $$;
`;
