/**
 * Which part of the sites a worker gets, when they are divided: one that nobody has now. Of those, first one where something waits, then one that
 * nobody ever had: whoever comes after another has ended goes on with what is left.
 */
export const PARTS = `
create or replace function enter(n text, a_bout jsonb) returns table (id int, mark text, tl int, part int) language plpgsql as $$
declare t timestamptz := clock(); gone int[]; before text; me int; places int; mine int;
begin
  perform pg_advisory_xact_lock(hashtext(current_schema() || ' enter'));
  select array_agg(y.id) into gone from worker y where y.name = n and y.alive;
  if gone is not null then perform release(gone); end if;
  select y.mark into before from worker y where y.name = n and y.mark is not null order by y.id desc limit 1;
  select c.partitions into places from crawl c;
  select g into mine from generate_series(0, places - 1) g where not exists (select from worker y where y.alive and y.part = g)
    order by exists (select from site s where s.state in (1, 2) and of_part(s.id, places, g)) desc, exists (select from worker y where y.part = g), g limit 1;
  insert into worker (name, entered, until, mark, about, part)
    select n, t, t + span(c.ttl), before, a_bout, coalesce(mine, 0) from crawl c returning worker.id into me;
  return query select y.id, y.mark, timeline(), y.part from worker y where y.id = me;
end $$;
`;
