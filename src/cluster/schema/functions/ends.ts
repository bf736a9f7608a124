/**
 * The end of visits: one transaction with a synchronous commit. A batch has a number; one that is already in is answered as done, so that
 * it may be sent again after a cut, and a worker that was taken for dead is told so before anything happens.
 *
 *   - Where URLs stand that a later reference may move to a better place at this very moment is read under their locks.
 *   - A batch that names a file of which it is known already takes no number for it: they are few enough to come to an end within a crawl.
 *   - A site whose visit ends and that is given back with it, as most are when many wait, is locked and written once.
 *   - A site given back whose address its worker keeps is parked: nobody else may ask it, and whoever holds the address asks for it. The worker's row is
 *     locked from the first statement of its batch on, so that the address cannot be given back, or taken from it, unseen.
 */
export const ENDS = `
create function finish(w int, n bigint, tl int,
  d_site bigint[], d_ord bigint[], d_fp bigint[], d_age float8[], d_bytes int[], d_status smallint[], d_outcome smallint[], d_file int[], d_pos bigint[],
  d_again float8[], d_facts int[],
  t_site bigint[], t_ord bigint[], t_fp bigint[], t_wait float8[], t_facts int[],
  n_id bigint[], n_name text[], n_delay int[], n_rest float8[],
  g_id bigint[], g_rest float8[], a_id bigint[], a_turn int[], a_rest float8[],
  f_name text[], p int, m text, a_bout jsonb, l_server text) returns int language plpgsql as $$
declare c crawl; t timestamptz := clock(); gone int; files int[]; k bigint; e_site bigint[]; e_n int[];
begin
  -- links of these visits went to a server that died since, before they were on its disk
  if l_server <> server() then return 2; end if;
  if pulse(w, n, tl) = 0 then return 0; end if;
  select * into c from crawl;
  -- the locks come first, the look into the queue behind them
  if cardinality(d_site) + cardinality(t_site) + cardinality(g_id) > 0 then
    perform from site where id = any(d_site || t_site || g_id) order by id for no key update;
  end if;
  if cardinality(f_name) > 0 then
    -- a row that is not made must not cost a number
    insert into file (worker, name) select w, f.name from unnest(f_name) f(name)
      where not exists (select from file x where x.worker = w and x.name = f.name) on conflict do nothing;
    select array_agg(x.id order by f.i) into files from unnest(f_name) with ordinality f(name, i) join file x on x.worker = w and x.name = f.name;
  end if;
  if cardinality(d_site) > 0 then
    if c.improves then
      select array_agg(x.ord order by x.i) into d_ord
        from (select q.ord, d.i from unnest(d_fp) with ordinality d(fp, i) join queue q on q.fp = d.fp for update of q) x;
    end if;
    with d as (select * from unnest(d_site, d_ord, d_age, d_bytes, d_status, d_outcome, d_file, d_pos, d_again, d_facts)
                 d(site, ord, age, bytes, status, outcome, file, pos, again, facts)),
    g as (delete from queue q using d where q.site = d.site and q.ord = d.ord
          returning q.site, q.ord, q.fp, q.parent, q.priority, q.url, q.key, d.age, d.bytes, d.status, d.outcome, d.file, d.pos, d.again, d.facts),
    v as (insert into visit select g.ord & 281474976710655, g.fp, g.site, t - span(g.age), g.pos, g.bytes, w, files[g.file], g.facts, g.status, g.outcome, g.url from g),
    l as (insert into later select t + span(g.again), true, g.site, g.ord, g.fp, g.parent, g.facts, g.priority, g.url, g.key from g where g.again is not null),
    x as (select g.site, count(*)::int n from g group by g.site)
    select array_agg(x.site), array_agg(x.n) into e_site, e_n from x;
  end if;
  if cardinality(t_site) > 0 then
    if c.improves then
      select array_agg(x.ord order by x.i) into t_ord
        from (select q.ord, d.i from unnest(t_fp) with ordinality d(fp, i) join queue q on q.fp = d.fp for update of q) x;
    end if;
    with d as (select * from unnest(t_site, t_ord, t_wait, t_facts) d(site, ord, wait, facts)),
    g as (delete from queue q using d where q.site = d.site and q.ord = d.ord
          returning q.site, q.ord, q.fp, q.parent, q.priority, q.url, q.key, d.wait, d.facts)
    insert into later select t + span(g.wait), false, g.site, g.ord, g.fp, g.parent, g.facts, g.priority, g.url, g.key from g;
    get diagnostics gone = row_count;
    if gone <> cardinality(t_site) then raise exception 'retries of visits that are not ours' using errcode = 'TF002'; end if;
  end if;
  if cardinality(n_id) > 0 then perform note(n_id, n_name, n_delay, n_rest); end if;
  if cardinality(d_site) + cardinality(g_id) > 0 then
    -- those with a rest are given back; a retired site is free for whoever has to pass by it
    with x as (select y.id, sum(y.n)::int n, max(y.rest) rest
      from (select e.id, e.n, null::float8 rest from unnest(e_site, e_n) e(id, n) union all select r.id, 0, r.rest from unnest(g_id, g_rest) r(id, rest)) y group by y.id),
    u as (update site s set collected = s.collected + x.n, queued = s.queued - x.n,
      owner = case when x.rest is null and s.state <> 6 then w end,
      next_at = case when x.rest is null then s.next_at else greatest(s.next_at, t + span(x.rest)) end,
      state = case when x.rest is null or s.state = 6 then s.state when h.ord is null then 0 when greatest(s.next_at, t + span(x.rest)) > t + span(15000) then 2
        when exists (select from address a where a.id = s.addr and a.owner = w) then 4 else 1 end,
      rank = coalesce(rank_of(h.ord, s.collected + s.queued, c.penalised), s.rank)
    from x left join lateral (select q.ord from queue q where q.site = x.id and x.rest is not null order by q.ord limit 1) h on true
    where s.id = x.id and s.owner = w returning x.n)
    select coalesce(sum(u.n), 0) into gone from u;
    if gone <> cardinality(d_site) then raise exception 'visits ended that are not ours: % of %', cardinality(d_site) - gone, cardinality(d_site) using errcode = 'TF002'; end if;
  end if;
  if cardinality(a_id) > 0 then perform unclaim(w, a_id, a_turn, a_rest); end if;
  select count(*) into k from unnest(d_again) x where x is not null;
  update worker set completed = completed + cardinality(d_site), queued = queued - cardinality(d_site), scheduled = scheduled + k,
    pages = pages + p, bytes = bytes + coalesce((select sum(x) from unnest(d_bytes) x), 0), mark = coalesce(m, mark), about = coalesce(a_bout, about),
    outcomes = case when cardinality(d_outcome) = 0 then outcomes else
      (select array_agg(coalesce(outcomes[o], 0) + (select count(*) from unnest(d_outcome) x where x = o) order by o) from generate_series(1, 8) o) end
  where id = w;
  return 1;
end $$;

-- what was said of a site: a delay of its own, a rest that it asked for. It need not be ours, nor known.
create function note(ids bigint[], names text[], delays int[], rests float8[]) returns void language plpgsql as $$
begin
  insert into site as s (id, name, state, rank, delay, next_at)
  select n.id, n.name, 0, 0, coalesce(n.delay, 0), coalesce(clock() + span(n.rest), 'epoch')
  from unnest(ids, names, delays, rests) n(id, name, delay, rest) order by n.id
  on conflict (id) do update set
    delay = case when excluded.delay > 0 then excluded.delay else s.delay end,
    next_at = greatest(s.next_at, excluded.next_at),
    state = case when s.state = 1 and excluded.next_at > clock() + span(15000) then 2 else s.state end;
end $$;

-- no more of this site: what waits is dropped and counted, but for visits under way; what was seen stays so
create function retire(w int, s bigint, s_name text, reason text, keep bigint[]) returns bigint language plpgsql as $$
declare x site; gone bigint; retries bigint; visits bigint;
begin
  perform fence(w);
  insert into site (id, name, state, rank) values (s, s_name, 0, 0) on conflict do nothing;
  select * into x from site where id = s for update;
  -- whoever has it finds out by itself
  if x.owner <> w then return 0; end if;
  delete from queue where site = s and fp <> all(keep);
  get diagnostics gone = row_count;
  with d as (delete from later where site = s returning again) select count(*) filter (where not again), count(*) filter (where again) into retries, visits from d;
  gone := gone + retries;
  update site set state = 6, owner = case when cardinality(keep) > 0 then w end, queued = cardinality(keep) where id = s;
  if x.addr is not null then perform wake_parked(array[x.addr]); end if;
  update worker set queued = queued - gone, scheduled = scheduled - visits, dropped = tallied(dropped, reason, gone) where id = w;
  return gone;
end $$;
`;
