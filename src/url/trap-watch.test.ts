import { describe, expect, it } from 'vitest';
import type { SimHash } from '../text/index.ts';
import { normaliseUrl, TRAP_REFUSAL_SCORE, TrapWatch, type WebUrl } from './index.ts';
import { patternHash } from './trap-watch.ts';

function url(link: string): WebUrl {
  const result = normaliseUrl(link, 'http://a.br/');
  if (result.kind !== 'url') throw new Error(result.reason);
  return result;
}

/** A page like the others: one bit apart at most. */
const same = (i: number): SimHash => ({ hi: 0xabcdef01, lo: (0x12345678 ^ (1 << (i % 31))) >>> 0 });
/** A page of its own. */
const distinct = (i: number): SimHash => ({
  hi: Math.imul(i + 1, 0x9e3779b1) >>> 0,
  lo: Math.imul(i + 7, 0x85ebca77) >>> 0,
});

describe('trap watch', () => {
  it('suspects a pattern whose pages repeat each other, more and more, and at last refuses', () => {
    const watch = new TrapWatch({ year: 2024 });
    const scores: number[] = [];
    for (let i = 0; i < 400; i++) {
      scores.push(watch.suspicion(url(`/loja/${i}?v=${i}`)).score);
      watch.observe(url(`/loja/${i}?v=${i}`), same(i));
    }
    expect(scores[10]).toBe(0);
    for (let i = 1; i < scores.length; i++) expect(scores[i]).toBeGreaterThanOrEqual(scores[i - 1]! - 1e-9);
    expect(scores[399]).toBeGreaterThanOrEqual(TRAP_REFUSAL_SCORE);
    expect(watch.suspicion(url('/loja/9999?v=1')).reasons.map((r) => r.name)).toEqual(['pattern']);
    expect(watch.suspicion(url('/outra/9999?v=1')).score).toBe(0);
    expect(watch.suspicion(url('http://b.br/loja/9999?v=1')).score).toBe(0);
  });

  it('leaves a large archive of different pages alone, and pages without a fingerprint too', () => {
    const watch = new TrapWatch({ year: 2024 });
    for (let i = 0; i < 2000; i++) {
      watch.observe(url(`/artigo/${i}`), distinct(i));
      watch.observe(url(`/foto/${i}`));
    }
    expect(watch.suspicion(url('/artigo/1')).score).toBe(0);
    expect(watch.suspicion(url('/foto/1')).score).toBe(0);
  });

  it('folds numbers and values into one pattern, not names', () => {
    const hash = (link: string) => patternHash(url(link));
    expect(hash('/a/2024/05/x?d=1')).toBe(hash('/a/1999/12/x?d=zzz'));
    expect(hash('/a/1')).not.toBe(hash('/b/1'));
    expect(hash('/a?x=1')).not.toBe(hash('/a?y=1'));
    expect(hash('/a?x=1&y=2')).toBe(hash('/a?x=&y=77'));
    expect(hash('http://a1.br/x')).not.toBe(hash('http://a2.br/x'));
  });

  it('keeps its memory bounded, and a strong pattern through a storm of others', () => {
    const watch = new TrapWatch({ year: 2024, patterns: 256 });
    for (let i = 0; i < 500; i++) watch.observe(url(`/armadilha/${i}`), same(i));
    for (let i = 0; i < 400; i++)
      watch.observe(
        url(`/${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26), 97 + ((i / 676) % 26))}/x`),
        distinct(i),
      );
    expect(watch.suspicion(url('/armadilha/x1')).score).toBe(0);
    expect(watch.suspicion(url('/armadilha/1')).score).toBeGreaterThan(0.8);
  });

  it('tells another what speaks against a pattern, and nothing of one whose pages differ', () => {
    const [one, two] = [new TrapWatch({ year: 2024 }), new TrapWatch({ year: 2024 })];
    let [trap, shop] = [0, 0];
    for (let i = 0; i < 60; i++) {
      trap = one.observe(url(`/armadilha/${i}`), same(i));
      shop = one.observe(url(`/loja/${i}`), distinct(i));
    }
    expect(one.evidence(shop)).toBeNull();
    expect(one.evidence(patternHash(url('/nova/')))).toBeNull();
    two.learn(one.evidence(trap)!);
    expect(two.suspicion(url('/armadilha/7'))).toEqual(one.suspicion(url('/armadilha/7')));
    // Both go on in the same way, and less than is known here changes nothing.
    const before = one.evidence(trap)!;
    one.observe(url('/armadilha/100'), same(100));
    two.observe(url('/armadilha/100'), same(100));
    two.learn(before);
    expect(two.evidence(trap)).toEqual(one.evidence(trap));
  });

  it('adds what the address itself says', () => {
    const watch = new TrapWatch({ year: 2024 });
    expect(watch.suspicion(url('/a/b/a/b/a/b')).reasons.map((r) => r.name)).toEqual(['repeating-path']);
  });
});
