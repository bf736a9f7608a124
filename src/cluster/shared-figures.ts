/** Figures of a shared crawl, over all workers. */
import type { Database } from '../postgres/index.ts';

export interface SharedFigures {
  known: number;
  queued: number;
  scheduled: number;
  completed: number;
  duplicates: number;
  improved: number;
  queues: number;
  pages: number;
  bytes: number;
  /** By outcome code, from 1. */
  outcomes: number[];
  dropped: Record<string, number>;
  /** Pages that the crawl may still make, not granted to anybody; null when they are not counted. */
  pagesLeft: number | null;
}

export async function readFigures(database: Database): Promise<SharedFigures> {
  const sums = [
    'known',
    'queued',
    'scheduled',
    'completed',
    'duplicates',
    'improved',
    'queues',
    'pages',
    'bytes',
  ];
  const [row] = await database.query<Record<string, number>>(
    `select ${sums.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')} from ${database.schema}.worker`,
  );
  const outcomes = await database.query<{ code: number; n: number }>(
    `select o.code::int, sum(o.n)::bigint n from ${database.schema}.worker, unnest(outcomes) with ordinality o(n, code) group by o.code`,
  );
  const dropped = await database.query<{ reason: string; n: number }>(
    `select d.key reason, sum(d.value::bigint)::bigint n from ${database.schema}.worker, jsonb_each_text(dropped) d group by d.key`,
  );
  const [crawl] = await database.query<{ left: number | null }>(
    `select pages_left as left from ${database.schema}.crawl`,
  );
  const figures = {
    ...(row as unknown as SharedFigures),
    pagesLeft: crawl?.left ?? null,
    outcomes: [] as number[],
    dropped: {} as Record<string, number>,
  };
  for (const { code, n } of outcomes) figures.outcomes[code - 1] = n;
  for (const { reason, n } of dropped) figures.dropped[reason] = n;
  return figures;
}

export function addDropped(figures: SharedFigures, reason: string, n: number): void {
  if (n > 0) figures.dropped[reason] = (figures.dropped[reason] ?? 0) + n;
}
