/**
 * How the functions are planned.
 *
 *   - Tables are empty when the first plan is made, and a LIMIT that is a parameter counts for a tenth of a table, so that whole tables would be
 *     read. What takes links in wants its joins hashed; everything else goes by indexes. Every function finds its tables without the session's help.
 *   - Plans are made once and kept. A batch is a handful of rows and its functions run a dozen statements: to plan each of them anew cost more than to
 *     run them (a visit ended alone: 2.4 ms of the server's CPU, now half of that). A plan that does not know its arrays takes them for ten rows,
 *     and one that knows them for what they are would always look cheaper: kept ones must be asked for.
 *   - A kept plan is as old as its connection, and may have been made when the tables were empty. Then all ready sites are read and sorted for the best
 *     of them, by a bitmap of their index; without bitmaps the index is walked from its head. What looks for visits by their file
 *     (`lost_visits`) has an index that is nothing but bitmaps, and keeps them.
 *   - What is written in plain SQL is read and planned with every call: it is for what is inlined, or rare.
 */
export const PLANS = `
do $$ declare f regprocedure; n text; begin
  for f, n in select p.oid::regprocedure, p.proname from pg_proc p join pg_namespace s on s.oid = p.pronamespace where s.nspname = current_schema() and p.prolang = (select oid from pg_language where lanname = 'plpgsql') loop
    execute format('alter function %s set search_path = %I, public', f, current_schema());
    if n in ('add_links') then
      execute format('alter function %s set enable_nestloop = off', f);
    else
      execute format('alter function %s set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off', f);
    end if;
    execute format('alter function %s set jit = off', f);
  end loop;
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace s on s.oid = p.pronamespace where s.nspname = current_schema() and p.prolang = (select oid from pg_language where lanname = 'sql') and p.provolatile <> 'i' and p.proname <> 'clock' loop
    execute format('alter function %s set search_path = %I, public', f, current_schema());
  end loop;
end $$;

-- for all that a worker asks for, page by page
do $$ declare f regprocedure; begin
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace s on s.oid = p.pronamespace where s.nspname = current_schema()
      and p.prolang = (select oid from pg_language where lanname = 'plpgsql')
      and p.proname not in ('file_stored', 'lost_visits', 'queue_again', 'forget_files') loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan set enable_bitmapscan = off', f);
  end loop;
end $$;
`;
