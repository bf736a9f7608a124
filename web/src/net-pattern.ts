/** The casting net, seen from above: rings of knots tied in diamonds, open in the middle. */
export function netPath(size: number, rings: number, knots: number, hole = 0.08): string {
  const middle = size / 2;
  const knot = (ring: number, at: number): string => {
    const radius = middle * (hole + (1 - hole) * (ring / rings) ** 0.92);
    const angle = ((at + (ring % 2) / 2) / knots) * 2 * Math.PI - Math.PI / 2;
    return `${(middle + radius * Math.cos(angle)).toFixed(2)},${(middle + radius * Math.sin(angle)).toFixed(2)}`;
  };
  let path = '';
  for (let ring = 0; ring < rings; ring++)
    for (let at = 0; at < knots; at++) {
      const left = ring % 2 ? at : at - 1;
      path += `M${knot(ring + 1, left)}L${knot(ring, at)}L${knot(ring + 1, left + 1)}`;
    }
  return path;
}
