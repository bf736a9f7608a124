/**
 * URLs taken in, before the visits that found them end. Idempotent, so that whoever repeats the end of a visit after a cut repeats this first.
 * The commit is asynchronous: that of the visits' end, which comes later, makes both durable.
 *
 * The row of each site that gets something new is locked by the update of its count. A site is given back under the same lock, and looks
 * into its queue behind it: either that sees what came, or this sees that nobody holds the site.
 *
 * Locks are taken in one order, here and everywhere: the worker's own row, then sites by their numbers, then addresses. Reasons for which links were
 * dropped are counted only when some were: the count is in plain SQL, which is read and planned with every call.
 */
export const LINKS = `
-- smaller is better; ties go to the older
create function rank_of(ord bigint, penalty bigint, penalised boolean) returns bigint language sql immutable parallel safe as
  $$ select (((ord >> 48) + case when penalised then least(penalty, 2000000) else 0 end) << 40) | (ord & 1099511627775) $$;

create function penalised_rank(rank bigint, penalty bigint, penalised boolean) returns bigint language sql immutable parallel safe as
  $$ select case when penalised then rank + (least(penalty, 2000000) << 40) else rank end $$;

create function tallied(counts jsonb, reason text, n bigint) returns jsonb language sql immutable parallel safe as
  $$ select case when n = 0 then counts else counts || jsonb_build_object(reason, coalesce((counts ->> reason)::bigint, 0) + n) end $$;

-- of new links, those that their site takes no more: it is retired, or its budget is spent
create function refused_links(s_id bigint[], l_site int[], l_fp bigint[], budget int) returns bigint[] language plpgsql as $$
declare answer bigint[];
begin
  if budget is null then
    if not exists (select from site where id = any(s_id) and state = 6) then return null; end if;
    select array_agg(u.fp) into answer from unnest(l_fp, l_site) u(fp, site) join site s on s.id = s_id[u.site]
      where s.state = 6 and not exists (select from seen where seen.fp = u.fp);
  else
    -- exact only when nobody adds to these sites meanwhile
    perform from site where id = any(s_id) order by id for no key update;
    select array_agg(n.fp) into answer from (
      select u.fp, s.state, coalesce(s.queued, 0) + coalesce(s.collected, 0) used, row_number() over (partition by u.site order by u.i) nth
      from unnest(l_fp, l_site) with ordinality u(fp, site, i) left join site s on s.id = s_id[u.site]
      where not exists (select from seen where seen.fp = u.fp)) n
    where n.state = 6 or n.used + n.nth > budget;
  end if;
  return answer;
end $$;

-- one letter a link: a added, d duplicate, i improved, x refused; and how many sites were new
create function add_links(w int, s_id bigint[], s_name text[], l_site int[], l_fp bigint[], l_bucket int[], l_parent bigint[], l_facts int[],
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

-- URLs that wait and are found to be more urgent
create function improve_links(s_id bigint[], l_site int[], l_fp bigint[], l_bucket int[], l_priority smallint[]) returns bigint[] language plpgsql as $$
declare answer bigint[];
begin
  with i as (select u.fp, u.bucket, u.priority from unnest(l_fp, l_bucket, l_priority) u(fp, bucket, priority)),
  q as (update queue q set ord = (i.bucket::bigint << 48) | (q.ord & 281474976710655), priority = i.priority
        from i where q.fp = i.fp and q.ord >> 48 > i.bucket returning q.fp, q.site, q.ord),
  b as (select site, min(rank_of(ord, 0, false)) rank from q group by site),
  r as (update site s set rank = b.rank from b where s.id = b.site and s.state = 1 and s.rank > b.rank)
  select array_agg(fp) into answer from q;
  return answer;
end $$;
`;
