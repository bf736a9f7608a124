/** Student's paired t-test, two-tailed: whether one system beats another over the same sites by more than chance. */

export interface TTest {
  readonly t: number;
  readonly degrees: number;
  readonly p: number;
}

/** Logarithm of the gamma function (Lanczos). */
function logGamma(x: number): number {
  const terms = [
    76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 0.001208650973866,
    -0.000005395239385,
  ];
  let sum = 1.000000000190015;
  terms.forEach((term, i) => {
    sum += term / (x + i + 1);
  });
  const base = x + 5.5;
  return (x + 0.5) * Math.log(base) - base + Math.log((Math.sqrt(2 * Math.PI) * sum) / x);
}

/** Continued fraction of the incomplete beta function. */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-30;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let result = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const step of [even, odd]) {
      d = 1 + step * d;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = 1 + step / c;
      if (Math.abs(c) < tiny) c = tiny;
      result *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return result;
}

function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

export function pairedTTest(first: readonly number[], second: readonly number[]): TTest {
  const differences = first.map((value, i) => value - second[i]!);
  const n = differences.length;
  const mean = differences.reduce((sum, d) => sum + d, 0) / n;
  const variance = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / (n - 1);
  const degrees = n - 1;
  if (variance === 0)
    return { t: mean === 0 ? 0 : Math.sign(mean) * Infinity, degrees, p: mean === 0 ? 1 : 0 };
  const t = mean / Math.sqrt(variance / n);
  return { t, degrees, p: incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t)) };
}
