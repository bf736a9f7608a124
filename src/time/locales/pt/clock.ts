/** The clock: figures, `h` forms, words, the half hours and quarters, and the parts of the day. */
import type { Pattern } from '../../pattern.ts';

/** What says of which zone an hour is. */
const ZONE = '(gmt|utc|tmg|brt|wet|west|cet|cest|est|edt|pst|pdt)';

/** Each form alone and followed by the part of the day that settles the half of the dial. */
const withPart = (forms: readonly string[]): string[] =>
  forms.flatMap((form) => [form, `${form} (da|de|pela) P:PART`]);

export const CLOCK: readonly Pattern[] = [
  {
    id: 'clock.figures',
    make: 'clock',
    as: 'CLOCK',
    forms: withPart([
      'H:HOUR +: +M:MIN (h|hs|hrs|horas|hora)?',
      'H:HOUR +: +M:MIN +: +S:MIN (h|hs|hrs|horas)?',
      'H:HOUR h M:MIN (m|mn|min|horas|hs)?',
      'H:HOUR h M:NUM (m|mn|min)',
      'H:HOUR +h +M:MIN +(m|min) +S:MIN +(s|seg)?',
      'H:HOUR . M:MIN (h|hs|horas)',
      'H:HOUR +: +M:MIN A:(am|pm)',
      'H:HOUR +: +M:MIN A:(a|p) +. +m .?',
      'H:HOUR +: +M:MIN +: +S:MIN A:(am|pm)',
    ]),
  },
  {
    id: 'clock.zoned',
    make: 'clock',
    as: 'CLOCK',
    forms: [
      `H:HOUR +: +M:MIN (h|hs|horas)? ${ZONE}`,
      `H:HOUR +h +M:MIN ${ZONE}`,
      `H:HOUR +: +M:MIN +: +S:MIN ${ZONE}`,
    ],
  },
  { id: 'clock.zoned-hour', make: 'hour-sign', as: 'CLOCK', forms: [`H:HOUR (h|hs|hrs) ${ZONE}`] },
  {
    // `às 0700 horas`
    id: 'clock.four-figures',
    make: 'four-figures',
    as: 'CLOCK',
    forms: ['(as|pelas|das) < H:NUM (horas|hs|h)'],
  },
  {
    id: 'clock.hour-sign',
    make: 'hour-sign',
    as: 'CLOCK',
    forms: withPart(['H:HOUR (h|hs|hrs)', 'H:HOUR (h|hs|hrs) E:e F:meia']),
  },
  {
    id: 'clock.dotted',
    make: 'dotted',
    as: 'CLOCK',
    forms: ['L:(as|das|pelas|ate) < H:HOUR +. +M:MIN', 'H:HOUR +. +M:MIN'],
  },
  {
    id: 'clock.said',
    make: 'said',
    as: 'CLOCK',
    forms: withPart([
      'L:(as|pelas|das|nas|sao|eram|era|e) < H:HOUR Z:(horas|hora)',
      'L:(as|pelas|das|nas|a|sao|eram|era) < H:HOUR Z:(horas|hora)? e M:MIN (minutos|min)?',
      'L:(as|pelas|das|nas|a|sao|eram|era) < H:HOUR Z:(horas|hora)? e F:(meia|meio)',
      'L:(as|pelas|das|nas|a|sao|eram|era) < H:HOUR e um? Q:quarto',
      'L:(as|pelas|das|nas|a|sao|eram|era) < H:HOUR menos B:MIN',
      'L:(as|pelas|das|nas|a|sao|eram|era) < H:HOUR menos um? R:quarto',
      'L:(as|pelas|das|nas|sao) < H:HOUR em X:ponto',
      'L:(as|pelas|das|nas) < H:HOUR',
      'L:(as|pelas|das|nas) < H:HOUR Z:(horas|hora)? e X:(pouco|pouca|tal|tantas)',
    ]),
  },
  {
    id: 'clock.part-of-day',
    make: 'said',
    as: 'CLOCK',
    forms: [
      'H:HOUR Z:(horas|hora)? (da|de|pela) P:PART',
      'H:HOUR Z:(horas|hora)? e M:MIN (da|de|pela) P:PART',
      'H:HOUR Z:(horas|hora)? e F:(meia|meio) (da|de|pela) P:PART',
      'H:HOUR Z:(horas|hora) e F:(meia|meio)',
      'H:HOUR Z:(horas|hora)? em X:ponto',
      'H:HOUR e F:meia em X:ponto',
      'H:HOUR menos um R:quarto',
    ],
  },
  {
    id: 'clock.am-pm',
    make: 'said',
    as: 'CLOCK',
    forms: withPart([
      'H:HOUR Z:(horas|hora)? A:(am|pm)',
      'H:HOUR Z:(horas|hora)? A:(a|p) +. +m +.?',
      'H:HOUR Z:(horas|hora)? A:(am|pm) e F:meia',
      'H:HOUR Z:(horas|hora)? e M:MIN A:(am|pm)',
      'H:HOUR Z:(horas|hora)? e F:meia A:(am|pm)',
    ]),
  },
  {
    id: 'clock.to',
    make: 'minutes-to',
    as: 'CLOCK',
    forms: withPart([
      'B:MIN (minutos|min)? (para|pra) (as|a|o) H:HOUR',
      'um Q:quarto (para|pra) (as|a|o) H:HOUR',
      'um Q:quarto pras H:HOUR',
      'B:(MIN|DAY) (minutos|min)? pras H:HOUR',
      'B:DAY (minutos|min)? (para|pra) (as|a|o) H:HOUR',
      'B:(MIN|DAY) (minutos|min)? (para|pra|pro) (o|a)? meio -? N:dia',
      'B:(MIN|DAY) (minutos|min)? (para|pra) (o|a)? meia -? M:noite',
      'Q:quarto (para|pra) (as|a|o) H:HOUR',
    ]),
  },
  {
    id: 'clock.noon',
    make: 'noon',
    as: 'CLOCK',
    forms: ['meio -? dia', 'meio -? dia e F:meia', 'meio -? dia e M:MIN', 'meiodia', 'meiodia e F:meia'],
    with: { hour: 12 },
  },
  {
    id: 'clock.midnight',
    make: 'noon',
    as: 'CLOCK',
    forms: [
      'meia -? noite',
      'meia -? noite e F:meia',
      'meia -? noite e M:MIN',
      'meianoite',
      'zero Z:(hora|horas)',
      'X:NUM Z:hora',
    ],
    with: { hour: 24 },
  },
  { id: 'clock.fragment', make: 'fragment', as: 'CLOCK', forms: ['H:HOUR e M:MIN', 'H:HOUR e F:meia'] },
  {
    id: 'part-of-day',
    make: 'part-of-day',
    as: 'DP',
    forms: ['P:PART', 'P:PART cedo', 'P:PART dentro'],
  },
  {
    id: 'part-of-day.dusk',
    make: 'part',
    as: 'DP',
    forms: ['(anoitecer|entardecer|noitinha)'],
    with: { part: 3 },
  },
  { id: 'part-of-day.late', make: 'part', as: 'DP', forms: ['tardinha'], with: { part: 2 } },
  {
    id: 'part-of-day.dawn',
    make: 'part',
    as: 'DP',
    forms: ['(amanhecer|manhazinha|alvorecer)'],
    with: { part: 1 },
  },
  {
    id: 'part-of-day.this',
    make: 'this-part',
    as: 'DT',
    forms: ['T:THIS P:PART'],
    with: { anchor: 'dct', days: 0 },
  },
  {
    id: 'part-of-day.that',
    make: 'this-part',
    as: 'DT',
    forms: ['T:THAT P:PART', 'T:THAT mesma P:PART'],
    with: { anchor: 'focus', days: 0 },
  },
  {
    id: 'part-of-day.next',
    make: 'this-part',
    as: 'DT',
    forms: ['NEXT P:PART', 'P:PART que vem'],
    with: { anchor: 'dct', days: 1 },
  },
  {
    id: 'part-of-day.after',
    make: 'this-part',
    as: 'DT',
    forms: ['P:PART AFTER'],
    with: { anchor: 'focus', days: 1 },
  },
  {
    id: 'part-of-day.before',
    make: 'this-part',
    as: 'DT',
    forms: ['P:PART BEFORE'],
    with: { anchor: 'focus', days: -1 },
  },
  {
    id: 'part-of-day.last',
    make: 'this-part',
    as: 'DT',
    forms: ['(ultima|passada) P:PART', 'P:PART passada'],
    with: { anchor: 'dct', days: -1 },
  },
];
