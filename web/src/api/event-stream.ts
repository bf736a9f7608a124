/**
 * Server-sent events, read from a fetched stream: `EventSource` cannot send the token. Only what the server uses: event, data and
 * comments.
 */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

export class EventStreamReader {
  #rest = '';
  #event = '';
  #data: string[] = [];

  /** The events that end in this piece of the stream. */
  push(piece: string): ServerEvent[] {
    const found: ServerEvent[] = [];
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length > 0)
          found.push({ event: this.#event || 'message', data: this.#data.join('\n') });
        this.#event = '';
        this.#data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') this.#event = value;
      else if (field === 'data') this.#data.push(value);
    }
    return found;
  }
}
