/** Meaning of centuries, decades, seasons and parts of the year. */
import type { Expression } from '../../../expression.ts';
import type { Site } from '../../../site.ts';
import { yearIn } from '../../../slots.ts';

export function century(site: Site): Expression | null {
  const n = site.number('N');
  if (n < 1 || n > 40) return null;
  return { kind: 'century', century: Number(site.param('sign')) * n };
}

export function centuryRange(site: Site): Expression | null {
  const a = site.number('N');
  const b = site.number('M');
  const sign = site.param('sign') === -1 ? -1 : 1;
  if (a < 1 || b < 1 || a > 40 || b > 40 || (sign > 0 ? b < a : a < b)) return null;
  return {
    kind: 'range',
    from: { kind: 'century', century: sign * a },
    to: { kind: 'century', century: sign * b },
  };
}

export function millennium(site: Site): Expression | null {
  const n = site.number('N');
  return n < 1 || n > 10 ? null : { kind: 'millennium', millennium: Number(site.param('sign')) * n };
}

export function decade(site: Site): Expression | null {
  const n = site.number('N');
  const plural = /^anos/i.test(site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.from]!));
  // `nos anos de 1960 e 1970`, `os anos de 40 a 45`: years, not a decade.
  if (
    plural &&
    site.word(site.from + 1) === 'de' &&
    (site.digits('N') !== 4 || /^(e|a|ate)$/.test(site.word(site.to)))
  )
    return null;
  const base = site.has('C') ? (site.number('C') - 1) * 100 : 1900;
  if (n >= 10 && n < 100 && n % 10 === 0) {
    // `anos 10` and `anos 20` are said of both centuries; in a document of today the figures below 30 still mean the last century.
    return { kind: 'decade', start: base + n };
  }
  if (n === 0 && site.digits('N') === 2) return { kind: 'decade', start: 2000 };
  // `os anos 2000` are ten years; `os anos 1900` may be a hundred, or the one.
  if (n >= 1000 && n <= 2100 && n % 10 === 0)
    return plural && n % 100 === 0 && n !== 2000 ? null : { kind: 'decade', start: n };
  return null;
}

/** `os anos 290 a.C.`: from 299 to 290. */
export function decadeBc(site: Site): Expression | null {
  const n = site.number('N');
  return n < 10 || n > 9990 || n % 10 !== 0 ? null : { kind: 'decade', start: 1 - (n + 9) };
}

export function nthDecade(site: Site): Expression | null {
  const c = site.number('C');
  const n = site.has('L') ? 10 : site.number('N');
  if (c < 1 || c > 30 || n < 1 || n > 10) return null;
  return { kind: 'decade', start: (c - 1) * 100 + (n - 1) * 10 };
}

const SEASON_LEADS =
  /^(no|na|do|da|o|a|de|este|neste|deste|esse|nesse|desse|ultimo|ultima|proximo|proxima|cada|todo|toda|um|uma|ao|pelo|pela|durante|ate|para|em|num|numa|meio|plena|pleno|primavera|outono|desta|esta|nesta|aquele|naquele|os|nos|dos|passado)$/;

export function season(site: Site): Expression | null {
  const year = yearIn(site, 'Y');
  const from = site.items.from[site.item('S')]!;
  const before = site.word(from - 1);
  const side = site.has('L')
    ? 'past'
    : site.has('N')
      ? 'future'
      : site.has('T')
        ? site.items.lo[site.item('T')]! !== 0 &&
          /^(esse|nesse|desse|aquele|naquele|daquele|essa|nessa|aquela|naquela|mesmo|mesma)$/.test(
            site.word(site.items.from[site.item('T')]!),
          )
          ? 'focus'
          : 'this'
        : undefined;
  const bare = year === null && side === undefined;
  // `Primavera Árabe`, `Verão Quente`: a name.
  if (bare && site.capital(from) && site.capital(site.to) && site.tokens.gap[site.to] === 1) return null;
  // `eles verão o filme`: the verb has no article before it.
  if (
    bare &&
    !SEASON_LEADS.test(before) &&
    !(site.sign(from - 1) === 0x2f || site.sign(from - 1) === 0x2d || site.from === site.first)
  )
    return null;
  if (
    bare &&
    site.value('S') === 1 &&
    site.from === site.first &&
    site.isWord(site.to) &&
    /^(o|a|os|as|que)$/.test(site.word(site.to))
  )
    return null;
  if (bare && site.value('S') === 1 && /^(que|eles|elas|voces|os|as|nao|quem)$/.test(before)) return null;
  if (bare && site.named(from)) return null;
  return { kind: 'season', season: site.value('S'), year, ...(side ? { side } : {}) };
}

export function seasonRange(site: Site): Expression | null {
  return { kind: 'season', season: site.value('S'), year: site.number('Y') };
}

export function periodCode(site: Site): Expression | null {
  const n = site.number('N');
  const short = site.raw('V').slice(0, 1).toLowerCase();
  const unit =
    site.param('unit') === 'quarter' || short === 't'
      ? 'quarter'
      : short === 'b'
        ? 'bimester'
        : short === 'q'
          ? 'fourmonths'
          : 'semester';
  if (n < 1 || n > { quarter: 4, semester: 2, bimester: 6, fourmonths: 3 }[unit]) return null;
  if (
    site.items.from[site.item('N')]! > site.items.from[site.item('Y')]! &&
    site.digits('Y') === 4 &&
    unit === 'semester'
  )
    return null;
  return {
    kind: 'nth',
    unit,
    n,
    count: 1,
    of: { kind: 'date', year: yearIn(site, 'Y'), month: null, day: null },
  };
}

export function specialYear(site: Site): Expression | null {
  const year = site.number('Y');
  if (site.has('Z'))
    return {
      kind: 'range',
      from: { kind: 'date', year, month: null, day: null },
      to: {
        kind: 'date',
        year: site.digits('Z') === 2 ? year - (year % 100) + site.number('Z') : site.number('Z'),
        month: null,
        day: null,
      },
    };
  return {
    kind: 'date',
    year,
    month: null,
    day: null,
    kindOfYear: site.param('kind') === 'school' ? 'school' : 'fiscal',
  };
}
