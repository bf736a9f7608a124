/** Texts and tag names to small integers, each string kept once, in a copy that holds no page alive. */

/** A piece of a page is, inside the engine, a window on the whole page; a copy lets the page go. */
function detached(text: string): string {
  if (text.length < 13) return text; // too short to be a window: copied by the engine itself
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) > 255) return Buffer.from(text, 'utf16le').toString('utf16le');
  return Buffer.from(text, 'latin1').toString('latin1');
}

export class StringTable {
  readonly strings: string[] = [];
  /** String to number. */
  readonly ids: Map<string, number> = new Map();

  /** The number of a string, given out in the order of first use. */
  id(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const kept = detached(text);
    const id = this.strings.length;
    this.strings.push(kept);
    this.ids.set(kept, id);
    return id;
  }
}
