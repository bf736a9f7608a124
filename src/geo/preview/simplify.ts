/**
 * Lines with fewer vertices that stay within a tolerance of where they were. One pass over the vertices whatever they are (a cone of
 * directions from the last kept vertex is narrowed until the next one falls out of it), so that hostile lines cost their length only.
 */

/** Pairs of coordinates; the first and the last vertex stay. */
export function simplifyLine(points: Int32Array, tolerance: number): Int32Array {
  const count = points.length >> 1;
  if (count <= 2) return points;
  const kept = new Int32Array(points.length);
  let length = 0;
  const keep = (i: number) => {
    kept[length++] = points[2 * i]!;
    kept[length++] = points[2 * i + 1]!;
  };
  keep(0);
  let anchor = 0;
  /** The direction that the cone's angles count from; NaN while no vertex is further away than the tolerance. */
  let axis = Number.NaN;
  let low = 0;
  let high = 0;
  let furthest = 0;
  for (let i = 1; i < count; i++) {
    const dx = points[2 * i]! - points[2 * anchor]!;
    const dy = points[2 * i + 1]! - points[2 * anchor + 1]!;
    const distance = Math.hypot(dx, dy);
    if (distance > tolerance) {
      const half = Math.asin(tolerance / distance);
      const direction = Math.atan2(dy, dx);
      if (Number.isNaN(axis)) {
        axis = direction;
        low = -half;
        high = half;
        furthest = distance;
        continue;
      }
      const angle = turn(direction - axis);
      // A line that comes back has a tip, and the tip stays.
      if (angle >= low && angle <= high && distance >= furthest - tolerance) {
        low = Math.max(low, angle - half);
        high = Math.min(high, angle + half);
        furthest = Math.max(furthest, distance);
        continue;
      }
    } else if (Number.isNaN(axis) || furthest <= 2 * tolerance) continue;
    anchor = i - 1;
    keep(anchor);
    axis = Number.NaN;
    i--;
    // The vertex is looked at again from its new anchor, which lies before it: every vertex is seen twice at most.
  }
  keep(count - 1);
  return kept.slice(0, length);
}

function turn(angle: number): number {
  return angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
}
