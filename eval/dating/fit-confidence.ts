/**
 * Fits the weights of `src/time/dating/confidence.ts` on pages whose date is known: logistic regression with a ridge, each page weighing less the
 * more its site has. What is answered of a page without a date is learned from the same pages, with all that gives their date taken away. No chance is in it: sites are parted into folds by their names' digest, and what is kept aside is left out. It prints
 * the weights as they stand in the source, and how far they are right on sites that they were not fitted on.
 */
import { createHash } from 'node:crypto';
import type { MeasureResult, MeasureTable } from '../../bench/measure.ts';
import { parseHtml } from '../../src/html/index.ts';
import type { DateCandidate } from '../../src/time/dating/candidate.ts';
import { chooseDates } from '../../src/time/dating/choose.ts';
import { type ConfidenceEvidence, confidenceOf } from '../../src/time/dating/confidence.ts';
import { datePage } from '../../src/time/dating/index.ts';
import { Calibration } from './calibration.ts';

/** A page with its known date; null: it has none. */
export interface KnownPage {
  readonly corpus: string;
  readonly site: string;
  readonly url: string;
  readonly html: string;
  readonly date: string | null;
}

interface Row {
  readonly corpus: string;
  readonly site: string;
  readonly fold: number;
  readonly evidence: ConfidenceEvidence;
  readonly right: boolean;
  readonly weight: number;
  /** All that gives the date was taken away: it is fitted on, and not judged by. */
  readonly blinded: boolean;
}

const FOLDS = 8;
const RIDGE = 0.5;
const ROUNDS = 25;
/** What a page without its date weighs beside one with it. */
const UNDATED = 0.13;
const MS_PER_DAY = 86_400_000;

const foldOf = (site: string): number =>
  createHash('sha256').update(`fold ${site}`).digest().readUInt32BE(0) % FOLDS;

function rowsOf(pages: Iterable<KnownPage>, fetchedAt: number): Row[] {
  const rows: Omit<Row, 'weight'>[] = [];
  const counts = new Map<string, number>();
  for (const { corpus, site, url, html, date } of pages) {
    const { candidates, published, holds } = datePage(parseHtml(html), { url, fetchedAt });
    if (holds !== null) continue;
    const day = date === null ? Number.NaN : Date.parse(date) / MS_PER_DAY;
    const isOfDate = (c: DateCandidate): boolean =>
      Math.abs(c.day - day) <= 1 || (c.alternative !== null && Math.abs(c.alternative - day) <= 1);
    const add = (from: readonly DateCandidate[], blinded: boolean): void => {
      const answer = chooseDates(from, (evidence) => {
        const right = !blinded && published?.date === date;
        rows.push({ corpus, site, fold: foldOf(site), evidence, right, blinded });
      });
      if (answer.published !== null) counts.set(site, (counts.get(site) ?? 0) + Number(!blinded));
    };
    add(candidates, false);
    if (date !== null)
      add(
        candidates.filter((c) => !isOfDate(c)),
        true,
      );
  }
  return rows.map((row) => ({
    ...row,
    weight: (row.blinded ? UNDATED : 1) / Math.sqrt(Math.max(1, counts.get(row.site) ?? 0)),
  }));
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

/** Solves a symmetric system by Gauss' elimination. */
function solved(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    const pivot = matrix[i]![i]!;
    for (let k = i + 1; k < n; k++) {
      const factor = matrix[k]![i]! / pivot;
      for (let j = i; j < n; j++) matrix[k]![j]! -= factor * matrix[i]![j]!;
      right[k]! -= factor * right[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) right[i]! -= matrix[i]![j]! * right[j]!;
    right[i]! /= matrix[i]![i]!;
  }
  return right;
}

/** Newton's method on the log-likelihood; the first weight, which is always there, has no ridge. */
function fitted(rows: readonly Row[]): Float64Array {
  const n = rows[0]?.evidence.values.length ?? 0;
  const weights = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    const hessian = Array.from({ length: n }, () => new Float64Array(n));
    const gradient = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const ridge = i === 0 ? 1e-6 : RIDGE;
      hessian[i]![i] = ridge;
      gradient[i] = -ridge * weights[i]!;
    }
    for (const {
      evidence: { values: evidence },
      right,
      weight,
    } of rows) {
      const p = 1 / (1 + Math.exp(-dot(weights, evidence)));
      const curve = weight * p * (1 - p);
      for (let i = 0; i < n; i++) {
        gradient[i]! += weight * (Number(right) - p) * evidence[i]!;
        for (let j = 0; j < n; j++) hessian[i]![j]! += curve * evidence[i]! * evidence[j]!;
      }
    }
    const step = solved(hessian, gradient);
    for (let i = 0; i < n; i++) weights[i]! += step[i]!;
  }
  return weights;
}

export function fitConfidence(pages: Iterable<KnownPage>, fetchedAt: number): MeasureResult {
  const rows = rowsOf(pages, fetchedAt);
  const whole = fitted(rows);
  const apart = Array.from({ length: FOLDS }, (_, fold) => fitted(rows.filter((row) => row.fold !== fold)));
  const unseen = new Map<string, Calibration>();
  const calibrationOf = (name: string): Calibration => {
    let calibration = unseen.get(name);
    if (calibration === undefined) {
      calibration = new Calibration();
      unseen.set(name, calibration);
    }
    return calibration;
  };
  const answers = rows.filter(({ blinded }) => !blinded);
  let loss = 0;
  for (const { corpus, fold, evidence, right } of answers) {
    const confidence = confidenceOf(evidence, apart[fold]!);
    loss -= Math.log(right ? confidence : 1 - confidence);
    calibrationOf('all').add(confidence, right);
    calibrationOf(corpus).add(confidence, right);
  }
  const tables: MeasureTable[] = [
    {
      title: `Weights of confidence, fitted on ${answers.length} answers of ${new Set(rows.map(({ site }) => site)).size} sites`,
      columns: ['evidence', 'weight', 'least of the folds', 'most'],
      rows: (rows[0]?.evidence.names ?? []).map((name, i) => {
        const each = apart.map((weights) => weights[i]!);
        return [name, whole[i]!.toFixed(2), Math.min(...each).toFixed(2), Math.max(...each).toFixed(2)];
      }),
      note: `[${[...whole].map((weight) => weight.toFixed(2)).join(', ')}]`,
    },
    ...[...unseen].map(([name, calibration]) => calibration.table(`${name}: on sites not fitted on`)),
  ];
  return {
    tables,
    figures: {
      answers: answers.length,
      logLoss: Number((loss / answers.length).toFixed(4)),
      farthestBin: calibrationOf('all').farthest,
    },
    bars: [calibrationOf('all').bar('sites not fitted on')],
  };
}
