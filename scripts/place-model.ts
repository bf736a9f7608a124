/**
 * Learns the model of places in text (src/geo/gazetteer/mentions/place-model-data.ts) from files of texts with their places, without the items that
 * `eval/kept-aside.ts` draws:
 *
 *     node --import tsx scripts/place-model.ts <folder of data> [--across] [--write]
 *
 * Prints how well each file is judged by a model that was learned on other texts (five parts, drawn by their names) and, with `--across`, by one that was
 * learned without the file.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isKeptAside } from '../eval/kept-aside.ts';
import { readPageTexts } from '../eval/places/page-texts.ts';
import { compared, isAsked, placeFiles, readPlaceTexts, readWritten } from '../eval/places/place-texts.ts';
import { Gazetteer } from '../src/geo/gazetteer/gazetteer.ts';
import {
  FEATURE_COUNT,
  FEATURES,
  findCandidates,
  type Judgement,
  likelihoods,
  readEvidence,
  TextWords,
  type Trees,
  treeScore,
} from '../src/geo/gazetteer/mentions/index.ts';
import { NEIGHBOUR_WEIGHTS, neighbourValues } from '../src/geo/gazetteer/mentions/neighbours.ts';
import { ROLE } from '../src/geo/gazetteer/mentions/word-roles.ts';
import { shippedPlaces } from '../src/geo/gazetteer/shipped-places.ts';
import { fitTrees } from './place-model/boosted-trees.ts';
import { fitWeights } from './place-model/fit-weights.ts';
import { treeBytes } from './place-model/tree-bytes.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    across: { type: 'boolean' },
    write: { type: 'boolean' },
    trees: { type: 'string', default: '220' },
    rate: { type: 'string', default: '0.06' },
    regular: { type: 'string', default: '4' },
    least: { type: 'string', default: '2' },
    rows: { type: 'string', default: '0.7' },
    columns: { type: 'string', default: '0.3' },
    evening: { type: 'string', default: '0' },
    only: { type: 'string' },
    misses: { type: 'string' },
  },
});
const MATERIAL: Readonly<Record<string, readonly [string, string]>> = {
  'first-harem': [
    'First HAREM, golden collection (Linguateca): general texts of Brazil and Portugal',
    'published by Linguateca for evaluation; only what was learned is here',
  ],
  'lener-br': ['LeNER-Br (Luz de Araujo et al. 2018): Brazilian legal texts', 'MIT'],
  pages: [
    'passages of real Portuguese-language pages, their places read by hand (eval/places/pages.places.jsonl)',
    'the pages state none for the most part; only what was read and learned is here',
  ],
  written: ['sentences written for this project (eval/places/written.txt)', 'Apache-2.0'],
};
const SEED = 18;
const FOLDS = 5;
const fitting = {
  trees: Number(options.trees),
  rate: Number(options.rate),
  regular: Number(options.regular),
  least: Number(options.least),
  rows: Number(options.rows),
  columns: Number(options.columns),
  seed: SEED,
};

interface Learned {
  readonly file: string;
  readonly fold: number;
  readonly text: string;
  readonly count: number;
  readonly first: Int32Array;
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  readonly features: Uint8Array;
  /** 1: a place, 0: none, -1: neither asked for nor punished. */
  readonly labels: Int8Array;
  /** The same, and none where a street is named after it, whatever the file asks. */
  readonly taught: Int8Array;
  readonly gold: number;
  readonly missed: readonly string[];
}

const gazetteer = new Gazetteer((await shippedPlaces(false)).packed());
const WRITTEN = fileURLToPath(new URL('../eval/places/written.txt', import.meta.url));
const pages = readPageTexts(positionals[0]);
const files = [
  ...placeFiles(positionals[0]).map(readPlaceTexts),
  ...(pages === null ? [] : [pages]),
  readWritten(WRITTEN),
];
const learned: Learned[] = [];
for (const { name, texts } of files)
  for (const { id, drawnBy = id, text, gold } of texts) {
    if (isKeptAside(drawnBy)) continue;
    const words = new TextWords(text);
    const found = findCandidates(words, gazetteer.packed);
    const { features } = readEvidence(words, found, gazetteer.packed);
    const spans = Array.from({ length: found.count }, (_, c) => ({
      start: words.start[found.first[c]!]!,
      end: words.end[found.last[c]!]!,
      confidence: 1,
    }));
    const { verdicts, found: hits } = compared(gold, spans);
    learned.push({
      file: name,
      fold: createHash('sha256').update(`fold ${drawnBy}`).digest().readUInt32BE(0) % FOLDS,
      text,
      count: found.count,
      first: found.first.slice(0, found.count),
      spans,
      features,
      labels: Int8Array.from(verdicts, (v) => (v === 'right' ? 1 : v === 'wrong' ? 0 : -1)),
      taught: Int8Array.from(verdicts, (v, c) =>
        v === 'right' ? 1 : v === 'wrong' || isOfStreet(features, c) ? 0 : -1,
      ),
      gold: gold.filter(isAsked).length,
      missed: gold
        .filter((_, i) => hits[i] === false)
        .map(
          ({ start, end }) =>
            `${text.slice(Math.max(0, start - 35), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 25)}`,
        ),
    });
  }

/** `Rua São Paulo` is no place in São Paulo, though a file may neither ask for streets nor punish them. */
function isOfStreet(features: Uint8Array, c: number): boolean {
  const value = (name: (typeof FEATURES)[number]): number =>
    features[c * FEATURE_COUNT + FEATURES.indexOf(name)]!;
  return (
    (value('run has') & 8) !== 0 || value('before') === ROLE.street || value('two before') === ROLE.street
  );
}

const STATE_BEHIND = FEATURES.indexOf('state behind');

/** Files of many candidates weigh less each, so that no kind of text says what all are like. */
function weightsOfFiles(texts: readonly Learned[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { file, count } of texts) sizes.set(file, (sizes.get(file) ?? 0) + count);
  const mean = [...sizes.values()].reduce((sum, n) => sum + n, 0) / sizes.size;
  return new Map([...sizes].map(([file, n]) => [file, (mean / n) ** Number(options.evening)]));
}

function learnTrees(texts: readonly Learned[]): Trees {
  const size = texts.reduce((sum, { taught }) => sum + taught.reduce((n, l) => n + (l < 0 ? 0 : 1), 0), 0);
  const features = new Uint8Array(size * FEATURE_COUNT);
  const labels = new Uint8Array(size);
  const weights = new Float64Array(size);
  let at = 0;
  const even = weightsOfFiles(texts);
  for (const text of texts)
    for (let c = 0; c < text.count; c++) {
      if (text.taught[c]! < 0) continue;
      features.set(text.features.subarray(c * FEATURE_COUNT, (c + 1) * FEATURE_COUNT), at * FEATURE_COUNT);
      // Few texts write the state behind a town, and where one does there is no doubt.
      weights[at] = even.get(text.file)! * (text.features[c * FEATURE_COUNT + STATE_BEHIND]! > 0 ? 2 : 1);
      labels[at++] = text.taught[c]!;
    }
  return fitTrees({ features, width: FEATURE_COUNT, labels, weights }, fitting);
}

/** What is around is weighed by scores of trees that did not learn from texts of the kind: so sure is what is said of texts of other kinds. */
function learn(texts: readonly Learned[]): Judgement {
  const values: number[] = [];
  const labels: number[] = [];
  for (const kind of new Set(texts.map(({ file }) => file))) {
    const trees = learnTrees(texts.filter(({ file }) => file !== kind));
    for (const { count, features, first, taught } of texts.filter(({ file }) => file === kind)) {
      const scores = Float64Array.from({ length: count }, (_, c) => treeScore(trees, features, c));
      values.push(...neighbourValues(scores, first));
      labels.push(...taught);
    }
  }
  return {
    trees: learnTrees(texts),
    neighbours: fitWeights(Float64Array.from(values), NEIGHBOUR_WEIGHTS.length, labels),
  };
}

interface Judged {
  readonly p: number;
  readonly label: number;
  readonly where: string;
}

function judge(by: Judgement, texts: readonly Learned[]): Judged[] {
  return texts.flatMap((text) =>
    Array.from(likelihoods(by, text.features, text.first), (p, c) => ({
      p,
      label: text.labels[c]!,
      where:
        `${text.text.slice(Math.max(0, text.spans[c]!.start - 40), text.spans[c]!.start)}⟦${text.text.slice(text.spans[c]!.start, text.spans[c]!.end)}⟧${text.text.slice(text.spans[c]!.end, text.spans[c]!.end + 25)}`.replace(
          /\s+/g,
          ' ',
        ),
    })),
  );
}

function tell(name: string, texts: readonly Learned[], judged: readonly Judged[]): void {
  const gold = texts.reduce((sum, text) => sum + text.gold, 0);
  const reach = judged.filter(({ label }) => label === 1).length;
  const line = (threshold: number): string => {
    const said = judged.filter(({ p, label }) => p >= threshold && label >= 0);
    const right = said.filter(({ label }) => label === 1).length;
    return `${threshold}: P ${(right / said.length).toFixed(3)} R ${(right / gold).toFixed(3)}`;
  };
  const sure = judged.filter(({ p, label }) => p >= 0.9 && label >= 0);
  const right = judged.filter(({ p, label }) => p >= 0.5 && label === 1).length;
  const sureRight = sure.filter(({ label }) => label === 1).length;
  const asked = judged.filter(({ label }) => label >= 0);
  const loss =
    asked.reduce((sum, { p, label }) => sum - Math.log(Math.max(1e-6, label === 1 ? p : 1 - p)), 0) /
    asked.length;
  process.stdout.write(
    `${name}: ${texts.length} texts, gold ${gold}, candidates ${judged.length}, reach ${(reach / gold).toFixed(3)}, loss ${loss.toFixed(3)}\n  ${[0.4, 0.5, 0.6].map(line).join('; ')}; sure ${(sureRight / sure.length).toFixed(3)} of ${(sureRight / right).toFixed(3)}\n`,
  );
  if (options.misses === name.split(' ')[0]) {
    for (const { p, label, where } of judged)
      if (label >= 0 && p >= 0.5 !== (label === 1))
        process.stdout.write(`${label === 1 ? 'MISSED' : 'WRONG '} ${p.toFixed(2)} ${where}\n`);
    for (const text of texts)
      for (const miss of text.missed) process.stdout.write(`NO CANDIDATE ${miss.replace(/\s+/g, ' ')}\n`);
  }
}

const all = learned.filter(({ file }) => options.only === undefined || file === options.only);
const names = [...new Set(all.map(({ file }) => file))];
const judgedBy = new Map<string, Judged[]>(names.map((name) => [name, []]));
for (let fold = 0; fold < FOLDS; fold++) {
  const by = learn(all.filter((text) => text.fold !== fold));
  for (const name of names)
    judgedBy.get(name)!.push(
      ...judge(
        by,
        all.filter((text) => text.fold === fold && text.file === name),
      ),
    );
}
for (const name of names)
  tell(
    name,
    all.filter(({ file }) => file === name),
    judgedBy.get(name)!,
  );
if (options.across)
  for (const name of names) {
    const own = all.filter(({ file }) => file === name);
    tell(`${name} by the others`, own, judge(learn(all.filter(({ file }) => file !== name)), own));
  }
const { trees, neighbours } = learn(all);
const gain = new Float64Array(FEATURE_COUNT);
for (let i = 0; i < trees.feature.length; i++) if (trees.values[i] !== 0) gain[trees.feature[i]!]!++;
process.stdout.write(
  `${FEATURES.map((name, f) => [name, gain[f]!] as const)
    .sort((a, b) => b[1] - a[1])
    .map(([name, n]) => `${name} ${n}`)
    .join(', ')}\n`,
);
if (options.write) {
  const encoded = treeBytes(trees).toString('base64');
  writeFileSync(
    fileURLToPath(new URL('../src/geo/gazetteer/mentions/place-model-data.ts', import.meta.url)),
    `/** Written by scripts/place-model.ts; see \`trainedOn\` for the material and \`command\` for how. */
import type { PlaceModel } from './place-model.ts';

export const PLACE_MODEL: PlaceModel = ${JSON.stringify(
      {
        features: FEATURES,
        base: Number(trees.base.toFixed(6)),
        trees: encoded,
        neighbours: neighbours.map((weight) => Number(weight.toFixed(4))),
        trainedOn: names.map((name) => {
          const own = all.filter(({ file }) => file === name);
          return {
            material: MATERIAL[name]?.[0] ?? name,
            licence: MATERIAL[name]?.[1] ?? 'unknown',
            texts: own.length,
            mentions: own.reduce((sum, { gold }) => sum + gold, 0),
          };
        }),
        seed: SEED,
        command: 'node --import tsx scripts/place-model.ts <folder> --write',
      },
      null,
      2,
    )};\n`,
  );
}
