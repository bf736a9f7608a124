/**
 * Freshness and age of a copy whose original changes as a Poisson process (Cho and Garcia-Molina): F is the share of time in which the
 * copy is current, A the mean time for which it has been out of date. `rate` is changes per unit of time, `frequency` visits per the
 * same unit.
 *
 * Three orders of visiting: `fixed` (every 1/f exactly), `random` (once in every period of 1/f, at a random moment of it), and
 * `purely-random` (visits are a Poisson process themselves).
 *
 * @example freshness('fixed', 1, 1) // 0.63212…: a page that changes about once a day, visited every day
 */
import { phi } from './exponential.ts';

export type VisitOrder = 'fixed' | 'random' | 'purely-random';

/** Mean freshness at r = rate / frequency. */
export function freshnessAt(order: VisitOrder, r: number): number {
  if (!(r > 0)) return 1;
  if (r === Number.POSITIVE_INFINITY) return 0;
  if (order === 'fixed') return phi(1, r);
  // (1 − φ₁²)/r = φ₂·(1 + φ₁), because (1 − φ₁)/r is φ₂.
  if (order === 'random') return phi(2, r) * (1 + phi(1, r));
  return 1 / (1 + r);
}

/** Mean age in units of the visit interval, at r = rate / frequency. */
export function relativeAgeAt(order: VisitOrder, r: number): number {
  if (!(r > 0)) return 0;
  if (order === 'purely-random') return r === Number.POSITIVE_INFINITY ? 1 : r / (1 + r);
  if (r === Number.POSITIVE_INFINITY) return order === 'fixed' ? 1 / 2 : 1 / 3 + 1 / 4;
  // 1/2 − 1/r + (1 − e^(−r))/r² is r·φ₃; call it h. Then the random order's 1/3 + (1/2 − 1/r)² − ((1 − e^(−r))/r²)²
  // is (1/3 − 2h/r) + h − h², and 1/3 − 2φ₃ is 2r·φ₄.
  const h = r * phi(3, r);
  return order === 'fixed' ? h : 2 * r * phi(4, r) + h - h * h;
}

/** Mean freshness of a page with this change rate, visited at this frequency. Never visited: 0, unless it never changes. */
export function freshness(order: VisitOrder, rate: number, frequency: number): number {
  if (!(rate > 0)) return 1;
  return frequency > 0 ? freshnessAt(order, rate / frequency) : 0;
}

/** Mean age, in the unit of time of the rates. Infinite for a page that changes and is never visited. */
export function age(order: VisitOrder, rate: number, frequency: number): number {
  if (!(rate > 0)) return 0;
  return frequency > 0 ? relativeAgeAt(order, rate / frequency) / frequency : Number.POSITIVE_INFINITY;
}

/** Chance that a copy made `elapsed` ago is still current. */
export function freshnessAfter(rate: number, elapsed: number): number {
  return Math.exp(-rate * elapsed);
}

/** Expected age of a copy made `elapsed` ago: elapsed − (1 − e^(−λt))/λ. */
export function ageAfter(rate: number, elapsed: number): number {
  const r = rate * elapsed;
  return elapsed * r * phi(2, r);
}
