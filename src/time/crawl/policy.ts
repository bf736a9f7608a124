/**
 * The three ways to crawl along a period, as plain parameters: printed by `--explain` and stored with a run. `general` follows everything
 * in the order found and is the baseline; `thesis` is the published method to the letter (docs/methods.md, Temporal
 * crawl (Pereira 2013)); `modern` adds what was learned on the way.
 */
import type { Pattern } from '../pattern.ts';
import { TIME_MODERN, TIME_THESIS, type TimeProfile } from '../profile.ts';
import type { SitesAtOnce } from './held-links.ts';

export type TemporalPolicyName = 'general' | 'thesis' | 'modern';

/** Parameters of link prediction. */
export interface Prediction {
  /** Dates up to this many days before or after the scope are near it, and up to that many not yet far. */
  readonly nearDays: number;
  readonly midDays: number;
  /** Step of learning for the evidence of references, and for words. */
  readonly rate: number;
  readonly wordRate: number;
  /** Share of pages one of whose new links is tried early whatever is thought of it, so that what is never tried can be learned. */
  readonly explore: number;
  /** A link outside the in-scope segments is followed when its log-odds of being relevant exceed this; `null`: never. */
  readonly followAbove: number | null;
  /**
   * About how many URLs wait at the head of the queue. A frontier can only move a URL up, and what is thought of one changes with every
   * reference to it, so a URL is let to the head only when it is referred to at a moment at which it is among the best; until then it
   * waits behind, where it is taken when the head is empty.
   */
  readonly head: number;
  /**
   * Links outside the in-scope segments are held back (`HeldLinks`) and let go while fewer sites than this have something waiting; null: they
   * are refused, but for those of a seed without any segment inside the scope (a home page), which come behind everything else; so it is, too, where
   * nothing is predicted.
   */
  readonly sites: SitesAtOnce | null;
  /** Priority points for one unit of log-odds. */
  readonly pointsPerLogOdds: number;
}

export interface TemporalPolicy {
  readonly name: TemporalPolicyName;
  /** How dates are read, segments cut and judged. */
  readonly profile: TimeProfile;
  /** `segment`: only links of segments inside the scope are followed; `none`: all are. */
  readonly linkFilter: 'segment' | 'none';
  /** `references`: `floor(base / (count + 1))`; `predicted`: by the odds of being relevant; `fifo`: as found. */
  readonly order: 'fifo' | 'references' | 'predicted';
  /** Dividend of the priority formula; also its worst value. */
  readonly priorityBase: number;
  /** A queued URL moves up when it is referenced again. */
  readonly decreaseKey: boolean;
  /** Stop queueing once this many URLs were ever queued; `null`: never. */
  readonly mostScheduled: number | null;
  /** URLs a worker takes from the queue at a time. */
  readonly take: number;
  /** Which segments make a page relevant: any, or those of its own text (not of references and page frames). */
  readonly evaluator: 'any-segment' | 'own-text';
  readonly prediction: Prediction | null;
  /** Mined patterns that are read beside those of the language. */
  readonly patterns?: readonly Pattern[];
}

const FIFO: Omit<TemporalPolicy, 'name' | 'profile'> = {
  linkFilter: 'none',
  order: 'fifo',
  priorityBase: 100,
  decreaseKey: false,
  mostScheduled: null,
  take: 1,
  evaluator: 'any-segment',
  prediction: null,
};

export const GENERAL_CRAWL: TemporalPolicy = { ...FIFO, name: 'general', profile: TIME_THESIS };

export const THESIS_CRAWL: TemporalPolicy = {
  ...FIFO,
  name: 'thesis',
  profile: TIME_THESIS,
  linkFilter: 'segment',
  order: 'references',
  decreaseKey: true,
};

export const MODERN_CRAWL: TemporalPolicy = {
  ...THESIS_CRAWL,
  name: 'modern',
  profile: TIME_MODERN,
  order: 'predicted',
  evaluator: 'own-text',
  prediction: {
    nearDays: 5 * 365,
    midDays: 30 * 365,
    rate: 0.1,
    wordRate: 0.1,
    explore: 0.01,
    followAbove: null,
    head: 15,
    sites: { least: 4, most: 32 },
    pointsPerLogOdds: 10,
  },
};

export const TEMPORAL_POLICIES: Readonly<Record<TemporalPolicyName, TemporalPolicy>> = {
  general: GENERAL_CRAWL,
  thesis: THESIS_CRAWL,
  modern: MODERN_CRAWL,
};
