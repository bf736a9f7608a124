/** Attributes learned from k labelled sites of a vertical and found on its other sites. */
import {
  type AttributeExample,
  attributeExample,
  Likenesses,
  type PortrayedSite,
  portraySite,
  selectAttributes,
} from '../../src/entities/selection/learned-attributes.ts';
import { score } from './score.ts';
import { keysByPage, type MeasuredSite } from './site.ts';

/** What is needed of a site once its pages can be forgotten. */
export interface LabelledSite {
  readonly name: string;
  readonly portrayed: PortrayedSite;
  /** F1 of every column by attribute. */
  readonly f1: ReadonlyMap<string, readonly number[]>;
  readonly examples: ReadonlyMap<string, AttributeExample>;
}

export function labelledSite(site: MeasuredSite): LabelledSite {
  const portrayed = portraySite(site.rules);
  const keys = portrayed.columns.map((column) => keysByPage(site.graph, column.nodes));
  const f1 = new Map<string, number[]>();
  const examples = new Map<string, AttributeExample>();
  for (const [attribute, gold] of site.gold) {
    const scores = keys.map((column) => score(column, gold).f1);
    f1.set(attribute, scores);
    const best = scores.indexOf(Math.max(...scores));
    if (scores[best]! > 0.5) examples.set(attribute, attributeExample(portrayed, attribute, best));
  }
  return { name: site.file.site, portrayed, f1, examples };
}

export interface Transfer {
  readonly site: string;
  readonly attribute: string;
  readonly f1: number;
}

/** Sites are compared again in every run. */
const likenesses = new WeakMap<readonly LabelledSite[], Likenesses>();

/** Each site in turn begins a run of k labelled ones; the attributes that these have are looked for on the others. */
export function transfers(
  sites: readonly LabelledSite[],
  k: number,
  weights?: ArrayLike<number>,
): Transfer[] {
  if (sites.length <= k) return [];
  const known = likenesses.get(sites) ?? new Likenesses();
  likenesses.set(sites, known);
  return sites.flatMap((_, start) => {
    const labelled = Array.from({ length: k }, (_, i) => sites[(start + i) % sites.length]!);
    const others = sites.filter((site) => !labelled.includes(site));
    const examples = labelled.flatMap((site) => [...site.examples.values()]);
    const taught = new Set(examples.map(({ attribute }) => attribute));
    const found = selectAttributes(
      examples,
      others.map(({ portrayed }) => portrayed),
      { likenesses: known, ...(weights === undefined ? {} : { weights }) },
    );
    return others.flatMap((site, i) =>
      [...site.f1]
        .filter(([attribute]) => taught.has(attribute))
        .map(([attribute, f1]) => {
          const choice = found[i]!.get(attribute);
          return { site: site.name, attribute, f1: choice === undefined ? 0 : f1[choice.column]! };
        }),
    );
  });
}
