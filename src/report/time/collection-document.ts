/** A document of a collection, whatever it was stored in: its paragraphs with their links, and what is known of its dates. */
import { type Chronon, chrononOfDay, dayNumber, isRealDay, type TextBlock } from '../../time/index.ts';

export interface CollectionDocument {
  /** Canonical address; null when the collection does not give one. */
  readonly url: string | null;
  readonly blocks: readonly TextBlock[];
  /** Day number of the creation date, as stated by the document or its server. */
  readonly created: number | null;
  /** Day number of the harvest. */
  readonly harvested: number | null;
  /** ISO 639-1; absent when nobody has said or looked. */
  readonly language?: string;
}

/** The Web is not older. */
const FIRST_DAY = dayNumber(1990, 1, 1);

/** Whether a stated creation date can be true: not before the Web, not more than a day after the harvest. */
export function isSoundDate(created: number, harvested: number | null): boolean {
  return created >= FIRST_DAY && (harvested === null || created <= harvested + 1);
}

/** The date that relative expressions are counted from; null when there is none or it cannot be true. */
export function anchorOf(document: CollectionDocument): Chronon | null {
  const { created, harvested } = document;
  return created !== null && isSoundDate(created, harvested) ? chrononOfDay(created) : null;
}

/** Plain paragraphs as blocks: one section, no links; an empty paragraph stays, so that the form can be written back. */
export function paragraphBlocks(paragraphs: readonly string[]): TextBlock[] {
  let docOffset = 0;
  return paragraphs.map((text, index) => {
    const block: TextBlock = { index, text, docOffset, sectionId: 0, boilerplate: false, links: [] };
    docOffset += text.length + 1;
    return block;
  });
}

/** Length of the whole text, to which positions are relative. */
export function textLength(blocks: readonly TextBlock[]): number {
  const last = blocks[blocks.length - 1];
  return last === undefined ? 0 : last.docOffset + last.text.length;
}

/** `30/08/2002` or `2002-08-30` or `20020830` to a day number; null when it is none or the day does not exist. */
export function parseDay(text: string): number | null {
  const m =
    /^\s*(?:(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})|(?<y2>\d{4})-?(?<m2>\d{2})-?(?<d2>\d{2}))\s*$/.exec(
      text,
    );
  if (!m?.groups) return null;
  const year = Number(m.groups.y ?? m.groups.y2);
  const month = Number(m.groups.m ?? m.groups.m2);
  const day = Number(m.groups.d ?? m.groups.d2);
  return year >= 1 && isRealDay(year, month, day) ? dayNumber(year, month, day) : null;
}
