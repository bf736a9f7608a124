import { describe, expect, it } from 'vitest';
import { KEY_LIFE, ReplayKeys } from './replay-keys.ts';

const HOLDER = { collection: 'acervo', origin: 'https://exemplo.pt', reader: '192.0.2.7' };

describe('a key of the replay', () => {
  it('opens its collection to its reader for an hour', () => {
    let now = 1_000_000;
    const keys = new ReplayKeys(() => now);
    const key = keys.give(HOLDER);
    expect(keys.end(key)).toBe(now + KEY_LIFE);
    expect(keys.opens(key, 'acervo', '192.0.2.7')).toBe(true);
    expect(keys.opens(key, 'outro', '192.0.2.7')).toBe(false);
    expect(keys.opens(key, 'acervo', '192.0.2.8')).toBe(false);
    now += KEY_LIFE - 1;
    expect(keys.opens(key, 'acervo', '192.0.2.7')).toBe(true);
    now += 1;
    expect(keys.opens(key, 'acervo', '192.0.2.7')).toBe(false);
  });

  it('opens nothing when a letter of it is another, or another server made it', () => {
    const keys = new ReplayKeys(() => 0);
    const key = keys.give(HOLDER);
    for (let at = 0; at < key.length; at++) {
      const other = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect([at, keys.opens(other, 'acervo', '192.0.2.7')]).toEqual([at, false]);
    }
    for (const bad of ['', key.slice(0, -1), `${key}x`, 'a.b.c', '~', `${key}/`, 'é'.repeat(40)])
      expect(keys.opens(bad, 'acervo', '192.0.2.7')).toBe(false);
    expect(new ReplayKeys(() => 0).opens(key, 'acervo', '192.0.2.7')).toBe(false);
  });

  it('is of the pages of one origin, and makes those of another for no longer than itself', () => {
    let now = 0;
    const keys = new ReplayKeys(() => now);
    const key = keys.give(HOLDER);
    expect(keys.isOwn(key, 'https://exemplo.pt/a?b')).toBe(true);
    for (const url of [
      'http://exemplo.pt/',
      'https://www.exemplo.pt/',
      'https://exemplo.pt:444/',
      'data:,x',
      'x',
    ])
      expect([url, keys.isOwn(key, url)]).toEqual([url, false]);
    now = 1000;
    const other = keys.forOrigin(key, { ...HOLDER, origin: 'https://alheio.pt' });
    expect(other).not.toBe(key);
    expect([keys.opens(other, 'acervo', '192.0.2.7'), keys.end(other)]).toEqual([true, KEY_LIFE]);
    expect(keys.isOwn(other, 'https://alheio.pt/')).toBe(true);
    expect(keys.forOrigin(key, HOLDER)).toBe(key);
  });

  it('takes all addresses of this machine for one', () => {
    const keys = new ReplayKeys(() => 0);
    const key = keys.give({ ...HOLDER, reader: '127.0.0.1' });
    for (const reader of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(keys.opens(key, 'acervo', reader)).toBe(true);
    expect(keys.opens(key, 'acervo', '10.0.0.1')).toBe(false);
  });
});
