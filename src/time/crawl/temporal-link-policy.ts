/**
 * The crawl along a period as a link policy: it reads what the analyser of this room found on a page, asks the steering, and answers with
 * the priority of each link. It has the form of the crawl's port without importing it; the command puts the two together.
 */
import { deserialize, serialize } from 'node:v8';
import { formatScope, type TemporalScope } from '../scope.ts';
import { PERIOD_FINDINGS, type TemporalAnalyserOptions } from './analyser.ts';
import { lexiconVersion } from './lexicon-version.ts';
import type { PeriodFindings } from './period-findings.ts';
import type { TemporalPolicy } from './policy.ts';
import { referencePriority } from './remote-references.ts';
import { type SteeringState, TemporalSteering } from './steering.ts';
import { localeOfPolicy } from './tuned-policy.ts';
import { absence, readWitness, votesOf, witness, writeWitness } from './witness.ts';

export interface TemporalLinkPolicyOptions {
  readonly scope: TemporalScope;
  readonly policy: TemporalPolicy;
  readonly seed?: number;
}

/** As much of an ended visit as is needed here. */
export interface EndedVisit {
  readonly key: string;
  readonly outcome: string;
  readonly facts: {
    readonly more: Readonly<Record<string, unknown>>;
    readonly links: { readonly rows?: Int32Array };
  } | null;
  readonly links: readonly { readonly key: string }[];
}

const NO_ROWS = new Int32Array(0);

export class TemporalLinkPolicy {
  readonly name = 'temporal';
  readonly refusal = 'out-of-period';
  readonly urgency: readonly number[] | undefined;
  readonly #options: TemporalLinkPolicyOptions;
  #steering: TemporalSteering;

  constructor(options: TemporalLinkPolicyOptions) {
    this.#options = options;
    this.#steering = new TemporalSteering(options);
    const { order, decreaseKey, priorityBase } = options.policy;
    if (order === 'references' && decreaseKey)
      this.urgency = Array.from({ length: priorityBase + 1 }, (_, count) =>
        referencePriority(count, priorityBase),
      );
  }

  /** The analyser that finds what this policy reads, as a crawl names it. */
  get analyser(): { readonly module: string; readonly options: TemporalAnalyserOptions } {
    const { scope, policy } = this.#options;
    const source = import.meta.url.endsWith('.ts') ? './analyser.ts' : './analyser.js';
    return { module: new URL(source, import.meta.url).href, options: { when: scope, policy } };
  }

  describe(): Readonly<Record<string, unknown>> {
    const { scope, policy, seed } = this.#options;
    return {
      scope: { label: scope.label, days: formatScope(scope), target: scope.target },
      profile: policy.name,
      parameters: policy,
      lexicon: lexiconVersion(localeOfPolicy(policy)),
      seed: seed ?? 1,
    };
  }

  seed(key: string): number {
    return this.#steering.seed(key);
  }

  visited({ key, outcome, facts, links }: EndedVisit) {
    const own = facts?.more[PERIOD_FINDINGS] as PeriodFindings | undefined;
    const seen = own
      ? witness(
          key,
          own,
          links.map((link) => link.key),
          facts?.links.rows ?? NO_ROWS,
          outcome === 'analysed',
        )
      : absence(key);
    const priorities = this.#steering.observe(seen);
    const { relevant, datedSegments, segmentsInScope, chronons } = own ?? {};
    return {
      priorities: own ? priorities : links.map(() => null),
      entry: writeWitness(seen),
      ...(own
        ? {
            ...(this.#options.policy.order === 'fifo' ? {} : { votes: votesOf(seen) }),
            note: {
              relevant: relevant === true,
              segments: datedSegments ?? 0,
              segmentsInScope: segmentsInScope ?? 0,
              chronons: chronons ?? 0,
            },
          }
        : {}),
    };
  }

  replay(entry: Uint8Array): void {
    this.#steering.observe(readWitness(entry));
  }

  save(): Uint8Array {
    return serialize(this.#steering.save());
  }

  restore(saved: Uint8Array): void {
    this.#steering = new TemporalSteering({
      ...this.#options,
      state: deserialize(saved) as SteeringState,
    });
  }

  figures(): Readonly<Record<string, number>> {
    const { pages, relevant, precision, datedSegments, segmentsInScope, chronons } = this.#steering.status();
    return { pages, relevant, precision, segments: datedSegments, segmentsInScope, chronons };
  }
}
