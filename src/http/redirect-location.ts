/** Addresses in headers, in characters that can stand in an address. */
import type { FetchResponse } from './request-and-outcome.ts';

/**
 * The value of a header (one character a byte) with its bytes beyond ASCII escaped one by one, as browsers do: a server that writes
 * `/página` raw, in whatever charset, knows its own bytes again. Read as text they would become others.
 */
export function escapeBytes(value: string): string {
  return value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Where a redirect leads; null when it does not say. */
export function redirectLocation(response: Pick<FetchResponse, 'header'>): string | null {
  const location = response.header('location');
  return location === null ? null : escapeBytes(location);
}
