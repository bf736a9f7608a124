/**
 * Views of the same annotations for conventions that differ: the full extents of the second HAREM and of TIMEX3, or the named expressions
 * of the first HAREM, which marks each calendar name or number by itself (`de 25 a 28 de Junho` has two) and leaves out whatever has
 * neither a figure nor a name of the calendar: durations, `hoje`, `todos os dias`.
 */
import type { ClassName } from './lexicon.ts';
import type { CalendarNames } from './locale.ts';
import type { Timex } from './timex.ts';

export interface Extent {
  readonly start: number;
  readonly end: number;
  /** Where it begins without its introducing words. */
  readonly coreStart: number;
  readonly timex: Timex;
}

export type View = 'full' | 'named';

/** Kinds that are names or numbers of the calendar by themselves. */
const CALENDAR: ReadonlySet<ClassName> = new Set([
  'DATE',
  'DM',
  'MONTHLY',
  'YEARLY',
  'CLOCK',
  'SPAN',
  'RANGE',
  'DT',
  'MDAY',
]);
/** Of these, the kinds that must be written in figures. */
const FIGURED: ReadonlySet<ClassName> = new Set(['CLOCK', 'DT', 'MDAY']);
/** Kinds that count as names only when written with a capital. */
const PROPER: ReadonlySet<ClassName> = new Set(['HOL', 'WD']);
export function extents(timexes: readonly Timex[], text: string, view: View, names: CalendarNames): Extent[] {
  if (view === 'full')
    return timexes.map((timex) => ({
      start: timex.start,
      end: timex.end,
      coreStart: timex.coreStart,
      timex,
    }));
  const out: Extent[] = [];
  for (const timex of timexes) {
    // Of what comes again only the hour is a name: `todas as quintas, às 21 horas`.
    if (timex.type === 'DURATION') continue;
    const atoms =
      timex.type === 'FREQUENCY' ? timex.atoms.filter(({ kind }) => kind === 'CLOCK') : timex.atoms;
    for (let i = 0; i < atoms.length; i++) {
      const atom = atoms[i]!;
      let { start, end } = atom;
      const piece = text.slice(start, end);
      const figure = /\d/.test(piece);
      if (FIGURED.has(atom.kind) && !figure) continue;
      if (PROPER.has(atom.kind)) {
        const capital = /\p{Lu}/u.exec(piece);
        if (!capital || names.observances?.test(piece)) continue;
        start += capital.index;
        // `Quinta-feira, 7 de janeiro de 1999` is one name.
        const next = atoms[i + 1];
        if (
          atom.kind === 'WD' &&
          next &&
          next.start - end <= 2 &&
          (next.kind === 'DATE' || next.kind === 'DM')
        ) {
          end = next.end;
          i++;
        }
      } else if (!CALENDAR.has(atom.kind)) continue;
      else if (atom.kind === 'SPAN' && !figure && !/^\p{Lu}|\p{Lu}$/u.test(piece) && !names.span.test(piece))
        continue;
      const head = names.head.exec(text.slice(start, end));
      if (head) start += head[0].length;
      const tail = names.tail.exec(text.slice(start, end));
      if (tail) end -= tail[0].length;
      // Two ends joined by words are two names.
      const joined = atom.kind === 'RANGE' ? names.joined.exec(text.slice(start, end)) : null;
      if (joined) {
        out.push({ start, coreStart: start, end: start + joined[1]!.length, timex });
        start = end - joined[2]!.length;
      }
      if (end > start) out.push({ start, coreStart: start, end, timex });
    }
  }
  return out.sort((a, b) => a.start - b.start);
}
