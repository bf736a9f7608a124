/**
 * The directories of a TIFF: its tags, not its pixels. Read here and not by the library of the field because that believes the counts of a
 * hostile file before it looks whether the bytes are there.
 */

import { reason } from '../../words/why.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, viewOf } from './byte-source.ts';
import { GeoProblem } from './problem.ts';

const TYPE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

const MOST_DIRECTORIES = 64;
const MOST_TAGS = 4096;
const LONGEST_VALUE = 1 << 20;

interface TagPlace {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

export class TiffDirectory {
  readonly #tags: ReadonlyMap<number, TagPlace>;
  readonly #file: TiffFile;

  constructor(file: TiffFile, tags: ReadonlyMap<number, TagPlace>) {
    this.#file = file;
    this.#tags = tags;
  }

  has(tag: number): boolean {
    return this.#tags.has(tag);
  }

  /** The numbers of a tag, or null when it is absent. `most` cuts long lists. */
  async numbers(tag: number, most = 65_536): Promise<number[] | null> {
    const place = this.#tags.get(tag);
    return place === undefined ? null : this.#file.numbers(place, most);
  }

  async number(tag: number): Promise<number | null> {
    return (await this.numbers(tag, 1))?.[0] ?? null;
  }

  async text(tag: number): Promise<string | null> {
    const place = this.#tags.get(tag);
    return place === undefined ? null : this.#file.text(place);
  }
}

export class TiffFile {
  readonly #source: ByteSource;
  readonly #little: boolean;
  readonly directories: TiffDirectory[] = [];

  private constructor(source: ByteSource, little: boolean) {
    this.#source = source;
    this.#little = little;
  }

  static async open(source: ByteSource, budget: Budget): Promise<TiffFile> {
    const head = await source.read(0, 16);
    if (head.length < 8) throw new GeoProblem('truncated', reason('tiff-short', { bytes: head.length }));
    const little = head[0] === 0x49 && head[1] === 0x49;
    if (!little && !(head[0] === 0x4d && head[1] === 0x4d))
      throw new GeoProblem('corrupt', reason('not-tiff'));
    const view = viewOf(head);
    const version = view.getUint16(2, little);
    const big = version === 43;
    if (version !== 42 && !big) throw new GeoProblem('corrupt', reason('tiff-version', { version }));
    if (big && head.length < 16) throw new GeoProblem('truncated', reason('bigtiff-without-directory'));
    const file = new TiffFile(source, little);
    let next = big ? Number(view.getBigUint64(8, little)) : view.getUint32(4, little);
    const seen = new Set<number>();
    while (next !== 0 && file.directories.length < MOST_DIRECTORIES) {
      budget.tick();
      if (seen.has(next)) throw new GeoProblem('corrupt', reason('directories-in-circle'));
      seen.add(next);
      // The directories after the first are overviews and masks; a file cut behind its first one can still be described.
      try {
        next = await file.#directory(next, big);
      } catch (error) {
        if (file.directories.length === 0) throw error;
        break;
      }
    }
    if (file.directories.length === 0) throw new GeoProblem('corrupt', reason('tiff-without-directory'));
    return file;
  }

  async #directory(at: number, big: boolean): Promise<number> {
    const little = this.#little;
    const countBytes = big ? 8 : 2;
    const head = await this.#source.read(at, countBytes);
    if (head.length < countBytes) throw new GeoProblem('truncated', reason('directory-at-missing', { at }));
    const count = big ? Number(viewOf(head).getBigUint64(0, little)) : viewOf(head).getUint16(0, little);
    if (count > MOST_TAGS) throw new GeoProblem('corrupt', reason('directory-tags', { tags: count }));
    const entry = big ? 20 : 12;
    const body = await this.#source.read(at + countBytes, count * entry + (big ? 8 : 4));
    if (body.length < count * entry) throw new GeoProblem('truncated', reason('directory-at-cut', { at }));
    const view = viewOf(body);
    const tags = new Map<number, TagPlace>();
    for (let i = 0; i < count; i++) {
      const e = i * entry;
      const type = view.getUint16(e + 2, little);
      const values = big ? Number(view.getBigUint64(e + 4, little)) : view.getUint32(e + 4, little);
      const bytes = (TYPE_BYTES[type] ?? 1) * values;
      const inline = bytes <= (big ? 8 : 4);
      const valueAt = e + (big ? 12 : 8);
      tags.set(view.getUint16(e, little), {
        type,
        count: values,
        at: inline
          ? at + countBytes + valueAt
          : big
            ? Number(view.getBigUint64(valueAt, little))
            : view.getUint32(valueAt, little),
      });
    }
    this.directories.push(new TiffDirectory(this, tags));
    const end = count * entry;
    if (body.length < end + (big ? 8 : 4)) return 0;
    return big ? Number(view.getBigUint64(end, little)) : view.getUint32(end, little);
  }

  async numbers({ type, count, at }: TagPlace, most: number): Promise<number[]> {
    const size = TYPE_BYTES[type];
    if (size === undefined) return [];
    const wanted = Math.min(count, most, Math.floor(LONGEST_VALUE / size));
    const bytes = await this.#source.read(at, wanted * size);
    const view = viewOf(bytes);
    const little = this.#little;
    const numbers: number[] = [];
    for (let i = 0; i + size <= bytes.length; i += size) {
      switch (type) {
        case 3:
          numbers.push(view.getUint16(i, little));
          break;
        case 4:
        case 13:
          numbers.push(view.getUint32(i, little));
          break;
        case 5:
          numbers.push(view.getUint32(i, little) / view.getUint32(i + 4, little));
          break;
        case 8:
          numbers.push(view.getInt16(i, little));
          break;
        case 9:
          numbers.push(view.getInt32(i, little));
          break;
        case 10:
          numbers.push(view.getInt32(i, little) / view.getInt32(i + 4, little));
          break;
        case 11:
          numbers.push(view.getFloat32(i, little));
          break;
        case 12:
          numbers.push(view.getFloat64(i, little));
          break;
        case 16:
        case 18:
          numbers.push(Number(view.getBigUint64(i, little)));
          break;
        case 17:
          numbers.push(Number(view.getBigInt64(i, little)));
          break;
        default:
          numbers.push(bytes[i]!);
      }
    }
    return numbers;
  }

  async text({ count, at }: TagPlace): Promise<string> {
    const bytes = await this.#source.read(at, Math.min(count, LONGEST_VALUE));
    return new TextDecoder('latin1').decode(bytes).replace(/\0+$/, '');
  }
}
