/** Whether the page is dark just now, by the reader's choice or by that of the system. */
import { session } from '../session.svelte.ts';

class Dark {
  #system = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
      this.#system = matches;
    });
  }

  get on(): boolean {
    return session.theme === 'system' ? this.#system : session.theme === 'dark';
  }
}

export const dark = new Dark();
