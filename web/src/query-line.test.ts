import { describe, expect, it } from 'vitest';
import type { Query, QueryChip } from './api/shapes.ts';
import { yearsPeriod } from './days.ts';
import {
  askedPeriod,
  placeInLine,
  toggledSite,
  withBothPeriods,
  withBox,
  withoutChip,
  withPeriod,
  withPublished,
} from './query-line.ts';

function chip(line: string, text: string, rest: object): QueryChip {
  const start = line.indexOf(text);
  return {
    start,
    end: start + text.length,
    text,
    implied: false,
    negated: false,
    instead: 'implied' in rest ? `"${text}"` : '',
    ...rest,
  } as QueryChip;
}

function query(line: string, ...chips: QueryChip[]): Query {
  return { line, clause: null, chips, unknownPlaces: [] };
}

const porto = {
  key: 'k',
  name: 'Porto Alegre',
  kind: 'city',
  country: 'BR',
  state: 'RS',
  within: [],
  lat: -30,
  lon: -51,
  box: null,
};

describe('query line', () => {
  const line = 'enchentes em Porto Alegre em 1941';
  const where = chip(line, 'em Porto Alegre', {
    kind: 'where',
    implied: true,
    place: porto,
    box: [-52, -31, -51, -29],
    others: [],
  });
  const when = chip(line, 'em 1941', { kind: 'when', implied: true, period: yearsPeriod(1941, 1941) });

  it('quotes the words of an implied chip that is taken out', () => {
    expect(withoutChip(query(line, where, when), when)).toBe('enchentes em Porto Alegre "em 1941"');
    expect(withoutChip(query(line, where, when), where)).toBe('enchentes "em Porto Alegre" em 1941');
  });

  it('takes a written chip out whole', () => {
    const written = 'secas site:exemplo.pt quando:1939..1945';
    const site = chip(written, 'site:exemplo.pt', { kind: 'site', site: 'exemplo.pt' });
    expect(withoutChip(query(written, site), site)).toBe('secas quando:1939..1945');
  });

  it('has one period and one place at a time', () => {
    expect(withPeriod(query(line, where, when), yearsPeriod(1939, 1945))).toBe(
      'enchentes em Porto Alegre quando:1939..1945',
    );
    expect(withBox(query(line, where, when), [-52.123, -31, -51, -29.999])).toBe(
      'enchentes em 1941 onde:-52.12,-31,-51,-30',
    );
    expect(withPublished(query(line, where, when), yearsPeriod(2001, 2001))).toBe(`${line} publicado:2001`);
  });

  it('sets what is spoken of and publication together', () => {
    expect(withBothPeriods(query(line, where, when), yearsPeriod(1930, 1939), yearsPeriod(2001, 2001))).toBe(
      'enchentes em Porto Alegre quando:1930..1939 publicado:2001',
    );
  });

  it('keeps negated periods', () => {
    const negated = '-quando:1941 chuva';
    const not = chip(negated, '-quando:1941', {
      kind: 'when',
      negated: true,
      period: yearsPeriod(1941, 1941),
    });
    expect(withPeriod(query(negated, not), yearsPeriod(1950, 1950))).toBe('-quando:1941 chuva quando:1950');
    expect(askedPeriod(query(negated, not))).toBeNull();
  });

  it('adds and removes a site', () => {
    const added = toggledSite(query('secas'), 'exemplo.pt');
    expect(added).toBe('secas site:exemplo.pt');
    const there = query(added, chip(added, 'site:exemplo.pt', { kind: 'site', site: 'exemplo.pt' }));
    expect(toggledSite(there, 'exemplo.pt')).toBe('secas');
  });

  it('names a place so that it is not taken for another', () => {
    expect(placeInLine(porto)).toBe('onde:"Porto Alegre, RS"');
    expect(placeInLine({ ...porto, name: 'Portugal', kind: 'country', state: '', country: 'PT' })).toBe(
      'onde:"Portugal"',
    );
  });
});
