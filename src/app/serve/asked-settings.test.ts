import { describe, expect, it } from 'vitest';
import { askedSettings } from './asked-settings.ts';

describe('a crawl that was asked for', () => {
  it('has its settings as data, in which nothing is a flag', () => {
    const asked = {
      when: '1939..1945',
      scope: '--fresh',
      contact: '-y',
      delay: '5s',
      maxTime: '2h',
      geo: true,
      collectionSize: 50,
    };
    expect(askedSettings({ ...asked, maxPages: 100 }, ['https://a.br/'], null)).toEqual({
      seeds: ['https://a.br/'],
      when: '1939..1945',
      geo: true,
      collectionSize: 50,
      scope: '--fresh',
      contact: '-y',
      maxPages: 100,
      delay: 5_000,
      maxTime: 7_200_000,
    });
  });

  it('has a budget of pages for each round, and visits what was visited before it', () => {
    const round = { since: '2026-01-31T12:00:00.000Z', pagesBefore: 250 };
    expect(askedSettings({ maxPages: 100 }, ['https://a.br/'], null, round)).toEqual({
      seeds: ['https://a.br/'],
      maxPages: 350,
      visitAgainBefore: Date.UTC(2026, 0, 31, 12),
    });
    expect(askedSettings({}, ['https://a.br/'], null, round)).not.toHaveProperty('maxPages');
  });

  it('spares nobody on the sample web, unless it was asked to', () => {
    const settings = { seeds: ['http://a/'], delay: 20, addressDelay: 0 };
    expect(askedSettings({}, ['http://a/'], 8080)).toEqual(settings);
    expect(askedSettings({ delay: '60ms' }, ['http://a/'], 8080)).toEqual({ ...settings, delay: 60 });
  });
});
