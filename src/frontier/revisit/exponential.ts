/**
 * The functions φ_k(r) = Σ_j (−r)^j / (j + k)!, k = 1…4, and the marginal value of a visit with its inverse.
 *
 * Every formula of freshness and age under Poisson changes is a difference such as 1 − e^(−r), divided by powers of r: written out as
 * in the literature it loses all its digits when r is small. φ_k are those same quotients as entire functions, so that the formulas
 * built on them hold to the last digits for every r ≥ 0:
 *   φ₁ = (1 − e^(−r)) / r,   φ_{k+1} = (1/k! − φ_k) / r.
 */

const FACTORIAL = [1, 1, 2, 6, 24] as const;

/** Below this the alternating series converges in a few terms without loss; above, the recurrence divides by r and gains digits. */
const SERIES_BELOW = 2;

function series(k: number, r: number): number {
  let term = 1 / FACTORIAL[k]!;
  let sum = term;
  for (let j = 1; j < 40; j++) {
    term *= -r / (j + k);
    sum += term;
    if (Math.abs(term) <= 1e-17 * Math.abs(sum)) break;
  }
  return sum;
}

/** φ_k(r) for r ≥ 0. */
export function phi(k: 1 | 2 | 3 | 4, r: number): number {
  if (r < SERIES_BELOW) return series(k, r);
  if (r === Number.POSITIVE_INFINITY) return 0;
  let value = -Math.expm1(-r) / r;
  for (let i = 1; i < k; i++) value = (1 / FACTORIAL[i]! - value) / r;
  return value;
}

/**
 * G(r) = 1 − e^(−r)·(1 + r): what one more visit per unit of time is worth to a page with r changes between visits, times its change
 * rate. It rises from 0 (a page that never changes gains nothing) to 1 (a page that is stale at once again).
 */
export function marginalGain(r: number): number {
  if (r > 1) return 1 - Math.exp(-r) * (1 + r);
  // e^(−r)(1 + r) = 1 − r² (φ₁ − φ₂) since r²φ₂ = r − 1 + e^(−r) and r·φ₁ = 1 − e^(−r).
  return r * r * (phi(1, r) - phi(2, r));
}

/**
 * The r with G(r) = y; 0 for y ≤ 0, Infinity for y ≥ 1. Newton's method: on G for small y, and for large y on the logarithm of 1 − G,
 * r − ln(1 + r) = −ln(1 − y), which stays smooth and rising to the last y below 1. Both start where they converge at once.
 */
export function inverseMarginalGain(y: number): number {
  if (!(y > 0)) return 0;
  if (y >= 1) return Number.POSITIVE_INFINITY;
  if (y > 0.3) {
    const target = -Math.log1p(-y);
    let r = target + Math.log1p(target + Math.log1p(target) + 0.5);
    for (let i = 0; i < 20; i++) {
      const step = ((r - Math.log1p(r) - target) * (1 + r)) / r;
      r -= step;
      if (Math.abs(step) <= 4e-16 * r) break;
    }
    return r;
  }
  // r²/2 − r³/3 + …
  const s = Math.sqrt(2 * y);
  let r = s * (1 + s / 3);
  for (let i = 0; i < 20; i++) {
    const step = (marginalGain(r) - y) / (r * Math.exp(-r));
    r -= step;
    if (Math.abs(step) <= 4e-16 * r) break;
  }
  return r;
}
