/** A small canvas of palette indexes: fills polygons, draws lines and points. Everything outside is cut off. */

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height);
  }

  set(x: number, y: number, colour: number): void {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height) this.pixels[y * this.width + x] = colour;
  }

  /** A square of two pixels around a place. */
  /** A square of that side, in pixels. */
  dot(x: number, y: number, side: number, colour: number): void {
    const left = Math.round(x) - (side >> 1);
    const top = Math.round(y) - (side >> 1);
    for (let dy = 0; dy < side; dy++) for (let dx = 0; dx < side; dx++) this.set(left + dx, top + dy, colour);
  }

  line(x0: number, y0: number, x1: number, y1: number, colour: number): void {
    let x = Math.round(x0);
    let y = Math.round(y0);
    const endX = Math.round(x1);
    const endY = Math.round(y1);
    if ((x < 0 && endX < 0) || (y < 0 && endY < 0)) return;
    if ((x >= this.width && endX >= this.width) || (y >= this.height && endY >= this.height)) return;
    const dx = Math.abs(endX - x);
    const dy = -Math.abs(endY - y);
    const sx = x < endX ? 1 : -1;
    const sy = y < endY ? 1 : -1;
    let error = dx + dy;
    for (;;) {
      this.set(x, y, colour);
      if (x === endX && y === endY) return;
      const twice = 2 * error;
      if (twice >= dy) {
        error += dy;
        x += sx;
      }
      if (twice <= dx) {
        error += dx;
        y += sy;
      }
    }
  }

  /** Fills rings together by the even-odd rule, so that holes stay open. Rings are pairs in units of `1/fine` pixel. */
  fill(rings: readonly Int16Array[], fine: number, colour: number): void {
    let top = this.height;
    let bottom = -1;
    for (const ring of rings)
      for (let i = 1; i < ring.length; i += 2) {
        const y = ring[i]! / fine;
        if (y < top) top = y;
        if (y > bottom) bottom = y;
      }
    const first = Math.max(0, Math.floor(top));
    const last = Math.min(this.height - 1, Math.ceil(bottom));
    if (last < first) return;
    // Edges by the first row that they reach, so that each is met only in its own rows.
    const starts: number[][] = Array.from({ length: last - first + 1 }, () => []);
    const edges: { x: number; step: number; until: number }[] = [];
    for (const ring of rings) {
      const count = ring.length / 2;
      for (let i = 0, j = count - 1; i < count; j = i++) {
        let ax = ring[2 * j]! / fine;
        let ay = ring[2 * j + 1]! / fine;
        let bx = ring[2 * i]! / fine;
        let by = ring[2 * i + 1]! / fine;
        if (ay === by) continue;
        if (ay > by) [ax, ay, bx, by] = [bx, by, ax, ay];
        // Rows are sampled at their middle.
        const from = Math.max(first, Math.ceil(ay - 0.5));
        const until = Math.min(last, Math.ceil(by - 0.5) - 1);
        if (until < from) continue;
        const step = (bx - ax) / (by - ay);
        starts[from - first]!.push(edges.length);
        edges.push({ x: ax + (from + 0.5 - ay) * step, step, until });
      }
    }
    let active: { x: number; step: number; until: number }[] = [];
    for (let y = first; y <= last; y++) {
      for (const index of starts[y - first]!) active.push(edges[index]!);
      active.sort((a, b) => a.x - b.x);
      for (let i = 0; i + 1 < active.length; i += 2) {
        const from = Math.max(0, Math.ceil(active[i]!.x - 0.5));
        const to = Math.min(this.width - 1, Math.ceil(active[i + 1]!.x - 0.5) - 1);
        if (to >= from) this.pixels.fill(colour, y * this.width + from, y * this.width + to + 1);
      }
      active = active.filter((edge) => edge.until > y);
      for (const edge of active) edge.x += edge.step;
    }
  }
}
