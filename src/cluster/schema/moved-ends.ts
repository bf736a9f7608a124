/**
 * The end of visits of URLs that a later reference moves to a better place at this very moment: where they stand is read under their locks. Read
 * without, it was another when they were to leave the queue, and their worker was told that they are not its own. And a batch that names a file of
 * which it is known already takes no number for it: they are few enough to come to an end within a crawl.
 */
export const MOVED_ENDS = `
create or replace function finish(w int, n bigint, tl int,
  d_site bigint[], d_ord bigint[], d_fp bigint[], d_age float8[], d_bytes int[], d_status smallint[], d_outcome smallint[], d_file int[], d_pos bigint[],
  d_again float8[], d_facts int[],
  t_site bigint[], t_ord bigint[], t_fp bigint[], t_wait float8[], t_facts int[],
  n_id bigint[], n_name text[], n_delay int[], n_rest float8[],
  g_id bigint[], g_rest float8[], a_id bigint[], a_turn int[], a_rest float8[],
  f_name text[], p int, m text, a_bout jsonb, l_server text) returns int language plpgsql as $$
declare c crawl; t timestamptz := clock(); gone int; files int[]; k bigint;
begin
  -- links of these visits went to a server that died since, before they were on its disk
  if l_server <> server() then return 2; end if;
  if pulse(w, n, tl) = 0 then return 0; end if;
  select * into c from crawl;
  if cardinality(d_site) + cardinality(t_site) > 0 then
    perform from site where id = any(d_site || t_site) order by id for no key update;
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
    x as (select g.site, count(*)::int n from g group by g.site),
    u as (update site s set collected = s.collected + x.n, queued = s.queued - x.n from x where s.id = x.site and s.owner = w returning x.n)
    select coalesce(sum(u.n), 0) into gone from u;
    if gone <> cardinality(d_site) then raise exception 'visits ended that are not ours: % of %', cardinality(d_site) - gone, cardinality(d_site) using errcode = 'TF002'; end if;
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
  update site set owner = null where id = any(d_site) and state = 6 and owner = w;
  if cardinality(n_id) > 0 then perform note(n_id, n_name, n_delay, n_rest); end if;
  if cardinality(g_id) > 0 then perform give_back(w, g_id, g_rest); end if;
  if cardinality(a_id) > 0 then perform unclaim(w, a_id, a_turn, a_rest); end if;
  select count(*) into k from unnest(d_again) x where x is not null;
  update worker set completed = completed + cardinality(d_site), queued = queued - cardinality(d_site), scheduled = scheduled + k,
    pages = pages + p, bytes = bytes + coalesce((select sum(x) from unnest(d_bytes) x), 0), mark = coalesce(m, mark), about = coalesce(a_bout, about),
    outcomes = case when cardinality(d_outcome) = 0 then outcomes else
      (select array_agg(coalesce(outcomes[o], 0) + (select count(*) from unnest(d_outcome) x where x = o) order by o) from generate_series(1, 8) o) end
  where id = w;
  return 1;
end $$;
`;
