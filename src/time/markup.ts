/**
 * Annotations written into the text: the `EM` elements of the scheme, in its English or in the HAREM vocabulary, and TIMEX3; and a whole
 * document cut into its segments.
 */

import { escapeXml } from '../formats/index.ts';
import type { TextBlock } from './block.ts';
import { type Chronon, formatChronon } from './chronon.ts';
import type { Segment } from './segment.ts';
import type { RefClass, Timex, TimexSubtype, TimexType } from './timex.ts';

export type Vocabulary = 'english' | 'harem';

const HAREM_TYPES: Readonly<Record<TimexType, string>> = {
  CALENDAR_REF: 'TEMPO_CALEND',
  DURATION: 'DURACAO',
  FREQUENCY: 'FREQUENCIA',
};
const HAREM_SUBTYPES: Readonly<Record<TimexSubtype, string>> = {
  DATE: 'DATA',
  HOUR: 'HORA',
  INTERVAL: 'INTERVALO',
};

/** The chronons of an expression as an attribute: `1939-09-01`, `1939-XX-XX/1945-XX-XX`. */
export function normalised(t: Timex): string {
  return t.chronons.map(formatChronon).join('/');
}

function wrap(text: string, timexes: readonly Timex[], open: (t: Timex) => string, close: string): string {
  let out = '';
  let at = 0;
  for (const t of timexes) {
    out += escapeXml(text.slice(at, t.start)) + open(t) + escapeXml(text.slice(t.start, t.end)) + close;
    at = t.end;
  }
  return out + escapeXml(text.slice(at));
}

/** One block with its `EM` elements. No blank is written inside the tags, so taking them out gives the text back. */
export function toEm(text: string, timexes: readonly Timex[], vocabulary: Vocabulary = 'english'): string {
  return wrap(
    text,
    timexes,
    (t) => {
      const value = normalised(t);
      if (vocabulary === 'harem') {
        return `<EM ID="${t.id}" CATEG="TEMPO" TIPO="${HAREM_TYPES[t.type]}"${t.subtype ? ` SUBTIPO="${HAREM_SUBTYPES[t.subtype]}"` : ''}${value ? ` VAL_NORM="${value}"` : ''}>`;
      }
      return `<EM ID="${t.id}" CATEG="TIME" TYPE="${t.type}"${t.subtype ? ` SUBTYPE="${t.subtype}"` : ''} CLASS="${t.refClass satisfies RefClass}"${value ? ` VAL_NORM="${value}"` : ''}>`;
    },
    '</EM>',
  );
}

/** One block with TIMEX3 elements around the extents without their prepositions. */
export function toTimex3(text: string, timexes: readonly Timex[]): string {
  return wrap(
    text,
    timexes.map((t) => ({ ...t, start: t.coreStart })),
    (t) => {
      const { type, value, mod, quant, freq } = t.timex3;
      return `<TIMEX3 tid="t${t.id}" type="${type}" value="${escapeXml(value)}"${mod ? ` mod="${mod}"` : ''}${quant ? ` quant="${quant}"` : ''}${freq ? ` freq="${freq}"` : ''}>`;
    },
    '</TIMEX3>',
  );
}

export interface SegmentedDocument {
  readonly blocks: readonly TextBlock[];
  /** Resolved. */
  readonly timexes: readonly Timex[];
  readonly segments: readonly Segment[];
  /** Where it is from, and the day it was made, when they are known. */
  readonly url?: string | null;
  readonly dct?: Chronon | null;
}

/** The dates of a segment, as in `DN`: what each expression means, in reading order. */
export function segmentDates({ timexIds }: Segment, timexes: ReadonlyMap<number, Timex>): string[] {
  return timexIds.flatMap((id) => {
    const timex = timexes.get(id);
    return timex === undefined ? [] : [normalised(timex)];
  });
}

/** A document as `DOC`, its segments as `SEGMENT`, their paragraphs as `P` with `EM` elements; a paragraph that a segment cuts has parts. */
export function toSegments(
  { blocks, timexes, segments, url = null, dct = null }: SegmentedDocument,
  vocabulary: Vocabulary = 'english',
): string {
  const byId = new Map(timexes.map((t) => [t.id, t]));
  const ofBlock = new Map<number, Timex[]>();
  for (const t of timexes) {
    const list = ofBlock.get(t.blockIndex);
    if (list) list.push(t);
    else ofBlock.set(t.blockIndex, [t]);
  }
  const lines = [
    `<DOC${url === null ? '' : ` url="${escapeXml(url)}"`}${dct === null ? '' : ` dct="${formatChronon(dct)}"`}>`,
  ];
  // Both are in the order of the document: a block is looked at once for each segment that it is in.
  let at = 0;
  for (const s of segments) {
    const dates = segmentDates(s, byId).join(' ');
    lines.push(
      `  <SEGMENT ID="${s.id}"${dates === '' ? '' : ` DN="${dates}"`} BLOCKS="${s.firstBlock}-${s.lastBlock}">`,
    );
    while (at < blocks.length && blocks[at]!.index < s.firstBlock) at++;
    for (let i = at; i < blocks.length && blocks[i]!.index <= s.lastBlock; i++) {
      const { index, text, docOffset } = blocks[i]!;
      const from = Math.max(0, s.start - docOffset);
      const to = Math.min(text.length, s.end - docOffset);
      if (to <= from) continue;
      const inside = (ofBlock.get(index) ?? [])
        .filter((t) => t.start >= from && t.start < to)
        .map((t) => ({ ...t, start: t.start - from, end: Math.min(t.end, to) - from }));
      lines.push(`    <P>${toEm(text.slice(from, to), inside, vocabulary)}</P>`);
    }
    lines.push('  </SEGMENT>');
  }
  lines.push('</DOC>');
  return lines.join('\n');
}
