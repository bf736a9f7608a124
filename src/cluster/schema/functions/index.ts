/**
 * The functions of a shared crawl. They hold no data, so that they stand here once, as they are now: whatever a schema had is dropped when it is
 * brought forward, and all are made anew behind the last step of the tables.
 */
import { CLOCK } from './clock.ts';
import { ENDS } from './ends.ts';
import { HANDED_OVER } from './handed-over.ts';
import { LEASES } from './leases.ts';
import { LINKS } from './links.ts';
import { PLANS } from './plans.ts';
import { ROBOTS } from './robots.ts';
import { STORED_FILES } from './stored-files.ts';
import { VOTES } from './votes.ts';
import { WORKERS } from './workers.ts';

const MADE = [CLOCK, WORKERS, LINKS, LEASES, ENDS, STORED_FILES, ROBOTS, HANDED_OVER, VOTES].join('');

/** Of earlier versions alone. */
const GONE = ['give_back'];
const NAMES = [...GONE, ...[...MADE.matchAll(/^create function (\w+)/gm)].map(([, name]) => name)];

/** By their names, under whatever parameters an earlier version had them; those of other rooms in the same schema stay. */
const DROPPED = `
do $$ declare f regprocedure; begin
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace s on s.oid = p.pronamespace
      where s.nspname = current_schema() and p.proname in (${NAMES.map((name) => `'${name}'`).join(', ')}) loop
    execute format('drop function %s', f);
  end loop;
end $$;
`;

export const FUNCTIONS = `${DROPPED}${MADE}${PLANS}`;
