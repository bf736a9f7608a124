import { describe, expect, it } from 'vitest';
import { depthOf, normaliseUrl } from './index.ts';

describe('depth', () => {
  it('[H-1] counts the slashes of the comparison form, those of the protocol never', () => {
    for (const [link, depth] of [
      ['http://a.br', 0],
      ['http://a.br/', 0],
      ['https://a.br/index.html', 0],
      ['http://a.br/x', 1],
      ['http://a.br/x/', 1],
      ['http://a.br/x/y', 2],
      ['http://a.br/x/y/index.php', 2],
      ['http:////a.br/x/y', 2],
      ['http://a.br/x/../y', 1],
      ['http://a.br/x?volta=http://b.br/y/z', 1],
      ['http://a.br:8080/x/y', 2],
      ['http://a.br?x', 0],
      ['http://a.br/x//y', 3],
    ] as const) {
      const url = normaliseUrl(link);
      expect(url).toMatchObject({ kind: 'url', depth });
      if (url.kind === 'url') expect(depthOf(url.key)).toBe(depth);
    }
  });

  it('[H-1] of a string that is no comparison form is the literal count', () => {
    expect(depthOf('http://a.br')).toBe(0);
    expect(depthOf('http://a.br/x/y')).toBe(2);
    expect(depthOf('http:///a.br/x')).toBe(1);
    expect(depthOf('//a.br/x')).toBe(1);
    expect(depthOf('a.br/x:/y')).toBe(2);
    expect(depthOf('')).toBe(0);
  });
});
