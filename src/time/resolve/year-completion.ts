/** Rule Y: the year of a date that has none. */
import { dayNumber, isRealDay, weekday as weekdayOf } from '../calendar.ts';
import type { UsedAnchor } from '../timex.ts';
import { type Context, dctAnchor, lastFocus, pad, says, textAnchor } from './context.ts';

/** `visa, até 2035, …`: a year far ahead of the document is a plan's; what else the text tells is of the document's time. */
function isPlanned(ctx: Context, year: number): boolean {
  const written = ctx.dct?.year ?? null;
  return written !== null && year > written + 1;
}

/** Rule Y: the year of a date that has none. */
export function completeYear(
  ctx: Context,
  month: number,
  day: number | null,
  side: 'past' | 'future' | 'this' | undefined,
  weekday?: number,
): { year: number; anchor: UsedAnchor; rule: string } | null {
  const exists = (year: number): boolean => day === null || isRealDay(year, month, day);
  if (!side && ctx.profile.yearFromText) {
    const f = lastFocus(ctx);
    if (
      f &&
      !f.wide &&
      f.chronon.year !== null &&
      !isPlanned(ctx, f.chronon.year) &&
      (f.block === ctx.block || f.section === ctx.section) &&
      exists(f.chronon.year)
    ) {
      return { year: f.chronon.year, anchor: textAnchor(f), rule: `Y1 ${says(ctx, 'year of text')}` };
    }
  }
  const dct = ctx.dct;
  if (dct && dct.year !== null) {
    const anchor = dctAnchor(ctx);
    if (side === 'this') return { year: dct.year, anchor, rule: says(ctx, 'year of document') };
    if (dct.month === null)
      return exists(dct.year)
        ? { year: dct.year, anchor, rule: `Y2 ${says(ctx, 'year of document')}` }
        : null;
    // In talk a month by itself is that of this year, gone or to come.
    if (day === null && !side && !ctx.tense && ctx.profile.undated === 'future')
      return { year: dct.year, anchor, rule: `Y2 ${says(ctx, 'year of document')}` };
    const reference =
      day === null ? dct.year * 12 + dct.month : dayNumber(dct.year, dct.month, dct.day ?? 15);
    const wanted = side ?? ctx.tense ?? (ctx.profile.undated === 'future' ? 'future' : null);
    // `segunda-feira, 20 de maio`: the neighbouring year in which it is one, where no word and no verb tells the side; in talk what has no year is to come.
    if (ctx.profile.undated !== 'future' && weekday !== undefined && day !== null && !side && !ctx.tense) {
      for (const year of [dct.year, dct.year - 1, dct.year + 1]) {
        if (exists(year) && weekdayOf(dayNumber(year, month, day)) === weekday)
          return { year, anchor, rule: `Y2 ${says(ctx, 'weekday')}` };
      }
    }
    let best: number | null = null;
    let bestDistance = Number.POSITIVE_INFINITY;
    // A leap day may be four years away, eight around a secular year.
    const reach = month === 2 && day === 29 ? 8 : 1;
    for (let year = dct.year - reach; year <= dct.year + reach; year++) {
      if (!exists(year)) continue;
      const at = day === null ? year * 12 + month : dayNumber(year, month, day);
      const delta = at - reference;
      if (wanted === 'past' && delta > 0) continue;
      if (wanted === 'future' && delta < 0) continue;
      if (side && delta === 0) continue;
      // Past on ties: years are tried in ascending order.
      if (Math.abs(delta) < bestDistance) {
        bestDistance = Math.abs(delta);
        best = year;
      }
    }
    if (best !== null)
      return {
        year: best,
        anchor,
        rule: `Y2 ${says(ctx, wanted ?? 'nearest')}`,
      };
  }
  if (!side && ctx.profile.yearFromText) {
    const ahead = ctx.ahead();
    if (ahead && exists(ahead.year))
      return {
        year: ahead.year,
        anchor: { kind: 'text', timexId: ahead.timexId, at: pad(ahead.year, 4) },
        rule: `Y ${says(ctx, 'year of sentence')}`,
      };
  }
  return null;
}
