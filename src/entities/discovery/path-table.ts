/** Link-paths as small numbers: a tree of steps shared by all pages of a site, so that a path is built and compared in one step. */
export class PathTable {
  readonly #byParent: Map<string, number>[] = [new Map()];
  readonly #steps: string[] = [''];
  readonly #parents: number[] = [-1];

  /** The path that goes one step on from another; 0 is the empty path. */
  child(path: number, step: string): number {
    const known = this.#byParent[path]!.get(step);
    if (known !== undefined) return known;
    const id = this.#steps.length;
    this.#steps.push(step);
    this.#parents.push(path);
    this.#byParent.push(new Map());
    this.#byParent[path]!.set(step, id);
    return id;
  }

  #stepsOf(path: number): number[] {
    const nodes: number[] = [];
    for (let at = path; at > 0; at = this.#parents[at]!) nodes.push(at);
    return nodes.reverse();
  }

  /** Whether two paths differ by one step that one of them has more (`UL-LI-A`, `UL-LI-P-A`). */
  nearlySame(a: number, b: number): boolean {
    const [short, long] = [this.#stepsOf(a), this.#stepsOf(b)].sort((x, y) => x.length - y.length);
    if (long!.length !== short!.length + 1) return false;
    let skipped = 0;
    for (let i = 0; i < short!.length; i++)
      while (this.#steps[short![i]!] !== this.#steps[long![i + skipped]!]) if (++skipped > 1) return false;
    return true;
  }

  /** `HTML-BODY-UL-LI-A` */
  name(path: number): string {
    const steps: string[] = [];
    for (let at = path; at > 0; at = this.#parents[at]!) steps.push(this.#steps[at]!);
    return steps.reverse().join('-');
  }
}
