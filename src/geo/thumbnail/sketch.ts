/**
 * The lines of a picture before it is drawn, in half pixels: vertices that fall together are one, and when there are more than anybody
 * could see, every second one goes. So memory and time depend on the picture, not on the file.
 */
import type { Shape } from '../readers/dataset.ts';
import type { Frame } from './frame.ts';

export interface Path {
  readonly kind: Shape['kind'];
  /** Which shape it is a part of: the rings of one polygon are filled together. */
  readonly shape: number;
  /** Pairs, in half pixels. */
  points: Int16Array;
}

/** Half pixels to a pixel. */
export const FINE = 2;

export class Sketch {
  paths: Path[] = [];
  readonly #frame: Frame;
  readonly #most: number;
  #vertices = 0;
  #shapes = 0;
  #scratch = new Int16Array(4096);
  /** Of how many short shapes one is kept. */
  #keepOne = 1;

  constructor(frame: Frame, mostVertices: number) {
    this.#frame = frame;
    this.#most = mostVertices;
  }

  get vertices(): number {
    return this.#vertices;
  }

  add(shape: Shape): void {
    const index = this.#shapes++;
    const { coordinates } = shape;
    const { width, height } = this.#frame;
    let from = 0;
    for (const end of shape.ends) {
      const to = Math.min(end, coordinates.length >> 1);
      let length = 0;
      let lastX = Number.NaN;
      let lastY = Number.NaN;
      if (this.#scratch.length < (to - from) * 2)
        this.#scratch = new Int16Array(Math.min((to - from) * 2, 1 << 22));
      for (let i = from; i < to; i++) {
        const fx = this.#frame.x(coordinates[2 * i]!);
        const fy = this.#frame.y(coordinates[2 * i + 1]!);
        if (!Number.isFinite(fx) || !Number.isFinite(fy)) continue;
        // Whatever lies far outside is brought near: it is not seen, and must fit the numbers.
        const x = Math.round(Math.max(-width, Math.min(2 * width, fx)) * FINE);
        const y = Math.round(Math.max(-height, Math.min(2 * height, fy)) * FINE);
        if (x === lastX && y === lastY) continue;
        lastX = x;
        lastY = y;
        if (length + 2 > this.#scratch.length) break;
        this.#scratch[length++] = x;
        this.#scratch[length++] = y;
      }
      from = Math.max(from, to);
      if (length === 0) continue;
      if (length <= 16 && index % this.#keepOne !== 0) continue;
      this.paths.push({ kind: shape.kind, shape: index, points: this.#scratch.slice(0, length) });
      this.#vertices += length / 2;
      // Twice the limit while gathering, so that thinning is seldom.
      if (this.#vertices > 2 * this.#most) this.#thin();
    }
  }

  /** Call once, when everything was added. */
  finish(): void {
    while (this.#vertices > this.#most) this.#thin();
  }

  #thin(): void {
    this.#keepOne *= 2;
    const kept: Path[] = [];
    let vertices = 0;
    for (const path of this.paths) {
      if (path.points.length <= 16) {
        if (path.shape % this.#keepOne !== 0) continue;
      } else path.points = everySecond(path.points);
      kept.push(path);
      vertices += path.points.length / 2;
    }
    // One point cloud in one shape is thinned above; if nothing gave way, the end is cut, so that this always ends.
    this.paths = vertices < this.#vertices ? kept : kept.slice(0, kept.length >> 1);
    this.#vertices = this.paths.reduce((sum, path) => sum + path.points.length / 2, 0);
  }
}

function everySecond(points: Int16Array): Int16Array {
  const pairs = points.length / 2;
  const kept = Math.ceil(pairs / 2) + (pairs % 2 === 0 ? 1 : 0);
  const out = new Int16Array(kept * 2);
  for (let i = 0; i < kept; i++) {
    const from = Math.min(pairs - 1, i * 2);
    out[2 * i] = points[2 * from]!;
    out[2 * i + 1] = points[2 * from + 1]!;
  }
  return out;
}
