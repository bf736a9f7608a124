/** Whether a wrapper still fits: its rules over pages of today, against what they gave when it was learned. */

import type { RuleEngine } from '../engine/port.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { extract } from './extract.ts';
import type { Wrapper } from './wrapper.ts';

export type Drift =
  /** As when it was learned, or better. */
  | 'none'
  /** A good part of the pages gives no value any more. */
  | 'weaker'
  /** Next to nothing is given any more. */
  | 'lost';

export interface AttributeCheck {
  readonly attribute: string;
  readonly before: number;
  readonly now: number;
  readonly drift: Drift;
  readonly examples: readonly string[];
}

export interface WrapperCheck {
  readonly pages: number;
  readonly attributes: readonly AttributeCheck[];
  readonly drift: Drift;
}

/** Below this share of the former coverage an attribute is weaker; below the second it is lost. */
const WEAKER = 0.8;
const LOST = 0.2;

export async function checkWrapper(
  wrapper: Wrapper,
  graph: SiteGraph,
  engine?: RuleEngine,
): Promise<WrapperCheck> {
  const pages = await extract(wrapper, graph, engine);
  const attributes = wrapper.attributes.map(({ name, coverage }): AttributeCheck => {
    const found = pages.filter((page) => page.values.has(name));
    const now = pages.length === 0 ? 0 : found.length / pages.length;
    const drift = now >= WEAKER * coverage ? 'none' : now > LOST * coverage ? 'weaker' : 'lost';
    return {
      attribute: name,
      before: coverage,
      now: Math.round(now * 10_000) / 10_000,
      drift,
      examples: found.slice(0, 3).map((page) => page.values.get(name)![0]!.value),
    };
  });
  const drift = attributes.some((a) => a.drift === 'lost')
    ? 'lost'
    : attributes.some((a) => a.drift === 'weaker')
      ? 'weaker'
      : 'none';
  return { pages: pages.length, attributes, drift };
}
