/** Whether the page is as narrow as a phone: what is a table elsewhere is a list of cards there. */
class Phone {
  #narrow = $state(false);

  constructor() {
    const query = matchMedia('(max-width: 640px)');
    this.#narrow = query.matches;
    query.addEventListener('change', () => {
      this.#narrow = query.matches;
    });
  }

  get narrow(): boolean {
    return this.#narrow;
  }
}

export const phone = new Phone();

/** Scrolls to what stands out of sight, as where columns are too narrow to stand beside each other. */
export function bringIntoSight(element: HTMLElement | null): void {
  if (element === null) return;
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.7) element.scrollIntoView({ block: 'start' });
}
