/** Meaning of clock times and parts of the day. */
import { type ClockExpression, type Expression, PART_NAMES } from '../../../expression.ts';
import { GRAMMAR, MARKER, MEASURE } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';

function clockOf(
  hour: number,
  minute: number | null,
  second: number | null,
  dial: boolean,
): ClockExpression | null {
  if (hour > 24 || (minute ?? 0) > 59 || (hour === 24 && (minute ?? 0) > 0)) return null;
  return { kind: 'clock', hour, minute, second, ...(dial ? { dial: true } : {}) };
}

/** An hour said alone: up to twelve it may be of either half of the day. */
export function bareHour(hour: number): ClockExpression {
  const dial = hour >= 1 && hour <= 12;
  return { kind: 'clock', hour, minute: null, second: null, ...(dial ? { dial: true } : {}) };
}

/** Hour on the full dial, from the part of the day or am/pm. */
function settle(hour: number, site: Site): { hour: number; dial: boolean } {
  if (site.has('P')) return { hour: hourInPart(hour, site.value('P')), dial: false };
  if (site.has('A')) {
    const pm = site.raw('A').toLowerCase().startsWith('p');
    return { hour: pm ? (hour < 12 ? hour + 12 : hour) : hour === 12 ? 0 : hour, dial: false };
  }
  return { hour, dial: hour >= 1 && hour <= 12 };
}

/** `oito da noite` is 20, `duas da manhã` is 2, `doze da noite` is midnight. */
export function hourInPart(hour: number, part: number): number {
  if (hour < 1 || hour > 12) return hour;
  if (part === 2) return hour === 12 ? 12 : hour + 12;
  if (part === 3) return hour === 12 ? 24 : hour >= 5 ? hour + 12 : hour;
  return hour === 12 && part === 0 ? 0 : hour;
}

/** Articles of hours, and what else stands before one. */
const HOUR_LEADS = /^(as|pelas|das|nas|eram|sao|era|ate|desde|dia)$/;
const LASTING =
  /^(dur|lev|demor|gast|falt|rest)(a|am|ou|aram|ava|avam|ara|arao|aria|e|em|ando|ar|ei)$|^(durante|tem|teve|tinha|tera|com|por)$/;
const ABOUT = /^(quase|apenas|so|cerca|aproximadamente|mais|menos|de)$/;

/** `durou 1h30`, `2h de viagem`: hours that pass, not an hour of the dial. */
export function lasts(site: Site): boolean {
  const { from, to } = site;
  let k = from - 1;
  for (let n = 0; n < 3 && ABOUT.test(site.word(k)); n++) k--;
  // `pelo menos 8h`, `8h em média`
  if (/^(pelo|ao)$/.test(site.word(k)) && site.word(k + 1) === 'menos') return true;
  if (site.word(to) === 'em' && site.word(to + 1) === 'media') return true;
  if (LASTING.test(site.word(k)) && (k === from - 1 || site.word(k + 1) !== 'de')) return true;
  return (
    !/^(as|a|das|pelas|nas|ate|dia|eram|sao|era)$/.test(site.word(from - 1)) &&
    site.word(to) === 'de' &&
    site.isWord(to + 1) &&
    !site.capital(to + 1) &&
    !site.flag(to + 1, MARKER) &&
    !site.flag(to + 1, GRAMMAR) &&
    site.word(to + 1).length > 3
  );
}

/** Books of the Bible, whose chapters and verses look like hours: by name and by the number before it. */
const BOOKS = new Set(
  (
    'genesis gn exodo ex levitico lv deuteronomio dt josue js juizes jz rute rt samuel sm reis rs cronicas cr esdras ed neemias ne tobias judite ester macabeus mc jo salmo salmos sl ' +
    'proverbios pv eclesiastes ec cantico canticos ct sabedoria eclesiastico isaias is jeremias jr lamentacoes lm baruc ezequiel ez daniel dn oseias os joel amos am abdias jonas jn ' +
    'miqueias mq naum habacuc habacuque sofonias ageu zacarias zc malaquias ml mateus mt marcos mc lucas lc joao jo atos actos at romanos rm corintios co galatas gl efesios ef ' +
    'filipenses fp colossenses cl tessalonicenses ts timoteo tm tito filemon hebreus hb tiago tg pedro pe judas apocalipse ap'
  ).split(' '),
);

/** `João 3:16`, `1 Coríntios 12:20`: a book with a capital, chapter and verse, and nothing that says hour. */
function isVerse(site: Site): boolean {
  const { from, to } = site;
  let k = from - 1;
  if (site.sign(k) === 0x2e && site.glued(k)) k--;
  if (!site.capital(k) || !BOOKS.has(site.word(k)) || site.has('P') || site.has('A')) return false;
  return !/^(h|hs|horas)$/.test(site.word(to)) && site.sign(from + 1) === 0x3a;
}

export function clock(site: Site): Expression | null {
  if (!site.has('P') && !site.has('A') && site.sign(site.from + 1) === 0 && lasts(site)) return null;
  const { hour } = settle(site.number('H'), site);
  const minute = site.number('M');
  if (minute > 59 || isVerse(site)) return null;
  return clockOf(hour, minute, site.has('S') ? site.number('S') : null, false);
}

export function hourSign(site: Site): Expression | null {
  const before = site.word(site.from - 1);
  const hour = site.number('H');
  if (site.digits('H') === 0) return null;
  // `24h por dia`, `12 h de trabalho`: an amount, unless an article of hours stands before it.
  const clocky = /^(as|das|pelas|nas|ate|dia|eram|sao|entre|a|e|de)$/.test(before);
  if (!clocky && hour === 24) return null;
  if (!clocky && /^(por|de|durante|em)$/.test(before) && site.word(site.to) === 'de') return null;
  if (/^(por)$/.test(site.word(site.to)) || (!site.has('P') && lasts(site))) return null;
  const settled = settle(hour, site);
  return clockOf(settled.hour, site.has('F') ? 30 : null, null, false);
}

/** `às 0700 horas`: hours and minutes as soldiers write them. */
export function fourFigures(site: Site): Expression | null {
  const n = site.number('H');
  return site.digits('H') === 4 ? clockOf(Math.floor(n / 100), n % 100, null, false) : null;
}

export function dotted(site: Site): Expression | null {
  const hour = site.number('H');
  if (site.has('L')) {
    const lead = site.items.from[site.at]!;
    if (site.word(lead) === 'as' && !site.accented(lead)) return null;
    if (site.isWord(site.to) && site.counted(site.to) && site.tokens.gap[site.to]! < 2) return null;
    return clockOf(hour, site.number('M'), null, false);
  }
  // `15.30` on its own is the time of a timetable; inside a sentence it is a number.
  return site.digits('H') === 2 && site.from === site.first && site.to === site.last
    ? clockOf(hour, site.number('M'), null, false)
    : null;
}

export function said(site: Site): Expression | null {
  const settled = settle(site.number('H'), site);
  let hour = settled.hour;
  let minute: number | null = null;
  if (site.has('M')) minute = site.number('M');
  else if (site.has('F')) minute = 30;
  else if (site.has('Q')) minute = 15;
  else if (site.has('B') || site.has('R')) {
    minute = 60 - (site.has('B') ? site.number('B') : 15);
    hour = hour === 0 ? 23 : hour - 1;
  }
  const plain = !site.has('P') && !site.has('A') && !site.has('Z') && minute === null && !site.has('X');
  if (site.has('L')) {
    const lead = site.items.from[site.at]!;
    const word = site.word(lead);
    const accented = site.accented(lead);
    if (word === 'e' || word === 'sao' || word === 'eram' || word === 'era') {
      if (plain || (word === 'e' && !site.has('P'))) return null;
      if (!site.has('Z') && !site.has('P') && minute === null) return null;
    } else if (plain) {
      if (word === 'nas') return null;
      // `voltarei as 7.`: without its accent only where no noun can follow.
      if ((word === 'as' || word === 'a') && !accented) {
        if (word === 'a' || site.isWord(site.to) || site.isNumber(site.to) || site.number('H') < 3)
          return null;
      }
      if (word === 'das' && !accented) {
        // `das 7`, not `das 7 maravilhas`
        if (site.digits('H') === 0) return null;
      }
      if (
        site.isWord(site.to) &&
        site.tokens.gap[site.to]! < 2 &&
        (site.counted(site.to) ||
          site.flag(site.to, MEASURE) ||
          (!site.flag(site.to, GRAMMAR) && !site.capital(site.to) && word === 'das'))
      )
        return null;
      if (site.isNumber(site.to) || site.sign(site.to) === 0x25) return null;
      if (site.digits('H') === 0 && site.number('H') === 1 && !/^(da|de|e|em|,)?$/.test(site.word(site.to)))
        return null;
    } else if (word === 'a' && !accented && !site.has('P') && !site.has('Z')) return null;
    else if (
      minute !== null &&
      (word === 'as' || word === 'das' || word === 'nas') &&
      !accented &&
      site.isWord(site.to) &&
      site.counted(site.to)
    )
      return null;
  } else if (plain) return null;
  // `durou uma hora e meia`, `uma hora e meia`: without an article of hours before it, so much time.
  else if (
    site.has('F') &&
    site.has('Z') &&
    !site.has('P') &&
    !site.has('A') &&
    !site.has('X') &&
    !HOUR_LEADS.test(site.word(site.from - 1))
  )
    return null;
  if (site.number('H') > 24) return null;
  return clockOf(
    hour,
    minute,
    null,
    settled.dial && (!site.has('Z') || site.digits('H') === 0 || site.number('H') <= 12),
  );
}

export function minutesTo(site: Site): Expression | null {
  const minutes = site.has('Q') ? 15 : site.number('B');
  let hour = site.has('N') ? 12 : site.has('M') ? 24 : settle(site.number('H'), site).hour;
  if (minutes < 1 || minutes > 59) return null;
  hour = hour === 0 ? 23 : hour - 1;
  // `5 para as 8 finalistas`
  if (site.isWord(site.to) && site.counted(site.to)) return null;
  return clockOf(hour, 60 - minutes, null, !site.has('P') && !site.has('N') && !site.has('M'));
}

export function noon(site: Site): Expression | null {
  if (site.has('X') && site.number('X') !== 0) return null;
  if (site.word(site.from) === 'meio' && site.word(site.to) === 'a') return null;
  const minute = site.has('F') ? 30 : site.has('M') ? site.number('M') : null;
  const hour = site.param('hour') === 24 ? (minute === null && !site.has('Z') ? 24 : 0) : 12;
  return clockOf(hour, minute, null, false);
}

/** `uma e trinta` as the whole of a text: an answer or a field. */
export function fragment(site: Site): Expression | null {
  if (site.from !== site.first || site.to !== site.last) return null;
  return clockOf(site.number('H'), site.has('F') ? 30 : site.number('M'), null, true);
}

export function partOfDay(site: Site): Expression | null {
  const part = site.value('P');
  const before = site.word(site.from - 1);
  // `mais tarde`, `muito tarde`, `boa noite`, `bom dia`, `chegou tarde`
  if (
    part === 2 &&
    !/^(a|da|na|pela|de|a|uma|esta|toda|cada|ultima|proxima|ao|numa|nessa|desta|dessa|plena|fim|final|meio)$/.test(
      before,
    ) &&
    site.from !== site.first
  )
    return null;
  if (/^(mais|muito|tao|demasiado|boa|bom|boas|bastante|demais|ja|ate)$/.test(before)) return null;
  if (part === 2 && before === 'a' && site.word(site.from - 2) === 'mais') return null;
  // Breakfast.
  if (part === 1 && before === 'da' && site.word(site.from - 2) === 'cafe') return null;
  if (site.named(site.from)) return null;
  // `Correio da Manhã`, `Folha da Noite`: papers.
  if (site.capital(site.from) && /^(da|de)$/.test(before) && site.capital(site.from - 2)) return null;
  return { kind: 'part-of-day', part: PART_NAMES[part]! };
}

export function thisPart(site: Site): Expression | null {
  const days = Number(site.param('days'));
  const part = PART_NAMES[site.value('P')]!;
  if (
    site.has('T') &&
    /^(mesmo|mesma|corrente|atual|actual|presente)$/.test(site.word(site.items.from[site.item('T')]!)) &&
    site.param('anchor') === 'dct'
  )
    return null;
  if (part === 'afternoon' && /^(mesmo|mesma)$/.test(site.word(site.from))) return null;
  return {
    kind: 'moment',
    day: {
      kind: 'offset',
      unit: 'day',
      n: days,
      anchor: site.param('anchor') === 'focus' ? 'focus' : 'dct',
      by: 'aligned',
      ...(site.param('anchor') === 'focus' ? { loose: true } : {}),
    },
    time: { kind: 'part-of-day', part },
  };
}
