/**
 * How often the pages of a crawl refer to a URL, for policies that go by it: no worker sees all pages, so it is counted here, in the transaction that
 * ends the visit. A crawl without such a policy never comes here.
 *
 *   - `vote` has what a page voted for, by fingerprints. A page votes once; one that is visited again gives a first vote to what has none, and
 *     nothing else, as one process does. What a visit that is undone had voted for is taken back.
 *   - `reference_count` is not part of the row of `queue`, which goes with the visit; most of its updates stay on their page (HOT).
 *   - Counts are locked in the order of fingerprints, and last of all that `finish` locks: who holds one waits for nobody but others who count.
 *     What waits in a queue is therefore moved up only where nobody else has its row just now: that one is being ended. So with the rank of a
 *     site, of which its worker knows better.
 */
export const VOTES = `
-- pages vote, each for its targets, and what they refer to moves up; answers the sites in which something did
create function count_votes(p_page bigint[], p_targets text[], r_fp bigint[], r_handicap int[], urgency int[]) returns text[] language plpgsql as $$
declare before bigint[];
begin
  select array_agg(v.page) into before from vote v where v.page = any(p_page);
  with p as (insert into vote select distinct on (x.page) x.page, x.targets::bigint[] from unnest(p_page, p_targets) x(page, targets) order by x.page
             on conflict do nothing returning targets),
  t as (select u.fp, count(*)::int n from p cross join unnest(p.targets) u(fp) group by u.fp)
  insert into reference_count as c select t.fp, t.n from t order by t.fp on conflict (fp) do update set n = c.n + excluded.n;
  if before is not null then perform first_votes(p_page, p_targets, before); end if;
  if urgency is null or cardinality(r_fp) = 0 or not (select c.improves from crawl c) then return null; end if;
  return move_up(r_fp, r_handicap, urgency);
end $$;

-- of pages that voted before
create function first_votes(p_page bigint[], p_targets text[], before bigint[]) returns void language plpgsql as $$
begin
  with o as (select u.fp, min(x.page) page from unnest(p_page, p_targets) x(page, targets) cross join unnest(x.targets::bigint[]) u(fp)
             where x.page = any(before) group by u.fp),
  f as (insert into reference_count as c select o.fp, 1 from o order by o.fp on conflict (fp) do update set n = 1 where c.n = 0 returning c.fp),
  a as (select o.page, array_agg(o.fp) fps from o where o.fp in (select f.fp from f) group by o.page)
  update vote v set targets = v.targets || a.fps from a where v.page = a.page;
end $$;

-- URLs that wait for their first visit, as urgent as their counts make them. A bucket has the depth in its last eight bits, and the priority above.
create function move_up(r_fp bigint[], r_handicap int[], urgency int[]) returns text[] language plpgsql as $$
declare answer text[];
begin
  with r as (select c.fp, least(100, greatest(0, urgency[least(c.n, cardinality(urgency) - 1) + 1] + u.handicap))::bigint priority
             from unnest(r_fp, r_handicap) u(fp, handicap) join reference_count c on c.fp = u.fp),
  w as materialized (
    select q.site, q.ord, r.priority, ((r.priority << 8) | ((q.ord >> 48) & 255)) bucket from r join queue q on q.fp = r.fp
    where ((r.priority << 8) | ((q.ord >> 48) & 255)) < (q.ord >> 48) and not exists (select from vote v where v.page = q.fp)
    for update of q skip locked),
  m as (update queue q set ord = (w.bucket << 48) | (w.ord & 281474976710655), priority = w.priority
        from w where q.site = w.site and q.ord = w.ord returning q.site, q.ord),
  b as (select m.site, min(rank_of(m.ord, 0, false)) rank from m group by m.site),
  l as materialized (select s.id, b.rank from b join site s on s.id = b.site where s.state in (1, 2, 4) and s.rank > b.rank
                     for no key update of s skip locked),
  k as (update site s set rank = l.rank from l where s.id = l.id)
  select array_agg(b.site::text) into answer from b;
  return answer;
end $$;

-- what these pages voted for, taken back: they will be visited again, and vote then. What moved up by it stays where it is.
create function take_back(pages bigint[]) returns void language plpgsql as $$
declare t_fp bigint[]; t_n int[];
begin
  with d as (delete from vote v where v.page = any(pages) returning v.targets),
  t as (select u.fp, count(*)::int n from d cross join unnest(d.targets) u(fp) group by u.fp)
  select array_agg(t.fp), array_agg(t.n) into t_fp, t_n from t;
  perform from reference_count c where c.fp = any(t_fp) order by c.fp for no key update;
  update reference_count c set n = c.n - t.n from unnest(t_fp, t_n) t(fp, n) where c.fp = t.fp;
end $$;
`;
