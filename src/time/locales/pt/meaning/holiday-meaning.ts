/** Meaning of date names and events. */
import type { Expression } from '../../../expression.ts';
import { GRAMMAR } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';

/** Nouns of time before a feast without its article. */
const FEAST_TIMES =
  /^(dia|dias|domingo|segunda|terca|sabado|feira|noite|vespera|vesperas|antevespera|semana|feriado|feriados|epoca|tempo|tempos|periodo|quadra|ferias|manha|tarde|depois|antes|partir|ate)$/;

const unaccented = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

export function holiday(site: Site): Expression | null {
  const name = String(site.param('name'));
  const { from, to } = site;
  const before = site.word(from - 1);
  if (site.named(from)) return null;
  if (site.sign(from - 1) === 0x2d && site.glued(from)) return null;
  const one = to - from === 1;
  // `ovo de Páscoa`: without its article the feast says what kind of thing it is.
  if (
    one &&
    name === 'páscoa' &&
    before === 'de' &&
    site.isWord(from - 2) &&
    !FEAST_TIMES.test(site.word(from - 2)) &&
    !site.isNumber(to)
  )
    return null;
  // A church, a school and a street are named after her.
  if (name === 'aparecida' && site.word(from) === 'nossa') {
    const day = /^(dia|feriado|festa)$/.test(before === 'de' ? site.word(from - 2) : before);
    if (!day && !(from === site.first && to === site.last)) return null;
  }
  if (name === 'assunção' || name === 'ascensão') {
    const year = site.isNumber(to) || (site.word(to) === 'de' && site.isNumber(to + 1));
    if (one && from === site.first && (to === site.last || year))
      return { kind: 'holiday', name, year: null };
    // `a ascensão da China`: the rise of something.
    if (one && !year && (!site.capital(from) || /^(de|do|da|dos|das|a|ao)$/.test(site.word(to)))) return null;
  }
  // A saint is a man, a town and a hospital; his feast is told by its eve, its night, its year or `no`, where no name goes on.
  if (/^(sao-joao|sao-pedro|santo-antonio)$/.test(unaccented(name)) && to - from === 2) {
    if (
      !site.capital(from) ||
      (site.capital(to) && site.tokens.gap[to]! < 2) ||
      /^(da|do|das|dos)$/.test(site.word(to))
    )
      return null;
    const of = before === 'de' || before === 'do' ? site.word(from - 2) : '';
    if (/^(vespera|vesperas|antevespera|noite|feriado|fogueira|fogueiras|semana)$/.test(of))
      return { kind: 'holiday', name, year: null };
    const year = site.word(to) === 'de' && site.isNumber(to + 1);
    const lead = /^(no|neste|este|nesse|proximo|ultimo|pelo|ao|ate)$/.test(before);
    if (!lead || name === 'santo-antónio')
      return year && /^(no|o|do)$/.test(before) ? { kind: 'holiday', name, year: null } : null;
    if (year || to >= site.last || !site.isWord(to)) return { kind: 'holiday', name, year: null };
    return site.flag(to, GRAMMAR) || site.isVerb(to) ? { kind: 'holiday', name, year: null } : null;
  }
  if (site.param('guarded') === 1 && one) {
    // Natal is a city: `em Natal`, `de Natal` without an article; the feast has one, or a year after it.
    const year = site.isNumber(to) || (site.word(to) === 'de' && site.isNumber(to + 1));
    if (name === 'natal') {
      const relative = /^(deste|desse|passado|que)$/.test(site.word(to));
      if (
        (from === site.first || /^(proximo|ultimo)$/.test(before)) &&
        (to === site.last || year || relative)
      )
        return { kind: 'holiday', name, year: null };
      const lead =
        /^(o|no|do|ao|pelo|pro|neste|deste|este|esse|nesse|feliz|santo|proximo|ultimo|passado|cada|todo|ate|dia|noite|um|num)$/.test(
          before,
        );
      if (!year && !lead && before !== 'de' && site.to - site.from !== site.last - site.first) return null;
      if (!year && /^em$/.test(before)) return null;
      if (
        !year &&
        before === 'de' &&
        !/^(dia|noite|vespera|vesperas|antevespera|ceia|arvore|festa|festas|epoca|quadra|compras|ferias|jantar|almoco|presente|presentes|prenda|prendas|periodo|tempo|mensagem|missa|conto|cartao|luzes|bolo|semana|feriado)$/.test(
          site.word(from - 2),
        )
      )
        return null;
      if (
        /^(terra|cidade|lingua|pais|para)$/.test(before) ||
        (before !== '' &&
          !site.flag(from - 1, GRAMMAR) &&
          !/^(feliz|dia|noite|ultimo|proximo|vesperas|pelo|passado|deste|neste)$/.test(before))
      )
        return null;
      if (!site.capital(from)) {
        if (!/^(o|no|do|ao|pelo|pro|ate|feliz|este|neste|deste|de)$/.test(before)) return null;
      }
    } else if (!/^(na|no|da|do|a|o|pela|pelo|ate)$/.test(before) || name === 'tiradentes') {
      const named = /^(de|do|da)$/.test(before) && /^(feriado|dia|vespera)$/.test(site.word(from - 2));
      if (!year && !named) return null;
    }
  }
  if (name === 'passagem-de-ano' && site.word(from) === 'fim' && !/^(no|ao|do|o|de|festas)$/.test(before))
    return null;
  if (name === 'consoada' && site.word(from) === 'antevespera') return null;
  return { kind: 'holiday', name, year: null };
}

/** `segundo domingo do Advento` */
export function adventSunday(site: Site): Expression | null {
  const n = site.number('N');
  return n >= 1 && n <= 4 ? { kind: 'holiday', name: `advento-${n}`, year: null } : null;
}

export function event(site: Site): Expression | null {
  const name = String(site.param('name'));
  if (site.has('N')) {
    const n = site.number('N');
    return n === 1
      ? { kind: 'event', name: 'primeira-guerra' }
      : n === 2
        ? { kind: 'event', name: 'segunda-guerra' }
        : null;
  }
  return { kind: 'event', name };
}
