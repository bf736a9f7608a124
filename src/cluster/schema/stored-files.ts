/**
 * Archive files that are in the store, and what a machine that is gone took with it.
 *
 *   - An object of the store is `name of the worker/name of the file`. A worker that comes again is another row under the same name, and may
 *     speak of a file of its earlier life: all rows of one worker's name and one file's name are the same object, and it is there when one of
 *     them says so.
 *   - `file.nth` counts them in the order in which their being there was committed: who has seen the nth has seen all before it.
 *   - Numbers of files grow with time, and so does `visit`: where the visits of a file stand is known from little (BRIN).
 */
export const STORED_FILES = `
alter table file add nth bigint;
create sequence stored_file;
create index file_waiting on file (worker) where stored is null;
create index file_nth on file (nth) where nth is not null;
create index visit_file on visit using brin (file) with (pages_per_range = 32, autosummarize = on);

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
  n := coalesce(n, nextval('stored_file'));
  update file f set stored = clock(), bytes = size, nth = n from worker y
    where y.id = f.worker and y.name = w_name and f.name = f_name and f.nth is null;
  return n;
end $$;
`;
