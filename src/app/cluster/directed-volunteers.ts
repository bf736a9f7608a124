/** The volunteers of a shared crawl, directed from anywhere that reaches its database. */
import type { PostgresDeskStore } from '../../desk/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';
import type { DirectedVolunteers } from '../../server/index.ts';

/** Of a crawl for which no volunteer ever worked there are no tables, until the first is invited. */
export function directedVolunteers(database: Database): DirectedVolunteers {
  let opened: Promise<PostgresDeskStore> | null = null;
  const store = (): Promise<PostgresDeskStore> => {
    opened ??= openStore(database).catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    list: async () => {
      const { hasDesk, standingOf } = await import('../../desk/index.ts');
      if (opened === null && !(await hasDesk(database)))
        return { stopped: false, waitingLinks: 0, volunteers: [] };
      const desk = await store();
      return {
        stopped: await desk.isStopped(),
        waitingLinks: await desk.waiting(),
        volunteers: (await desk.volunteers()).map(({ record, isRevoked, made: _, seen, ...rest }) => ({
          ...rest,
          standing: standingOf(record),
          revoked: isRevoked,
          seen: seen?.toISOString() ?? null,
        })),
      };
    },
    invite: async (name) => (await store()).invite(name),
    revoke: async (who) => found((await (await store()).revoke(who)).length, who),
    pardon: async (who) => found(await (await store()).pardon(who), who),
    setStopped: async (isStopped) => (await store()).stopAll(isStopped),
  };
}

async function openStore(database: Database): Promise<PostgresDeskStore> {
  const { PostgresDeskStore } = await import('../../desk/index.ts');
  return PostgresDeskStore.open(database);
}

function found(count: number, who: string): number {
  if (count === 0) throw new TarrafaError('TRF_NOT_FOUND', [who]);
  return count;
}
