/** The address that is shown, and going elsewhere without loading the page again. */
import { type Address, readAddress } from './address.ts';

class Navigation {
  #address = $state.raw<Address>(readAddress(location.pathname, location.search));
  /** Counts moves to another view, so that the frame can put the focus at its beginning. */
  #arrivals = $state(0);

  constructor() {
    addEventListener('popstate', () => this.#read());
    // Every link of the page is a plain link; those that stay here are followed here.
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (readAddress(link.pathname, link.search).view === 'nada') return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  get address(): Address {
    return this.#address;
  }

  get arrivals(): number {
    return this.#arrivals;
  }

  go(address: string, options: { readonly replace?: boolean } = {}): void {
    const before = this.#address;
    if (address === location.pathname + location.search) return;
    if (options.replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#read();
    const other = before.view !== this.#address.view || before.id !== this.#address.id;
    if (other) {
      scrollTo(0, 0);
      this.#arrivals++;
    }
  }

  #read(): void {
    this.#address = readAddress(location.pathname, location.search);
  }
}

export const navigation = new Navigation();
