/**
 * The crawl along a period as a link policy: it reads what the analyser of this room found on a page, asks the steering, and answers with
 * the priority of each link. It has the form of the crawl's port without importing it; the command puts the two together.
 */
import { deserialize, serialize } from 'node:v8';
import { parseJson } from '../../formats/index.ts';
import { formatScope, type TemporalScope } from '../scope.ts';
import { PERIOD_FINDINGS, type TemporalAnalyserOptions } from './analyser.ts';
import { lexiconVersion } from './lexicon-version.ts';
import type { PeriodFindings } from './period-findings.ts';
import type { TemporalPolicy } from './policy.ts';
import { referencePriority } from './remote-references.ts';
import { type RaisedLink, type SteeringState, TemporalSteering } from './steering.ts';
import { localeOfPolicy } from './tuned-policy.ts';
import { absence, readWitness, votesOf, type Witness, witness, witnessEnd, writeWitness } from './witness.ts';

export interface TemporalLinkPolicyOptions {
  readonly scope: TemporalScope;
  readonly policy: TemporalPolicy;
  readonly seed?: number;
}

/** A link as a crawl has it: what is held back is handed over as it came, but for its priority. */
export interface EndedLink {
  readonly key: string;
}

/** As much of an ended visit as is needed here. */
export interface EndedVisit<L extends EndedLink = EndedLink> {
  readonly key: string;
  readonly outcome: string;
  readonly facts: {
    readonly more: Readonly<Record<string, unknown>>;
    readonly links: { readonly rows?: Int32Array };
  } | null;
  readonly links: readonly L[];
}

const NO_ROWS = new Int32Array(0);

export class TemporalLinkPolicy<L extends EndedLink = EndedLink> {
  readonly name = 'temporal';
  readonly refusal = 'out-of-period';
  readonly urgency: readonly number[] | undefined;
  readonly #options: TemporalLinkPolicyOptions;
  #steering: TemporalSteering<L>;
  /** How often everything held was asked for since the last entry. */
  #asked = 0;

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

  visited({ key, outcome, facts, links }: EndedVisit<L>) {
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
    const priorities = this.#steering.observe(seen, own ? links : []);
    const { raised, taken } = this.#steering;
    const asked = this.#asked;
    this.#asked = 0;
    const { relevant, datedSegments, segmentsInScope, chronons } = own ?? {};
    return {
      priorities: own ? priorities : links.map(() => null),
      entry: writeEntry(
        seen,
        taken.map((place) => [place, links[place]!]),
        asked,
      ),
      ...(raised.length === 0 ? {} : { raised: followed(raised) }),
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
    const { held, asked } = toldBeside<L>(entry);
    // A saved state may stand behind some of these already.
    for (; this.#asked < asked; this.#asked++) this.#steering.release();
    this.#asked = 0;
    const offered: L[] = [];
    for (const [place, link] of held) offered[place] = link;
    this.#steering.observe(readWitness(entry), offered);
  }

  /** The frontier has nothing left: links that were held back. */
  rest(): readonly (L & { readonly priority: number })[] {
    const raised = followed(this.#steering.release());
    this.#asked++;
    return raised;
  }

  save(): Uint8Array {
    return serialize({ steering: this.#steering.save(), asked: this.#asked } satisfies SavedPolicy<L>);
  }

  restore(saved: Uint8Array): void {
    const { steering: state, asked } = deserialize(saved) as SavedPolicy<L>;
    this.#steering = new TemporalSteering({ ...this.#options, state });
    this.#asked = asked;
  }

  figures(): Readonly<Record<string, number>> {
    const { pages, relevant, precision, datedSegments, segmentsInScope, chronons } = this.#steering.status();
    return { pages, relevant, precision, segments: datedSegments, segmentsInScope, chronons };
  }
}

interface SavedPolicy<L> {
  readonly steering: SteeringState<L>;
  readonly asked: number;
}

function followed<L>(raised: readonly RaisedLink<L>[]): (L & { readonly priority: number })[] {
  return raised.map(({ link, priority }) => ({ ...link, priority }));
}

/** What stands in an entry behind what a visit told. */
interface ToldBeside<L> {
  /** Links that are held back from then on, by their places among those of the page. */
  readonly held: readonly (readonly [place: number, link: L])[];
  /** How often all that was held had been asked for before. */
  readonly asked: number;
}

function writeEntry<L>(seen: Witness, held: ToldBeside<L>['held'], asked: number): Uint8Array {
  const told = writeWitness(seen);
  if (held.length === 0 && asked === 0) return told;
  const beside: ToldBeside<L> = { held, asked };
  return Buffer.concat([told, Buffer.from(JSON.stringify(beside))]);
}

function toldBeside<L>(entry: Uint8Array): ToldBeside<L> {
  const text = Buffer.from(entry.subarray(witnessEnd(entry))).toString('utf8');
  return text.trim() === '' ? { held: [], asked: 0 } : (parseJson(text) as ToldBeside<L>);
}

/** An entry of the log in which some addresses give way to shorter ones; as long as it was, because spaces behind JSON say nothing. */
export function changedHeld(entry: Uint8Array, change: <T>(value: T) => T): Uint8Array {
  const beside = toldBeside<EndedLink>(entry);
  const now = change(beside);
  if (now === beside) return entry;
  const end = witnessEnd(entry);
  const text = Buffer.from(JSON.stringify(now));
  const changed = Buffer.alloc(entry.length, ' ');
  changed.set(entry.subarray(0, end));
  // What does not fit is nothing: a link less is held back.
  if (end + text.length <= entry.length) changed.set(text, end);
  return changed;
}
