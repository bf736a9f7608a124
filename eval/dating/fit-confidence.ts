/**
 * Fits the weights of `src/time/dating/confidence.ts` on pages whose date is known: logistic regression with a ridge, each page weighing less the
 * more its site has. No chance is in it: sites are parted into folds by their names' digest, and what is kept aside is left out. It prints
 * the weights as they stand in the source, and how far they are right on sites that they were not fitted on.
 */
import { createHash } from 'node:crypto';
import type { MeasureResult, MeasureTable } from '../../bench/measure.ts';
import { parseHtml } from '../../src/html/index.ts';
import { CONFIDENCE_EVIDENCE, type ConfidenceEvidence } from '../../src/time/dating/confidence.ts';
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
}

const FOLDS = 8;
const RIDGE = 0.5;
const ROUNDS = 25;
const MOST = 0.98;

const foldOf = (site: string): number =>
  createHash('sha256').update(`fold ${site}`).digest().readUInt32BE(0) % FOLDS;

function rowsOf(pages: Iterable<KnownPage>, fetchedAt: number): Row[] {
  const rows: Omit<Row, 'weight'>[] = [];
  const counts = new Map<string, number>();
  for (const { corpus, site, url, html, date } of pages) {
    let evidence: ConfidenceEvidence | null = null;
    const dates = datePage(parseHtml(html), {
      url,
      fetchedAt,
      onEvidence: (found) => {
        evidence = found;
      },
    });
    if (dates.published === null || dates.holds !== null || evidence === null) continue;
    rows.push({ corpus, site, fold: foldOf(site), evidence, right: dates.published.date === date });
    counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  return rows.map((row) => ({ ...row, weight: 1 / Math.sqrt(counts.get(row.site)!) }));
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
  const n = CONFIDENCE_EVIDENCE.length;
  const weights = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    const hessian = Array.from({ length: n }, () => new Float64Array(n));
    const gradient = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const ridge = i === 0 ? 1e-6 : RIDGE;
      hessian[i]![i] = ridge;
      gradient[i] = -ridge * weights[i]!;
    }
    for (const { evidence, right, weight } of rows) {
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
  let loss = 0;
  for (const { corpus, fold, evidence, right } of rows) {
    const confidence = MOST / (1 + Math.exp(-dot(apart[fold]!, evidence)));
    loss -= Math.log(right ? confidence : 1 - confidence);
    calibrationOf('all').add(confidence, right);
    calibrationOf(corpus).add(confidence, right);
  }
  const tables: MeasureTable[] = [
    {
      title: `Weights of confidence, fitted on ${rows.length} answers of ${new Set(rows.map(({ site }) => site)).size} sites`,
      columns: ['evidence', 'weight', 'least of the folds', 'most'],
      rows: CONFIDENCE_EVIDENCE.map((name, i) => {
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
      answers: rows.length,
      logLoss: Number((loss / rows.length).toFixed(4)),
      farthestBin: calibrationOf('all').farthest,
    },
    bars: [calibrationOf('all').bar('sites not fitted on')],
  };
}
