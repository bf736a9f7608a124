/**
 * JSON of any length without holding it: each value at the top, and inside it each element of one array (the features of a collection), is
 * cut out of the stream and parsed alone. The scan looks at bytes only; the parsing is the platform's.
 */
import { parseMendedJson } from '../../formats/index.ts';
import { reason } from '../../words/why.ts';
import type { Budget } from './budget.ts';
import type { ByteSource } from './byte-source.ts';
import { textReader, utf8Verdict } from './code-pages.ts';
import { GeoProblem } from './problem.ts';

export type JsonElement =
  /** An element of the array that was asked for. */
  | { readonly kind: 'element'; readonly value: unknown }
  /** A value at the top, that array emptied. */
  | { readonly kind: 'root'; readonly value: unknown };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of the value being cut out. */
class Capture {
  #parts: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  parse(): unknown {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    const charset = utf8Verdict(bytes) === 'other' ? 'windows-1252' : 'utf-8';
    const text = textReader(charset).decode(bytes);
    try {
      return parseMendedJson(text);
    } catch (cause) {
      throw new GeoProblem('corrupt', reason('json-wrong', { why: (cause as Error).message.slice(0, 120) }));
    }
  }
}

/**
 * Walks over the values of a JSON text, or of several in a row (one a line, or after record separators).
 * `arrayKey`: elements of the array under this key of a top object are given one by one, before their root.
 */
export async function* jsonElements(
  source: ByteSource,
  arrayKey: string,
  budget: Budget,
): AsyncGenerator<JsonElement> {
  const key = Buffer.from(arrayKey);
  const root = new Capture();
  const element = new Capture();
  const { maxHeldBytes } = budget.limits;
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** Inside the wanted array, elements being at this depth. */
  let inArray = false;
  let inElement = false;
  /** Characters of the string just read at depth 1, as long as it can be the key. */
  let keyAt = 0;
  let keyMatches = false;
  let afterKey = false;
  let isRootScalar = false;
  let first = true;
  for await (const piece of source.stream()) {
    budget.checkTime();
    let from = 0;
    let i = 0;
    if (first) {
      first = false;
      if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) from = i = 3;
    }
    const target = () => (inElement ? element : root);
    for (; i < piece.length; i++) {
      const c = piece[i]!;
      if (inString) {
        if (escaped) {
          escaped = false;
          keyMatches = false;
        } else if (c === BACKSLASH) escaped = true;
        else if (c === QUOTE) {
          inString = false;
          if (depth === 1 && keyMatches && keyAt === key.length) afterKey = true;
        } else if (keyMatches) keyMatches = keyAt < key.length && c === key[keyAt++];
        continue;
      }
      switch (c) {
        case QUOTE:
          inString = true;
          keyMatches = depth === 1 && !inArray;
          keyAt = 0;
          afterKey = false;
          if (depth === 0) isRootScalar = true;
          break;
        case 0x7b: // {
        case 0x5b: // [
          if (depth === 0) {
            if (isRootScalar) throw new GeoProblem('corrupt', reason('json-text-before'));
            from = i;
          }
          depth++;
          if (depth > 512) throw new GeoProblem('too-deep', reason('json-too-deep'));
          if (afterKey && depth === 2 && c === 0x5b) {
            root.add(piece.slice(from, i + 1));
            from = i + 1;
            inArray = true;
          } else if (inArray && depth === 3) {
            from = i;
            inElement = true;
          }
          afterKey = false;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          depth--;
          if (depth < 0) throw new GeoProblem('corrupt', reason('json-bracket'));
          if (inElement && depth === 2) {
            element.add(piece.slice(from, i + 1));
            from = i + 1;
            inElement = false;
            budget.tick();
            yield { kind: 'element', value: element.parse() };
          } else if (inArray && depth === 1) {
            inArray = false;
            from = i;
          } else if (depth === 0) {
            root.add(piece.slice(from, i + 1));
            from = i + 1;
            budget.tick();
            yield { kind: 'root', value: root.parse() };
            isRootScalar = false;
          }
          break;
        case 0x3a: // :
        case 0x20:
        case 0x09:
        case 0x0a:
        case 0x0d:
        case 0x1e:
          break;
        default:
          afterKey = false;
          if (depth === 0 && c !== 0x2c && c !== 0) isRootScalar = true;
      }
    }
    // Between the elements of the array, and outside of everything, there is nothing to keep.
    if (depth > 0 && (!inArray || inElement)) {
      target().add(piece.slice(from));
      if (target().length > maxHeldBytes)
        throw new GeoProblem('too-large', reason('json-value-long', { bytes: maxHeldBytes }));
    }
  }
  if (depth > 0 || inString) throw new GeoProblem('truncated', reason('json-cut'));
}
