/**
 * What only saves work, for whoever gets a site next: its robots file, as it was understood, by the fingerprint of its origin. Told as spans, as rests
 * are; committed without waiting for the disk. Lost, it is asked for again.
 */
export const ROBOTS = `
create function keep_robots(origin bigint, said text, fresh float8) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into site_state (id, until, robots) values (origin, clock() + span(fresh), said)
    on conflict (id) do update set until = excluded.until, robots = excluded.robots;
end $$;

-- while it is fresh
create function robots_of(origin bigint) returns table (said text, fresh float8) language plpgsql as $$
declare t timestamptz := clock();
begin
  return query select s.robots, ms_until(s.until, t) from site_state s where s.id = origin and s.until > t;
end $$;
`;
