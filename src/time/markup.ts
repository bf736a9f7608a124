/** Annotations written into the text: the `EM` elements of the scheme, in its English or in the HAREM vocabulary, and TIMEX3. */

import { escapeXml } from '../formats/index.ts';
import { formatChronon } from './chronon.ts';
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
