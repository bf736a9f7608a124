/**
 * The distinct forms that the blocks of a site have, and how alike two forms are. A site has few forms and many blocks: each pair of forms
 * is worked out once.
 */
import type { XcexParameters } from './parameters.ts';
import { matchingItems } from './sequence-ratio.ts';
import {
  classSimilarity,
  featureSimilarity,
  griazevSimilarity,
  Names,
  type StyleProfile,
  weighedStyle,
} from './style-similarity.ts';

export interface StyleForms {
  /** Form of each block. */
  readonly form: Int32Array;
  /** SSim of two forms. */
  similarity(a: number, b: number): number;
  /** At least SSim, and cheap. */
  bound(a: number, b: number): number;
}

/** Pairs remembered at a time; a site with more distinct pairs than this starts over. */
const REMEMBERED_PAIRS = 1 << 20;

class PairMemory {
  readonly #width: number;
  readonly #values = new Map<number, number>();

  constructor(width: number) {
    this.#width = width;
  }

  get(a: number, b: number, work: () => number): number {
    const key = a * this.#width + b;
    let value = this.#values.get(key);
    if (value === undefined) {
      value = work();
      if (this.#values.size >= REMEMBERED_PAIRS) this.#values.clear();
      this.#values.set(key, value);
    }
    return value;
  }
}

export function styleForms(profiles: readonly StyleProfile[], parameters: XcexParameters): StyleForms {
  switch (parameters.styleMeasure) {
    case 'html-similarity':
      return sequenceForms(profiles);
    case 'griazev':
      return plainForms(
        profiles,
        (profile) => profile.levels.map((level) => level.join(',')).join(';'),
        (a, b) => griazevSimilarity(a, b, parameters.griazev),
      );
    case 'cosine':
      return plainForms(
        profiles,
        (profile) => `${profile.words};${profile.elements.join(',')};${profile.counts.join(',')}`,
        featureSimilarity,
      );
  }
}

function plainForms(
  profiles: readonly StyleProfile[],
  key: (profile: StyleProfile) => string,
  measure: (a: StyleProfile, b: StyleProfile) => number,
): StyleForms {
  const forms = new Names();
  const samples: StyleProfile[] = [];
  const form = Int32Array.from(profiles, (profile) => {
    const id = forms.id(key(profile));
    if (id === samples.length) samples.push(profile);
    return id;
  });
  const memory = new PairMemory(samples.length);
  return {
    form,
    similarity: (a, b) => memory.get(a, b, () => measure(samples[a]!, samples[b]!)),
    bound: () => 1,
  };
}

/** Tag sequence and class set are remembered apart: a site combines few of one with few of the other. */
function sequenceForms(profiles: readonly StyleProfile[]): StyleForms {
  const sequences = new Names();
  const classSets = new Names();
  const forms = new Names();
  const sequenceSamples: Int32Array[] = [];
  const classSamples: Int32Array[] = [];
  const sequenceOf: number[] = [];
  const classesOf: number[] = [];
  const form = Int32Array.from(profiles, (profile) => {
    const sequence = sequences.id(profile.tags.join(','));
    if (sequence === sequenceSamples.length) sequenceSamples.push(profile.tags);
    const classes = classSets.id(profile.classes.join(','));
    if (classes === classSamples.length) classSamples.push(profile.classes);
    const id = forms.id(`${sequence},${classes}`);
    if (id === sequenceOf.length) {
      sequenceOf.push(sequence);
      classesOf.push(classes);
    }
    return id;
  });
  const structural = new PairMemory(sequenceSamples.length);
  const style = new PairMemory(classSamples.length);
  const classSim = (a: number, b: number) => {
    const x = classesOf[a]!;
    const y = classesOf[b]!;
    return x === y ? 1 : style.get(x, y, () => classSimilarity(classSamples[x]!, classSamples[y]!));
  };
  return {
    form,
    similarity: (a, b) => {
      const x = sequenceOf[a]!;
      const y = sequenceOf[b]!;
      const ratio =
        x === y
          ? 1
          : structural.get(x, y, () => {
              const first = sequenceSamples[x]!;
              const second = sequenceSamples[y]!;
              return (2 * matchingItems(first, second)) / (first.length + second.length);
            });
      return weighedStyle(ratio, classSim(a, b));
    },
    bound: (a, b) => {
      const first = sequenceSamples[sequenceOf[a]!]!.length;
      const second = sequenceSamples[sequenceOf[b]!]!.length;
      return weighedStyle((2 * Math.min(first, second)) / (first + second), classSim(a, b));
    },
  };
}
