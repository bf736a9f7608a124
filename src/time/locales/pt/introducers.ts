/** Words that stand around Portuguese expressions of time, folded. */
import type { CalendarNames, Introducers, Lists } from '../../locale.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const PT_INTRODUCERS: Introducers = {
  leads: words(
    'em no na nos nas num numa a o as os ao aos durante desde ate por pelo pela pelos pelas para apos cerca volta longo neste nesta nesse nessa pra',
  ),
  articles: words('o a os as'),
  heads: words('dia dias mes meses ano anos data'),
  // `de 31/08 a 04/09`, `de manhã`
  ofIntervals: words('de do da das dos desde entre'),
  plainIntervals: words('year.range'),
  ofNames: words('de do da dos das'),
  hyphenated: words('pos pre anti h hs hrs am pm min m horas'),
};

export const PT_LISTS: Lists = {
  and: 'e',
  or: 'ou',
  shortYear: 'year.short',
  figures: 'date.figures',
  decades: /^d[eé]cadas|^anos/i,
};

export const PT_NAMES: CalendarNames = {
  // That of `anos 60` and of a century is part of the name.
  head: /^(?:d[eé]cadas? d(?:e|os)(?: anos)? |(?:1\.?[ºo]|2\.?[ºo]|primeir[oa]|segund[oa]) \S+ d[eo] |(?:dia|noite|v[eé]spera)s? (?:de )?(?=[\p{Lu}\d])|ano \S+ de (?=\d))/iu,
  tail: / (?:d[ae] (?:manhã|tarde|noite|madrugada)|GMT|UTC|TMG|BRT|WES?T|CES?T|E[SD]T|P[SD]T)$/,
  // What is kept on a day is an event to the first HAREM, not a time.
  observances: /^(?:dia (?:mundial|internacional|nacional|europeu) |semana santa$|quaresma$)/i,
  joined: /^(.+?) (?:a|à|e|at[eé]) (.+)$/,
  span: /s[eé]c/u,
};
