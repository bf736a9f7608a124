import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpDate, parseHttpDate } from './http-date.ts';
import {
  jsonTimeMap,
  linkTimeMap,
  type Memento,
  mementoLinks,
  mementosOf,
  momentOf,
  nearestMemento,
} from './time-map.ts';

const CONTEXT = { origin: 'http://127.0.0.1:8730', collection: 'teste', url: 'http://exemplo.pt/a?b=1' };

function captures(...timestamps: readonly string[]): Memento[] {
  return mementosOf(timestamps.map((timestamp) => ({ timestamp, url: CONTEXT.url })));
}

/** Links of a header or of a TimeMap, by hand: `<uri>; rel="…"; name="…"`. */
function parseLinks(text: string): { uri: string; parameters: Record<string, string> }[] {
  return text
    .trim()
    .split(/,\s*(?=<)/)
    .map((link) => {
      const m = /^<([^>]*)>((?:; [a-z]+="[^"]*")*)$/.exec(link);
      if (m === null) throw new Error(`not a link: ${link}`);
      return {
        uri: m[1]!,
        parameters: Object.fromEntries(
          [...m[2]!.matchAll(/; ([a-z]+)="([^"]*)"/g)].map((parameter) => [parameter[1]!, parameter[2]!]),
        ),
      };
    });
}

describe('dates of Memento', () => {
  it('reads the one form of RFC 7089 and nothing else', () => {
    expect(parseHttpDate('Thu, 31 May 2007 20:35:00 GMT')).toBe(Date.UTC(2007, 4, 31, 20, 35));
    for (const bad of [
      '',
      'Thu, 31 May 2007 20:35:00',
      'Thu, 31 May 2007 20:35:00 +0100',
      'Thu, 31 May 2007 20:35:00 PST',
      'Wed, 31 May 2007 20:35:00 GMT',
      'Thu, 31 Feb 2007 20:35:00 GMT',
      'Thu, 31 May 07 20:35:00 GMT',
      'Thu May 31 20:35:00 2007',
      'Thursday, 31-May-07 20:35:00 GMT',
      'Thu, 31 May 2007 24:35:00 GMT',
      '2007-05-31T20:35:00Z',
      '20070531203500',
    ])
      expect(parseHttpDate(bad), bad).toBeNull();
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000_000_000, max: 250_000_000_000 }), (seconds) => {
        expect(parseHttpDate(httpDate(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });

  it('reads timestamps and prefixes of them, and no day that the calendar lacks', () => {
    expect(momentOf('2007')).toBe(Date.UTC(2007, 0, 1));
    expect(momentOf('20070531203500')).toBe(Date.UTC(2007, 4, 31, 20, 35));
    for (const bad of [
      '',
      '200',
      '20071301',
      '20070230',
      '2007053125',
      '200705312060',
      'abcd',
      '200705312035001',
    ])
      expect(momentOf(bad), bad).toBeNull();
  });
});

describe('the nearest memento', () => {
  const mementos = captures('20010101000000', '20050101000000', '20090101000000');

  it('is the first before all, the last after all, and the nearer between two', () => {
    const of = (at: number): string => nearestMemento(mementos, at)!.timestamp;
    expect(of(Date.UTC(1990, 0))).toBe('20010101000000');
    expect(of(Date.UTC(2030, 0))).toBe('20090101000000');
    expect(of(Date.UTC(2004, 0))).toBe('20050101000000');
    expect(of(Date.UTC(2002, 0))).toBe('20010101000000');
    expect(nearestMemento([], 0)).toBeNull();
  });

  it('is never farther than any other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2e9 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 2e9 }),
        (seconds, wanted) => {
          const all = mementosOf(
            seconds.map((s) => ({
              timestamp: new Date(s * 1000).toISOString().replace(/\D/g, '').slice(0, 14),
              url: 'http://a.pt/',
            })),
          );
          const found = nearestMemento(all, wanted * 1000)!;
          for (const other of all)
            expect(Math.abs(found.at - wanted * 1000)).toBeLessThanOrEqual(
              Math.abs(other.at - wanted * 1000),
            );
        },
      ),
    );
  });
});

describe('links of a memento', () => {
  const mementos = captures('20010101000000', '20030101000000', '20050101000000', '20090101000000');

  it('name the original, the TimeGate, the TimeMap, and its neighbours with their moments', () => {
    const links = parseLinks(mementoLinks(mementos, mementos[2]!, CONTEXT));
    const by = (rel: string) => links.find((link) => link.parameters.rel?.split(' ').includes(rel))!;
    expect(by('original').uri).toBe(CONTEXT.url);
    expect(by('timegate').uri).toBe('http://127.0.0.1:8730/memento/teste/timegate/http://exemplo.pt/a?b=1');
    expect(by('timemap')).toMatchObject({
      uri: 'http://127.0.0.1:8730/memento/teste/timemap/link/http://exemplo.pt/a?b=1',
      parameters: { type: 'application/link-format' },
    });
    expect(by('first').parameters.datetime).toBe('Mon, 01 Jan 2001 00:00:00 GMT');
    expect(by('prev').uri).toContain('/20030101000000/');
    expect(by('next').uri).toContain('/20090101000000/');
    expect(by('next').parameters.rel).toBe('last next memento');
    for (const link of links)
      if (link.parameters.rel?.includes('memento')) expect(link.parameters.datetime).toBeDefined();
  });

  it('of a single capture are first and last at once', () => {
    const [only] = captures('20010101000000');
    const links = parseLinks(mementoLinks([only!], only!, CONTEXT));
    expect(links.filter((link) => link.parameters.rel === 'first last memento')).toHaveLength(1);
  });

  it('cannot be broken out of by an address', () => {
    const url = 'http://exemplo.pt/">; rel="evil", <http://mau.pt/>\r\nX: 1';
    const text = mementoLinks(mementosOf([{ timestamp: '20010101000000', url }]), null, { ...CONTEXT, url });
    expect(text).not.toMatch(/[\r\n]/);
    expect(parseLinks(text).every((link) => link.parameters.rel !== 'evil')).toBe(true);
  });
});

describe('TimeMaps', () => {
  it('in link format list every memento once, in order, the first and the last named so', () => {
    const mementos = captures('20090101000000', '20010101000000', '20010101000000', '20050101000000');
    const links = parseLinks(linkTimeMap(mementos, CONTEXT)!);
    expect(links[0]).toEqual({ uri: CONTEXT.url, parameters: { rel: 'original' } });
    const self = links.find((link) => link.parameters.rel === 'self')!;
    expect(self.parameters).toMatchObject({
      type: 'application/link-format',
      from: 'Mon, 01 Jan 2001 00:00:00 GMT',
      until: 'Thu, 01 Jan 2009 00:00:00 GMT',
    });
    const found = links.filter((link) => link.parameters.rel?.includes('memento'));
    expect(found.map((link) => link.parameters.rel)).toEqual(['first memento', 'memento', 'last memento']);
    expect(found.map((link) => parseHttpDate(link.parameters.datetime!))).toEqual(mementos.map((m) => m.at));
  });

  it('of very many captures come in pages that name each other and together hold all', () => {
    const timestamps = Array.from({ length: 25 }, (_, i) => `2001010100${String(i).padStart(2, '0')}00`);
    const mementos = captures(...timestamps);
    const seen: string[] = [];
    for (let page = 1; page <= 3; page++) {
      const links = parseLinks(linkTimeMap(mementos, CONTEXT, page, 10)!);
      const others = links.filter((link) => link.parameters.rel === 'timemap');
      expect(others).toHaveLength(2);
      for (const other of others) expect(other.parameters.from).toBeDefined();
      expect(links.find((link) => link.parameters.rel === 'self')!.uri).toContain(
        page === 1 ? '/timemap/link/http:' : `/timemap/link/${page}/http:`,
      );
      for (const link of links)
        if (link.parameters.rel?.includes('memento')) seen.push(/\/(\d{14})\//.exec(link.uri)![1]!);
      expect(links.some((link) => link.parameters.rel?.startsWith('first'))).toBe(page === 1);
      expect(links.some((link) => link.parameters.rel?.startsWith('last'))).toBe(page === 3);
    }
    expect(seen).toEqual(timestamps);
    expect(linkTimeMap(mementos, CONTEXT, 4, 10)).toBeNull();
    expect(linkTimeMap(mementos, CONTEXT, 0, 10)).toBeNull();
  });

  it('as JSON hold the same', () => {
    const mementos = captures('20010101000000', '20050101000000');
    expect(jsonTimeMap(mementos, CONTEXT)).toMatchObject({
      original_uri: CONTEXT.url,
      timegate_uri: 'http://127.0.0.1:8730/memento/teste/timegate/http://exemplo.pt/a?b=1',
      mementos: {
        first: { datetime: '2001-01-01T00:00:00Z' },
        last: { uri: 'http://127.0.0.1:8730/replay/teste/20050101000000/http://exemplo.pt/a?b=1' },
        list: [{ datetime: '2001-01-01T00:00:00Z' }, { datetime: '2005-01-01T00:00:00Z' }],
      },
    });
  });
});
