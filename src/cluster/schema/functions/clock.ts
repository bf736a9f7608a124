/**
 * Times and parts, as every other function reckons them. `clock` is a function of its own, so that tests can turn it.
 */
export const CLOCK = `
create function clock() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

create function span(ms float8) returns interval language sql immutable parallel safe as $$ select ms * interval '1 ms' $$;

create function of_part(site bigint, parts int, part int) returns boolean language sql immutable parallel safe as
  $$ select parts = 0 or (site & 1048575) % parts = part $$;

create function ms_until(t timestamptz, now timestamptz) returns float8 language sql immutable parallel safe as
  $$ select greatest(0, round(extract(epoch from t - now) * 1000))::float8 $$;
`;
