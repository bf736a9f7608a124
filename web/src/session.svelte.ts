/** What belongs to this reader and not to the address: language, theme, name, the token of the server. */

import { LANGUAGES, type Language, recogniseLanguage, USUAL_LANGUAGE } from '../../src/words/index.ts';
import { takeToken } from './address.ts';

export type Theme = 'system' | 'light' | 'dark';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be forbidden; then choices last as long as the page.
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

function firstLanguage(): Language {
  const chosen = LANGUAGES.find((language) => language === stored('tarrafa-language'));
  if (chosen) return chosen;
  return recogniseLanguage(navigator.language) ?? USUAL_LANGUAGE;
}

function firstToken(): string | null {
  const { token, search } = takeToken(location.search);
  if (token !== null) {
    history.replaceState(history.state, '', location.pathname + search + location.hash);
    try {
      sessionStorage.setItem('tarrafa-token', token);
    } catch {}
    return token;
  }
  try {
    return sessionStorage.getItem('tarrafa-token');
  } catch {
    return null;
  }
}

class Session {
  #language = $state<Language>(firstLanguage());
  #name = $state(stored('tarrafa-name') ?? '');
  #theme = $state<Theme>((stored('tarrafa-theme') as Theme | null) ?? 'system');
  readonly token: string | null = firstToken();

  constructor() {
    this.#apply();
  }

  get language(): Language {
    return this.#language;
  }
  set language(language: Language) {
    this.#language = language;
    store('tarrafa-language', language);
    this.#apply();
  }

  /** What this reader is called in what they add; '' when they do not say. */
  get name(): string {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
    store('tarrafa-name', name);
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    store('tarrafa-theme', theme);
    this.#apply();
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = this.#language;
    if (this.#theme === 'light' || this.#theme === 'dark') root.dataset.theme = this.#theme;
    else delete root.dataset.theme;
  }
}

export const session = new Session();
