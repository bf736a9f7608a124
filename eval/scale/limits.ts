/** Which resource of a cluster is full, and which comes next. */
import type { ClusterPlan } from './cluster-plan.ts';
import { cost } from './costs.ts';
import type { ClusterOutcome } from './outcome.ts';
import { walAPage } from './sizing.ts';

export type Resource = 'database' | 'hottest row' | 'names' | 'line' | 'store' | 'log disk' | 'workers';

/** Shares of what each has, the fullest first. */
export function loads(plan: ClusterPlan, outcome: ClusterOutcome): readonly (readonly [Resource, number])[] {
  const { busy, pages } = outcome;
  const bytes = pages * cost('archivedPage') * 1000;
  const all: (readonly [Resource, number])[] = [
    ['database', busy.fullestDatabase],
    ['hottest row', busy.hottestRow],
    ['names', busy.resolver],
    ['line', busy.line],
    ['store', bytes / (plan.storeLines * cost('storeLine') * 1e9)],
    ['log disk', (pages * walAPage()) / plan.servers / (cost('walDisk') * 1e6)],
    ['workers', busy.workers],
  ];
  return all.sort((a, b) => b[1] - a[1]);
}

/** The same cluster with twice as much of it. More of nothing helps a row. */
export function doubled(plan: ClusterPlan, resource: Resource): ClusterPlan | null {
  if (resource === 'database' || resource === 'log disk') return { ...plan, servers: plan.servers * 2 };
  if (resource === 'names') return { ...plan, resolvers: plan.resolvers * 2 };
  if (resource === 'line') return { ...plan, lines: plan.lines * 2 };
  if (resource === 'store') return { ...plan, storeLines: plan.storeLines * 2 };
  return null;
}
