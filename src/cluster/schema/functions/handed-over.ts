/**
 * What is known of sites and goes with them from worker to worker: of a site how its hosts behave, of a page what its last visit saw, and what only
 * many pages of a site can teach. Bytes here; limits are kept by who tells. Committed without waiting for the disk: lost, it is learned again.
 *
 * A page without a byte: what was known of it went with a lost machine, and so did its content perhaps. Whoever visits it next asks for all of it.
 */
export const HANDED_OVER = `
-- nothing from a worker that was taken for dead: others know more by now
create function hand_over(w int, s_id bigint[], s_said bytea[], p_fp bigint[], p_said bytea[], p_has boolean[], m_id bigint[], m_weight int[], m_said bytea[])
returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if not exists (select from worker y where y.id = w and y.alive) then return; end if;
  if cardinality(s_id) > 0 then
    insert into handed_site select * from unnest(s_id, s_said) s(id, said) order by s.id on conflict (id) do update set said = excluded.said;
  end if;
  if cardinality(p_fp) > 0 then
    insert into handed_page select p.fp, p.said from unnest(p_fp, p_said) p(fp, said) order by p.fp
      on conflict (fp) do update set said = excluded.said where handed_page.said <> '' or handed_page.fp = any(
        select p.fp from unnest(p_fp, p_has) p(fp, has) where p.has);
  end if;
  if cardinality(m_id) > 0 then
    insert into handed_memory select * from unnest(m_id, m_weight, m_said) m(id, weight, said) order by m.id
      on conflict (id) do update set weight = excluded.weight, said = excluded.said where handed_memory.weight < excluded.weight;
  end if;
end $$;

create function lose_pages(fps bigint[]) returns void language plpgsql as $$
begin
  insert into handed_page select distinct p.fp, ''::bytea from unnest(fps) p(fp) order by p.fp on conflict (fp) do update set said = '';
end $$;
`;
