/** The tables and functions of a shared crawl, in the order in which versions of Tarrafa brought them. */
import type { Migrations } from '../../postgres/index.ts';
import { CROWDED_ADDRESSES } from './crowded-addresses.ts';
import { ENDED_SITES } from './ended-sites.ts';
import { ENDS } from './ends.ts';
import { HANDED_OVER } from './handed-over.ts';
import { LEASES } from './leases.ts';
import { LIGHTER_LINKS } from './lighter-links.ts';
import { LINKS } from './links.ts';
import { LOCK_ORDER } from './lock-order.ts';
import { MOVED_ENDS } from './moved-ends.ts';
import { PARKED_ENDS } from './parked-ends.ts';
import { PARTS } from './parts.ts';
import { PASSING } from './passing.ts';
import { SITE_STATE } from './site-state.ts';
import { KEPT_PLANS, STEADY_PLANS } from './steady-plans.ts';
import { STORED_FILES } from './stored-files.ts';
import { TABLES } from './tables.ts';
import { VOTES } from './votes.ts';
import { WORKERS } from './workers.ts';

/**
 * Plans: tables are empty when the first plan is made, and a LIMIT that is a parameter counts for a tenth of a table, so that whole tables would
 * be read. What takes links in wants its joins hashed; everything else goes by indexes. Every function finds its tables without the session's help.
 */
const PLANS = `
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
`;

/** Where the archive files of all workers are kept, as it may be shown; none while each keeps its own. */
const STORE = 'alter table crawl add store text;';

export const CLUSTER_TABLES: Migrations = {
  room: 'cluster',
  steps: [
    `${TABLES}${WORKERS}${LINKS}${LEASES}${ENDS}`,
    STORE,
    STORED_FILES,
    PASSING,
    SITE_STATE,
    PARTS,
    HANDED_OVER,
    MOVED_ENDS,
    VOTES,
    STEADY_PLANS,
    LOCK_ORDER,
    CROWDED_ADDRESSES,
    ENDED_SITES,
    PARKED_ENDS,
    LIGHTER_LINKS,
  ],
  settle: `${PLANS}${KEPT_PLANS}`,
};
