/**
 * Less work for what nobody asks. Reasons for which links were dropped are counted when some were: the count is in plain SQL, which is read and
 * planned with every call, and was a twelfth of what links cost. Of URLs and names no statistics are gathered: nothing is ever looked for by
 * them, and to sample and sort them was most of what the server did on its own account.
 */
export const LIGHTER_LINKS = `
alter table queue alter url set statistics 0, alter key set statistics 0;
alter table later alter url set statistics 0, alter key set statistics 0;
alter table visit alter url set statistics 0;
alter table site alter name set statistics 0;

-- one letter a link: a added, d duplicate, i improved, x refused; and how many sites were new
create or replace function add_links(w int, s_id bigint[], s_name text[], l_site int[], l_fp bigint[], l_bucket int[], l_parent bigint[], l_facts int[],
  l_priority smallint[], l_url text[], l_key text[], too_long int, elsewhere int, durable boolean, out letters text, out new_sites int, out server_now text) language plpgsql as $$
declare c crawl; t timestamptz := clock(); refused bigint[]; better bigint[]; r record;
begin
  if not durable then perform set_config('synchronous_commit', 'off', true); end if;
  perform from worker where id = w for no key update;
  server_now := server();
  select * into c from crawl;
  if c.site_budget is not null or exists (select from site where id = any(s_id) and state = 6) then
    refused := refused_links(s_id, l_site, l_fp, c.site_budget);
  end if;
  with i as materialized (
    select u.i, u.fp, s_id[u.site] site, u.bucket, u.parent, u.facts, u.priority, u.url, u.key
    from unnest(l_fp, l_site, l_bucket, l_parent, l_facts, l_priority, l_url, l_key) with ordinality
      u(fp, site, bucket, parent, facts, priority, url, key, i)
    where refused is null or u.fp <> all(refused)),
  f as (insert into seen select fp from i order by fp on conflict do nothing returning fp),
  q as (
    insert into queue select n.site, (n.bucket::bigint << 48) | nextval('record'), n.fp, n.parent, n.facts, n.priority, n.url, n.key
    from (select i.* from i join f using (fp) order by i.i) n
    returning site, ord),
  b as (select site, min(ord) ord, count(*)::int n from q group by site),
  s as (
    insert into site as s (id, name, state, rank, queued)
    select b.site, x.name, 1, rank_of(b.ord, b.n, c.penalised), b.n from b join unnest(s_id, s_name) x(id, name) on x.id = b.site order by b.site
    on conflict (id) do update set
      queued = s.queued + excluded.queued,
      state = case when s.state <> 0 then s.state when s.next_at > t + span(15000) then 2 else 1 end,
      rank = case when s.state in (0, 1) and (s.state = 0 or s.rank > penalised_rank(excluded.rank, s.collected + s.queued, c.penalised))
        then penalised_rank(excluded.rank, s.collected + s.queued, c.penalised) else s.rank end
    returning (xmax = 0)::int made)
  select string_agg(case when f.fp is null then 'd' else 'a' end, '' order by i.i) letters, count(f.fp) added, count(*) asked,
    (select coalesce(sum(made), 0) from s) made into r from i left join f using (fp);
  if c.improves then
    better := improve_links(s_id, l_site, l_fp, l_bucket, l_priority);
  end if;
  update worker set
    known = known + r.added, queued = queued + r.added, queues = queues + r.made,
    duplicates = duplicates + r.asked - r.added - coalesce(cardinality(better), 0),
    improved = improved + coalesce(cardinality(better), 0),
    dropped = case when refused is null and too_long = 0 and elsewhere = 0 then dropped
      else tallied(tallied(tallied(dropped, 'queue-budget', coalesce(cardinality(refused), 0)), 'too-long', too_long), 'elsewhere', elsewhere) end
  where id = w;
  letters := r.letters;
  new_sites := r.made;
  if refused is null and better is null then return; end if;
  -- the letters are of those that were not refused
  letters := (select string_agg(case when u.fp = any(refused) then 'x' when u.fp = any(better) then 'i' else substr(r.letters, u.nth, 1) end, '' order by u.i)
    from (select v.fp, v.i, (count(*) filter (where refused is null or v.fp <> all(refused)) over (order by v.i))::int nth
          from unnest(l_fp) with ordinality v(fp, i)) u);
end $$;
`;
