/**
 * Places named in running Portuguese text, each with how likely it is one. Names are found from left to right (`mentions/candidates.ts`), what speaks for and
 * against each is weighed by a small learned model (`mentions/place-model.ts`), and namesakes are told apart by what is written beside the name, by what the
 * rest of the text speaks of, and by what is likeliest (`mentions/namesakes.ts`).
 */
import type { Gazetteer, Place } from './gazetteer.ts';
import {
  FEATURE_COUNT,
  FEATURES,
  findCandidates,
  type Judgement,
  likelierBy,
  likelihoods,
  Namesakes,
  NO_SETTING,
  readEvidence,
  type TextSetting,
  TextWords,
  type Trees,
  treeScore,
  treesOf,
} from './mentions/index.ts';
import { PLACE_MODEL } from './mentions/place-model-data.ts';

export interface PlaceMention {
  /** The place that is meant; null for a name that the gazetteer lacks (`a freguesia de X`). */
  readonly place: Place | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How likely this is the name of a place here. */
  readonly confidence: number;
  /** How likely it is this one of its namesakes, if it is a place; 0 without one. */
  readonly which: number;
  /** What was weighed, when it was asked for, the weightiest first. */
  readonly evidence?: readonly PlaceEvidence[];
}

export interface PlaceEvidence {
  /** One of the features of the model and its value, or what is around. */
  readonly feature: (typeof FEATURES)[number] | 'neighbours';
  readonly value: number;
  /** By how much the log-odds would differ without it. */
  readonly weight: number;
}

export interface PlacesInTextOptions {
  /** Only mentions that are at least so likely; 0.5 unless told. */
  readonly least?: number;
  readonly limit?: number;
  /** Whether each mention tells what was weighed. */
  readonly explain?: boolean;
  /** Where the text comes from, as far as it is known. */
  readonly setting?: TextSetting;
}

/** Below it a name is rather no place. */
const LIKELIER_THAN_NOT = 0.5;
const LONGEST_TEXT = 2_000_000;
/** Log-odds of a name that the site's own place has. */
const OWN_PLACE = 1.5;

let shipped: Judgement | null = null;

/** The places a text names, in order. Never throws; takes time in proportion to the text. */
export function placesInText(
  gazetteer: Gazetteer,
  text: string,
  {
    least = LIKELIER_THAN_NOT,
    limit = 10_000,
    explain = false,
    setting = NO_SETTING,
  }: PlacesInTextOptions = {},
): PlaceMention[] {
  shipped ??= { trees: treesOf(PLACE_MODEL), neighbours: PLACE_MODEL.neighbours };
  const places = gazetteer.packed;
  const words = new TextWords(text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text);
  const found = findCandidates(words, places);
  const evidence = readEvidence(words, found, places);
  const likely = likelihoods(shipped, evidence.features, found.first.subarray(0, found.count));
  const namesakes = new Namesakes(
    words,
    places,
    found,
    evidence,
    (c) => likely[c]! >= LIKELIER_THAN_NOT,
    setting,
  );
  const mentions: PlaceMention[] = [];
  for (let c = 0; c < found.count && mentions.length < limit; c++) {
    // What a site is of is named on its pages.
    if (likelierBy(likely[c]!, setting.home < 0 ? 0 : OWN_PLACE) < least) continue;
    const meant = namesakes.meant(c);
    const confidence = likelierBy(likely[c]!, meant.row >= 0 && meant.row === setting.home ? OWN_PLACE : 0);
    if (confidence < least) continue;
    const start = words.start[found.first[c]!]!;
    const end = words.end[found.last[c]!]!;
    mentions.push({
      place: meant.row < 0 ? null : gazetteer.place(meant.row),
      text: words.text.slice(start, end),
      start,
      end,
      confidence,
      which: meant.probability,
      ...(explain ? { evidence: weighed(shipped.trees, evidence.features, c, likely[c]!) } : {}),
    });
  }
  return mentions;
}

function weighed(trees: Trees, features: Uint8Array, candidate: number, likely: number): PlaceEvidence[] {
  const own = features.slice(candidate * FEATURE_COUNT, (candidate + 1) * FEATURE_COUNT);
  const whole = treeScore(trees, own, 0);
  const around: PlaceEvidence = {
    feature: 'neighbours',
    value: 0,
    weight: Math.log(likely / (1 - likely)) - whole,
  };
  return FEATURES.map((feature, f): PlaceEvidence => {
    const without = own.slice();
    without[f] = 0;
    return { feature, value: own[f]!, weight: whole - treeScore(trees, without, 0) };
  })
    .concat(around)
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}
