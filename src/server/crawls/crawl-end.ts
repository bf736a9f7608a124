/** Why a crawl does not run any more, and what can be done with it next, as its folder tells. */
import { bootId, type CrawlManifest, diedWithMachine, lastMessage } from '../../crawl/index.ts';
import type { CrawlInfo } from '../schemas/crawls.ts';
import type { Answer } from '../schemas/shapes.ts';
import type { CrawlOrder } from './crawl-order.ts';

type Info = Answer<typeof CrawlInfo>;
export type CrawlEndInfo = NonNullable<Info['end']>;
export type CrawlStep = Info['next'][number];
type State = Info['state'];

const FINISHED = {
  'frontier-empty': 'nothing-left',
  'page-budget': 'page-budget',
  'byte-budget': 'byte-budget',
  'time-budget': 'time-budget',
} as const;

/** A message may be a moment older than the session that it is of says: two clocks read one after the other. */
const SLACK = 5_000;

export interface EndedCrawl {
  readonly folder: string;
  readonly state: State;
  readonly order: CrawlOrder | null;
  readonly manifest: CrawlManifest | null;
}

/** Null while it runs, or was never begun. */
export function endOf({ folder, state, order, manifest }: EndedCrawl): CrawlEndInfo | null {
  if (['scheduled', 'starting', 'running', 'pausing', 'stopping'].includes(state)) return null;
  const last = Array.isArray(manifest?.sessions) ? manifest.sessions.at(-1) : undefined;
  const at = typeof last?.endedAt === 'string' ? last.endedAt : null;
  const told = (why: CrawlEndInfo['why'], signal: string | null = null): CrawlEndInfo => ({
    why,
    at,
    signal,
  });
  if (state === 'stopped') return told('stopped');
  if (state === 'ended') {
    const reason = last?.reason ?? '';
    return told(Object.hasOwn(FINISHED, reason) ? FINISHED[reason as keyof typeof FINISHED] : 'nothing-left');
  }
  if (state === 'paused') return told(order?.wanted === 'pause' ? 'paused' : 'interrupted');
  const since = Date.parse(last?.startedAt ?? order?.orderedAt ?? '') || 0;
  const message = lastMessage(folder);
  const isOfIt = message !== null && message.at >= since - SLACK;
  if (isOfIt && message.kind === 'failed') {
    if (message.code === 'TRF_STORAGE_FULL') return told('disk-full');
    return told(message.code === 'TRF_STORAGE_DAMAGED' ? 'damaged' : 'failed');
  }
  if (state === 'failed' && last !== undefined) return told('failed');
  // Another start of the machine than the one in which it ran: nobody ended the process alone.
  if (manifest !== null && Array.isArray(manifest.sessions) && diedWithMachine(manifest, bootId()))
    return told('machine-restarted');
  if (isOfIt && message.kind === 'died' && message.signal !== null) return told('killed', message.signal);
  return told('died');
}

/** The most useful first. */
export function stepsOf(
  { state, order, manifest }: Omit<EndedCrawl, 'folder'>,
  end: CrawlEndInfo | null,
): CrawlStep[] {
  const isOurs = order?.asked != null;
  const steps: CrawlStep[] = [];
  const never = !['stopped', 'starting', 'running', 'pausing', 'stopping'].includes(state);
  if (isOurs && never) {
    // A change of what was asked may have given it something to do.
    const edited = Date.parse(order.editedAt ?? '') > (Date.parse(end?.at ?? '') || 0);
    switch (end?.why) {
      case 'nothing-left':
        steps.push(...(edited ? (['resume', 'round', 'edit'] as const) : (['round', 'edit'] as const)));
        break;
      case 'page-budget':
        steps.push(
          ...(edited ? (['resume', 'round', 'edit'] as const) : (['raise', 'round', 'edit'] as const)),
        );
        break;
      case 'byte-budget':
      case 'time-budget':
        steps.push('resume', 'raise', 'round', 'edit');
        break;
      case 'damaged':
        steps.push('mend', 'edit');
        break;
      default:
        steps.push('resume', 'edit');
    }
  }
  if (isOurs) steps.push('duplicate');
  if (manifest !== null || order !== null)
    if (!['starting', 'running', 'pausing', 'stopping'].includes(state)) steps.push('delete');
  return steps;
}
