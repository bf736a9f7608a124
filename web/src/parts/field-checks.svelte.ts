/**
 * What is wrong with the fields of a form, told when it helps: while one types in a field that was wrong or left before, and of all fields when
 * somebody sends the form, which then goes to the first of them.
 */
import { tick } from 'svelte';

export class FieldChecks<Name extends string, Problem> {
  readonly #problems: () => Partial<Record<Name, Problem>>;
  #left = $state.raw<ReadonlySet<Name>>(new Set());
  #all = $state(false);

  /** `problems` is asked whenever what it reads has changed. */
  constructor(problems: () => Partial<Record<Name, Problem>>) {
    this.#problems = problems;
  }

  /** What is shown of a field; null while there is nothing to say yet. */
  of(name: Name): Problem | null {
    return this.#all || this.#left.has(name) ? (this.#problems()[name] ?? null) : null;
  }

  /** Somebody has left the field: from now on it is told what is wrong with it. */
  leave(name: Name): void {
    if (!this.#left.has(name)) this.#left = new Set([...this.#left, name]);
  }

  /** Everything is told from now on, and the first wrong field has the focus, also when it is folded away. */
  async tellAll(form: HTMLElement): Promise<void> {
    this.#all = true;
    await tick();
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    const folded = first?.closest('details');
    if (folded) folded.open = true;
    first?.focus();
  }
}
