/** The revisit policies by name. */
import { adaptive, NUTCH, STORMCRAWLER } from './adaptive-policy.ts';
import { type BudgetOptions, BudgetPolicy } from './budget-policy.ts';
import { fixedInterval, REVISIT_SECONDS, type RevisitPolicy } from './schedule.ts';

export const REVISIT_POLICIES = [
  'optimal',
  'fixed-interval',
  'uniform',
  'proportional',
  'adaptive-nutch',
  'adaptive-stormcrawler',
] as const;

export type RevisitPolicyName = (typeof REVISIT_POLICIES)[number];

export interface RevisitOptions extends BudgetOptions {
  /** For `fixed-interval`. */
  readonly intervalSeconds?: number;
}

export function revisitPolicy(name: RevisitPolicyName, options: RevisitOptions): RevisitPolicy {
  switch (name) {
    case 'fixed-interval':
      return fixedInterval(options.intervalSeconds ?? REVISIT_SECONDS);
    case 'adaptive-nutch':
      return adaptive(NUTCH);
    case 'adaptive-stormcrawler':
      return adaptive(STORMCRAWLER);
    default:
      return new BudgetPolicy(name, options);
  }
}
