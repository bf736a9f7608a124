/**
 * HTML written by hand, with everything that strangers wrote shown as text: a value put into a template is escaped unless it is itself
 * a piece of markup made here. Attributes stand in double quotes, always.
 */
import { escapeHtml } from '../../formats/index.ts';

/** A piece of HTML that is safe to be sent. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Shown = string | number | Markup | readonly Shown[] | null | false;

function shown(value: Shown): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value.map(shown).join('');
}

export function html(strings: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  let text = strings[0]!;
  for (let i = 0; i < values.length; i++) text += shown(values[i]!) + strings[i + 1]!;
  return new Markup(text);
}

/** The address when it may be a link: http and https only, so that `javascript:` and its like never become one. */
export function webAddress(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}

/** A path of this server with its question; empty values are left out. */
export function pathWith(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') params.set(name, value);
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}
