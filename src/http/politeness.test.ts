import { describe, expect, it } from 'vitest';
import { AdaptiveTimeouts } from './adaptive-timeouts.ts';
import { backOff, raisedDelay, retryAfter } from './back-off.ts';
import { conditionalHeaders } from './conditional.ts';
import { contactAddress, userAgent } from './user-agent.ts';

describe('retryAfter', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);

  it('reads seconds and dates', () => {
    expect(retryAfter('120', now)).toBe(120_000);
    expect(retryAfter(' 1.5 ', now)).toBe(1_500);
    expect(retryAfter('Thu, 01 Jan 2026 12:02:00 GMT', now)).toBe(120_000);
    expect(retryAfter('Thu, 01 Jan 2026 11:00:00 GMT', now)).toBe(0);
  });

  it('never believes more than a day, and no nonsense', () => {
    expect(retryAfter('99999999999', now)).toBe(86_400_000);
    expect(retryAfter('Fri, 01 Jan 2100 00:00:00 GMT', now)).toBe(86_400_000);
    expect(retryAfter('120', now, 5_000)).toBe(5_000);
    for (const value of [null, undefined, '', '-5', 'soon', '1e3', '2026-13-45', 'x'.repeat(100)])
      expect([value, retryAfter(value, now)]).toEqual([value, null]);
  });
});

describe('back-off', () => {
  it('doubles up to its maximum, spread by key and the same each time', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 50, 5000].map((attempt) => backOff(attempt, 'a.br'));
    expect(delays).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 50, 5000].map((attempt) => backOff(attempt, 'a.br')));
    delays.forEach((delay, i) => {
      const full = Math.min(300_000, 5_000 * 2 ** Math.min(i, 20));
      expect(delay).toBeLessThanOrEqual(full);
      expect(delay).toBeGreaterThanOrEqual(full * 0.75);
    });
    const spread = new Set(Array.from({ length: 100 }, (_, i) => backOff(3, `h${i}.br`)));
    expect(spread.size).toBeGreaterThan(90);
    expect(backOff(3, 'x', { baseMs: 10, jitter: 0 })).toBe(40);
  });

  it('raises a host’s delay on 429 and 503: twice, up to five minutes, and as asked', () => {
    expect(raisedDelay(1_000, null)).toBe(2_000);
    expect(raisedDelay(200_000, null)).toBe(300_000);
    expect(raisedDelay(0, null)).toBe(1_000);
    expect(raisedDelay(1_000, 45_000)).toBe(45_000);
    expect(raisedDelay(1_000, 3_600_000)).toBe(300_000);
  });
});

describe('AdaptiveTimeouts', () => {
  it('is four times the 95th percentile, between 5 s and 60 s', () => {
    const timeouts = new AdaptiveTimeouts();
    expect(timeouts.timeoutFor('a.br')).toBe(20_000);
    timeouts.record('a.br', 2_000);
    expect(timeouts.timeoutFor('a.br')).toBe(20_000);
    for (let i = 1; i <= 20; i++) timeouts.record('a.br', i * 100 + 2_000);
    // 2,100 to 4,000: nineteenth of twenty
    expect(timeouts.timeoutFor('a.br')).toBe(4 * 3_900);
    for (let i = 0; i < 20; i++) timeouts.record('a.br', 10);
    expect(timeouts.timeoutFor('a.br')).toBe(5_000);
    for (let i = 0; i < 3; i++) timeouts.record('slow.br', 40_000);
    expect(timeouts.timeoutFor('slow.br')).toBe(60_000);
    timeouts.record('slow.br', Number.NaN);
    timeouts.record('slow.br', -1);
    expect(timeouts.timeoutFor('slow.br')).toBe(60_000);
  });

  it('tells which hosts need more time than others, and learns it from who knows', () => {
    const [one, two] = [new AdaptiveTimeouts(), new AdaptiveTimeouts()];
    for (let i = 0; i < 5; i++) {
      one.record('slow.br', 9_000);
      one.record('fast.br', 50);
    }
    expect([one.slowness('slow.br'), one.slowness('fast.br'), one.slowness('new.br')]).toEqual([
      9_000,
      null,
      null,
    ]);
    two.record('fast.br', 50);
    two.learn('slow.br', 9_000);
    expect(two.timeoutFor('slow.br')).toBe(36_000);
    for (let i = 0; i < 3; i++) two.record('fast.br', 50);
    two.learn('fast.br', 9_000);
    expect(two.timeoutFor('fast.br')).toBe(5_000);
  });

  it('remembers no more hosts than it may', () => {
    const timeouts = new AdaptiveTimeouts({ maxHosts: 100, minSamples: 1 });
    for (let i = 0; i < 1000; i++) {
      timeouts.record(`h${i}.br`, 3_000);
      timeouts.record('often.br', 3_000);
    }
    expect(timeouts.size).toBe(100);
    expect(timeouts.timeoutFor('often.br')).toBe(12_000);
    expect(timeouts.timeoutFor('h0.br')).toBe(20_000);
  });
});

describe('conditionalHeaders', () => {
  it('sends back what the server gave, letter for letter', () => {
    expect(conditionalHeaders({ etag: 'W/"a-b"', lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT' })).toEqual({
      'If-None-Match': 'W/"a-b"',
      'If-Modified-Since': 'Wed, 21 Oct 2015 07:28:00 GMT',
    });
    expect(conditionalHeaders({})).toEqual({});
    expect(conditionalHeaders({ etag: null, lastModified: null })).toEqual({});
  });

  it('sends nothing that is no date, or that would break the header', () => {
    expect(conditionalHeaders({ etag: '"a"\r\nX: y', lastModified: 'yesterday' })).toEqual({});
    expect(conditionalHeaders({ etag: 'x'.repeat(5000), lastModified: '2015-10-21\n' })).toEqual({
      'If-Modified-Since': '2015-10-21',
    });
  });
});

describe('userAgent', () => {
  it('names the product, its version and whom to write to', () => {
    expect(userAgent('0.1.0', 'https://example.org/crawler')).toBe(
      'Tarrafa/0.1.0 (+https://example.org/crawler)',
    );
    expect(userAgent('0.1.0', ' rede@example.org ')).toBe('Tarrafa/0.1.0 (+rede@example.org)');
    expect(userAgent('2.0', 'mailto:rede@example.org', 'GeoDiscover')).toBe(
      'GeoDiscover/2.0 (+rede@example.org)',
    );
  });

  it('takes nothing else for a contact', () => {
    const bad = [
      'x',
      'example.org',
      'ftp://example.org/',
      'https://',
      'https://host/',
      'a@b',
      '@example.org',
      'a@',
      'a@b@c.org',
    ];
    bad.push(
      'https://u:p@example.org/',
      'a b@example.org',
      'a@example.org)\r\nX: y',
      'https://example.org/(x)',
      'a@-.org',
    );
    for (const contact of bad) {
      expect([contact, contactAddress(contact)]).toEqual([contact, null]);
      expect(() => userAgent('1', contact)).toThrowError(
        expect.objectContaining({ code: 'TRF_CONTACT_INVALID' }),
      );
    }
    expect(() => userAgent('1', ' ')).toThrowError(expect.objectContaining({ code: 'TRF_CONTACT_MISSING' }));
  });
});
