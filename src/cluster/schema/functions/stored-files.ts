/**
 * Archive files that are in the store, and what a machine that is gone took with it.
 *
 *   - An object of the store is `name of the worker/name of the file`. A worker that comes again is another row under the same name, and may
 *     speak of a file of its earlier life: all rows of one worker's name and one file's name are the same object, and it is there when one of
 *     them says so.
 *   - `file.nth` counts them in the order in which their being there was committed: who has seen the nth has seen all before it.
 *   - Visits whose answers are gone are queued again as retries are: what woke a site for those wakes it for these.
 *   - Numbers of files grow with time, and so does `visit`: where the visits of a file stand is known from little (BRIN).
 */
export const STORED_FILES = `
-- the object of a file is in the store; which one it is of all. The same again is the same.
create function file_stored(w_name text, f_name text, size bigint) returns bigint language plpgsql as $$
declare me int; n bigint;
begin
  -- one by one, so that their order is that of their commits
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' stored'));
  select max(y.id) into me from worker y where y.name = w_name;
  -- its visits may end later
  insert into file (worker, name) values (me, f_name) on conflict do nothing;
  select f.nth into n from file f join worker y on y.id = f.worker where y.name = w_name and f.name = f_name and f.nth is not null limit 1;
  if n is null then update archive_sums set files = files + 1, bytes = bytes + size returning files into n; end if;
  update file f set stored = clock(), bytes = size, nth = n from worker y
    where y.id = f.worker and y.name = w_name and f.name = f_name and f.nth is null;
  return n;
end $$;

-- files of a worker that stand on its machine alone
create function lost_files(w_name text) returns int[] language sql stable as $$
  select array_agg(f.id) from worker y join file f on f.worker = y.id and f.stored is null
  where y.name = w_name and not exists (select from worker z join file o on o.worker = z.id and o.name = f.name where z.name = w_name and o.stored is not null)
$$;

create function lost_visits(w_name text, most int) returns table (place text, record bigint, site bigint, site_name text, fp bigint, facts int, url text) language plpgsql as $$
#variable_conflict use_column
declare files int[] := lost_files(w_name);
begin
  return query select v.ctid::text, v.record, v.site, s.name, v.fp, v.facts, v.url
    from (select y.ctid, y.* from visit y where y.file = any(files) limit most) v join site s on s.id = v.site;
end $$;

-- visits of a worker that is gone, with its files: they are undone, and their URLs wait as if they had not been visited. Of sites that were given
-- up they stay, without their answer. What the others voted for is taken back. Nothing happens while the worker lives: -1.
create function queue_again(w_name text, v_place text[], v_record bigint[], v_site bigint[], v_bucket int[], v_key text[], v_page bigint[], pages_are smallint[], revisits boolean,
  out undone int, out queued int, out bare int) language plpgsql as $$
declare c crawl; t timestamptz := clock(); files int[]; r record;
begin
  undone := -1; queued := 0; bare := 0;
  -- nobody enters under its name meanwhile, and no file comes into the store
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' enter'));
  if exists (select from worker y where y.name = w_name and y.alive) then return; end if;
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' stored'));
  -- a visit that was to be made again must not be woken beside what is queued here
  if revisits then lock table later in share row exclusive mode; end if;
  files := lost_files(w_name);
  select * into c from crawl for update;
  perform from site where id = any(v_site) order by id for no key update;
  update visit v set file = null, pos = null from site s
    where v.ctid = any(v_place::tid[]) and v.file = any(files) and v.record = any(v_record) and s.id = v.site and s.state = 6;
  get diagnostics bare = row_count;
  with d as (delete from visit v where v.ctid = any(v_place::tid[]) and v.file = any(files) and v.record = any(v_record)
             returning v.record, v.fp, v.site, v.worker, v.facts, v.outcome, v.url),
  u as (select * from unnest(v_record, v_bucket, v_key, v_page) u(record, bucket, key, page)),
  n as (select distinct on (d.fp) d.site, (u.bucket::bigint << 48) | d.record ord, d.fp, d.worker, d.facts, d.url, u.key from d join u on u.record = d.record order by d.fp),
  x as (delete from later l using n where l.site = n.site and l.fp = n.fp and l.again returning n.worker),
  q as (insert into later select t, false, n.site, n.ord, n.fp, 0, n.facts, 0, n.url, n.key from n
        where not exists (select from later l where l.site = n.site and l.fp = n.fp and not l.again)
          and case when c.improves then not exists (select from queue y where y.fp = n.fp) else not exists (select from queue y where y.site = n.site and y.ord = n.ord) end
        returning site, fp),
  ds as (select d.site, count(*)::int n from d group by d.site),
  s as (update site set collected = greatest(0, site.collected - ds.n), queued = site.queued + (select count(*)::int from q where q.site = ds.site)
        from ds where site.id = ds.site),
  w as (select d.worker, count(*) n, count(*) filter (where d.outcome = any(pages_are)) pages from d group by d.worker),
  y as (update worker set completed = worker.completed - w.n, lost = worker.lost + w.n, pages = worker.pages - w.pages, granted = worker.pages - w.pages,
          queued = worker.queued + (select count(*) from q join n on n.fp = q.fp where n.worker = w.worker),
          scheduled = worker.scheduled - (select count(*) from x where x.worker = w.worker),
          outcomes = (select array_agg(coalesce(worker.outcomes[o], 0) - (select count(*) from d where d.worker = w.worker and d.outcome = o) order by o) from generate_series(1, 8) o)
        from w where worker.id = w.worker)
  select coalesce(sum(w.n), 0)::int n, coalesce(sum(w.pages), 0) pages, (select count(*)::int from q) q,
    (select array_agg(u.page) from d join u on u.record = d.record) voters into r from w;
  if r.pages > 0 then update crawl set pages_left = pages_left + r.pages; end if;
  if r.voters is not null then perform take_back(r.voters); end if;
  undone := r.n; queued := r.q;
end $$;

-- files that no visit speaks of any more, of a worker that is gone: nobody waits for them
create function forget_files(w_name text) returns void language plpgsql as $$
declare files int[];
begin
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' enter'));
  if exists (select from worker y where y.name = w_name and y.alive) then return; end if;
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' stored'));
  files := lost_files(w_name);
  delete from file f where f.id = any(files) and not exists (select from visit v where v.file = f.id);
end $$;
`;
